// Validation problems as data: a key of the common texts and its values. The rules are copies of the contract's that
// avoid loading its schema library; rules.test.ts compares the two.
import type { FieldErrorCode } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { PASSWORD_RULES } from '@kaiwa/contract/password-rules.ts'

export type Problem =
  | { key: 'required' | 'format' | 'select'; values?: undefined }
  | {
      key: 'email' | 'emailTaken' | 'passwordIncorrect' | 'passwordMismatch' | 'passwordWeak' | 'passwordCommon'
      values?: undefined
    }
  | { key: 'newEmailTaken' | 'codeIncorrect' | 'choiceUnavailable'; values?: undefined }
  | { key: 'minLength' | 'minNumber'; values: { min: number } }
  | { key: 'maxLength' | 'maxNumber'; values: { max: number } }

/** Validates a value, if needed with the form's other values. */
export type Rule = (value: string, others?: Readonly<Record<string, string>>) => Problem | null

const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

const required: Rule = (value) => (value.trim() === '' ? { key: 'required' } : null)

function atMost(max: number): Rule {
  return (value) => (value.length > max ? { key: 'maxLength', values: { max } } : null)
}

function firstOf(...rules: readonly Rule[]): Rule {
  return (value, others) => {
    for (const rule of rules) {
      const problem = rule(value, others)
      if (problem) return problem
    }
    return null
  }
}

export const emailRule: Rule = firstOf(
  required,
  (value) => atMost(LIMITS.emailLength)(value.trim()),
  (value) => (EMAIL.test(value.trim()) ? null : { key: 'email' }),
)

/** Names of people, folders and files. */
export const nameRule: Rule = firstOf(required, (value) => atMost(LIMITS.nameLength)(value.trim()))

export const loginPasswordRule: Rule = (value) =>
  value === '' ? { key: 'required' } : atMost(LIMITS.passwordMax)(value)

/** For optional fields. */
export const noRule: Rule = () => null

export const newPasswordRule: Rule = (value) => {
  if (value === '') return { key: 'required' }
  if (!PASSWORD_RULES.length(value)) return { key: 'minLength', values: { min: LIMITS.passwordMin } }
  if (value.length > LIMITS.passwordMax) return { key: 'maxLength', values: { max: LIMITS.passwordMax } }
  return PASSWORD_RULES.letters(value) && PASSWORD_RULES.symbol(value) ? null : { key: 'passwordWeak' }
}

/** Must equal the value of the field with this name (AUTH-54). */
export function confirmationRule(name: string): Rule {
  return firstOf(loginPasswordRule, (value, others) => (value === others?.[name] ? null : { key: 'passwordMismatch' }))
}

export type FieldKind = 'text' | 'email' | 'newEmail' | 'password' | 'newPassword' | 'confirmation' | 'code' | 'choice'

/** The problem for a server error code on a field of this kind. */
export function serverProblem(code: FieldErrorCode, kind: FieldKind): Problem {
  switch (code) {
    case 'required':
      return { key: 'required' }
    case 'unique':
      return { key: kind === 'newEmail' ? 'newEmailTaken' : 'emailTaken' }
    case 'mismatch':
      return { key: 'passwordMismatch' }
    case 'incorrect':
      if (kind === 'choice') return { key: 'choiceUnavailable' }
      return { key: kind === 'code' ? 'codeIncorrect' : 'passwordIncorrect' }
    case 'min':
      return { key: 'minLength', values: { min: kind === 'newPassword' ? LIMITS.passwordMin : 1 } }
    case 'max':
      return { key: 'maxLength', values: { max: LIMITS.nameLength } }
    case 'format':
      // The browser has already checked the format, so the server rejected a common password.
      if (kind === 'newPassword') return { key: 'passwordCommon' }
      return kind === 'email' || kind === 'newEmail' ? { key: 'email' } : { key: 'format' }
  }
}
