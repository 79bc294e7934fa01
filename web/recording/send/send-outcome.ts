// Maps a refused request of a recording to the next step of its sender. Pure.
import type { ApiError } from '../../platform/api-error.ts'

/** Kind of the refused request. */
export type SendStep = 'announce' | 'renew' | 'save' | 'tus' | 'complete'

export type SendOutcome =
  /** Try again later. */
  | 'wait'
  /** Ask the server how much it has. */
  | 'find-offset'
  /** Ask for credentials, which also says whether the upload is still there. */
  | 'renew'
  /** The server does not have the upload any more. */
  | 'announce'
  /** The upload is of no use: cancel it, and begin another one. */
  | 'restart'
  /** The upload is complete already. */
  | 'complete'
  | 'no-storage'
  | 'no-folder'
  | 'signed-out'
  | 'refused'

/** Conflicts of two requests, too many requests, damaged bytes. */
const TEMPORARY = new Set([408, 423, 425, 429, 460])

const BY_STATUS: Record<SendStep, Partial<Record<number, SendOutcome>>> = {
  announce: { 403: 'no-folder', 404: 'no-folder' },
  renew: { 403: 'no-folder', 404: 'announce', 409: 'complete' },
  // 422: the server knows other segments, as after bytes were lost on the device.
  save: { 403: 'no-folder', 404: 'renew', 409: 'complete', 422: 'restart' },
  // 410: the server has lost bytes that it had confirmed.
  tus: { 401: 'renew', 403: 'renew', 404: 'renew', 409: 'find-offset', 410: 'restart' },
  complete: { 403: 'no-folder', 404: 'renew', 409: 'find-offset' },
}

export function outcomeOf({ status, code }: Pick<ApiError, 'status' | 'code'>, step: SendStep): SendOutcome {
  if (status === 0 || status >= 500 || TEMPORARY.has(status)) return 'wait'
  if (code === 'PROJECT_MAX_STORAGE_EXCEEDED') return 'no-storage'
  // The folder is full.
  if (code === 'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED') return 'no-folder'
  if (code === 'E_USER_DISABLED' || (status === 401 && step !== 'tus')) return 'signed-out'
  return BY_STATUS[step][status] ?? 'refused'
}
