// Numbers of spoken and written Japanese and English: 三百五十万, 1億2千万, ３５０，０００, 3.5 million, $12k, twenty-five.
import { foldWidth } from './fold.ts'
import { findEnglishWords } from './english-numbers.ts'
import { isVague, withoutRanges } from './vague-numbers.ts'

export interface FoundNumber {
  /** Positions in the text, of the number with its sign of a currency before it and its unit after it. */
  start: number
  end: number
  value: number
  /** ISO 4217, if the text names one. */
  currency: string | null
  /** The words right after the number, as folded: 'ヶ月', '名', 'users'; '' for none. */
  unit: string
  isPercent: boolean
  /** The literal number, with its sign, if it is written in decimal digits alone; it may have more digits than `value`. */
  digits: string | null
}

const DIGITS = new Map([...'〇零一二三四五六七八九'].map((digit, index) => [digit, Math.max(0, index - 1)]))
const SMALL = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])
const LARGE = new Map([
  ['万', 1e4],
  ['億', 1e8],
  ['兆', 1e12],
])

/** Numbers are rounded to this many decimals, because products of decimals have rounding errors. */
const DECIMALS = 6

export function roundNumber(value: number): number {
  return Math.abs(value) < 1e12 ? Number(value.toFixed(DECIMALS)) : value
}

/** The value of a run of digits and kanji, as 1億2千万 or 二〇二六; null if it is not a number. */
export function readKanjiNumber(run: string): number | null {
  let total = 0
  let section = 0
  let pending: number | null = null
  let [lastSmall, lastLarge] = [Infinity, Infinity]
  let isPositional = false
  for (const token of run.match(/\d[\d,]*(?:\.\d+)?|./gu) ?? []) {
    const digit = DIGITS.get(token)
    const small = SMALL.get(token)
    const large = LARGE.get(token)
    if (/^\d/.test(token)) {
      if (pending !== null) return null
      pending = Number(token.replaceAll(',', ''))
    } else if (digit !== undefined) {
      if (pending !== null && section + total > 0) return null
      isPositional = pending !== null
      pending = (pending ?? 0) * (pending === null ? 1 : 10) + digit
    } else if (small !== undefined) {
      if (small >= lastSmall || isPositional) return null
      section += (pending ?? 1) * small
      pending = null
      lastSmall = small
    } else if (large !== undefined) {
      if (large >= lastLarge || (pending === null && section === 0)) return null
      total += (section + (pending ?? 0)) * large
      section = 0
      pending = null
      lastLarge = large
      lastSmall = Infinity
      isPositional = false
    } else return null
  }
  // 1億5千 is 1億5千万 in speech.
  if (lastLarge >= 1e8 && lastLarge < Infinity && pending === null && section > 0 && section % 100 === 0) return null
  return roundNumber(total + section + (pending ?? 0))
}

const ARABIC = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
const KANJI = '〇零一二三四五六七八九十百千万億兆'
const SIGN = String.raw`(?:us\$|[$€£¥])`
const SCALE = String.raw`(?:\s?(?:thousand|million|billion|bn|mil|mm|[kmb])(?![a-z]))`
const CURRENCY = String.raw`(?:円|yen|jpy|dollars?|usd|bucks|ドル|euros?|eur|ユーロ|pounds?|gbp|ポンド)(?![a-z])`
const AFTER_WORDS = new RegExp(String.raw`^(?:\s?(?<percent>percent|per cent|%))?(?:\s?(?<currency>${CURRENCY}))?`)
const NUMBER = new RegExp(
  String.raw`(?<minus>(?<![\p{L}\p{N}/.])-(?=${SIGN}|[\d${KANJI}]))?(?<sign>${SIGN}\s?-?)?(?<run>(?:${ARABIC}|[${KANJI}])(?:[${KANJI}]|(?<=[${KANJI}])(?:${ARABIC}))*)(?<half>半(?=円|年|[^\p{L}]|$)| and a half\b)?(?<scale>${SCALE})?(?<after>\s?(?:%|パーセント|percent|per cent))?(?<currency>\s?${CURRENCY})?`,
  'gu',
)

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  mil: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

function currencyOf(sign: string, name: string): string | null {
  if (/円|yen|jpy|¥/.test(sign + name)) return 'JPY'
  if (/ドル|dollar|usd|bucks|\$/.test(sign + name)) return 'USD'
  if (/ユーロ|eur|€/.test(sign + name)) return 'EUR'
  if (/ポンド|pound|gbp|£/.test(sign + name)) return 'GBP'
  return null
}

const UNIT = /^\s?(?:[a-z]+(?:[ -][a-z]+)?|[ヶケかカ][月所]|[\p{Script=Han}\p{Script=Katakana}ー々ヶ]{1,6})/u

function unitAfter(text: string, end: number): string {
  return UNIT.exec(text.slice(end, end + 24))?.[0].trim() ?? ''
}

