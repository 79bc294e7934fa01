import { expect, it } from 'vitest'
import { ApiError } from '../platform/api-error.ts'
import { refusalOf, refusalOfFile, locationOf } from './import-refusal.ts'

const problem = { path: 'cues.1.times', fault: 'times', line: 6, found: 'x' } as const
it.each([
  ['E_UNPROCESSABLE_ENTITY', { problems: [problem, null] }, { kind: 'problems', problems: [problem] }],
  [
    'E_UNPROCESSABLE_ENTITY',
    { errors: { body: ['max'] } },
    { kind: 'problems', problems: [{ path: 'file', fault: 'too-large', line: null, found: null }] },
  ],
  ['E_CONFLICT', { reason: 'editing' }, { kind: 'editing' }],
  ['E_CONFLICT', { reason: 'revision' }, { kind: 'changed' }],
  ['E_CONFLICT', { reason: 'state' }, { kind: 'state' }],
  ['E_LOCKED', {}, null],
  ['OFFLINE', {}, null],
] as const)('%s %j is shown as %j', (code, body, refusal) =>
  expect(refusalOf(new ApiError(code, 409, body))).toEqual(refusal),
)

it('a file that is too large is not sent', () => {
  expect(refusalOfFile({ size: 64 * 1_048_576 }, 64)).toBeNull()
  expect(refusalOfFile({ size: 64 * 1_048_576 + 1 }, 64)?.kind).toBe('problems')
})

it.each([
  [problem, { line: 6 }],
  [{ ...problem, line: null }, { number: 2 }],
  [{ ...problem, line: null, path: 'blocks.3.terms.0' }, { path: 'blocks.3.terms.0' }],
  [{ ...problem, line: null, path: 'file' }, null],
])('the location of %j is %j', (one, location) => expect(locationOf(one)).toEqual(location))
