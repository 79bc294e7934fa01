// What people type as the second step of signing in. They type it on whatever keyboard they have: widths, spaces, dashes
// and letters that look like digits make no difference.

/** Digits of a code that an authenticator app shows, and signs of a recovery code. */
export const TIME_CODE_LENGTH = 6
export const RECOVERY_CODE_LENGTH = 10

/** Crockford's: no letter looks like a digit. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{Pd}−ー_]/gu, '')

const TIME = new RegExp(`^[0-9]{${TIME_CODE_LENGTH}}$`)
const RECOVERY = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`)

export type TypedCode = { kind: 'time' | 'recovery'; code: string }

/** What was typed, as it is compared; null for what can be no code. */
export const readCode = (text: string): TypedCode | null => {
  const typed = plain(text)
  if (TIME.test(typed)) return { kind: 'time', code: typed }
  const code = typed.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  return RECOVERY.test(code) ? { kind: 'recovery', code } : null
}

/** `ABCDE-FGHJK`, as it is shown. */
export const writeRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
