import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publishDraft } from '../drafts/publish-draft.ts'
import type { LockRow } from '../store/edit-locks.ts'

/**
 * Publishes the draft of a lock that has expired. A draft that is kept is offered to its author again. The caller holds
 * the file's row and changes the state of the lock in the same transaction, so that this happens once.
 */
export async function publishExpiredDraft(
  trx: Trx,
  { log }: Pick<App, 'log'>,
  transcriptId: number,
  { user_id: userId, version: lockVersion }: LockRow,
): Promise<void> {
  const outcome = await publishDraft(trx, { transcriptId, lockVersion, userId })
  if (outcome === 'kept') log.info({ transcriptId, lockVersion, userId }, 'draft of an expired lock kept')
}
