import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findReadableTranscript } from './store/transcripts.ts'

/** A completed transcript that the actor may read. Refuses with E_NOT_FOUND. */
export async function findReadable(db: Db | Trx, actor: Actor, transcriptId: number) {
  const row = await findReadableTranscript(db, actor, transcriptId)
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}
