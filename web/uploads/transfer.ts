// The rules of a transfer as pure functions: speed, retries, expiry. Loaded with the first upload.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Upload } from './upload-store.ts'

/** Bytes per second over the last seconds; null while unknown. */
export function speedOf({ samples }: Pick<Upload, 'samples'>): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 500 || last.sent <= first.sent) return null
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000
}

/** Whole seconds until everything is sent; null while the speed is unknown. */
export function secondsLeft(upload: Upload): number | null {
  const speed = speedOf(upload)
  return speed === null ? null : Math.ceil((upload.size - upload.sent) / speed)
}

/** Milliseconds before each further attempt of an upload (UP-07). */
export const RETRY_DELAYS_MS: readonly number[] = LIMITS.uploadRetrySeconds.map((seconds) => seconds * 1000)

/**
 * How to handle a failed request of an upload. `status` is 0 without a response. While offline, the upload waits
 * without retrying.
 */
export function retryDecision(status: number, isOnline: boolean): 'retry' | 'wait' | 'give-up' {
  if (!isOnline) return 'wait'
  // Conflicts (409, 423), rate limits (429) and corrupted bytes (460) are temporary; other 4xx errors are permanent.
  if (status === 409 || status === 423 || status === 429 || status === 460) return 'retry'
  return status >= 400 && status < 500 ? 'give-up' : 'retry'
}

/** Whether the workspace has no storage left. Received bytes are kept, and the upload can be resumed later. */
export function lacksStorage(status: number, body: string): boolean {
  return status === 422 && body.includes('"PROJECT_MAX_STORAGE_EXCEEDED"')
}

/** Whether the credentials of an upload have expired at `now` (milliseconds). */
export function hasExpired({ expiresAt }: Pick<Upload, 'expiresAt'>, now: number): boolean {
  return now >= expiresAt * 1000
}

/** The queue after an upload was moved to the place `to`. An upload that is not in it changes nothing. */
export function moved(queue: readonly number[], uploadId: number, to: number): readonly number[] {
  if (!queue.includes(uploadId)) return queue
  return queue.filter((id) => id !== uploadId).toSpliced(Math.max(0, to), 0, uploadId)
}
