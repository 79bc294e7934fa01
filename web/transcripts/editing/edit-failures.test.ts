import { expect, it } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import type { FailureKind } from './edit-failures.ts'
import { conflictingLock, retryDelay, classifyFailure } from './edit-failures.ts'

it.each<[ConstructorParameters<typeof ApiError>, FailureKind]>([
  [['OFFLINE', 0], 'retry'],
  [['E_INTERNAL', 500], 'retry'],
  [['E_UNAVAILABLE', 503], 'retry'],
  [['E_TOO_MANY_REQUESTS', 429], 'retry'],
  [['UNREADABLE', 502], 'retry'],
  [['E_CONFLICT', 409, { reason: 'revision' }], 'stale'],
  [['E_CONFLICT', 409, { reason: 'lock' }], 'lock-lost'],
  [['E_CONFLICT', 409, { reason: 'state' }], 'lock-lost'],
  [['E_LOCKED', 409, { lock: {} }], 'lock-lost'],
  [['E_FORBIDDEN', 403], 'lock-lost'],
  [['E_NOT_FOUND', 404], 'lock-lost'],
  [['E_UNPROCESSABLE_ENTITY', 422], 'refused'],
  [['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'delete.3': ['incorrect'] } }], 'stale'],
  [['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'delete.3': ['incorrect'], 'blocks.0.content': ['max'] } }], 'refused'],
  [['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'blocks.0.uuid': ['unique'] } }], 'refused'],
  [['E_INVALID_ACCESS_TOKEN', 401], 'signed-out'],
  [['E_USER_DISABLED', 403], 'signed-out'],
])('%j means %s', (error, kind) => expect(classifyFailure(new ApiError(...error))).toBe(kind))

it('a call that timed out is retried', () => {
  expect(classifyFailure(new DOMException('', 'TimeoutError'))).toBe('retry')
  expect([0, 1, 2, 10].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 30_000])
})

it('EDIT-30 reads the conflicting lock from a refusal', () => {
  const lock = { by: { id: 2, name: '佐藤', avatar: null }, locked_block_uuids: [], until: '', version: 3 }
  expect(conflictingLock(new ApiError('E_LOCKED', 409, { lock }))).toEqual(lock)
  expect(conflictingLock(new ApiError('OFFLINE', 0))).toBeNull()
})
