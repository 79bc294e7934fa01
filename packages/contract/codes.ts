// Codes typed as the second step of signing in, on any keyboard: character width, spaces, dashes and letters that look
// like digits are normalised.

/** Number of digits of an authenticator code, and of characters of a recovery code. */
export const TIME_CODE_LENGTH = 6
export const RECOVERY_CODE_LENGTH = 10

/** Crockford's base32 alphabet: no letter looks like a digit. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{Pd}−ー_]/gu, '')

const TIME = new RegExp(`^[0-9]{${TIME_CODE_LENGTH}}$`)
const RECOVERY = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`)

export type TypedCode = { kind: 'time' | 'recovery'; code: string }

/** Normalises and classifies a typed code; null if it cannot be a code. */
export const parseCode = (text: string): TypedCode | null => {
  const typed = plain(text)
  if (TIME.test(typed)) return { kind: 'time', code: typed }
  const code = typed.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  return RECOVERY.test(code) ? { kind: 'recovery', code } : null
}

/** Formats a recovery code for display: `ABCDE-FGHJK`. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
