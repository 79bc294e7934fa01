import * as z from 'zod'
import { LIMITS } from './limits.ts'

function parseUntilRefused(
  list: z.core.$ZodArrayInternals,
  payload: z.core.ParsePayload,
  input: readonly unknown[],
  ctx: z.core.ParseContextInternal,
): z.core.ParsePayload {
  const output: unknown[] = []
  for (const [index, value] of input.entries()) {
    const result = list.def.element._zod.run({ value, issues: [] }, ctx)
    if (result instanceof Promise) throw new z.core.$ZodAsyncError()
    for (const issue of result.issues) payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] })
    if (payload.issues.length >= LIMITS.reportedFields) break
    output.push(result.value)
  }
  payload.value = output
  return payload
}

/** The `max` of an array schema; infinite without one. */
export function maximumOf({ _zod: { def } }: z.core.$ZodType): number {
  return Math.min(
    ...(def.checks ?? []).map(({ _zod: { def: check } }) => ('maximum' in check ? Number(check.maximum) : Infinity)),
  )
}

/** Trait that marks schemas made by `list`. */
const TRAIT = 'KaiwaList'

const ZodArray: z.core.$constructor<z.ZodArray> = z.ZodArray

const List = z.core.$constructor<z.ZodArray>(TRAIT, (instance, def) => {
  ZodArray.init(instance, def)
  const refuse = instance._zod.parse
  const maximum = maximumOf(instance)
  instance._zod.parse = (payload, ctx) => {
    const input: unknown = payload.value
    const isReadable = Array.isArray(input) && input.length <= maximum
    // Refuses a value that is no array or too long before validating any element.
    return isReadable ? parseUntilRefused(instance._zod, payload, input, ctx) : refuse(payload, ctx)
  }
})

/**
 * An array of at most `max` elements, for all data sent by clients. `z.array` validates every element and collects
 * every problem, which takes minutes for a body made of invalid elements; this one stops at `LIMITS.reportedFields`
 * problems.
 */
export function list<T extends z.ZodType>(element: T, max: number): z.ZodArray<T> {
  return (new List({ type: 'array', element }) as unknown as z.ZodArray<T>).max(max)
}

/** True if a schema was made by `list`. */
export function isList(schema: z.core.$ZodType): boolean {
  return schema._zod.traits.has(TRAIT)
}
