import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { ApiError } from '../../platform/api-error.ts'

/** What a failed save or lock request means for somebody who edits. */
export type Verdict =
  /** The network or the server: nothing is decided, try again. */
  | 'again'
  /** Others changed blocks of the save since it was begun: put it on today's text. */
  | 'stale'
  /** Somebody else, or another tab, edits now; or this person may not any more. */
  | 'lost'
  /** The server finds fault with what is to be saved: trying again does not help. */
  | 'refused'
  /** The session is over. */
  | 'signed-out'

export function verdictOf(error: unknown): Verdict {
  // A call that was given up after its time.
  if (!(error instanceof ApiError)) return 'again'
  const { code, status, body } = error
  if (code === 'OFFLINE' || code === 'UNREADABLE' || status >= 500 || status === 429 || status === 408) return 'again'
  if (status === 401 || code === 'E_USER_DISABLED') return 'signed-out'
  if (code === 'E_CONFLICT' && body['reason'] === 'revision') return 'stale'
  return code === 'E_UNPROCESSABLE_ENTITY' || status === 400 || status === 413 ? 'refused' : 'lost'
}

/** The lock that stands in the way, where the refusal names it. */
export const lockIn = (error: unknown): EditLock | null =>
  error instanceof ApiError ? ((error.body['lock'] as EditLock | null | undefined) ?? null) : null

/** Milliseconds before the next attempt, the first being number 0. */
export const retryDelay = (attempt: number): number => Math.min(30_000, 1_000 * 2 ** attempt)
