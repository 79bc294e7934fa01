// Transcripts of any length for tests and seeds: Japanese or English small talk with a time for every word.
import { randomUUID } from 'node:crypto'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { sql } from 'kysely'
import { jsonb } from '../../platform/database/jsonb.ts'
import { saveKeywords } from '../../transcripts/store/keywords.ts'
import { saveSearchTexts } from '../../transcripts/store/search-texts.ts'
import type { TestFile } from './items.ts'

type Phrase = readonly (readonly [text: string, type: Term['type'], base: string])[]

const PHRASES: Record<'ja' | 'en', readonly Phrase[]> = {
  ja: [
    [
      ['本日', 3, '本日'],
      ['は', 0, 'は'],
      ['お時間', 3, 'お時間'],
      ['を', 0, 'を'],
      ['いただき', 7, 'いただく'],
      ['ありがとうございます', 0, 'ありがとうございます'],
      ['。', 0, '。'],
    ],
    [
      ['現在', 3, '現在'],
      ['の', 0, 'の'],
      ['課題', 3, '課題'],
      ['は', 0, 'は'],
      ['議事録', 3, '議事録'],
      ['の', 0, 'の'],
      ['作成', 3, '作成'],
      ['です', 0, 'です'],
      ['。', 0, '。'],
    ],
    [
      ['来週', 3, '来週'],
      ['の', 0, 'の'],
      ['水曜日', 3, '水曜日'],
      ['に', 0, 'に'],
      ['もう一度', 0, 'もう一度'],
      ['打ち合わせ', 3, '打ち合わせ'],
      ['しましょ', 7, 'する'],
      ['う', 0, 'う'],
      ['。', 0, '。'],
    ],
    [
      ['予算', 3, '予算'],
      ['は', 0, 'は'],
      ['年間', 3, '年間'],
      ['で', 0, 'で'],
      ['百万円', 3, '百万円'],
      ['を', 0, 'を'],
      ['考え', 7, '考える'],
      ['て', 0, 'て'],
      ['い', 0, 'いる'],
      ['ます', 0, 'ます'],
      ['。', 0, '。'],
    ],
  ],
  en: [
    [
      ['Thank', 7, 'thank'],
      ['you', 0, 'you'],
      ['for', 0, 'for'],
      ['your', 0, 'your'],
      ['time', 3, 'time'],
      ['today', 3, 'today'],
    ],
    [
      ['We', 0, 'we'],
      ['write', 7, 'write'],
      ['our', 0, 'our'],
      ['minutes', 3, 'minute'],
      ['by', 0, 'by'],
      ['hand', 3, 'hand'],
    ],
    [
      ['Shall', 0, 'shall'],
      ['we', 0, 'we'],
      ['meet', 7, 'meet'],
      ['again', 0, 'again'],
      ['next', 1, 'next'],
      ['Wednesday', 3, 'Wednesday'],
    ],
  ],
}

export interface TranscriptOptions {
  blocks: number
  /** Phrases per block. */
  phrases?: number
  language?: 'ja' | 'en'
  speakers?: number
}

const SECONDS_A_WORD = 0.3

