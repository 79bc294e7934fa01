import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { list } from '@kaiwa/contract/list.ts'
import fc from 'fast-check'
import * as z from 'zod'
import { expect, it } from 'vitest'
import type { Refusal } from '../refusal.ts'
import { parse, parseInTurns } from './validate.ts'

const schema = z.object({
  name: z.string().max(3),
  rows: list(z.object({ text: z.string().max(3).default('x'), parts: list(z.int(), 3) }), 1_000_000).default([]),
  ids: list(z.string().max(3), 4).optional(),
})

async function settled(work: () => unknown) {
  try {
    return { data: await work() }
  } catch (error) {
    const { errors } = (error as Refusal).details as { errors: FieldErrors }
    // A refusal names a limited number of fields. Beyond it, which of them are named depends on the order of validation.
    const isFull = Object.keys(errors).length === LIMITS.reportedFields
    return { refusal: isFull ? 'as many fields as a refusal names' : errors }
  }
}

it('gives the same values and refusals as validation in one piece', async () => {
  const text = fc.constantFrom('a', 'long', '\ud800', '', 'b\0')
  const row = fc.oneof(
    { weight: 3, arbitrary: fc.record({ text, parts: fc.array(fc.integer(), { maxLength: 4 }), more: text }) },
    fc.constantFrom(null, 7, {}, { parts: [1.5] }, { parts: [1] }),
  )
  const value = fc.oneof(
    fc.record(
      { name: text, rows: fc.oneof(fc.array(row), text), ids: fc.array(text, { maxLength: 5 }), more: text },
      { requiredKeys: [] },
    ),
    fc.constantFrom(null, [], 'x'),
  )
  await fc.assert(
    fc.asyncProperty(value, async (input) => {
      const whole = await settled(() => parse(schema, input))
      expect(await settled(() => parseInTurns(schema, input))).toEqual(whole)
    }),
  )
})

it('the event loop has turns while a long list is validated', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const rows = Array.from({ length: 300_000 }, () => ({ text: 'a', parts: [1, 2, 3] }))
  await parseInTurns(schema, { name: 'a', rows })
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(5)
})
