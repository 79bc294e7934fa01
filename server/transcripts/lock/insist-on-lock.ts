// Who may change a transcript while somebody edits it: pure rules over the lock's row, and the refusals they end in.
import type { Actor } from '../../accounts/actor.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LockRow } from './lock-row.ts'
import { presentLock } from './present-lock.ts'

type Who = Pick<Actor, 'id'>

/** The whole file is closed to others: speakers, merges, sections, saves. E_LOCKED carries the lock. */
export const insistOnFreeFile = (lock: LockRow | null, actor: Who): void => {
  if (lock?.is_held && lock.user_id !== actor.id) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

/** Only the blocks that were changed so far are closed to others: tags. */
export const insistOnFreeBlocks = (lock: LockRow | null, actor: Who, uuids: Iterable<string>): void => {
  const locked = new Set(lock?.is_held && lock.user_id !== actor.id ? lock.block_uuids : [])
  for (const uuid of uuids) if (locked.has(uuid)) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

type Claim = { lock_version?: number | undefined; revision?: number | undefined }

/**
 * A save's right to be: E_LOCKED while somebody else edits, E_CONFLICT when somebody (another tab of the same person
 * included) has taken the lock since. One that comes after the lock ran out is as good as before. A caller who names
 * neither version nor revision must be the last who held the lock: nothing else tells how old their text is. `is_own`:
 * the same person has done something of the kind, in another tab or by an import.
 */
export const insistOnClaim = (lock: LockRow | null, actor: Who, { lock_version, revision }: Claim): void => {
  insistOnFreeFile(lock, actor)
  const isOwn = lock?.user_id === actor.id
  const isLost =
    lock_version === undefined
      ? lock !== null && !isOwn && revision === undefined
      : !isOwn || lock.version !== lock_version
  if (isLost) throw new Refusal('E_CONFLICT', { reason: 'lock', lock: presentLock(lock), is_own: isOwn })
}
