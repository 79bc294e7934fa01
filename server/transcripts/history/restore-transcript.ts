import type { restoreTranscript as contract } from '@kaiwa/contract/history.ts'
import { clientSignal } from '../../platform/http/client-signal.ts'
import type { Handler } from '../../platform/http/route.ts'
import { refusingFailure } from '../../platform/threads/refuse-failure.ts'
import type restoreThread from './restore.thread.ts'

const TIMEOUT_MS = 300_000

/** Always runs in a worker thread: a single block may have 50,000 words, before and after each of its changes. */
export const restoreTranscript: Handler<typeof contract> = ({ params, body }, { app, actor, reply }) => {
  const restoration = { actor, transcriptId: params.id, wanted: body }
  const module = new URL('restore.thread.ts', import.meta.url)
  const turn = { accountId: actor.id, workspaceId: actor.workspaceId }
  const options = { lane: 'interactive', timeoutMs: TIMEOUT_MS, turn, signal: clientSignal(reply) } as const
  return refusingFailure(app.threads.run<typeof restoreThread>(module, restoration, options))
}
