import { expect, it } from 'vitest'
import type { ApiError } from '../../platform/api-error.ts'
import { outcomeOf, type SendOutcome, type SendStep } from './send-outcome.ts'

it.each<[SendStep, number, ApiError['code'], SendOutcome]>([
  // No answer, a server that restarts, a full disk of the server, a limit of requests.
  ['tus', 0, 'OFFLINE', 'wait'],
  ['announce', 0, 'OFFLINE', 'wait'],
  ['tus', 500, 'E_INTERNAL', 'wait'],
  ['complete', 503, 'E_UNAVAILABLE', 'wait'],
  ['tus', 507, 'E_INTERNAL', 'wait'],
  ['announce', 429, 'E_TOO_MANY_REQUESTS', 'wait'],
  // Damaged bytes.
  ['tus', 460, 'UNREADABLE', 'wait'],
  // Another offset than the server has.
  ['tus', 409, 'UNREADABLE', 'find-offset'],
  ['complete', 409, 'E_CONFLICT', 'find-offset'],
  // Expired, renewed by another person, or cancelled: the answer to the renewal decides.
  ['tus', 401, 'E_INVALID_ACCESS_TOKEN', 'renew'],
  ['tus', 404, 'E_NOT_FOUND', 'renew'],
  ['tus', 403, 'E_FORBIDDEN', 'renew'],
  ['save', 404, 'E_NOT_FOUND', 'renew'],
  ['renew', 404, 'E_NOT_FOUND', 'announce'],
  ['renew', 409, 'E_CONFLICT', 'complete'],
  ['save', 409, 'E_CONFLICT', 'complete'],
  // The server has lost bytes, or knows other segments.
  ['tus', 410, 'UNREADABLE', 'restart'],
  ['save', 422, 'E_UNPROCESSABLE_ENTITY', 'restart'],
  ['announce', 422, 'PROJECT_MAX_STORAGE_EXCEEDED', 'no-storage'],
  ['renew', 422, 'PROJECT_MAX_STORAGE_EXCEEDED', 'no-storage'],
  ['tus', 422, 'PROJECT_MAX_STORAGE_EXCEEDED', 'no-storage'],
  ['announce', 404, 'E_NOT_FOUND', 'no-folder'],
  ['announce', 403, 'E_FORBIDDEN', 'no-folder'],
  ['announce', 422, 'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED', 'no-folder'],
  ['renew', 403, 'E_FORBIDDEN', 'no-folder'],
  ['announce', 401, 'E_NO_ACCESS_TOKEN', 'signed-out'],
  ['save', 401, 'E_INVALID_ACCESS_TOKEN', 'signed-out'],
  ['tus', 403, 'E_USER_DISABLED', 'signed-out'],
  ['announce', 422, 'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE', 'refused'],
  ['announce', 422, 'E_UNPROCESSABLE_ENTITY', 'refused'],
  ['tus', 413, 'UNREADABLE', 'refused'],
])('%s refused with %i %s: %s', (step, status, code, outcome) =>
  expect(outcomeOf({ status, code }, step)).toBe(outcome),
)
