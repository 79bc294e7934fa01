// The uploads of this page. The store is outside of React, so that uploads continue when the user opens another folder.
import { useSyncExternalStore } from 'react'
import { afterEvent, isRunning } from './upload.ts'
import type { Upload, UploadEvent } from './upload.ts'

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
