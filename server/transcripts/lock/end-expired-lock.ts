// Ends an expired lock: publishes the draft of its holder and notifies readers, in one transaction, so that it happens once,
// also when it is killed and begins again. Uses only the database, so that it can run in a worker thread.
import type { Trx } from '../../platform/database/database.ts'
import { lockFile } from '../../files/store/files.ts'
import { type Publication, publishDraft } from '../drafts/publish-draft.ts'
import { endLock, findLock, type LockRow } from '../store/edit-access.ts'
import { publishLock } from './edit-lock.ts'

export interface LockedTranscript {
  transcriptId: number
  fileId: number
}

/** `renewed`: the lock has not expired. `none`: it had no draft, or had ended before. Otherwise what became of the draft. */
export type LockEnd = Publication | { renewed: Date }

/** Publishes the draft of an expired lock. The caller holds the file's row. */
export function publishExpiredDraft(
  trx: Trx,
  transcriptId: number,
  { user_id: userId, version: lockVersion }: LockRow,
  options: { isInThread: boolean },
): Promise<Publication> {
  return publishDraft(trx, { transcriptId, lockVersion, userId }, options)
}

/** `draft`: `publish` does nothing (`long`) when the draft needs a worker thread; `keep` leaves it to its author. */
export async function endExpiredLock(
  trx: Trx,
  { transcriptId, fileId }: LockedTranscript,
  draft: 'publish' | 'publish-in-thread' | 'keep',
): Promise<LockEnd> {
  await lockFile(trx, fileId)
  const lock = await findLock(trx, transcriptId)
  if (lock?.state !== 'held') return 'none'
  if (lock.is_held) return { renewed: lock.until }
  const isInThread = draft === 'publish-in-thread'
  const outcome = draft === 'keep' ? 'kept' : await publishExpiredDraft(trx, transcriptId, lock, { isInThread })
  if (outcome === 'long') return outcome
  await endLock(trx, transcriptId, 'expired')
  await publishLock(trx, fileId, null)
  return outcome
}
