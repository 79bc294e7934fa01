import type { TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findTranscript } from './store/transcripts.ts'

/** The transcript of a file without its blocks, and the number of the file's run. Refuses with E_NOT_FOUND. */
export async function readHeader(db: Db | Trx, fileId: number) {
  const row = await findTranscript(db, fileId)
  if (!row) throw new Refusal('E_NOT_FOUND')
  return {
    run: row.run,
    header: {
      id: row.id,
      status: row.status as TranscriptResponse['transcript']['status'],
      revision: row.revision,
      last_edited_by: presentPerson(row.last_edited_by),
      last_edited_at: row.last_edited_at?.toISOString() ?? null,
    },
  }
}
