// Converts zod issues to the contract's format: field path → codes. The browser provides the messages. At most
// `LIMITS.reportedFields` fields are reported.
import type { FieldErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** Maximum characters of a field's path: names of unknown fields are chosen by the caller. */
const PATH_LENGTH = 200

function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === ''
}

function codeOf(issue: Issue): FieldErrorCode {
  if (issue.code !== 'custom' && issue.code !== 'too_big' && isMissing(issue.input)) return 'required'
  if (issue.code === 'too_small') return Array.isArray(issue.input) && issue.input.length === 0 ? 'required' : 'min'
  if (issue.code === 'too_big') return 'max'
  return 'format'
}

/**
 * Field errors of the issues of one schema. A refinement sets its code in `params: { code }`; the default is `format`.
 */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors = new Map<string, FieldErrorCode[]>()
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body'
    const named = issue.code === 'custom' ? (issue.params?.['code'] as FieldErrorCode | undefined) : undefined
    const code = named ?? codeOf(issue)
    const codes = errors.get(field) ?? []
    if (errors.size === LIMITS.reportedFields && codes.length === 0) break
    // A missing field has no other error.
    if (codes.includes('required') || codes.includes(code)) continue
    errors.set(field, code === 'required' ? ['required'] : [...codes, code])
  }
  return Object.fromEntries(errors)
}

interface Visit {
  value: unknown
  key: string
  parent: Visit | null
}

function pathOf(visit: Visit): string {
  const names: string[] = []
  for (let at: Visit | null = visit; at?.parent; at = at.parent) names.unshift(at.key.slice(0, PATH_LENGTH))
  return names.join('.').slice(0, PATH_LENGTH).toWellFormed().replaceAll('\0', '\ufffd') || 'body'
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Fields with text that PostgreSQL cannot store (NUL, lone surrogates), which plain string schemas accept. The walk
 * uses its own stack and builds a field's path only for an error, so that its cost is proportional to the number of
 * values.
 */
export function unstorable(input: unknown): FieldErrors {
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
        // Most values are numbers; their index is not converted to text.
        if (typeof inner !== 'number' && !look(inner, String(at), visit)) return errors
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value))
        if (!look((value as Record<string, unknown>)[key], key, visit)) return errors
    }
  }
  return errors
}
