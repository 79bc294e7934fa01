import { LIMITS } from './limits.ts'

/** A password with the name of a person or of the product needs at least this many other letters. */
export const MIN_OTHER_LETTERS = 3

/** Rules for a new password, in the order of the hint. */
export const PASSWORD_RULES = {
  letters: (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  symbol: (password: string) => /[^\w\s]/u.test(password),
  length: (password: string) => password.length >= LIMITS.passwordMin,
} as const
