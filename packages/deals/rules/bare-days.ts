// Days without a month, "the 22nd" and 27日: of the month that was named before, or of the next month that has them.
import { findDates } from '../dates.ts'
import { addMonths, type Day, dayOf, msOfDay } from '../days.ts'
import { readKanjiNumber } from '../numbers.ts'
import { ORDINAL, readOrdinal } from '../ordinals.ts'
import { datesOf } from './sentence-dates.ts'
import type { Sentence } from './sentences.ts'

interface FoundDay {
  start: number
  end: number
  day: Day
}

const BARE = new RegExp(
  String.raw`(?<![月\d〇一二三四五六七八九十百千第毎数何]|[\d一二三四五六七八九][、,～~-])(?<ja>\d{1,2}|[一二三四五六七八九十]{1,3})日(?![間後目前以分中程締払ほおごっ本])|\bthe (?:(?<en>\d{1,2})(?:st|nd|rd|th)|(?<ordinal>${ORDINAL}))(?= ?(?:[,.?!;]|$|at|is|works?|would|then|for|and|so|it|if|good|afternoon|morning)(?![a-z]))`,
  'g',
)
/** Smaller numbers are mostly no days: "the first", 一日 as a length of time. */
const MIN_UNANNOUNCED = 11
const MAX_SENTENCES = 8

const MONTH = /(?<![\d一二三四五六七八九十])(\d{1,2}|[一二三四五六七八九十]{1,2})月(?![前後間]|曜)/g

/** The first day of a month that is named alone: 二月の役員会. */
function announcedMonth(text: string, on: Day): Day | undefined {
  const month = readKanjiNumber([...text.matchAll(MONTH)].at(-1)?.[1] ?? '') ?? 0
  if (month < 1 || month > 12) return undefined
  return { year: month < on.month ? on.year + 1 : on.year, month, day: 1 }
}

/** The last day, or month, that was named before a bare day. */
function announced(sentence: Sentence, start: number, on: Day): Day | undefined {
  const text = sentence.folded.slice(0, start)
  const own = findDates(text, on).at(-1)?.day ?? announcedMonth(text, on)
  if (own) return own
  let one = sentence.before
  for (let count = 0; one && count < MAX_SENTENCES; count += 1) {
    const found = datesOf(one, on).at(-1)
    if (found) return found.day
    one = one.before
  }
  return undefined
}

/** `taken`: days with their month in the same sentence. */
export function bareDaysIn(sentence: Sentence, on: Day, taken: readonly FoundDay[]): FoundDay[] {
  return [...sentence.folded.matchAll(BARE)].flatMap((match): FoundDay[] => {
    const [start, end] = [match.index, match.index + match[0].length]
    if (taken.some((one) => one.start < end && start < one.end)) return []
    const { ja, en, ordinal } = match.groups!
    const number = ordinal === undefined ? readKanjiNumber((ja ?? en)!) : readOrdinal(ordinal)
    const base = announced(sentence, start, on)
    if (!number || (number < MIN_UNANNOUNCED && base === undefined)) return []
    for (const months of [0, 1, 2]) {
      const { year, month } = addMonths({ ...(base ?? on), day: 1 }, months)
      const day = dayOf(year, month, number)
      if (day && msOfDay(day) >= msOfDay(on)) return [{ start, end, day }]
    }
    return []
  })
}
