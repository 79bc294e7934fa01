// Parts of a sentence that could be a value of a property: numbers of the right kind, dates, names, options.
import { checkValue } from '../check-value.ts'
import { type Day, textOfDay } from '../days.ts'
import { foldWidth } from '../fold.ts'
import { findNumbers, type FoundNumber, roundNumber } from '../numbers.ts'
import type { PortalSettings, Property } from '../property.ts'
import { bareDaysIn } from './bare-days.ts'
import { optionNames } from './option-names.ts'
import { findNames } from './people.ts'
import { datesOf } from './sentence-dates.ts'
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

function datesIn({ property, settings, on }: Reader, sentence: Sentence): Mention[] {
  const { folded } = sentence
  const found = datesOf(sentence, on)
  const bare = bareDaysIn(sentence, on, found).flatMap(({ start, end, day }): Mention[] => {
    const checked = checkValue(property, settings, textOfDay(day), on)
    return 'value' in checked ? [{ start, end, value: checked.value }] : []
  })
  const named = found.flatMap(({ start, end }): Mention[] => {
    const after = property.type === 'datetime' ? (TIME_AFTER.exec(folded.slice(end))?.[0].length ?? 0) : 0
    const checked = checkValue(property, settings, folded.slice(start, end + after), on)
    return 'value' in checked ? [{ start, end: end + after, value: checked.value }] : []
  })
  const all = [...named, ...bare].toSorted((a, b) => a.start - b.start)
  // 翌日 follows the day that was named before, and not today.
  return all.filter(({ start, end }) => !/^[翌次]/.test(folded.slice(start, end)))
}

