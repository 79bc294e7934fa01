import type { requestLock as contract } from '@kaiwa/contract/transcript-edits.ts'
import type { OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { App } from '../../platform/app.ts'
import { clientSignal } from '../../platform/http/client-signal.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refusingFailure } from '../../platform/threads/refuse-failure.ts'
import { assertFileNotLocked, openForEdit } from '../open-for-edit.ts'
import { databaseTime, holdLock, type LockRow } from '../store/edit-access.ts'
import { isLockChanged, presentLock, publishLock } from './edit-lock.ts'
import { scheduleLockExpiry } from './expire-lock.ts'
import { type LockedTranscript, publishExpiredDraft } from './end-expired-lock.ts'
import { endExpiredLockInThread, PUBLICATION_MS } from './end-expired-lock-in-thread.ts'

type Body = OperationArguments<typeof contract>['body']

/**
 * Takes the lock with a higher version, which invalidates the previous one, or renews the caller's lock. Without a
 * `lock_version`, a request with changed blocks renews and one without them takes the lock.
 */
export const requestLock: Handler<typeof contract> = async (args, { app, actor, reply }) => {
  const answer = await takeOrRenew(app, actor, args)
  if ('lock' in answer) return answer
  const turn = { accountId: actor.id, workspaceId: actor.workspaceId }
  const options = { lane: 'interactive', turn, timeoutMs: PUBLICATION_MS, signal: clientSignal(reply) } as const
  await refusingFailure(endExpiredLockInThread(app, answer.expired, options))
  const next = await takeOrRenew(app, actor, args)
  if ('lock' in next) return next
  throw new Refusal('E_UNAVAILABLE')
}

/** `expired`: an expired lock has a draft that only a worker thread can publish. Nothing was changed. */
function takeOrRenew(
  app: App,
  actor: Actor,
  { params, body }: Pick<OperationArguments<typeof contract>, 'params' | 'body'>,
): Promise<OperationResult<typeof contract> | { expired: LockedTranscript }> {
  return app.db.transaction().execute(async (trx) => {
    const { transcriptId, file, lock } = await openForEdit(trx, actor, params)
    assertFileNotLocked(lock, actor)
    const isRenewed = isRenewal(lock, actor, body)
    // The job that ends the expired lock has not run yet, and would find the new lock.
    if (!isRenewed && lock?.state === 'held' && !lock.is_held) {
      const outcome = await publishExpiredDraft(trx, transcriptId, lock, { isInThread: false })
      if (outcome === 'long') return { expired: { transcriptId, fileId: file.id } }
    }
    const held = await holdLock(trx, {
      transcriptId,
      userId: actor.id,
      version: (lock?.version ?? 0) + (isRenewed ? 0 : 1),
      blockUuids: body.changed_block_uuids,
    })
    const shown = presentLock(held)
    if (!shown) throw new Error('a lock that was taken just now is not held')
    if (isLockChanged(lock, held)) await publishLock(trx, file.id, shown)
    await scheduleLockExpiry(trx, app, { transcript_id: transcriptId, file_id: file.id }, held.until)
    return { lock: shown, now: await databaseTime(trx) }
  })
}

/** Whether the request renews the caller's lock. Refuses with E_CONFLICT if it may neither renew nor take it. */
function isRenewal(lock: LockRow | null, actor: Actor, body: Body): boolean {
  const isOwn = lock !== null && lock.user_id === actor.id
  const conflict = (reason: string) => new Refusal('E_CONFLICT', { reason, lock: presentLock(lock), is_own: isOwn })
  if (body.take_over === true) return false
  if (body.lock_version !== undefined) {
    // Also valid after expiry: no one has taken the lock since, so the transcript cannot have changed. A request that was
    // overtaken by its own release must not hold the lock again, because no tab would give it back.
    if (isOwn && lock.version === body.lock_version && lock.state !== 'released') return true
    throw conflict('lock')
  }
  if (!isOwn || !lock.is_held) return false
  if (body.take_over === false) throw conflict('other-tab')
  return body.changed_block_uuids.length > 0
}
