import { expect, it } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import type { Verdict } from './edit-failures.ts'
import { lockIn, retryDelay, verdictOf } from './edit-failures.ts'

it.each<[ConstructorParameters<typeof ApiError>, Verdict]>([
  [['OFFLINE', 0], 'again'],
  [['E_INTERNAL', 500], 'again'],
  [['E_UNAVAILABLE', 503], 'again'],
  [['E_TOO_MANY_REQUESTS', 429], 'again'],
  [['UNREADABLE', 502], 'again'],
  [['E_CONFLICT', 409, { reason: 'revision' }], 'stale'],
  [['E_CONFLICT', 409, { reason: 'lock' }], 'lost'],
  [['E_CONFLICT', 409, { reason: 'state' }], 'lost'],
  [['E_LOCKED', 409, { lock: {} }], 'lost'],
  [['E_FORBIDDEN', 403], 'lost'],
  [['E_NOT_FOUND', 404], 'lost'],
  [['E_UNPROCESSABLE_ENTITY', 422], 'refused'],
  [['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'delete.3': ['incorrect'] } }], 'stale'],
  [['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'delete.3': ['incorrect'], 'blocks.0.content': ['max'] } }], 'refused'],
  [['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'blocks.0.uuid': ['unique'] } }], 'refused'],
  [['E_INVALID_ACCESS_TOKEN', 401], 'signed-out'],
  [['E_USER_DISABLED', 403], 'signed-out'],
])('%j means %s', (error, verdict) => expect(verdictOf(new ApiError(...error))).toBe(verdict))

it('a call that timed out is retried', () => {
  expect(verdictOf(new DOMException('', 'TimeoutError'))).toBe('again')
  expect([0, 1, 2, 10].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 30_000])
})

it('EDIT-30 reads the conflicting lock from a refusal', () => {
  const lock = { by: { id: 2, name: '佐藤', avatar: null }, locked_block_uuids: [], until: '', version: 3 }
  expect(lockIn(new ApiError('E_LOCKED', 409, { lock }))).toEqual(lock)
  expect(lockIn(new ApiError('OFFLINE', 0))).toBeNull()
})
