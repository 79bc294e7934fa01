// Passwords that everybody tries first. The list (by rank, from leaks) holds few with capitals and symbols, which our
// rules demand; so a listed one counts in any case, with symbols behind it, and with the usual look-alikes in it.
import { dictionary } from '@zxcvbn-ts/language-common'

/** 49,233 passwords by rank, of which 17,950 are as long as ours must be. */
export const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

const withoutLookAlikes = (text: string): string => text.replaceAll(/[@4310!$5]/g, (sign) => lookAlikes[sign] ?? sign)

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const withoutEnd = (text: string): string => text.replace(/[^\p{L}\p{N}]+$/u, '')

export const isCommonPassword = (password: string): boolean => {
  const whole = fold(password)
  const bare = withoutEnd(whole)
  return [whole, bare, withoutLookAlikes(whole), withoutLookAlikes(bare)].some((text) => common.has(text))
}

/** What belongs to this product rather than to a person; docs/security.md names them. */
const ownWords = ['kaiwa', 'かいわ', 'カイワ', '会話']
/** Fewer other letters than these do not make a word a password. */
const ENOUGH_LETTERS = 3

const lettersBeside = (text: string, words: readonly string[]): number =>
  (words.reduce((rest, word) => rest.replaceAll(word, ' '), text).match(/\p{L}/gu) ?? []).length

/** Whether a password is little more than such words (an address counts as what stands before its @) with digits and signs. */
export const isMadeOf = (password: string, words: readonly string[]): boolean => {
  const known = [...ownWords, ...words.map((word) => word.split('@')[0] ?? '')]
    .map(fold)
    .filter((word) => word.length >= (/^[\x20-\x7e]*$/.test(word) ? 3 : 2))
    .toSorted((a, b) => b.length - a.length)
  const bare = withoutEnd(fold(password))
  return [bare, withoutLookAlikes(bare)].some(
    (text) => known.some((word) => text.includes(word)) && lettersBeside(text, known) < ENOUGH_LETTERS,
  )
}