/** Words in which a kanji is no number: 一番, 十分, 万が一, 三菱, 千葉. */
const NO_NUMBER =
  /^(?:[一二三]つ?番目|一(?:番|緒|旦|応|方|部|般|度|体|同|覧|致|括|旦|気|切|瞬|般|見|生|定|連|律|助|歩|言|環|層|新|任|理|貫|次|目|式|報|員|通り)|十分|万が一|万一|三菱|三井|千葉|千代|四国|九州|五十嵐|百貨|八百屋|万全|千差|第[一二三四五]|二次|三次|二度|三角|四角|四半期|八王子|六本木|七夕|五月雨)/

/** A run of kanji alone is a number only before one of these, or with two kanji and a large unit. */
const COUNTER =
  /^(?:円|ドル|ユーロ|人|名|社|台|件|個|本|枚|拠点|店|箇所|か所|ヶ所|カ所|[ヶケかカ]月|年|月|日|週|時|割|回|席|アカウント|ライセンス|ユーザ|パーセント|%|部署|部門|チーム|種類|点|坪|冊|校|病院|工場|端末|ID)/u

function isSpoken(run: string, text: string, end: number): boolean {
  if (/\d/.test(run)) return true
  if (/^[百千万億兆]$/.test(run) && !COUNTER.test(text.slice(end))) return false
  return COUNTER.test(text.slice(end)) || (run.length > 1 && /[百千万億兆]/.test(run)) || run.length > 2
}

function readMatch(text: string, match: RegExpExecArray): FoundNumber | null {
  const { sign = '', minus, run = '', half, scale = '', after, currency = '' } = match.groups!
  const start = match.index
  if (NO_NUMBER.test(text.slice(start)) || text.slice(0, start).endsWith('第')) return null
  if (isVague(text.slice(Math.max(0, start - 24), start), run, text.slice(start + match[0].length))) return null
  const isNegative = minus !== undefined || sign.endsWith('-')
  const numberEnd = start + sign.length + (minus?.length ?? 0) + run.length
  if (!isSpoken(run, text, numberEnd + (half?.length ?? 0)) && text.length > run.length) return null
  const read = readKanjiNumber(run)
  if (read === null) return null
  // 1千万半 does not exist; 3万半 adds a half of the last unit, and "3 and a half million" of the million.
  const large = LARGE.get(run.at(-1)!) ?? SMALL.get(run.at(-1)!) ?? 1
  const scaled = (read + (half ? large / 2 : 0)) * (SCALES[scale.trim()] ?? 1)
  const end = start + match[0].length
  return {
    start,
    end,
    value: roundNumber(isNegative ? -scaled : scaled),
    currency: currencyOf(sign, currency),
    unit: currency === '' ? unitAfter(text, end) : currency.trim(),
    isPercent: after !== undefined,
    digits: half || scale !== '' || !/^[\d,.]+$/.test(run) ? null : `${isNegative ? '-' : ''}${run}`,
  }
}

/** All exact numbers of a text in order, no ranges. Parts of dates and times are numbers too. */
export function findNumbers(original: string): FoundNumber[] {
  const text = foldWidth(original)
  const found: FoundNumber[] = []
  const taken = new Uint8Array(text.length)
  for (const match of text.matchAll(NUMBER)) {
    const number = readMatch(text, match)
    if (!number) continue
    found.push(number)
    taken.fill(1, number.start, number.end)
  }
  for (const { start, end, value } of findEnglishWords(text)) {
    if (taken.subarray(start, end).includes(1)) continue
    const rest = AFTER_WORDS.exec(text.slice(end))!
    const last = end + rest[0].length
    if (isVague(text.slice(Math.max(0, start - 24), start), text.slice(start, end), text.slice(last))) continue
    const { percent, currency = '' } = rest.groups!
    const unit = currency === '' ? unitAfter(text, last) : currency
    const isPercent = percent !== undefined
    found.push({ start, end: last, value, currency: currencyOf('', currency), unit, isPercent, digits: null })
  }
  return withoutRanges(
    text,
    found.toSorted((a, b) => a.start - b.start),
  )
}

/** Words around a number that say nothing about its value. */
const AROUND =
  /^(?:約|およそ|大体|だいたい|概算で?|計|合計|年間?|月額?|税[込抜]き?で?|about|around|approximately|approx\.?|roughly|a total of|jpy|usd|eur|gbp)?\s*$/

const UNITS_AFTER =
  /^\s?(?:ほど|くらい|ぐらい|程度|です|名様?|人|社|台|件|個|本|枚|拠点|店舗?|[ヶケかカ]月|年間?|日間?|週間?|時間|分|席|アカウント|ライセンス|ユーザー?|回|点|points?|users?|seats?|people|persons?|employees?|licen[cs]es?|months?|years?|days?|weeks?|hours?|units?|stores?|sites?|offices?|locations?)?[。.]?\s*$/

/** The number that a whole text states, with a unit or a currency; null if it says something else. */
export function readNumber(original: string): FoundNumber | null {
  const text = foldWidth(original.trim())
  const [only, second] = findNumbers(text)
  if (!only || second) return null
  const isWhole = AROUND.test(text.slice(0, only.start)) && UNITS_AFTER.test(text.slice(only.end))
  return isWhole ? only : null
}
