// Passwords that everybody tries first. The list (by rank, from leaks) holds few with capitals and symbols, which our
// rules demand; so a listed one counts in any case, with symbols behind it, and with the usual look-alikes in it.
import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

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

export const isCommonPassword = (password: string): boolean => {
  const whole = password.normalize('NFKC').toLowerCase()
  const bare = whole.replace(/[^\p{L}\p{N}]+$/u, '')
  return [whole, bare, withoutLookAlikes(whole), withoutLookAlikes(bare)].some((text) => common.has(text))
}
