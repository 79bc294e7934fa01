// The readable blocks of a file in processing. Clients read them again after each recognised chunk. The blocks of a
// recognised chunk never change, so each process computes them once: a read costs only the new chunks and the response
// itself.
import type { Block } from '@kaiwa/contract/transcripts.ts'
import type { Db } from '../../platform/database/database.ts'
import { countWords, findChunkTexts, findRecognisedStates, type RecognisedState } from '../store/recognised-chunks.ts'
import { mainLanguage } from '../steps/compose-blocks.ts'
import type { KnownChunks } from './known-chunks.ts'
import { type ProvisionalFile, provisionalBlocks } from './provisional-blocks.ts'

/** Maximum of cached chunks per process: sixteen hours of recordings, about 30 MB. */
const MAX_CACHED = 2_000

/** Removes the least recently used values first. */
class Cache<T> {
  readonly #values = new Map<string, T>()

  get(key: string): T | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: T): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= MAX_CACHED) break
      this.#values.delete(oldest)
    }
  }
}

interface Caches {
  blocks: Cache<Block[]>
  /** Numbers of words, to determine the language of a recording. */
  words: Cache<number>
}

const caches = new WeakMap<Db, Caches>()

function cachesOf(db: Db): Caches {
  const known = caches.get(db) ?? { blocks: new Cache(), words: new Cache() }
  caches.set(db, known)
  return known
}

function keyOf({ id, finished_at: at }: RecognisedState): string {
  return `${id} ${at}`
}

/** The language with the most words so far. Words are counted once per chunk, because counting reads all of it. */
async function languageSoFar(db: Db, states: readonly RecognisedState[]): Promise<string> {
  const { words } = cachesOf(db)
  const unknown = states.filter((state) => words.get(keyOf(state)) === undefined)
  if (unknown.length > 0) {
    const counts = await countWords(
      db,
      unknown.map(({ id }) => id),
    )
    for (const state of unknown) words.set(keyOf(state), counts.get(state.id) ?? 0)
  }
  const counted = states.map((state) => ({
    language: state.language,
    words: { length: words.get(keyOf(state)) ?? 0 },
  }))
  return mainLanguage(counted) ?? 'ja'
}

export interface ReadableChunk {
  /** Number of the chunk in recording order. */
  position: number
  blocks: Block[]
}

export interface ReadableChunks {
  /** Chunks that the reader does not have, in recording order. */
  chunks: ReadableChunk[]
  /** All chunks that the reader has with these. */
  known: KnownChunks
  /** The reader's chunks belong to another run or language: `chunks` contains all chunks. */
  isReset: boolean
}

/** The readable chunks of a run. For `auto` the language is the one with the most words so far. */
export async function readableChunks(
  db: Db,
  file: ProvisionalFile & { run: number },
  had?: KnownChunks,
): Promise<ReadableChunks> {
  const states = await findRecognisedStates(db, file.id)
  const language = file.language === 'auto' ? await languageSoFar(db, states) : file.language
  const isReset = had === undefined || had.run !== file.run || had.language !== language
  const wanted = isReset ? states : states.filter(({ position }) => !had.positions.has(position))
  const cache = cachesOf(db).blocks
  const blockKey = (state: RecognisedState): string => `${keyOf(state)} ${language}`
  const known = new Map(wanted.map((state) => [state.id, cache.get(blockKey(state))]))
  const texts = await findChunkTexts(
    db,
    wanted.map(({ id }) => id).filter((id) => known.get(id) === undefined),
  )
  const chunks = wanted.map((state) => {
    const text = texts.get(state.id)
    const blocks = known.get(state.id) ?? (text ? provisionalBlocks(text, { ...file, language }) : [])
    cache.set(blockKey(state), blocks)
    return { position: state.position, blocks }
  })
  const positions = new Set(states.map(({ position }) => position))
  return { chunks, known: { run: file.run, language, positions }, isReset }
}

/** All readable blocks, in recording order. */
export async function readableBlocks(db: Db, file: ProvisionalFile): Promise<Block[]> {
  const { chunks } = await readableChunks(db, { ...file, run: 0 })
  return chunks.flatMap(({ blocks }) => blocks)
}
