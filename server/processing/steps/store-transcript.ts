import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { saveSearchTexts } from '../../transcripts/store/search-texts.ts'
import type { Composition } from './compose.ts'
import type { RunningFile } from '../store/runs.ts'

/** Names of automatic speakers, in the language of the person who uploaded the recording. */
const speakerName = { ja: (n: number) => `話者${n}`, en: (n: number) => `Speaker ${n}` } as const

const BATCH = 500

const localeOf = async (trx: Trx, userId: number | null): Promise<'ja' | 'en'> => {
  if (userId === null) return 'ja'
  const row = await trx
    .selectFrom('users')
    .select(sql<string | null>`settings ->> 'locale'`.as('locale'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.locale === 'en' ? 'en' : 'ja'
}

const makeSpeakers = async (trx: Trx, file: RunningFile, count: number): Promise<number[]> => {
  if (count === 0) return []
  const name = speakerName[await localeOf(trx, file.created_by)]
  const rows = await trx
    .insertInto('speakers')
    .values(
      Array.from({ length: count }, (_, index) => ({
        workspace_id: file.workspace_id,
        name: name(index + 1),
        is_manual: false,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  await trx
    .insertInto('project_speakers')
    .values(ids.map((speaker_id) => ({ project_id: file.project_id, speaker_id })))
    .execute()
  return ids
}

/** Stores the composition as the file's transcript, together with an unchangeable original. */
export const storeTranscript = async (
  trx: Trx,
  file: RunningFile,
  composition: Composition,
  engine: string,
): Promise<void> => {
  const transcript = await trx
    .updateTable('transcripts')
    .set((eb) => ({ language: composition.language, revision: eb('revision', '+', 1) }))
    .where('file_id', '=', file.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const speakers = await makeSpeakers(trx, file, composition.speakerCount)
  const rows = composition.blocks.map((block, position) => ({
    transcript_id: transcript.id,
    uuid: randomUUID(),
    position,
    start_time: block.start_time,
    end_time: block.end_time,
    content: block.content,
    sentiment: block.sentiment,
    speaker_id: speakers[block.speaker] ?? null,
    terms: jsonb(block.terms),
  }))
  await trx.deleteFrom('blocks').where('transcript_id', '=', transcript.id).execute()
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('blocks')
      .values(rows.slice(at, at + BATCH))
      .execute()
    await saveSearchTexts(trx, transcript.id, rows.slice(at, at + BATCH))
  }
  await trx
    .insertInto('transcript_originals')
    .values({ transcript_id: transcript.id, engine, blocks: jsonb(composition.blocks) })
    .onConflict((conflict) =>
      conflict
        .column('transcript_id')
        .doUpdateSet({ engine, blocks: jsonb(composition.blocks), created_at: sql`now()` }),
    )
    .execute()
}
