import type { cancelCrmGeneration as contract } from '@kaiwa/contract/crm-deals.ts'
import type { Handler } from '../../platform/http/route.ts'
import { stopGeneration } from './end-generation.ts'
import { showGeneration } from './open-generation.ts'

export const cancelCrmGeneration: Handler<typeof contract> = ({ params }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const { id } = await showGeneration(trx, actor, params.generationId)
    await stopGeneration(trx, app.jobs, { id })
    return showGeneration(trx, actor, id)
  })
