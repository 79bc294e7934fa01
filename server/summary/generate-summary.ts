import type { generateSummary as contract } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import type { Handler } from '../platform/http/route.ts'
import { beginGeneration } from './begin-generation.ts'
import { openSummary, openSummaryForChange } from './open-for-summary.ts'
import { presentSummary } from './present-summary.ts'

export const generateSummary: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openSummaryForChange(trx, caller, params.fileId)
    await beginGeneration(app, trx, { actor, file, parts: SUMMARY_PARTS.filter((part) => body.parts.includes(part)) })
    return presentSummary(app, trx, actor, await openSummary(trx, actor, file.id))
  })
