// Validates input of operations. Large bodies are validated in parts, and the event loop handles other requests between
// them.
import { setImmediate } from 'node:timers/promises'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { isList, maximumOf } from '@kaiwa/contract/list.ts'
import * as z from 'zod'
import { invalid } from '../refusal.ts'
import { fieldErrors, unstorable } from './validation.ts'

interface Checked {
  data: unknown
  issues: readonly z.core.$ZodIssue[]
  wrong: FieldErrors
}

function check(schema: z.ZodType, value: unknown): Checked {
  const result = schema.safeParse(value, { reportInput: true })
  return { data: result.data, issues: result.error?.issues ?? [], wrong: unstorable(value) }
}

function conclude({ data, issues, wrong }: Checked): unknown {
  if (issues.length > 0) {
    const found = fieldErrors(issues)
    // Fields of the schema come first: unstorable text may also be in undeclared fields.
    throw invalid({ ...found, ...wrong, ...found })
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return data
}

/** The value as its schema describes it. Refuses (422) with field errors. */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema && conclude(check(schema, value))
}

/** Computing time between two turns of the event loop. */
const SLICE_MS = 10

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema
}

/** The lists of an object that can be validated element by element. A list that is too long is refused as a whole. */
function listsOf(schema: z.ZodObject, value: object) {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const inner = unwrapped(field)
    const elements: unknown = (value as Record<string, unknown>)[name]
    return inner instanceof z.ZodArray &&
      isList(inner) &&
      Array.isArray(elements) &&
      elements.length <= maximumOf(inner)
      ? [{ name, element: inner.element as z.ZodType, elements: elements as unknown[] }]
      : []
  })
}

/**
 * Like `parse`, for bodies that take long: the lists of an object are validated element by element, with turns of the
 * event loop in between. For objects without rules that concern several fields.
 */
export async function parseInTurns(schema: z.ZodType | undefined, value: unknown): Promise<unknown> {
  const isDivisible =
    schema instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isDivisible || (schema.def.checks ?? []).length > 0) return parse(schema, value)
  const lists = listsOf(schema, value)
  const { data, issues, wrong } = check(schema, {
    ...value,
    ...Object.fromEntries(lists.map(({ name }) => [name, []])),
  })
  const whole = { data: { ...(data as object) } as Record<string, unknown>, issues: [...issues], wrong: { ...wrong } }
  let start = performance.now()
  for (const { name, element, elements } of lists) {
    const output: unknown[] = []
    for (const [index, one] of elements.entries()) {
      if (performance.now() - start > SLICE_MS) {
        await setImmediate()
        start = performance.now()
      }
      const checked = check(element, one)
      output.push(checked.data)
      for (const issue of checked.issues) whole.issues.push({ ...issue, path: [name, index, ...issue.path] })
      for (const [path, codes] of Object.entries(checked.wrong))
        whole.wrong[path === 'body' ? `${name}.${index}` : `${name}.${index}.${path}`] = codes
      if (whole.issues.length + Object.keys(whole.wrong).length >= LIMITS.reportedFields) break
    }
    whole.data[name] = output
  }
  return conclude(whole)
}
