// Reads and writes terms, scores and sentiment of the blocks of a transcript.
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { type BlockRow, blockBatches } from './blocks.ts'
import { saveKeywords } from './keywords.ts'
import { textBatches } from './text-batches.ts'

/** A completed transcript with the columns that an analysis reads. */
export async function findAnalysable(db: Db, transcriptId: number) {
  const transcript = await db
    .selectFrom('transcripts')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['transcripts.file_id', 'transcripts.language', 'files.project_id'])
    .where('transcripts.id', '=', transcriptId)
    .where('transcripts.status', '=', 'completed')
    .executeTakeFirst()
  if (!transcript) return undefined
  const blocks: BlockRow[] = []
  for await (const rows of blockBatches(db, transcriptId)) blocks.push(...rows)
  return { transcript, blocks }
}

interface Analysed {
  id: number
  content: string
  terms: Term[]
  sentiment: number
}

/** Stores analyses of blocks whose text has not changed since, except sentiments that a person chose; returns the transcript's new revision. */
export async function saveAnalyses(trx: Trx, transcriptId: number, blocks: readonly Analysed[]): Promise<number> {
  for (const batch of textBatches(blocks, ({ content }) => content.length))
    await sql`
      update blocks set terms = new.terms,
        sentiment = case when blocks.is_sentiment_manual then blocks.sentiment else new.sentiment end
      from jsonb_to_recordset(${jsonb(batch)})
        as new (id integer, content text, terms jsonb, sentiment double precision)
      where blocks.id = new.id and blocks.content = new.content and blocks.transcript_id = ${transcriptId}
    `.execute(trx)
  await saveKeywords(trx, { ids: blocks.map(({ id }) => id) })
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
