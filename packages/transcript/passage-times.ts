import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { TextRange } from '@kaiwa/language/normalise.ts'

/** When a range of a block's text is spoken, in seconds. */
export interface PassageTimes {
  start_time: number
  end_time: number
}

interface TimedText extends PassageTimes {
  readonly terms: readonly Pick<Term, 'text' | 'offset' | 'start_time' | 'end_time'>[]
}

/**
 * The times of a range of a block, from the words that it touches. A range without words, such as typed text, lies
 * between the word before and the word after it, or the ends of the block.
 */
export function passageTimes({ terms, start_time, end_time }: TimedText, { start, end }: TextRange): PassageTimes {
  const touched = terms.filter(({ offset, text }) => offset < end && offset + text.length > start)
  if (touched.length > 0) {
    return {
      start_time: Math.min(...touched.map((term) => term.start_time)),
      end_time: Math.max(...touched.map((term) => term.end_time)),
    }
  }
  const before = terms.findLast(({ offset, text }) => offset + text.length <= start)?.end_time ?? start_time
  const after = terms.find(({ offset }) => offset >= end)?.start_time ?? end_time
  return { start_time: Math.min(before, after), end_time: Math.max(before, after) }
}
