// Storage is promised to an upload before its bytes come, so that two uploads cannot both have the last gigabyte. A promise
// ends when no byte came for an hour, and what owner and managers want takes precedence over the promises of others
// (docs/decisions/0065). The sum of all promises never exceeds the free storage.
import { remainingStorage } from '../billing/remaining.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { judgeDemand, keepsStorage, recordingReservation } from './policy.ts'
import { findReservation, promisesOf, setReservation, withdrawPromises, workspaceOf } from './store.ts'

type Asker = Pick<Actor, 'id' | 'workspaceRole'>

/**
 * Finds `wanted` further bytes for the asker, taking promises from others where the asker has precedence. The caller records
 * what it reserves in the same transaction, which holds the workspace's lock from here on. Answers how many uploads of the
 * asker wait for their first byte. Refuses with PROJECT_MAX_STORAGE_EXCEEDED.
 */
export const findRoom = async (trx: Trx, workspaceId: number, asker: Asker, wanted: number): Promise<number> => {
  const left = await remainingStorage(trx, workspaceId)
  const people = await promisesOf(trx, workspaceId)
  const sum = (of: (person: (typeof people)[number]) => number) => people.reduce((all, one) => all + of(one), 0)
  const own = people.find(({ user_id }) => user_id === asker.id)
  const released = judgeDemand({
    wanted,
    isKeeper: keepsStorage(asker),
    free: left - sum(({ received }) => received),
    own: own?.promised ?? 0,
    promised: sum(({ promised }) => promised),
    yielding: sum(({ promised, is_keeper }) => (is_keeper ? 0 : promised)),
  })
  if (released === null) throw new Refusal('PROJECT_MAX_STORAGE_EXCEEDED')
  if (released > 0) await withdrawPromises(trx, workspaceId, released)
  return own?.unsent ?? 0
}

/**
 * Reserves storage for one unfinished upload, for its whole length where that is known, else so that the first `bytes` may
 * come, and lets the reservation last for another hour. Does nothing for an upload that is gone or complete.
 */
export const reserveStorage = async (
  trx: Trx,
  uploadId: number,
  asker: Asker,
  { bytes, length }: { bytes: number; length?: number },
): Promise<void> => {
  const workspaceId = await workspaceOf(trx, uploadId)
  if (workspaceId === null) return
  // The workspace first, then uploads: in this order everywhere.
  await remainingStorage(trx, workspaceId)
  const upload = await findReservation(trx, uploadId)
  if (!upload) return
  const known = length ?? upload.length
  const target = known === null ? Math.max(recordingReservation(bytes), upload.held) : Math.max(known, upload.received)
  if (target > upload.held) await findRoom(trx, workspaceId, asker, target - upload.held)
  await setReservation(trx, uploadId, target)
}

/** `reserveStorage` in a transaction of its own. */
export const reserveNow = (db: Db, ...[uploadId, asker, wanted]: [number, Asker, { bytes: number; length?: number }]) =>
  db.transaction().execute((trx) => reserveStorage(trx, uploadId, asker, wanted))
