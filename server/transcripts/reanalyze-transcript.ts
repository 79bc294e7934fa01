import type { reanalyzeTranscript as contract } from '@kaiwa/contract/transcripts.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findFile } from '../files/store/files.ts'
import { assertAllowed } from '../tree/policy.ts'
import { edit } from './policy.ts'
import { reanalyse } from './jobs/reanalyse.ts'
import { findFileId } from './store/transcripts.ts'

/** Recomputes terms, scores and sentiment of an existing transcript in the background. Keeps the text. */
export const reanalyzeTranscript: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await reloadActor(trx, caller)
    const fileId = await findFileId(trx, params.id)
    if (fileId === undefined) throw new Refusal('E_NOT_FOUND')
    const file = await findFile(trx, actor, fileId)
    assertAllowed(edit(file, file))
    await app.jobs.send(trx, reanalyse, { transcript_id: params.id }, { key: String(params.id) })
    return { success: true }
  })
