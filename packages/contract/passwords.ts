import { LIMITS } from './limits.ts'

/** The rules a new password must meet, in the order in which the hint shows them. */
export const PASSWORD_RULES = {
  letters: (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  symbol: (password: string) => /[^\w\s]/u.test(password),
  length: (password: string) => password.length >= LIMITS.passwordMin,
} as const
