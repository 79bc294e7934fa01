import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { EditMessage } from './edit-ports.ts'

/** Meaning of a failed save or lock request for edit mode. */
export type FailureKind =
  /** A failure of the network or the server: retry. */
  | 'retry'
  /** Others have changed or deleted blocks of the save: rebase on the current document. */
  | 'stale'
  /** Another user or tab edits now, or the user has lost the right to edit. */
  | 'lock-lost'
  /** The server rejects the content of the save: a retry does not help. */
  | 'refused'
  /** The session has ended. */
  | 'signed-out'

export function classifyFailure(error: unknown): FailureKind {
  // The call timed out.
  if (!(error instanceof ApiError)) return 'retry'
  const { code, status, body } = error
  if (code === 'OFFLINE' || code === 'UNREADABLE' || status >= 500 || status === 429 || status === 408) return 'retry'
  if (status === 401 || code === 'E_USER_DISABLED') return 'signed-out'
  if ((code === 'E_CONFLICT' && body['reason'] === 'revision') || namesUnknownBlocks(error)) return 'stale'
  return code === 'E_UNPROCESSABLE_ENTITY' || status === 400 || status === 413 ? 'refused' : 'lock-lost'
}

/** Whether the server rejects only block ids that it does not know: this tab shows another version (EDIT-54). */
function namesUnknownBlocks({ code, fields }: ApiError): boolean {
  const faults = Object.entries(fields)
  const isUnknown = ([path, codes]: (typeof faults)[number]) =>
    BLOCK_NAME.test(path) && codes.every((fault) => fault === 'incorrect')
  return code === 'E_UNPROCESSABLE_ENTITY' && faults.length > 0 && faults.every(isUnknown)
}

/** Paths of a change set that hold the id of a block. */
const BLOCK_NAME = /^(?:blocks\.\d+\.uuid|delete\.\d+|(?:speaker|section)\.\d+\.(?:block_uuid|child_block_uuids\.\d+))$/

/** The conflicting lock in the body of a refusal; null without one. */
export function conflictingLock(error: unknown): EditLock | null {
  return error instanceof ApiError ? ((error.body['lock'] as EditLock | null | undefined) ?? null) : null
}

/** Message for a lost lock. `error` is null when a message announced another lock, `lock`. */
export function lockLossMessage(
  error: unknown,
  { lock, userId }: { lock: EditLock | null; userId: number },
): EditMessage {
  const code = error instanceof ApiError ? error.code : null
  if (error !== null && code !== 'E_LOCKED' && code !== 'E_CONFLICT') return { kind: 'failed', error }
  if (lock) return { kind: lock.by.id === userId ? 'takenOver' : 'lockedByOther' }
  // The lock was taken and released since: in another tab, or by an import.
  const isOwn = error instanceof ApiError && error.body['is_own'] === true
  return { kind: isOwn ? 'endedElsewhere' : 'lockedByOther' }
}

/** Milliseconds before a retry; `attempt` counts from 0. */
export function retryDelay(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** attempt)
}
