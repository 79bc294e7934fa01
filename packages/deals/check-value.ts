// Brings what a person or a model writes into the form in which HubSpot stores it. `date` is a day (YYYY-MM-DD, or the
// milliseconds of midnight UTC); `datetime` an instant, whose text without an offset is in the time zone of the portal.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { isEmptyRest, readDate } from './dates.ts'
import { type Day, dayIn, dayOf, dayOfMs, msIn, msOfDay, readDay, textOfDay } from './days.ts'
import { foldWidth } from './fold.ts'
import { readNumber } from './numbers.ts'
import { findOptions } from './options.ts'
import { shiftPoint } from './percent.ts'
import type { PortalSettings, Property } from './property.ts'
import { readTime } from './times.ts'
import { readYesNo } from './yes-no.ts'

/** `format`: not of the type. `incorrect`: of the type, and not possible here. `max`: too long. */
export type Checked = { value: string } | { problem: 'format' | 'incorrect' | 'max' }

const FORMAT: Checked = { problem: 'format' }
const INCORRECT: Checked = { problem: 'incorrect' }

/** A longer text is no number and no date. Expressions are matched only with shorter ones. */
const MAX_SHORT = 100

/** Plain decimal digits of any length keep all of them. */
function plainDecimal(text: string): string | null {
  const match = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const whole = match[2]!.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  const decimals = (match[3] ?? '').replace(/(?<!0)0+$/, '')
  const digits = decimals === '' ? whole : `${whole}.${decimals}`
  return match[1] === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
}

/** A number without an exponent. */
export function textOfNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? BigInt(Math.round(value)).toString() : text
}

/** Currencies whose sign is `$`. */
const DOLLARS = new Set([
  'AUD',
  'BMD',
  'BND',
  'BSD',
  'BZD',
  'CAD',
  'FJD',
  'HKD',
  'JMD',
  'NZD',
  'SGD',
  'TTD',
  'TWD',
  'USD',
])

/** Without the code of a currency before or after it: `12,000 AUD`. */
function withoutCode(folded: string, currency: string): string {
  const code = currency.toLowerCase()
  if (folded.startsWith(code)) return folded.slice(code.length).trimStart()
  return folded.endsWith(code) ? folded.slice(0, -code.length).trimEnd() : folded
}

/** The currency that a text names, as the portal means it: `$` in an Australian portal is AUD. */
function namedCurrency(folded: string, named: string | null, own: string): string | null {
  return named === 'USD' && DOLLARS.has(own) && !/us\$|usd/.test(folded) ? own : named
}

/** 1000 %: a larger number without a sign is a percentage that was typed like a share. */
const MAX_SHARE = 10

/** 30% and 0.3 are the same share. A number without a sign is a share, as HubSpot stores it. */
function checkShare(text: string): Checked {
  const plain = plainDecimal(foldWidth(text))
  const read = plain === null ? readNumber(text) : null
  if (plain === null && !read?.isPercent) return FORMAT
  const percent = read && ((read.digits === null ? null : plainDecimal(read.digits)) ?? textOfNumber(read.value))
  const share = plain ?? shiftPoint(percent!, -2)
  return Math.abs(Number(share)) <= MAX_SHARE ? { value: share } : INCORRECT
}

function checkNumber({ isCurrency, isPercent }: Property, { currency }: PortalSettings, text: string): Checked {
  if (isPercent === true) return checkShare(text)
  const folded = foldWidth(text)
  const amount = isCurrency && currency !== null ? withoutCode(folded, currency) : folded
  const plain = plainDecimal(amount)
  if (plain !== null) return { value: plain }
  const read = readNumber(amount)
  if (!read || !Number.isFinite(read.value)) return FORMAT
  // An amount in another currency is another amount.
  if (isCurrency && currency !== null && read.currency !== null)
    if (namedCurrency(folded, read.currency, currency) !== currency) return INCORRECT
  const value = (read.digits === null ? null : plainDecimal(read.digits)) ?? textOfNumber(read.value)
  return { value }
}

/** The latest instant that a Date can hold. */
const MAX_MS = 8.64e15

function checkDate(text: string, on: Day): Checked {
  const folded = foldWidth(text)
  if (/^-?\d{9,16}$/.test(folded)) {
    const ms = Number(folded)
    if (Math.abs(ms) > MAX_MS) return INCORRECT
    const { year, month, day } = dayOfMs(ms)
    return msOfDay(dayOfMs(ms)) === ms && dayOf(year, month, day) ? { value: textOfDay(dayOfMs(ms)) } : INCORRECT
  }
  const midnight = /^(\d{4}-\d{2}-\d{2})t00:00(?::00(?:\.0+)?)?z$/.exec(folded)?.[1]
  const iso = readDay(midnight ?? folded)
  if (iso) return { value: textOfDay(iso) }
  const read = readDate(text, on)
  if (read && isEmptyRest(read.rest)) return { value: textOfDay(read.day) }
  return /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?$/.test(folded) ? INCORRECT : FORMAT
}

/** Years of four digits, in every time zone. */
function isPossible(ms: number): boolean {
  return ms >= Date.UTC(1000, 0, 2) && ms < Date.UTC(9999, 11, 31)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:?\d{2})$/

function checkInstant(text: string, timeZone: string, on: Day): Checked {
  const folded = foldWidth(text)
  const isInstant = INSTANT.test(folded)
  // `Date.parse` takes February 30 for March 2.
  if (isInstant && !readDay(folded.slice(0, 10))) return INCORRECT
  const ms = /^-?\d{9,16}$/.test(folded) ? Number(folded) : isInstant ? Date.parse(folded.toUpperCase()) : null
  if (ms !== null) return isPossible(ms) ? { value: new Date(ms).toISOString() } : INCORRECT
  const read = readDate(text, on)
  if (!read) return FORMAT
  const time = isEmptyRest(read.rest) ? { hour: 0, minute: 0, second: 0 } : readTime(read.rest)
  return time ? { value: new Date(msIn(timeZone, read.day, time)).toISOString() } : FORMAT
}

function checkOptions({ options, fieldType }: Property, text: string): Checked {
  const found = findOptions(options, text)
  if (!found) return INCORRECT
  if (fieldType !== 'checkbox' && found.length > 1) return INCORRECT
  const ordered = options.filter((option) => found.includes(option))
  return { value: ordered.map(({ value }) => value).join(';') }
}

function checkYesNo(property: Property, text: string): Checked {
  const option = findOptions(property.options, text)
  if (option?.length === 1) return { value: option[0]!.value }
  const value = readYesNo(text)
  return value === null ? FORMAT : { value }
}

const SHORT_TYPES: ReadonlySet<Property['type']> = new Set(['number', 'date', 'datetime'])

/** `on`: the day to which "next year" refers; today in the portal without one. An empty text empties the property. */
export function checkValue(property: Property, settings: PortalSettings, input: string, on?: Day): Checked {
  if (input.length > LIMITS.crmValueLength) return { problem: 'max' }
  // PostgreSQL and HubSpot store no NUL and no half characters.
  const text = input.toWellFormed().replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') return { value: '' }
  const day = on ?? dayIn(settings.timeZone, new Date())
  if (text.length > MAX_SHORT && SHORT_TYPES.has(property.type)) return FORMAT
  switch (property.type) {
    case 'number':
      return checkNumber(property, settings, text)
    case 'date':
      return checkDate(text, day)
    case 'datetime':
      return checkInstant(text, settings.timeZone, day)
    case 'enumeration':
      return checkOptions(property, text)
    case 'bool':
      return checkYesNo(property, text)
    case 'string':
      return { value: text }
  }
}
