import type { requestLock as contract } from '@kaiwa/contract/edit-lock.ts'
import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openForEdit } from '../open-for-edit.ts'
import { databaseTime, holdLock, type LockRow } from '../store/edit-locks.ts'
import { assertFileNotLocked, isLockChanged, presentLock, publishLock } from './edit-lock.ts'
import { scheduleLockExpiry } from './expire-lock.ts'
import { publishExpiredDraft } from './publish-expired-draft.ts'

type Body = OperationArguments<typeof contract>['body']

/**
 * Takes the lock with a higher version, which invalidates the previous one, or renews the caller's lock. Without a
 * `lock_version`, a request with changed blocks renews and one without them takes the lock.
 */
export const requestLock: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const { transcriptId, file, lock } = await openForEdit(trx, actor, params)
    assertFileNotLocked(lock, actor)
    const isRenewed = isRenewal(lock, actor, body)
    // The job that ends the expired lock has not run yet, and would find the new lock.
    if (!isRenewed && lock?.state === 'held' && !lock.is_held) await publishExpiredDraft(trx, app, transcriptId, lock)
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
