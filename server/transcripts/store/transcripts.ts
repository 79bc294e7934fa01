// The rows of transcripts: state, language and last edit.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'

/** The transcript of a file, with the file's current run. */
export function findTranscript(db: Db | Trx, fileId: number) {
  return db
    .selectFrom('transcripts')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['transcripts.id', 'transcripts.status', 'transcripts.language', 'transcripts.revision', 'files.run'])
    .select(['transcripts.last_edited_at', personAt('transcripts.last_edited_by').as('last_edited_by')])
    .where('transcripts.file_id', '=', fileId)
    .executeTakeFirst()
}

/** A transcript in any state of a file that the actor sees. */
export function findVisibleTranscript(db: Db | Trx, actor: Actor, transcriptId: number) {
  return db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .select(['transcripts.id', 'transcripts.revision', 'transcripts.created_at', 'transcripts.status'])
    .where('transcripts.id', '=', transcriptId)
    .executeTakeFirst()
}

/** Id of the file of a transcript. */
export async function findFileId(db: Db | Trx, transcriptId: number): Promise<number | undefined> {
  return (await db.selectFrom('transcripts').select('file_id').where('id', '=', transcriptId).executeTakeFirst())
    ?.file_id
}

/** Revision of a transcript, with the user id and time of its last edit. */
export function findLastEdit(trx: Trx, transcriptId: number) {
  return trx
    .selectFrom('transcripts')
    .select(['revision', 'last_edited_by', 'last_edited_at'])
    .where('id', '=', transcriptId)
    .executeTakeFirstOrThrow()
}

/** Statement that selects the item of the file of a transcript. */
export function selectItemOfTranscript(transcriptId: number): RawBuilder<unknown> {
  return sql`
  select files.item_id from transcripts join files on files.id = transcripts.file_id
  where transcripts.id = ${transcriptId}`
}

/** Stores the language of the content of a file's transcript. */
export async function updateTranscriptLanguage(trx: Trx, fileId: number, language: 'ja' | 'en'): Promise<void> {
  await trx.updateTable('transcripts').set({ language }).where('file_id', '=', fileId).execute()
}
