// Terms are tokens with times. The recogniser gives times for its own words, but the dictionary divides words
// differently. Both share the characters, so a token gets its times from the words it overlaps.

import type { Term } from '@kaiwa/contract/transcripts.ts'
import { moraCount } from './mora.ts'
import type { Token } from './token.ts'

/** A word from the recogniser: times in seconds, `offset` in UTF-16 units of the passage. */
export interface TimedWord {
  text: string
  offset: number
  start: number
  end: number
  /** 0 to 1. */
  confidence: number
}

/** A block's text, its times (seconds) and its timed words in order. */
export interface Passage {
  content: string
  start_time: number
  end_time: number
  words: readonly TimedWord[]
}

/** Converts terms back to timed words, so that a text can be analysed again with the same times. */
export function timedWords(terms: readonly Term[]): TimedWord[] {
  return terms.map(({ text, offset, start_time, end_time, confidence }) => ({
    text,
    offset,
    start: start_time,
    end: end_time,
    confidence,
  }))
}

/** Characters `from` to `to` are spoken between `start` and `end`. The tokens in it share this time by weight. */
interface TimedInterval {
  from: number
  to: number
  start: number
  end: number
  confidence: number
  total: number
  used: number
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** Covers the passage without gaps or overlaps: the words, and between them the untimed text with confidence 0. */
function timedIntervals({ content, start_time, end_time, words }: Passage): TimedInterval[] {
  const intervals: TimedInterval[] = []
  let from = 0
  let time = start_time
  const push = (to: number, end: number, confidence: number) => {
    if (to > from) intervals.push({ from, to, start: time, end, confidence, total: 0, used: 0 })
    from = Math.max(from, to)
    time = end
  }
  for (const word of words) {
    const to = Math.min(word.offset + word.text.length, content.length)
    if (to <= from) continue
    const start = within(word.start, time, Math.max(time, end_time))
    if (word.offset > from) push(word.offset, start, 0)
    time = start
    push(to, within(word.end, start, Math.max(start, end_time)), word.confidence)
  }
  push(content.length, Math.max(time, end_time), 0)
  return intervals
}

/** Calls `visit` for every spoken token and interval that share characters, in order. */
function eachOverlap(
  tokens: readonly Token[],
  intervals: readonly TimedInterval[],
  visit: (token: Token, index: number, interval: TimedInterval, shared: number) => void,
): void {
  let first = 0
  tokens.forEach((token, index) => {
    if (!token.spoken) return
    const end = token.offset + token.text.length
    while (first < intervals.length && intervals[first]!.to <= token.offset) first++
    for (let next = first; next < intervals.length && intervals[next]!.from < end; next++) {
      const interval = intervals[next]!
      visit(token, index, interval, Math.min(end, interval.to) - Math.max(token.offset, interval.from))
    }
  })
}

/** Minimum weight of a spoken token in morae, so that each token of a timed word gets a duration. */
const MIN_MORAE = 0.5

/**
 * The terms of a passage: every spoken token in order. Times are in seconds (rounded to milliseconds), do not overlap
 * and stay within the passage. A token over several words lasts from the first to the last; several tokens in one word
 * share its time by morae. Scores are 0 until `scoreTerms` sets them.
 */
export function alignTerms(passage: Passage, tokens: readonly Token[]): Term[] {
  const intervals = timedIntervals(passage)
  const weights = new Float64Array(tokens.length)
  eachOverlap(tokens, intervals, (token, index, interval, shared) => {
    weights[index] ||= Math.max(MIN_MORAE, moraCount(token.reading || token.text)) / token.text.length
    interval.total += weights[index] * shared
  })
  const terms: Term[] = []
  let free = passage.start_time
  let last = -1
  const clamp = (time: number) => within(toMilliseconds(time), free, Math.max(free, passage.end_time))
  eachOverlap(tokens, intervals, (token, index, interval, shared) => {
    const duration = interval.end - interval.start
    const before = interval.start + (duration * interval.used) / interval.total
    interval.used += weights[index]! * shared
    const after = interval.start + (duration * interval.used) / interval.total
    const confidence = (interval.confidence * shared) / token.text.length
    if (index === last) {
      const term = terms.at(-1)!
      term.end_time = free = clamp(after)
      term.confidence += confidence
      return
    }
    last = index
    const start_time = clamp(before)
    free = start_time
    const end_time = clamp(after)
    free = end_time
    const { text, offset, type, base, reading } = token
    terms.push({ text, start_time, end_time, offset, type, score: 0, base, reading, confidence })
  })
  for (const term of terms) term.confidence = toMilliseconds(term.confidence)
  return terms
}
