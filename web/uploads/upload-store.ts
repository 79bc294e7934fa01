// The uploads of this page: state and events of each upload as pure functions, and the store that holds them. The store is
// outside of React, so that uploads continue when the user opens another folder. send-file.ts creates the events.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { onSessionEnd } from '../platform/session.ts'
import { setHasUploads } from './has-uploads.ts'

/** `queued`: waits until one of the uploads that are sent has ended. */
export type Phase = 'queued' | 'sending' | 'interrupted' | 'finishing' | 'finished' | 'failed' | 'cancelled'

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
  | { type: 'started' }
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
  started: ['queued'],
  progress: ['sending'],
  interrupted: ['queued', 'sending', 'finishing'],
  resumed: ['interrupted', 'failed'],
  allSent: ['sending'],
  // A failed upload may have arrived completely, without its confirmation.
  finished: ['finishing', 'failed'],
  failed: ['queued', 'sending', 'interrupted', 'finishing'],
  cancelled: ['queued', 'sending', 'interrupted'],
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
    case 'started':
      return { ...upload, phase: 'sending' }
    case 'resumed':
      return { ...upload, phase: 'queued', samples: [], expiresAt: event.expiresAt }
    case 'allSent':
      return { ...upload, phase: 'finishing', sent: upload.size, samples: [] }
    case 'finished':
    case 'failed':
    case 'cancelled':
      return { ...upload, phase: event.type, samples: [] }
  }
}

/** Whole percent; 100 only when the server has received everything. */
export function percentOf({ phase, sent, size }: Pick<Upload, 'phase' | 'sent' | 'size'>): number {
  return phase === 'finished' ? 100 : Math.min(99, Math.floor((sent / Math.max(1, size)) * 100))
}

const RUNNING = new Set<Phase>(['queued', 'sending', 'interrupted', 'finishing'])

/** Whether leaving the page would interrupt the upload. */
export function isRunning({ phase }: Pick<Upload, 'phase'>): boolean {
  return RUNNING.has(phase)
}

/** Whether all uploads are finished or cancelled, and none has failed. */
export function areAllDone(uploads: readonly Upload[]): boolean {
  return uploads.length > 0 && uploads.every(({ phase }) => phase === 'finished' || phase === 'cancelled')
}

/** The list with its waiting uploads in the order of the queue, in the places of waiting ones. */
export function inQueueOrder(all: readonly Upload[], queue: readonly number[]): readonly Upload[] {
  const place = ({ uploadId }: Upload) => {
    const index = queue.indexOf(uploadId)
    return index === -1 ? queue.length : index
  }
  const waiting = all.filter(({ phase }) => phase === 'queued').toSorted((a, b) => place(a) - place(b))
  let next = 0
  return all.map((upload) => (upload.phase === 'queued' ? (waiting[next++] ?? upload) : upload))
}

let uploads: readonly Upload[] = []
const { subscribe, notify } = makeListeners()

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  return event.preventDefault()
}

function publish(next: readonly Upload[]): void {
  const [wasRunning, isAnyRunning] = [uploads.some(isRunning), next.some(isRunning)]
  uploads = next
  if (isAnyRunning && !wasRunning) globalThis.addEventListener('beforeunload', warnBeforeLeaving)
  if (!isAnyRunning && wasRunning) globalThis.removeEventListener('beforeunload', warnBeforeLeaving)
  setHasUploads(next.length > 0)
  notify()
}

// The names of files are data of the signed-in user.
onSessionEnd(() => publish([]))

/** Calls `listener` after every change. Returns a function that ends this. */
export const onUploadsChanged = subscribe

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

/** Shows the waiting uploads in the order in which they will be sent. */
export function orderQueued(queue: readonly number[]): void {
  return publish(inQueueOrder(uploads, queue))
}

export function removeUpload(uploadId: number): void {
  return publish(uploads.filter((upload) => upload.uploadId !== uploadId))
}

/** Removes ended uploads. */
export function clearEnded(): void {
  return publish(uploads.filter(isRunning))
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(onUploadsChanged, () => uploads)
}

/** The upload with this id; null when this page is not sending it. */
export function useUpload(uploadId: number | null): Upload | null {
  return useSyncExternalStore(onUploadsChanged, () => (uploadId === null ? null : findUpload(uploadId)))
}