/** Numbers that are parts of dates and times, ordinals and pages. */
const NO_COUNT =
  /^(?:時|分|秒|日|月|年(?!間|分)|ページ|頁|番|時間|週|歳|周年|o'clock|am\b|pm\b|st\b|nd\b|rd\b|th\b|階|期|位|回目|page)/

/** Currencies that are not among those of `FoundNumber`. */
const OTHER_CURRENCY =
  /^(?:(?:canadian|australian|singapore|hong kong|new zealand|taiwan|swiss)\b|(?:aud|cad|sgd|hkd|nzd|chf|cny|rmb|krw|inr|yuan|won|rupees?|francs?|pesos?|kron\w+|元|ウォン|人民元|ルピー|フラン|バーツ)(?![a-z]))/

function isAmount({ currency, unit, value, isPercent }: FoundNumber, spoken: string): boolean {
  if (isPercent || NO_COUNT.test(unit) || OTHER_CURRENCY.test(unit)) return false
  if (currency !== null) return true
  // "The budget is 70,000."
  if (/^\d{1,3}(?:,\d{3})+$/.test(spoken) && (unit === '' || isBare(unit))) return true
  const hasScale = /[万億兆]|thousand|hundred|million|billion|\d\s?[kmb]\b/.test(spoken)
  return hasScale && value >= 1000 && !/^(?:名|人|件|社|台|個|回|users?|seats?|people|companies)/.test(unit)
}

const LIMIT_BEFORE =
  /(?:上限[はが]?|最大で?|最高で?|せいぜい|多くても|高くても|最低で?も?|少なくとも|\b(?:up to|at (?:most|least)|(?:less|more|fewer|greater|higher|lower) than|under|below|over|above|within|max(?:imum)?(?: of| is)?|min(?:imum)?(?: of| is)?|(?:cap(?:ped)?|limit(?:ed)?) (?:of|at|to|is)|not exceed(?:ing)?|exceed(?:s|ing)?)) ?(?:約|about |around |[$¥€£])?$/
const LIMIT_AFTER =
  /^ ?(?:[名人社台件個本席]様?|ユーザー?|アカウント|[ヶケかカ]月|年間?|users?|seats?|people|licen[cs]es?|months?|years?)? ?(?:(?:くらい|ぐらい|ほど|程度)?(?:以下|以内|未満|以上|を?(?:超|下回|上回)|から(?!は?(?:変|減|増|上|下|に))|が?上限|が?最大|まで(?!に)|[弱強](?!\p{Script=Han}))|\+|(?:or|and) (?:less|more|fewer|below|above|under|over|up)\b|max(?:imum)?\b|at (?:the )?(?:most|least)\b|tops\b|plus\b)/u
/** 500万円台 */
const BAND_AFTER = /^台(?!\p{Script=Han})/u
const ASKS_LIMIT = /上限|下限|最大|最小|最低|最高|\b(?:max|min)(?:imum)?\b|\b(?:limit|cap|ceiling|floor)\b/

/** 100名様ですと names what would be. */
const HYPOTHETICAL_AFTER = /^(?:[名人社台件個本席]様?分?|拠点|アカウント)?(?:ですと|だと|の場合)/

/** 二人入社する and "four people start Monday" change a number. */
const CHANGE_AFTER =
  /^ ?(?:[名人社台件個本席店]|拠点|店舗|(?:new |more |extra )?(?:people|users?|seats?|stores?|offices?|hires?|of (?:them|us)))?(?:ほど|くらい|ぐらい)?(?:[がはもを] ?)?(?: ?(?:新し[くい]|入社|入[るりっ]|増[えや]|増員|辞め|退職|減[っりるら]|抜け|採用|追加|閉め| (?:have |has |are |will |are going to )?(?:start(?:ed|ing)?|join(?:ed|ing)?|left|leaving|quit)\b)|more\b)/
const CHANGE_BEFORE = /(?:あと|もう|さらに|追加で|\b(?:another|an extra|an additional|plus))\s?$/

/** Whether a number is added to, or taken from, another one. */
function isChange(folded: string, { start, end }: FoundNumber): boolean {
  return CHANGE_AFTER.test(folded.slice(end)) || CHANGE_BEFORE.test(folded.slice(Math.max(0, start - 16), start))
}

/** An upper or lower limit is not the value itself. */
function isLimit(folded: string, { start, end, currency }: FoundNumber): boolean {
  const after = folded.slice(end)
  return (
    LIMIT_BEFORE.test(folded.slice(Math.max(0, start - 40), start)) ||
    LIMIT_AFTER.test(after) ||
    (currency !== null && BAND_AFTER.test(after))
  )
}

const MONTHS = /[かヶケカ]月|月数|\(月\)|\bmonths?\b/
const YEARS = /年数|\(年(?:数|間)?\)|[かヶケカ]年|\byears?\b/

/** Months in the unit in which a property counts its term; null if it names none, or two. */
function monthsPerUnit({ label, description }: Property): number | null {
  for (const text of [foldWidth(label), foldWidth(description)]) {
    const [inMonths, inYears] = [MONTHS.test(text), YEARS.test(text)]
    if (inMonths !== inYears) return inMonths ? 1 : 12
  }
  return null
}

const MONTH_UNIT = String.raw`(?:[ヶケかカ]月(?!前|後|目)|months?\b)`
const YEAR_UNIT = String.raw`(?:年(?!前|後|目|度)間?|years?\b)`
const AND = String.raw` ?(?:と|、|,? and\b|,)? ?`
/** 2年, 1年半, 1年6か月, 2年と半年, "one year and six months" with digits. */
const TERM = new RegExp(
  String.raw`^ ?(?:(?<years>${YEAR_UNIT})(?:(?<half>半| and a half)|${AND}(?:(?<extra>\d{1,2}) ?${MONTH_UNIT}|(?<halfYear>半年)))?|${MONTH_UNIT}(?<halfMonth>半| and a half)?)`,
)
const MONTHS_OF_TERM = new RegExp(String.raw`${YEAR_UNIT}${AND}$`)

/** Months of a number with what follows it; null for another unit, and for the months of a term that begins with years. */
function monthsOf({ value }: FoundNumber, before: string, after: string): number | null {
  const match = TERM.exec(after)
  if (!match) return null
  const { years, half, extra, halfYear, halfMonth } = match.groups!
  if (years === undefined) return MONTHS_OF_TERM.test(before) ? null : value + (halfMonth === undefined ? 0 : 0.5)
  const rest = half !== undefined || halfYear !== undefined ? 6 : Number(extra ?? 0)
  return value * 12 + rest
}

/** Longer terms are years of the calendar: 2027年まで. */
const MAX_MONTHS = 1200

/** The number in the unit of the property; null if a term has no unit on one side. */
function inUnitOf({ property, topic }: Reader, number: FoundNumber, folded: string): number | null {
  const after = folded.slice(number.end)
  if (!TERM.test(after)) return (topic.unit?.test('年') ?? false) ? null : number.value
  const months = monthsOf(number, folded.slice(Math.max(0, number.start - 12), number.start), after)
  const perUnit = monthsPerUnit(property)
  return months === null || perUnit === null || months > MAX_MONTHS ? null : roundNumber(months / perUnit)
}

const ASKS_PERCENT = /率|確度|割引|値引|%|percent|probability|discount|rate\b/

const COUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5 }
/** Terms that are no number with a unit: 年間契約, "annual contract", "three-year", "for a year". */
const NAMED_TERM =
  /(?<![\d〇一二三四五六七八九十])年間契約|\bannual (?:contract|agreement|deal|commitment)|\bfor (?<span>a) (?<spanUnit>year)\b(?! and)|\b(?<count>one|two|three|four|five|\d{1,2})-(?<unit>year|month)\b(?!-old)/g

