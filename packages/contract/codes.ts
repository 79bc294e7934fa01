// Codes typed as the second step of signing in, on any keyboard: character width, spaces, dashes and letters that look
// like digits are normalised.

/** Number of digits of an authenticator code, and of characters of a recovery code. */
export const TIME_CODE_LENGTH = 6
export const RECOVERY_CODE_LENGTH = 10

/** Crockford's base32 alphabet: no letter looks like a digit. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Pd}−ー_]/gu, '')
}

const TIME = new RegExp(`^[0-9]{${TIME_CODE_LENGTH}}$`)
const RECOVERY = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`)

export interface TypedCode {
  kind: 'time' | 'recovery'
  code: string
}

/** Normalises and classifies a typed code; null if it cannot be a code. */
export function parseCode(text: string): TypedCode | null {
  const typed = plain(text)
  if (TIME.test(typed)) return { kind: 'time', code: typed }
  const code = typed.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  return RECOVERY.test(code) ? { kind: 'recovery', code } : null
}

/** Formats a recovery code for display: `ABCDE-FGHJK`. */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`
}
