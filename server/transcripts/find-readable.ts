import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findVisibleTranscript } from './store/transcripts.ts'

/** A completed transcript that the actor may read, or one in any state. Refuses with E_NOT_FOUND. */
export async function findReadable(
  db: Db | Trx,
  actor: Actor,
  transcriptId: number,
  which: 'completed' | 'in any state' = 'completed',
) {
  const row = await findVisibleTranscript(db, actor, transcriptId)
  if (!row || (which === 'completed' && row.status !== 'completed')) throw new Refusal('E_NOT_FOUND')
  return row
}
