// The colour and the initial of a speaker: in the transcript, in lists and filters, and in exports. Both are computed, not
// stored: a speaker has one id in all files of a workspace, so the same person has the same colour everywhere (decision 96).
import { comparableName } from '@kaiwa/contract/product-names.ts'

/**
 * All have the same luminance: white letters on them have a contrast of 4.5 to 1, and they have 3 to 1 to the light and the
 * dark page. Neighbours differ strongly, because the speakers of a new file have consecutive ids.
 */
export const SPEAKER_COLOURS = [
  '#0476ca',
  '#cc4601',
  '#058623',
  '#9e42ea',
  '#9d6901',
  '#068181',
  '#e3025c',
  '#6759ff',
  '#707902',
  '#d5189c',
] as const

/** The colour of an unknown speaker. No other speaker is grey. */
export const UNKNOWN_SPEAKER_COLOUR = '#6a7681'

/** The initial of a name without letters and numbers, and of an unknown speaker. */
export const UNKNOWN_INITIAL = '?'

/** `#rrggbb`; `id` is null if the speaker is unknown. */
export function speakerColour(id: number | null): string {
  if (id === null || id <= 0) return UNKNOWN_SPEAKER_COLOUR
  return SPEAKER_COLOURS[(id - 1) % SPEAKER_COLOURS.length] ?? UNKNOWN_SPEAKER_COLOUR
}

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const SHOWN = /[\p{L}\p{N}\p{Extended_Pictographic}]/u
/** A remark after a name: a department, a company. */
const REMARK = /[(（［[【].*$/u
/** Titles before a name and generations after it. */
const ADDITION = /^(dr|prof|mr|mrs|ms|herr|frau|jr|sr|ii|iii|iv)\.?$/i
const CAPITALS = /^\p{Lu}{2,}$/u

let segmenter: Intl.Segmenter | undefined

/** The first character, as a reader counts characters, that is a letter, a number or an emoji. */
function firstShown(word: string): string | undefined {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(word)) if (SHOWN.test(segment)) return segment
  return undefined
}

function upperCase(character: string): string {
  const upper = character.toUpperCase()
  return upper.length === character.length ? upper : character
}

/** The family name among the words of a name. */
function familyName(words: readonly string[]): string | undefined {
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined || words.length === 1) return first
  if (FAMILY_FIRST.test(first)) return first
  if (first.endsWith(',')) return first
  const inCapitals = words.filter((word) => CAPITALS.test(word))
  return inCapitals.length === 1 ? inCapitals[0] : last
}

/**
 * The number if the product made the name ('話者1'), otherwise the first letter of the family name. It is first in Japanese,
 * Chinese and Korean names, and last in others, also in katakana with a middle dot (アンナ・シュミット).
 */
export function initialOf(name: string): string {
  const [, number] = comparableName('speaker', name.trim()).split(':')
  if (number !== undefined && /^\d+$/.test(number)) return number
  const plain = name.normalize('NFKC')
  const cleaned = plain.replace(REMARK, '').trim() || plain
  const words = cleaned.split(/\s+/u).filter((word) => SHOWN.test(word))
  const named = words.filter((word) => !ADDITION.test(word))
  const family = familyName(named.length > 0 ? named : words)
  const initial = firstShown(family?.split(/[・=]/u).findLast((part) => SHOWN.test(part)) ?? '')
  return initial === undefined ? UNKNOWN_INITIAL : upperCase(initial)
}

/** True if the speaker still has the name that the product made. */
export function isUnnamed(name: string): boolean {
  return comparableName('speaker', name.trim()) !== name.trim()
}

/** A speaker as its paragraphs show it. */
export interface SpeakerLook {
  readonly id: number
  readonly name: string
  /** Address of the photo. */
  readonly avatar: string | null
}

const UNSAFE = /["\\\n\r\f\0]/g

/** A CSS string. */
function quoted(text: string): string {
  return `"${text.replace(UNSAFE, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`
}

/** CSS declarations for the picture of a speaker, its photo or initial and the colour: see `.kaiwa-speaker::before`. */
export function speakerStyle({ id, name, avatar }: SpeakerLook): string {
  const picture =
    avatar === null ? `--initial: ${quoted(initialOf(name))}` : `--initial: ""; --photo: url(${quoted(avatar)})`
  return `--speaker: ${speakerColour(id)}; ${picture}`
}
