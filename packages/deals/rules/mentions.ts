// What in a sentence could be a value of a property: numbers of the right kind, dates, names, options.
import { checkValue } from '../check-value.ts'
import { findDates } from '../dates.ts'
import type { Day } from '../days.ts'
import { foldWidth } from '../fold.ts'
import { findNumbers, type FoundNumber } from '../numbers.ts'
import type { PortalSettings, Property } from '../property.ts'
import { findNames } from './people.ts'
import type { Sentence } from './sentences.ts'
import type { Topic } from './topics.ts'

export interface Mention {
  /** Positions in the sentence. */
  start: number
  end: number
  /** In the form that HubSpot stores. */
  value: string
}

export interface Reader {
  property: Property
  settings: PortalSettings
  topic: Topic
  /** Day of the conversation. */
  on: Day
}

const TIME_AFTER =
  /^(?:の|[\s、,(（]|[月火水木金土日]曜日?[)）]?|at )*(?:(?:午前|午後)?\d{1,2}時(?:\d{1,2}分|半)?|\d{1,2}(?::\d{2})? ?(?:am|pm)|\d{1,2}:\d{2})/

function datesIn({ property, settings, on }: Reader, { folded }: Sentence): Mention[] {
  return findDates(folded, on).flatMap(({ start, end }): Mention[] => {
    const after = property.type === 'datetime' ? (TIME_AFTER.exec(folded.slice(end))?.[0].length ?? 0) : 0
    const checked = checkValue(property, settings, folded.slice(start, end + after), on)
    return 'value' in checked ? [{ start, end: end + after, value: checked.value }] : []
  })
}

/** Numbers that are parts of dates and times, ordinals and pages. */
const NO_COUNT =
  /^(?:時|分|秒|日|月|年(?!間|分)|ページ|頁|番|時間|週|歳|周年|o'clock|am\b|pm\b|st\b|nd\b|rd\b|th\b|階|期|位|回目|page)/

function isAmount({ currency, unit, value, isPercent }: FoundNumber, spoken: string): boolean {
  if (isPercent || NO_COUNT.test(unit)) return false
  if (currency !== null) return true
  const hasScale = /[万億兆]|thousand|million|billion|\d\s?[kmb]\b/.test(spoken)
  return hasScale && value >= 1000 && !/^(?:名|人|件|社|台|個|回|users?|seats?|people|companies)/.test(unit)
}

/** Months of a number of years, for a property that counts months. */
function inUnitOf({ label, description }: Property, { value, unit }: FoundNumber): number {
  const asked = foldWidth(`${label} ${description}`)
  const isInMonths = /[かヶケカ]月|月数|（月）|\(月\)|months?/.test(asked)
  return isInMonths && /^(?:年|years?)/.test(unit) ? value * 12 : value
}

const ASKS_PERCENT = /率|確度|割引|値引|%|percent|probability|discount|rate\b/

function numbersIn(reader: Reader, { folded }: Sentence): Mention[] {
  const { property, settings, topic, on } = reader
  const days = findDates(folded, on)
  const asksPercent = ASKS_PERCENT.test(foldWidth(`${property.label} ${property.description}`))
  return findNumbers(folded).flatMap((number): Mention[] => {
    const { start, end, unit, isPercent } = number
    if (days.some((day) => day.start < end && start < day.end)) return []
    // An ordinal: 3rd, 第2, 2番目.
    if (/^(?:st|nd|rd|th|番|つ?目)/.test(unit) || folded.slice(0, start).endsWith('#')) return []
    const spoken = folded.slice(start, end)
    if (property.isCurrency) {
      if (!isAmount(number, spoken)) return []
    } else if (asksPercent !== isPercent) return []
    else if (number.currency !== null) return []
    else if (topic.unit === undefined ? NO_COUNT.test(unit) : unit !== '' && !topic.unit.test(unit)) {
      if (!(topic.unit !== undefined && isBare(unit))) return []
    }
    const converted = inUnitOf(property, number)
    const written = converted === number.value ? spoken : String(converted)
    const checked = checkValue(property, settings, written, on)
    return 'value' in checked ? [{ start, end, value: checked.value }] : []
  })
}

/** Words after a number that are no unit. */
function isBare(unit: string): boolean {
  return /^(?:ほど|くらい|ぐらい|程度|or so|of|in|at|to|and|please|for|is|right|mostly|will|would|total|altogether)\b/.test(
    unit,
  )
}

function isWordBoundary(folded: string, start: number, end: number): boolean {
  const isLatin = (at: number) => /[a-z0-9]/.test(folded[at] ?? '')
  const starts = !isLatin(start) || !isLatin(start - 1)
  // A plural is the same word.
  const rest = folded.slice(end).replace(/^(?:e?s)(?![a-z])/, '')
  return starts && (!isLatin(end - 1) || !/^[a-z0-9]/.test(rest))
}

/** Options that are named literally, the longest first: "Standard plus" is not "Standard". */
function optionsIn({ property }: Reader, { folded }: Sentence): Mention[] {
  const found: Mention[] = []
  const options = property.options
    .map(({ label, value }) => ({ name: foldWidth(label).trim(), value }))
    .filter(({ name }) => name.length >= 2)
    .toSorted((a, b) => b.name.length - a.name.length)
  for (const { name, value } of options)
    for (let start = folded.indexOf(name); start >= 0; start = folded.indexOf(name, start + 1)) {
      const end = start + name.length
      const isTaken = found.some((one) => one.start < end && start < one.end)
      if (!isTaken && isWordBoundary(folded, start, end)) found.push({ start, end, value })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

/** All possible values in a sentence, in order. None for texts and yes-no properties, which are whole sentences. */
export function mentionsIn(reader: Reader, sentence: Sentence): Mention[] {
  const { type } = reader.property
  if (type === 'date' || type === 'datetime') return datesIn(reader, sentence)
  if (type === 'number') return numbersIn(reader, sentence)
  if (type === 'enumeration') return optionsIn(reader, sentence)
  return type === 'string' ? findNames(sentence.text) : []
}
