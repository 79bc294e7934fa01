import { expect, it } from 'vitest'
import * as z from 'zod'
import { boundedRecord } from './bounded-record.ts'

const schema = boundedRecord(z.string().min(1), z.string().nullable(), 2)

it.each([
  ['an empty one', {}],
  ['one of the maximal size', { a: 'x', b: null }],
])('reads %s', (_name, value) => expect(schema.parse(value)).toEqual(value))

it.each([
  ['more entries', { a: 'x', b: 'y', c: 'z' }, [['too_big', []]]],
  ['a wrong value', { a: 1 }, [['invalid_type', ['a']]]],
  ['a list', ['x'], [['invalid_type', []]]],
  ['null', null, [['invalid_type', []]]],
])('refuses %s', (_name, value, issues) => {
  const { error } = schema.safeParse(value)
  expect(error?.issues.map(({ code, path }) => [code, path])).toEqual(issues)
})

it('validates no entry of a record that is too large', () => {
  const large = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name ${index}`, index]))
  expect(schema.safeParse(large).error?.issues).toHaveLength(1)
})
