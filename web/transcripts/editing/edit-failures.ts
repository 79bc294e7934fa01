import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { EditMessage } from './edit-message.ts'

/** What a failed save or lock request means for somebody who edits. */
export type Verdict =
  /** The network or the server: nothing is decided, try again. */
  | 'again'
  /** Others changed blocks of the save since it was begun, or took some away: put it on today's text. */
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
  if ((code === 'E_CONFLICT' && body['reason'] === 'revision') || namesUnknownBlocks(error)) return 'stale'
  return code === 'E_UNPROCESSABLE_ENTITY' || status === 400 || status === 413 ? 'refused' : 'lost'
}

/** The transcript has none of the blocks that the server finds fault with: what is shown here is out of step (EDIT-54). */
function namesUnknownBlocks({ code, fields }: ApiError): boolean {
  const faults = Object.entries(fields)
  const isUnknown = ([path, codes]: (typeof faults)[number]) =>
    BLOCK_NAME.test(path) && codes.every((fault) => fault === 'incorrect')
  return code === 'E_UNPROCESSABLE_ENTITY' && faults.length > 0 && faults.every(isUnknown)
}

/** Where a change set names a block. */
const BLOCK_NAME = /^(?:blocks\.\d+\.uuid|delete\.\d+|(?:speaker|section)\.\d+\.(?:block_uuid|child_block_uuids\.\d+))$/

/** The lock that stands in the way, where the refusal names it. */
export const lockIn = (error: unknown): EditLock | null =>
  error instanceof ApiError ? ((error.body['lock'] as EditLock | null | undefined) ?? null) : null

/** What to say of a lock that is lost: by a failure, or (null) because another lock, `lock`, was announced. */
export function whyLost(error: unknown, { lock, me }: { lock: EditLock | null; me: number }): EditMessage {
  const code = error instanceof ApiError ? error.code : null
  if (error !== null && code !== 'E_LOCKED' && code !== 'E_CONFLICT') return { kind: 'failed', error }
  if (lock) return { kind: lock.by.id === me ? 'takenOver' : 'lockedByOther' }
  // They have taken the lock and given it back: in another tab, or by an import.
  const isOwn = error instanceof ApiError && error.body['is_own'] === true
  return { kind: isOwn ? 'endedElsewhere' : 'lockedByOther' }
}

/** Milliseconds before the next attempt, the first being number 0. */
export const retryDelay = (attempt: number): number => Math.min(30_000, 1_000 * 2 ** attempt)
