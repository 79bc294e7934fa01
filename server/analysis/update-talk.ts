// Brings stored figures of talk up to date before they are read.
import { clientSignal } from '../platform/http/client-signal.ts'
import type { Context } from '../platform/http/route.ts'
import { QueueFull } from '../platform/fair-queue.ts'
import { ThreadFailure } from '../platform/threads/thread-failure.ts'
import { measureTalkJob } from './jobs/measure-talk.ts'
import { logUnmeasured } from './log-unmeasured.ts'
import { measureTalk } from './measure-talk.ts'
import type measureTalkThread from './measure-talk.thread.ts'
import type { ComparedFolder } from './store/compared-files.ts'
import type { OutdatedTranscript } from './store/talk-figures.ts'

/** Size of transcripts that a reader waits for, about 6 h of Japanese: up to a second. */
const MAX_IMMEDIATE_SIZE = 200_000
/** Up to this size, a worker thread would take longer to start than to compute. */
const MAX_INLINE_SIZE = 10_000
const MAX_IMMEDIATE_FILES = 50
const TIMEOUT_MS = 10_000
/** Transcripts of one job. A later reader sends the others. */
const JOB_FILES = 1_000

/**
 * Computes outdated figures. For few transcripts the caller waits; for many, or while the threads are busy, a job computes
 * them and the caller reads the stored figures.
 */
export async function updateTalk(
  { app, actor, reply }: Context<'session'>,
  { folder, scope }: ComparedFolder,
  outdated: readonly OutdatedTranscript[],
): Promise<void> {
  if (outdated.length === 0) return
  const ids = outdated.map(({ id }) => id)
  const total = outdated.reduce((sum, { size }) => sum + size, 0)
  if (total <= MAX_INLINE_SIZE && ids.length <= MAX_IMMEDIATE_FILES)
    return logUnmeasured(app.log, await measureTalk(app.db, ids))
  const turn = { accountId: actor.id, workspaceId: actor.workspaceId }
  const options = { lane: 'interactive', timeoutMs: TIMEOUT_MS, turn, signal: clientSignal(reply) } as const
  if (total <= MAX_IMMEDIATE_SIZE && ids.length <= MAX_IMMEDIATE_FILES)
    try {
      const module = new URL('measure-talk.thread.ts', import.meta.url)
      return logUnmeasured(app.log, await app.threads.run<typeof measureTalkThread>(module, ids, options))
    } catch (error) {
      if (!(error instanceof ThreadFailure) && !(error instanceof QueueFull)) throw error
    }
  await app.db.transaction().execute((trx) =>
    app.jobs.send(
      trx,
      measureTalkJob,
      { transcript_ids: ids.slice(0, JOB_FILES) },
      // At most one job for each folder and scope, however many people read it.
      { key: `folder ${folder.id} ${scope}` },
    ),
  )
}
