// Common passwords from leaks, ordered by rank. Few of them have capitals and symbols, which the password rules require.
// So a password is compared without case, without trailing symbols, and with look-alike characters replaced.
import { MIN_OTHER_LETTERS } from '@kaiwa/contract/password-rules.ts'
import { dictionary } from '@zxcvbn-ts/language-common'

/** 49,233 passwords by rank, of which 17,950 have at least the minimal length. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

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

function withoutLookAlikes(text: string): string {
  return text.replaceAll(/[@4310!$5]/g, (sign) => lookAlikes[sign] ?? sign)
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function withoutTrailingSymbols(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+$/u, '')
}

export function isCommonPassword(password: string): boolean {
  const whole = fold(password)
  const bare = withoutTrailingSymbols(whole)
  return [whole, bare, withoutLookAlikes(whole), withoutLookAlikes(bare)].some((text) => commonPasswords.has(text))
}

/** Words of this product; documented in docs/security.md. */
const productWords = ['kaiwa', 'かいわ', 'カイワ', '会話']

function lettersBeside(text: string, words: readonly string[]): number {
  return (words.reduce((rest, word) => rest.replaceAll(word, ' '), text).match(/\p{L}/gu) ?? []).length
}

/** Whether a password consists of the given words or product words, digits and symbols. Of an address, the local part counts. */
export function consistsOf(password: string, words: readonly string[]): boolean {
  const guessable = [...productWords, ...words.map((word) => word.split('@')[0] ?? '')]
    .map(fold)
    .filter((word) => word.length >= (/^[\x20-\x7e]*$/.test(word) ? 3 : 2))
    .toSorted((a, b) => b.length - a.length)
  const bare = withoutTrailingSymbols(fold(password))
  return [bare, withoutLookAlikes(bare)].some(
    (text) => guessable.some((word) => text.includes(word)) && lettersBeside(text, guessable) < MIN_OTHER_LETTERS,
  )
}
