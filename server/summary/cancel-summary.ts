import type { cancelSummary as contract } from '@kaiwa/contract/summaries.ts'
import type { Handler } from '../platform/http/route.ts'
import { stopGeneration } from './end-generation.ts'
import { openSummaryForChange } from './open-for-summary.ts'
import { presentSummary } from './present-summary.ts'

export const cancelSummary: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openSummaryForChange(trx, caller, params.fileId)
    await stopGeneration(trx, app.jobs, file.id, { unfinished: 'restore' })
    return presentSummary(app, trx, actor, file)
  })