/** Creates a completed transcript for a file without one; returns the transcript's id and the ids of its speakers. */
export function createTranscript(
  db: Db,
  file: TestFile,
  { blocks, phrases = 3, language = 'ja', speakers = 2 }: TranscriptOptions,
): Promise<{ transcriptId: number; speakerIds: number[] }> {
  return db.transaction().execute(async (trx) => {
    const speakerIds = await createSpeakers(trx, file, speakers, language)
    const { id: transcriptId } = await trx
      .insertInto('transcripts')
      .values({ file_id: file.id, status: 'completed', language, revision: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = makeBlocks(blocks, phrases, language)
    for (let at = 0; at < made.length; at += 500) {
      const rows = made.slice(at, at + 500).map((block, index) => ({
        ...block,
        transcript_id: transcriptId,
        position: at + index,
        speaker_id: speakerIds[(at + index) % speakerIds.length] ?? null,
      }))
      await trx.insertInto('blocks').values(rows).execute()
      await saveSearchTexts(trx, transcriptId, rows)
    }
    await saveKeywords(trx, { transcriptId })
    await setSizes(trx, transcriptId)
    const duration = made.at(-1)?.end_time ?? 0
    await trx.updateTable('files').set({ duration }).where('id', '=', file.id).execute()
    return { transcriptId, speakerIds }
  })
}

/** Creates a completed transcript with these texts, one block of one second each. */
export function createTranscriptOf(db: Db, file: Pick<TestFile, 'id'>, texts: readonly string[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('transcripts')
      .values({ file_id: file.id, status: 'completed', language: 'ja', revision: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = texts.map((content, position) => ({
      transcript_id: id,
      uuid: randomUUID(),
      position,
      start_time: position,
      end_time: position + 1,
      content,
    }))
    await trx.insertInto('blocks').values(rows).execute()
    await saveSearchTexts(trx, id, rows)
    await setSizes(trx, id)
    return id
  })
}

/** Stores number and length of the blocks that a factory wrote; they have no characters beyond the basic plane. */
async function setSizes(db: Db | Trx, transcriptId: number): Promise<void> {
  await sql`
    update transcripts set (text_length, block_count) =
      (select coalesce(sum(char_length(content)), 0), count(*) from blocks where transcript_id = ${transcriptId})
    where id = ${transcriptId}
  `.execute(db)
}

async function createSpeakers(trx: Trx, file: TestFile, count: number, language: 'ja' | 'en'): Promise<number[]> {
  const rows = await trx
    .insertInto('speakers')
    .values(
      Array.from({ length: count }, (_, index) => ({
        workspace_id: file.workspaceId,
        name: language === 'ja' ? `話者${index + 1}` : `Speaker ${index + 1}`,
        is_manual: false,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await trx
    .insertInto('project_speakers')
    .values(ids.map((speaker_id) => ({ project_id: file.projectId, speaker_id })))
    .execute()
  return ids
}

function makeBlocks(count: number, phrases: number, language: 'ja' | 'en') {
  const between = language === 'en' ? ' ' : ''
  let time = 0
  return Array.from({ length: count }, (_, index) => {
    const start_time = time
    const terms: Term[] = []
    let content = ''
    for (let n = 0; n < phrases; n += 1) {
      for (const [text, type, base] of PHRASES[language][(index + n) % PHRASES[language].length] ?? []) {
        if (content) content += between
        const end_time = time + SECONDS_A_WORD
        if (text !== '。') {
          const times = { start_time: time, end_time }
          terms.push({ text, ...times, offset: content.length, type, score: 0.5, base, reading: '', confidence: 0.9 })
          time = end_time
        }
        content += text
      }
    }
    const end_time = time
    time += 0.5
    const sentiment = [0, 0.5, -0.5][index % 3] ?? 0
    return { uuid: randomUUID(), start_time, end_time, content, sentiment, terms: jsonb(terms) }
  })
}

/** Seconds per block of a long transcript: ten hours have 24,000 blocks. */
const SECONDS_A_BLOCK = 1.5

/** Creates a completed transcript of many equal blocks with SQL, within seconds, for tests of long answers. */
export async function createLongTranscript(db: Db, file: Pick<TestFile, 'id'>, blocks: number): Promise<number> {
  const { id } = await db
    .insertInto('transcripts')
    .values({ file_id: file.id, status: 'completed', language: 'ja', revision: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [block] = makeBlocks(1, 1, 'ja')
  await sql`
    insert into blocks (transcript_id, uuid, position, start_time, end_time, content, terms)
    select ${id}, gen_random_uuid(), n, n * ${SECONDS_A_BLOCK}::float8, (n + 1) * ${SECONDS_A_BLOCK}::float8,
      ${block?.content ?? ''}, ${block?.terms}
    from generate_series(0, ${blocks - 1}::integer) n
  `.execute(db)
  await setSizes(db, id)
  await db
    .updateTable('files')
    .set({ duration: blocks * SECONDS_A_BLOCK })
    .where('id', '=', file.id)
    .execute()
  return id
}

/**
 * Creates a completed transcript of few long blocks: each has `words` words of one character with all their times. At
 * most 50,000 words per block.
 */
export async function createLongBlocks(
  db: Db,
  file: Pick<TestFile, 'id'>,
  { blocks, words, speakerId = null }: { blocks: number; words: number; speakerId?: number | null },
): Promise<number> {
  const { id } = await db
    .insertInto('transcripts')
    .values({ file_id: file.id, status: 'completed', language: 'en', revision: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into blocks (transcript_id, uuid, position, start_time, end_time, content, speaker_id, terms)
    select ${id}, gen_random_uuid(), n, n, n + 1, repeat('a', ${words}), ${speakerId}, texts.terms
    from generate_series(1, ${blocks}::integer) n, (
      select jsonb_agg(jsonb_build_object('text', 'a', 'start_time', 0, 'end_time', 1, 'offset', word, 'type', 0,
        'score', 0, 'base', 'a', 'reading', '', 'confidence', 1) order by word) as terms
      from generate_series(0, ${words - 1}::integer) word
    ) texts
  `.execute(db)
  await setSizes(db, id)
  return id
}
