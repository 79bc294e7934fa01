// The SQL of transcripts for readers: blocks in the order of the recording.
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import { personAt } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { jsonb } from '../platform/database/jsonb.ts'
import { blockColumns, marksOf } from './changes/stored-blocks.ts'

export const findTranscript = (db: Db | Trx, fileId: number) =>
  db
    .selectFrom('transcripts')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['transcripts.id', 'transcripts.status', 'transcripts.language', 'transcripts.revision', 'files.run'])
    .select(['transcripts.last_edited_at', personAt('transcripts.last_edited_by').as('last_edited_by')])
    .where('transcripts.file_id', '=', fileId)
    .executeTakeFirst()

/** Blocks per page. The rows of a page have some hundred kilobytes. */
const PAGE = 200

const blocksAfter = (db: Db | Trx, transcriptId: number, position: string | null) =>
  db
    .selectFrom('blocks')
    .select(blockColumns)
    .select([sql<string>`position::text`.as('position'), marksOf('blocks').as('marks')])
    .where('transcript_id', '=', transcriptId)
    .$if(position !== null, (query) => query.where('blocks.position', '>', sql<never>`${position}::numeric`))
    .orderBy('blocks.position')

export const findBlocks = (db: Db | Trx, transcriptId: number) => blocksAfter(db, transcriptId, null).execute()

/**
 * Yields the blocks page by page and reads the next page while the current one is processed. Consistent within a
 * snapshot.
 */
export async function* blockPages(trx: Trx, transcriptId: number): AsyncGenerator<BlockRow[]> {
  const read = (position: string | null) => blocksAfter(trx, transcriptId, position).limit(PAGE).execute()
  let page = await read(null)
  while (page.length > 0) {
    const last = page.at(-1)
    const next = last && page.length === PAGE ? read(last.position) : Promise.resolve([])
    // A consumer that stops early leaves this promise unawaited; it must not raise an unhandled rejection.
    next.catch(() => {})
    yield page
    page = await next
  }
}

/** The uuids of all blocks in reading order. */
export const findBlockOrder = async (db: Db | Trx, transcriptId: number): Promise<string[]> => {
  const { rows } = await sql<{ uuids: string[] }>`
    select coalesce(json_agg(uuid order by position), '[]') as uuids from blocks where transcript_id = ${transcriptId}
  `.execute(db)
  return rows[0]?.uuids ?? []
}

export type BlockRow = Awaited<ReturnType<typeof findBlocks>>[number]

export const fileOfTranscript = async (db: Db | Trx, transcriptId: number): Promise<number | undefined> =>
  (await db.selectFrom('transcripts').select('file_id').where('id', '=', transcriptId).executeTakeFirst())?.file_id

/** A completed transcript with the columns that an analysis reads. */
export const findAnalysable = async (db: Db, transcriptId: number) => {
  const transcript = await db
    .selectFrom('transcripts')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['transcripts.file_id', 'transcripts.language', 'files.project_id'])
    .where('transcripts.id', '=', transcriptId)
    .where('transcripts.status', '=', 'completed')
    .executeTakeFirst()
  return transcript && { transcript, blocks: await findBlocks(db, transcriptId) }
}

type Analysed = { id: number; content: string; terms: Term[]; sentiment: number }

/** Stores analyses of blocks whose text has not changed since; returns the transcript's new revision. */
export const saveAnalyses = async (trx: Trx, transcriptId: number, blocks: readonly Analysed[]): Promise<number> => {
  await sql`
    update blocks set terms = new.terms, sentiment = new.sentiment
    from jsonb_to_recordset(${jsonb(blocks)}) as new (id integer, content text, terms jsonb, sentiment double precision)
    where blocks.id = new.id and blocks.content = new.content and blocks.transcript_id = ${transcriptId}
  `.execute(trx)
  const { revision } = await trx
    .updateTable('transcripts')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', transcriptId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('transcript_revisions')
    .values({ transcript_id: transcriptId, revision, kind: 'analysis', added: 0, changed: blocks.length, removed: 0 })
    .execute()
  return revision
}
