import type { removeCrmFileDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import type { Handler } from '../../platform/http/route.ts'
import { lockCrmFile } from '../open-file.ts'
import { publishDeal } from './publish-deal.ts'
import { deleteDealOfFile } from './store/deals.ts'
import { removeUnansweredWrites } from './store/writes.ts'

/** Also while the workspace is not connected: nothing is asked of HubSpot. */
export const removeCrmFileDeal: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { file } = await lockCrmFile(trx, caller, params.projectFileId)
    await removeUnansweredWrites(trx, file.id)
    if (await deleteDealOfFile(trx, file.id)) await publishDeal(trx, file)
    return { success: true as const }
  })
