import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { AnchoredBlock } from '@kaiwa/transcript/move-anchors.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { blocksTouched } from '../extension-points.ts'
import { saveKeywords } from './keywords.ts'
import { saveSearchTexts } from './search-texts.ts'
import { textBatches } from './text-batches.ts'

/** A block of an automatic transcript; times in seconds of the recording. */
interface AutomaticBlock {
  uuid: string
  start_time: number
  end_time: number
  content: string
  sentiment: number
  speaker_id: number | null
  /** Name of the section that begins with it. */
  section_name?: string | null
  terms: unknown
}

interface AutomaticTranscript {
  language: 'ja' | 'en'
  engine: string
  /** In reading order. */
  blocks: readonly AutomaticBlock[]
  /** The result of the recognition, stored unchanged. */
  original: unknown
}

function toAnchoredBlock({ terms, ...block }: AutomaticBlock): AnchoredBlock {
  return { ...block, terms: terms as Term[] }
}

/**
 * Replaces the blocks of a file's transcript, with search texts and keywords, and stores the unchangeable original. Raises the
 * revision, because the content is another one.
 */
export async function saveAutomaticTranscript(
  trx: Trx,
  fileId: number,
  { language, engine, blocks, original }: AutomaticTranscript,
): Promise<void> {
  const { id: transcript_id } = await trx
    .updateTable('transcripts')
    .set((eb) => ({
      language,
      revision: eb('revision', '+', 1),
      // Recognised text is never truncated: LIMITS.textPerTranscript limits only text written by users.
      text_length: blocks.reduce((sum, { content }) => sum + content.length, 0),
      block_count: blocks.length,
    }))
    .where('file_id', '=', fileId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('blocks').where('transcript_id', '=', transcript_id).execute()
  const rows = blocks.map(({ terms, ...block }, position) => ({
    ...block,
    transcript_id,
    position,
    terms: jsonb(terms),
  }))
  for (const batch of textBatches(rows, ({ content }) => content.length)) {
    await trx.insertInto('blocks').values(batch).execute()
    await saveSearchTexts(trx, transcript_id, batch)
  }
  await saveKeywords(trx, { transcriptId: transcript_id })
  await blocksTouched.run(trx, {
    transcriptId: transcript_id,
    fileId,
    readTouched: () => ({ before: [], after: blocks.map(toAnchoredBlock), isReplacement: true }),
  })
  const columns = { engine, blocks: jsonb(original) }
  await trx
    .insertInto('transcript_originals')
    .values({ transcript_id, ...columns })
    .onConflict((conflict) => conflict.column('transcript_id').doUpdateSet({ ...columns, created_at: sql`now()` }))
    .execute()
}
