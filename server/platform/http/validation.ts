// What zod found wrong, told as the contract tells it: field path → codes. Messages are the browser's affair. However much
// is wrong with a body, the first `LIMITS.reportedFields` fields are told.
import type { FieldErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** Characters of a field's path: names of unknown fields are the caller's. */
const PATH_LENGTH = 200

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

const codeOf = (issue: Issue): FieldErrorCode => {
  if (issue.code !== 'custom' && issue.code !== 'too_big' && isMissing(issue.input)) return 'required'
  if (issue.code === 'too_small') return Array.isArray(issue.input) && issue.input.length === 0 ? 'required' : 'min'
  if (issue.code === 'too_big') return 'max'
  return 'format'
}

/** Field errors of the issues of one schema. A refinement names its code in `params: { code }`, otherwise it is a `format`. */
export const fieldErrors = (issues: readonly Issue[]): FieldErrors => {
  const errors = new Map<string, FieldErrorCode[]>()
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body'
    const named = issue.code === 'custom' ? (issue.params?.['code'] as FieldErrorCode | undefined) : undefined
    const code = named ?? codeOf(issue)
    const codes = errors.get(field) ?? []
    if (errors.size === LIMITS.reportedFields && codes.length === 0) break
    // A field that is missing has nothing else to complain about.
    if (codes.includes('required') || codes.includes(code)) continue
    errors.set(field, code === 'required' ? ['required'] : [...codes, code])
  }
  return Object.fromEntries(errors)
}

type Visit = { value: unknown; key: string; parent: Visit | null }

const pathOf = (visit: Visit): string => {
  const names: string[] = []
  for (let at: Visit | null = visit; at?.parent; at = at.parent) names.unshift(at.key.slice(0, PATH_LENGTH))
  return names.join('.').slice(0, PATH_LENGTH).toWellFormed().replaceAll('\0', '\ufffd') || 'body'
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Fields with text that PostgreSQL cannot store (NUL, halves of surrogate pairs): a schema of plain strings lets it pass.
 * The walk keeps its own stack and names a field only when it is refused, so that its cost is that of the values.
 */
export const unstorable = (input: unknown): FieldErrors => {
  const errors: FieldErrors = {}
  let found = 0
  const stack: Visit[] = [{ value: input, key: '', parent: null }]
  const look = (value: unknown, key: string, parent: Visit): boolean => {
    if (typeof value === 'object' && value !== null) stack.push({ value, key, parent })
    if (typeof value !== 'string' || isStorable(value)) return true
    errors[pathOf({ value, key, parent })] = ['format']
    found += 1
    return found < LIMITS.reportedFields
  }
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { value } = visit
    if (typeof value === 'string') {
      if (!isStorable(value)) errors[pathOf(visit)] = ['format']
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const inner: unknown = value[at]
        // Most are numbers, whose place nobody needs as text.
        if (typeof inner !== 'number' && !look(inner, String(at), visit)) return errors
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value))
        if (!look((value as Record<string, unknown>)[key], key, visit)) return errors
    }
  }
  return errors
}
