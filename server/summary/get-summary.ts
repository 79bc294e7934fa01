import type { getSummary as contract } from '@kaiwa/contract/summaries.ts'
import type { Handler } from '../platform/http/route.ts'
import { openSummary } from './open-for-summary.ts'
import { presentSummary } from './present-summary.ts'

export const getSummary: Handler<typeof contract> = async ({ params }, { app, actor }) =>
  presentSummary(app, app.db, actor, await openSummary(app.db, actor, params.fileId))