function namedTerms({ property, topic }: Reader, { folded }: Sentence): Mention[] {
  const perUnit = (topic.unit?.test('年') ?? false) ? monthsPerUnit(property) : null
  if (perUnit === null) return []
  return [...folded.matchAll(NAMED_TERM)].map((match) => {
    const { span, spanUnit, count, unit } = match.groups!
    const name = count ?? span ?? 'one'
    const months = (COUNTS[name] ?? Number(name)) * ((unit ?? spanUnit) === 'month' ? 1 : 12)
    const value = String(roundNumber(months / perUnit))
    return { start: match.index, end: match.index + match[0].length, value }
  })
}

function numbersIn(reader: Reader, sentence: Sentence): Mention[] {
  const { property, settings, topic, on } = reader
  const { folded } = sentence
  const days = datesOf(sentence, on)
  const asked = foldWidth(`${property.label} ${property.description}`)
  const [asksPercent, asksLimit] = [property.isPercent === true || ASKS_PERCENT.test(asked), ASKS_LIMIT.test(asked)]
  return findNumbers(folded).flatMap((number): Mention[] => {
    const { start, end, unit, isPercent } = number
    if (days.some((day) => day.start < end && start < day.end)) return []
    // An ordinal: 3rd, 第2, 2番目.
    if (/^(?:st|nd|rd|th|番|つ?目)/.test(unit) || folded.slice(0, start).endsWith('#')) return []
    // "Three-year" counts no users.
    if (/^-[a-z]/.test(folded.slice(end))) return []
    if (!property.isCurrency && topic.unit !== undefined && isChange(folded, number)) return []
    if (!asksLimit && (isLimit(folded, number) || HYPOTHETICAL_AFTER.test(folded.slice(end)))) return []
    const spoken = folded.slice(start, end)
    if (property.isCurrency) {
      if (!isAmount(number, spoken)) return []
    } else if (asksPercent !== isPercent) return []
    else if (number.currency !== null) return []
    else if (topic.unit === undefined ? NO_COUNT.test(unit) : unit !== '' && !topic.unit.test(unit)) {
      if (!(topic.unit !== undefined && isBare(unit))) return []
    }
    const converted = property.isCurrency ? number.value : inUnitOf(reader, number, folded)
    if (converted === null) return []
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

/** Options that are named, the longest name first. */
function optionsIn({ property }: Reader, { folded }: Sentence): Mention[] {
  const found: Mention[] = []
  for (const { value, expression } of optionNames(property))
    for (const match of folded.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (!found.some((one) => one.start < end && start < one.end)) found.push({ start, end, value })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

const known = new WeakMap<Reader, WeakMap<Sentence, Mention[]>>()

/** All possible values in a sentence, in order. None for texts and yes-no properties, which are whole sentences. */
export function mentionsIn(reader: Reader, sentence: Sentence): Mention[] {
  const ofReader = known.get(reader) ?? new WeakMap<Sentence, Mention[]>()
  known.set(reader, ofReader)
  const mentions = ofReader.get(sentence) ?? findMentions(reader, sentence)
  ofReader.set(sentence, mentions)
  return mentions
}

function findMentions(reader: Reader, sentence: Sentence): Mention[] {
  const { type } = reader.property
  if (type === 'date' || type === 'datetime') return datesIn(reader, sentence)
  if (type === 'number') {
    const terms = namedTerms(reader, sentence)
    const numbers = numbersIn(reader, sentence)
    return [
      ...terms,
      ...numbers.filter((one) => !terms.some((term) => term.start < one.end && one.start < term.end)),
    ].toSorted((a, b) => a.start - b.start)
  }
  if (type === 'enumeration') return optionsIn(reader, sentence)
  return type === 'string' ? findNames(sentence.text) : []
}
