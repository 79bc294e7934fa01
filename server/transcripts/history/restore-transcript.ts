import type { restoreTranscript as contract } from '@kaiwa/contract/history.ts'
import { clientSignal } from '../../platform/http/client-signal.ts'
import type { Handler } from '../../platform/http/route.ts'
import { refusingFailure } from '../../platform/threads/refuse-failure.ts'
import { countVersionsSince } from '../store/history.ts'
import { restoreRevision } from './restore-revision.ts'
import type restoreThread from './restore.thread.ts'

/** Restorations of more blocks run in a worker thread. */
const MAX_INLINE_VERSIONS = 500
const TIMEOUT_MS = 300_000

export const restoreTranscript: Handler<typeof contract> = async ({ params, body }, { app, actor, reply }) => {
  const restoration = { actor, transcriptId: params.id, wanted: body }
  // Both branches check the actor's rights.
  if ((await countVersionsSince(app.db, params.id, body.revision)) <= MAX_INLINE_VERSIONS)
    return restoreRevision(app.db, restoration)
  const module = new URL('restore.thread.ts', import.meta.url)
  const turn = { accountId: actor.id, workspaceId: actor.workspaceId }
  const options = { lane: 'interactive', timeoutMs: TIMEOUT_MS, turn, signal: clientSignal(reply) } as const
  return refusingFailure(app.threads.run<typeof restoreThread>(module, restoration, options))
}
