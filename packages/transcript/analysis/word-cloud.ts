// The words spoken around a time, by weight. The index is built once per version of a document, so that a moving slider
// reads only the words of its window.
import type { EditableBlock } from '../editable-block.ts'
import { isContentWord, type WordType, wordKey } from './content-words.ts'

/** Seconds; half of it before and half after the slider (ANA-03). */
export const CLOUD_WINDOW_SECONDS = 60
/** ANA-02. */
export const MAX_CLOUD_WORDS = 40

export interface CloudWord {
  readonly key: string
  /** Dictionary form. */
  readonly base: string
  readonly type: WordType
  /** Text by which the search finds the word in the transcript, in most of its forms. */
  readonly search: string
  readonly count: number
  /** Count and score in the file. */
  readonly weight: number
}

/** Content words sorted by time. */
export interface CloudIndex {
  readonly times: Float64Array
  /** Index in `words` of the word spoken at each time. */
  readonly ids: Uint32Array
  readonly words: readonly (Omit<CloudWord, 'count' | 'weight'> & { readonly score: number })[]
}

/** The common beginning of the forms of a word: 比べ for 比べる and 比べて. Null if it is too short to identify the word. */
function commonStart(a: string, b: string): string | null {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++
  const start = a.slice(0, length)
  return length >= (/^[\p{Script=Latin}]/u.test(start) ? 3 : 1) ? start : null
}

export function buildCloudIndex(blocks: Iterable<Pick<EditableBlock, 'terms'>>): CloudIndex {
  const known = new Map<string, number>()
  const words: { key: string; base: string; type: WordType; search: string; score: number }[] = []
  const spoken: { time: number; id: number }[] = []
  for (const { terms } of blocks)
    for (const term of terms) {
      if (!isContentWord(term)) continue
      const key = wordKey(term)
      let id = known.get(key)
      if (id === undefined) {
        id = words.length
        known.set(key, id)
        words.push({ key, base: term.base, type: term.type, search: term.text, score: term.score })
      }
      const word = words[id]!
      if (!term.text.startsWith(word.search)) word.search = commonStart(word.search, term.text) ?? word.search
      spoken.push({ time: term.start_time, id })
    }
  // Blocks of different speakers may overlap.
  spoken.sort((a, b) => a.time - b.time)
  return {
    times: Float64Array.from(spoken, ({ time }) => time),
    ids: Uint32Array.from(spoken, ({ id }) => id),
    words,
  }
}

function firstAt(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}

/** At most 40 words of these types that begin within 30 s of `time`, the heaviest first; ties in the order of the text. */
export function cloudAt({ times, ids, words }: CloudIndex, time: number, types: ReadonlySet<WordType>): CloudWord[] {
  const half = CLOUD_WINDOW_SECONDS / 2
  const counts = new Map<number, number>()
  for (let at = firstAt(times, time - half); at < times.length && times[at]! <= time + half; at++) {
    const id = ids[at]!
    if (types.has(words[id]!.type)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts]
    .map(([id, count]) => {
      const { score, ...word } = words[id]!
      return { id, word: { ...word, count, weight: count * score } }
    })
    .sort((a, b) => b.word.weight - a.word.weight || a.id - b.id)
    .slice(0, MAX_CLOUD_WORDS)
    .map(({ word }) => word)
}
