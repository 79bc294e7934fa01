// Numbers that are no exact values: 数百万円, 300〜400万円, several million, between 50 and 60 thousand. All texts are folded.

/** Words before a number that make it a part of another one. */
const BEFORE =
  /(?:[何幾]|\b(?:several|couple(?: of)?|few|many|multiple|multi|half|halves|quarters?|point|per)(?: of)?(?: an?)?[ -]?)$/
/** 利用者数100名 counts people; 数100名 are several hundred. */
const SEVERAL_DIGITS = /(?<![\p{Script=Han}\p{Script=Katakana}ー])数$|約数$/u
/** 二、三百 and 5、6人: two digits that follow each other. */
const DIGIT_BEFORE = /([1-9一二三四五六七八九])[、,・~〜-] ?$/
const DIGIT_AFTER = /^[、,・~〜-] ?([1-9一二三四五六七八九])/
const AFTER = /^(?:[数何幾余]| ?(?:hundred|dozen|lakh|crore|point \w+|and (?:a|three) quarters?)\b|[½¼¾])/

const ORDER = '一二三四五六七八九'

function digitOf(character: string): number {
  return ORDER.includes(character) ? ORDER.indexOf(character) + 1 : Number(character)
}

/** `before` and `after`: the text around the number, which may be cut. */
export function isVague(before: string, run: string, after: string): boolean {
  // 人数百名 is rare, and 数百名 is not.
  if (before.endsWith('数') && (/^[十百千万億兆]/.test(run) || SEVERAL_DIGITS.test(before))) return true
  const [previous, next] = [DIGIT_BEFORE.exec(before)?.[1], DIGIT_AFTER.exec(after)?.[1]]
  if (previous !== undefined && digitOf(run[0]!) === digitOf(previous) + 1) return true
  if (next !== undefined && digitOf(next) === digitOf(run.at(-1)!) + 1) return true
  return BEFORE.test(before) || AFTER.test(after)
}

interface Place {
  start: number
  end: number
}

const UNIT = String.raw`\s?(?:[\p{Script=Han}\p{Script=Katakana}ヶか]{1,4}|[a-z]+)?\s?`
const SIGN = String.raw`\s?(?:約|およそ|about|around|maybe|even)?\s?`
const RANGE = new RegExp(
  String.raw`^${UNIT}(?:[~〜-]|から|か|ないし|または|もしくは|、または|\bto\b|\bor\b)${SIGN}$`,
  'u',
)
const AND = new RegExp(String.raw`^${UNIT}\band\b${SIGN}$`, 'u')

function isRange(text: string, a: Place, b: Place): boolean {
  const between = text.slice(a.end, b.start)
  if (between.length > 24) return false
  if (RANGE.test(between)) return true
  return AND.test(between) && /\bbetween\s?(?:about |around )?$/.test(text.slice(Math.max(0, a.start - 16), a.start))
}

/** Without both ends of a range. */
export function withoutRanges<T extends Place>(text: string, numbers: readonly T[]): T[] {
  const ends = new Set<T>()
  for (const [index, number] of numbers.entries()) {
    const next = numbers[index + 1]
    if (next && isRange(text, number, next)) ends.add(number).add(next)
  }
  return numbers.filter((number) => !ends.has(number))
}
