import type { Word } from '../engine.ts'

// Recognisers fall into loops: they write the same words again and again, up to the end of the segment. People repeat
// themselves too ('はい、はい、はい'), but not that often, and not in sentences.

/** The longest sequence of words that is looked for. */
const MAX_LENGTH = 12
/** Number of repetitions in a row that counts as a loop: of one word, of two or three, of more. */
const MIN_TIMES = { one: 8, few: 5, many: 4 } as const

/** A loop: `length` words from `index`, said `times` times in a row. */
export interface Repetition {
  readonly index: number
  readonly length: number
  readonly times: number
}

/** The first loop in the words; undefined if there is none. Punctuation and case do not matter. */
export function findRepetition(words: readonly Pick<Word, 'text'>[]): Repetition | undefined {
  const plain = words.map(({ text }) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''))
  for (let length = 1; length <= MAX_LENGTH; length++) {
    let same = 0
    for (let at = length; at < plain.length; at++) {
      same = plain[at] === plain[at - length] && plain[at] !== '' ? same + 1 : 0
      const times = Math.floor(same / length) + 1
      if (times < minTimes(length)) continue
      return { index: at - same - length + 1, length, times: countTimes(plain, at - same - length + 1, length) }
    }
  }
  return undefined
}

function minTimes(length: number): number {
  if (length === 1) return MIN_TIMES.one
  return length <= 3 ? MIN_TIMES.few : MIN_TIMES.many
}

function countTimes(plain: readonly string[], index: number, length: number): number {
  let end = index + length
  while (end < plain.length && plain[end] === plain[end - length]) end++
  return Math.floor((end - index) / length)
}
