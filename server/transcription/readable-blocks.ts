// The blocks of a running file for its readers, who ask again with each chunk that is done. What a chunk gives never
// changes once it is recognised, so each process computes it once: a read costs what is new, and the answer itself.
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { languageHeard } from './compose.ts'
import { type ChunkText, type ProvisionalFile, provisionalBlocks } from './provisional-blocks.ts'

/** Chunks kept per process: sixteen hours of recordings, some 30 MB. */
const KEPT = 2_000

const caches = new WeakMap<Db, Map<string, Block[]>>()

const cacheOf = (db: Db): Map<string, Block[]> => {
  const cache = caches.get(db) ?? new Map<string, Block[]>()
  caches.set(db, cache)
  return cache
}

type State = { id: number; finished_at: string; language: string | null; words: { length: number } }

const statesOf = async (db: Db, fileId: number): Promise<State[]> => {
  const { rows } = await sql<State>`
    select id, finished_at::text, language, json_build_object('length', jsonb_array_length(words)) as words
    from speech_chunks where file_id = ${fileId} and status = 'recognised' order by position
  `.execute(db)
  return rows
}

const textsOf = async (db: Db, ids: readonly number[]): Promise<(ChunkText & { id: number })[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('speech_chunks')
    .select(['id', 'position', 'start_time', 'words'])
    .where('id', 'in', ids)
    .execute()
  return rows as unknown as (ChunkText & { id: number })[]
}

/** What can be read already, in the order of the recording. `auto` is the language that most words were heard in so far. */
export const readableBlocks = async (db: Db, file: ProvisionalFile): Promise<Block[]> => {
  const states = await statesOf(db, file.id)
  const language = file.language === 'auto' ? (languageHeard(states) ?? 'ja') : file.language
  const cache = cacheOf(db)
  const keyOf = ({ id, finished_at: at }: State): string => `${id} ${at} ${language}`
  const unknown = states.filter((state) => !cache.has(keyOf(state)))
  const texts = new Map(
    (
      await textsOf(
        db,
        unknown.map(({ id }) => id),
      )
    ).map((text) => [text.id, text]),
  )
  const blocks = states.flatMap((state) => {
    const text = texts.get(state.id)
    const own = cache.get(keyOf(state)) ?? (text ? provisionalBlocks(text, { ...file, language }) : [])
    // Used last, forgotten last.
    cache.delete(keyOf(state))
    cache.set(keyOf(state), own)
    return own
  })
  for (const key of cache.keys()) {
    if (cache.size <= KEPT) break
    cache.delete(key)
  }
  return blocks
}
