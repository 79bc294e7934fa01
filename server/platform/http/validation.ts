// What zod found wrong, told as the contract tells it: field path → codes. Messages are the browser's affair.
import type { FieldErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

const codeOf = (issue: Issue): FieldErrorCode => {
  if (issue.code !== 'custom' && issue.code !== 'too_big' && isMissing(issue.input)) return 'required'
  if (issue.code === 'too_small') return Array.isArray(issue.input) && issue.input.length === 0 ? 'required' : 'min'
  if (issue.code === 'too_big') return 'max'
  return 'format'
}

/** Field errors of the issues of one schema. A refinement names its code in `params: { code }`, otherwise it is a `format`. */
export const fieldErrors = (issues: readonly Issue[]): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body'
    const named = issue.code === 'custom' ? (issue.params?.['code'] as FieldErrorCode | undefined) : undefined
    const code = named ?? codeOf(issue)
    const codes = (errors[field] ??= [])
    // A field that is missing has nothing else to complain about.
    if (codes.includes('required') || codes.includes(code)) continue
    errors[field] = code === 'required' ? ['required'] : [...codes, code]
  }
  return errors
}

/**
 * Fields with text that PostgreSQL cannot store (NUL, halves of surrogate pairs): a schema of plain strings lets it pass.
 * The walk keeps its own stack, so that deep nesting cannot overflow the machine's.
 */
export const unstorable = (input: unknown): FieldErrors => {
  const errors: FieldErrors = {}
  const stack: { value: unknown; path: string }[] = [{ value: input, path: '' }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) errors[path || 'body'] = ['format']
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        stack.push({ value: inner, path: path ? `${path}.${key}` : key })
    }
  }
  return errors
}
