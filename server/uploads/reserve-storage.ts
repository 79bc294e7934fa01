// An upload reserves storage before its bytes arrive, so that two uploads cannot both use the last gigabyte. A
// reservation expires after an hour without bytes, and uploads of owner and managers take precedence over reservations
// of others (docs/decisions/0065). The sum of all reservations never exceeds the free storage.
import { remainingStorage } from '../billing/remaining.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { bytesToRelease, hasStoragePrecedence, recordingReservation } from './policy.ts'
import { findReservation, findReservations, releaseReservations, setReservation } from './store/reservations.ts'
import { findWorkspaceIdOfUpload } from './store/uploads.ts'

type Requester = Pick<Actor, 'id' | 'workspaceRole'>

/**
 * Checks that `wanted` further bytes fit, and releases reservations of others when the requesting user has precedence.
 * Locks the workspace; the caller writes its reservation in the same transaction. Returns the number of uploads without
 * a byte: of the requesting user, and of all users including that one. Refuses with PROJECT_MAX_STORAGE_EXCEEDED.
 */
export async function ensureFreeStorage(
  trx: Trx,
  workspaceId: number,
  requester: Requester,
  wanted: number,
): Promise<{ own: number; all: number }> {
  const left = await remainingStorage(trx, workspaceId)
  const people = await findReservations(trx, workspaceId)
  const sum = (of: (person: (typeof people)[number]) => number) => people.reduce((all, one) => all + of(one), 0)
  const own = people.find(({ user_id }) => user_id === requester.id)
  const released = bytesToRelease({
    wanted,
    hasPrecedence: hasStoragePrecedence(requester),
    free: left - sum(({ received }) => received),
    own: own?.outstanding ?? 0,
    outstanding: sum(({ outstanding }) => outstanding),
    preemptible: sum(({ outstanding, has_precedence }) => (has_precedence ? 0 : outstanding)),
  })
  if (released === null) throw new Refusal('PROJECT_MAX_STORAGE_EXCEEDED')
  if (released > 0) await releaseReservations(trx, workspaceId, released)
  return { own: own?.unsent ?? 0, all: sum(({ unsent }) => unsent) }
}

/**
 * Reserves storage for one unfinished upload and renews the reservation for an hour: its whole length if known, else
 * enough for the first `bytes`. Does nothing for an upload that is deleted or complete.
 */
export async function reserveStorage(
  trx: Trx,
  uploadId: number,
  requester: Requester,
  { bytes, length }: { bytes: number; length?: number },
): Promise<void> {
  const workspaceId = await findWorkspaceIdOfUpload(trx, uploadId)
  if (workspaceId === null) return
  // Lock order: the workspace, then uploads.
  await remainingStorage(trx, workspaceId)
  const upload = await findReservation(trx, uploadId)
  if (!upload) return
  const known = length ?? upload.length
  const target =
    known === null ? Math.max(recordingReservation(bytes), upload.reserved) : Math.max(known, upload.received)
  if (target > upload.reserved) await ensureFreeStorage(trx, workspaceId, requester, target - upload.reserved)
  await setReservation(trx, uploadId, target)
}

/** `reserveStorage` in its own transaction. */
export function reserveNow(
  db: Db,
  ...[uploadId, requester, wanted]: [number, Requester, { bytes: number; length?: number }]
) {
  return db.transaction().execute((trx) => reserveStorage(trx, uploadId, requester, wanted))
}
