// Texts that a model proposes. What is stored is always literal: a part of a quoted sentence that does not change its meaning,
// or, for a text in other words, the quoted sentences themselves.
import { foldWidth } from '../fold.ts'
import { findNumbers } from '../numbers.ts'
import { foldLabel } from '../options.ts'
import { findNames } from './people.ts'
import type { Sentence } from './sentences.ts'
import { isDenied } from './statements.ts'

export interface Quoted {
  sentence: Sentence
  /** Positions of the quoted part in the sentence. */
  start: number
  end: number
}

const NEGATION =
  /(?:し|き|り|え|れ|め|ち|び|み|い|せ|け|べ|て|で|じ)?ませ(?!んか)|な(?:い|く|かっ|し(?![にのはをた])|けれ)|ず(?:に|、|$)|ぬ|不要|不可|未(?!来)|無し|無い|否|やめ|見送|中止|断|\b(?:no|not|never|none|nothing|nobody|without|neither|nor|cannot|can't|won't|\w+n't|refuse[ds]?|reject(?:s|ed)?|declin\w+|stop(?:s|ped)?|cancel\w*)\b/g

function negations(text: string): number {
  return foldWidth(text).match(NEGATION)?.length ?? 0
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Two letters after each other, of any script. */
function pairsOf(text: string): Set<string> {
  const all = [...foldWidth(text).replaceAll(/[\s\p{P}\p{S}]/gu, '')]
  return new Set(all.slice(1).map((letter, index) => `${all[index]}${letter}`))
}

/** The share of a text that its quotes must contain: a summary of them, in their words. */
const MIN_SHARE = 0.6

/** Numbers, and words in capitals or Katakana, which name something. */
function namedIn(text: string): string[] {
  const numbers = findNumbers(text).map(({ value, currency }) => `${value}${currency ?? ''}`)
  const people = findNames(text).map(({ value }) => value)
  const words = text.match(/[\p{Script=Katakana}ー]{2,}|(?<!^)\b\p{Lu}[\p{L}\d]+|[\p{L}]*\d[\p{L}\d]*/gu) ?? []
  return [...numbers, ...[...people, ...words].map(foldLabel)]
}

function isRetold(value: string, said: string): boolean {
  const known = new Set(namedIn(said))
  const folded = foldLabel(said)
  if (namedIn(value).some((name) => !known.has(name) && !folded.includes(name))) return false
  if (findNumbers(value).some((number) => !findNumbers(said).some((one) => one.value === number.value))) return false
  if (negations(value) !== negations(said)) return false
  const pairs = [...pairsOf(value)]
  const saidPairs = pairsOf(said)
  return pairs.length > 0 && pairs.filter((pair) => saidPairs.has(pair)).length >= pairs.length * MIN_SHARE
}

function partOf({ sentence, start, end }: Quoted): string {
  return sentence.text.slice(start, end)
}

/** Whether letters go on before or after a part, so that it is the piece of a number or of a Latin word. */
function isPiece(text: string, start: number, end: number): boolean {
  const isInside = (at: number) =>
    /[\p{N}\p{Script=Latin}]/u.test(text[at] ?? '') && /[\p{N}\p{Script=Latin}]/u.test(text[at - 1] ?? '')
  const isNumber = /[\d.,]/.test(text[start - 1] ?? '') && /\d/.test(text[start] ?? '')
  return (
    isInside(start) ||
    isInside(end) ||
    isNumber ||
    (/\d/.test(text[end - 1] ?? '') &&
      /[万億兆千百十,.]\d?/.test(text.slice(end, end + 2)) &&
      /^[万億兆千百十]|^[.,]\d/.test(text.slice(end)))
  )
}

/** The literal text that quotes support for a proposed one; null if they say something else. */
export function supportedText(quoted: readonly Quoted[], value: string): string | null {
  if (letters(value) < 2) return null
  const wanted = foldLabel(value)
  for (const one of quoted) {
    const part = partOf(one)
    if (!foldLabel(part).includes(wanted)) continue
    const at = foldWidth(part).indexOf(foldWidth(value))
    if (at >= 0 && isPiece(one.sentence.text, one.start + at, one.start + at + value.length)) continue
    // A negation that is left out turns the meaning round.
    return negations(value) === negations(one.sentence.text) ? value : null
  }
  const said = [...new Set(quoted.map(({ sentence }) => sentence))]
  const text = said.map((sentence) => sentence.text).join(' ')
  return isRetold(value, text) ? text : null
}

/** A name is written as it was said, by a sentence that does not deny it. */
export function isNameSaid(quoted: readonly Quoted[], value: string): boolean {
  if (letters(value) < 1 || negations(value) > 0) return false
  const wanted = foldWidth(value)
  return quoted.some((one) => {
    const { folded } = one.sentence
    const at = folded.indexOf(wanted, one.start)
    if (at < 0 || at + wanted.length > one.end || isPiece(folded, at, at + wanted.length)) return false
    return !isDenied(folded.slice(0, at), folded.slice(at + wanted.length))
  })
}
