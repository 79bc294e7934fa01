// The uploads of this page: state and events of each upload as pure functions, and the store that holds them. The store is
// outside of React, so that uploads continue when the user opens another folder. send-file.ts creates the events.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '../platform/session.ts'

export type Phase = 'sending' | 'interrupted' | 'finishing' | 'finished' | 'failed' | 'cancelled'

/** Bytes that were sent at a time in milliseconds. */
interface Sample {
  at: number
  sent: number
}

export interface Upload {
  uploadId: number
  uuid: string
  projectId: number
  name: string
  /** Bytes. */
  size: number
  sent: number
  phase: Phase
  /** Expiry of the credentials in Unix seconds. */
  expiresAt: number
  /** Progress of the last seconds, oldest first. */
  samples: readonly Sample[]
}

export type UploadEvent =
  | { type: 'progress'; sent: number; at: number }
  | { type: 'interrupted' }
  | { type: 'resumed'; expiresAt: number }
  | { type: 'allSent' }
  | { type: 'finished' }
  | { type: 'failed' }
  | { type: 'cancelled' }

/** Period over which the speed is measured, in milliseconds. */
const SPEED_WINDOW_MS = 6_000

/** Phases in which each event is handled. In other phases it is ignored as late. */
const HANDLED_IN: Record<UploadEvent['type'], readonly Phase[]> = {
  progress: ['sending'],
  interrupted: ['sending', 'finishing'],
  resumed: ['interrupted'],
  allSent: ['sending'],
  finished: ['finishing'],
  failed: ['sending', 'interrupted', 'finishing'],
  cancelled: ['sending', 'interrupted'],
}

/** Reducer: returns the upload after an event. */
export function afterEvent(upload: Upload, event: UploadEvent): Upload {
  if (!HANDLED_IN[event.type].includes(upload.phase)) return upload
  switch (event.type) {
    case 'progress': {
      const { at, sent } = event
      const recent = upload.samples.filter((sample) => at - sample.at <= SPEED_WINDOW_MS && sample.sent <= sent)
      return { ...upload, sent: Math.min(sent, upload.size), samples: [...recent, { at, sent }] }
    }
    case 'interrupted':
      return { ...upload, phase: 'interrupted', samples: [] }
    case 'resumed':
      return { ...upload, phase: 'sending', samples: [], expiresAt: event.expiresAt }
    case 'allSent':
      return { ...upload, phase: 'finishing', sent: upload.size, samples: [] }
    case 'finished':
    case 'failed':
    case 'cancelled':
      return { ...upload, phase: event.type, samples: [] }
  }
}

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

/** Whole percent; 100 only when the server has received everything. */
export function percentOf({ phase, sent, size }: Pick<Upload, 'phase' | 'sent' | 'size'>): number {
  return phase === 'finished' ? 100 : Math.min(99, Math.floor((sent / Math.max(1, size)) * 100))
}

const RUNNING = new Set<Phase>(['sending', 'interrupted', 'finishing'])

/** Whether leaving the page would interrupt the upload. */
export function isRunning({ phase }: Pick<Upload, 'phase'>): boolean {
  return RUNNING.has(phase)
}

/** Whether all uploads are finished or cancelled, and none has failed. */
export function areAllDone(uploads: readonly Upload[]): boolean {
  return uploads.length > 0 && uploads.every(({ phase }) => phase === 'finished' || phase === 'cancelled')
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

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  return event.preventDefault()
}

function publish(next: readonly Upload[]): void {
  uploads = next
  if (uploads.some(isRunning)) globalThis.addEventListener('beforeunload', warnBeforeLeaving)
  else globalThis.removeEventListener('beforeunload', warnBeforeLeaving)
  for (const listener of listeners) listener()
}

// The names of files are data of the signed-in user.
onSessionEnd(() => publish([]))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function findUpload(uploadId: number): Upload | null {
  return uploads.find((upload) => upload.uploadId === uploadId) ?? null
}

/** Adds an upload, or replaces the one with the same id. */
export function addUpload(upload: Upload): void {
  return publish([...uploads.filter(({ uploadId }) => uploadId !== upload.uploadId), upload])
}

export function dispatchUploadEvent(uploadId: number, event: UploadEvent): void {
  return publish(uploads.map((upload) => (upload.uploadId === uploadId ? afterEvent(upload, event) : upload)))
}

/** Removes ended uploads. */
export function clearEnded(): void {
  return publish(uploads.filter(isRunning))
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads)
}

/** The upload with this id; null when this page is not sending it. */
export function useUpload(uploadId: number | null): Upload | null {
  return useSyncExternalStore(subscribe, () => (uploadId === null ? null : findUpload(uploadId)))
}
