import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Editing } from '../open-for-edit.ts'
import { findChangedUuids } from '../store/journal.ts'

/** Refuses with E_CONFLICT when a block has changed since the caller's revision. */
export async function assertUnchangedSince(
  trx: Trx,
  { transcriptId, revision: last }: Editing,
  revision: number | undefined,
  uuids: readonly string[],
): Promise<void> {
  // The caller has the latest revision: no block can have changed.
  if (revision === undefined || revision === last) return
  const touched = await findChangedUuids(trx, transcriptId, revision, uuids)
  if (touched.length > 0) throw new Refusal('E_CONFLICT', { reason: 'revision', block_uuids: touched.slice(0, 100) })
}
