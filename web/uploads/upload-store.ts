// The uploads of this page. The store is outside of React, so that uploads continue when the user opens another folder.
import { useSyncExternalStore } from 'react'
import { afterEvent, isRunning } from './upload.ts'
import type { Upload, UploadEvent } from './upload.ts'

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

const publish = (next: readonly Upload[]): void => {
  uploads = next
  if (uploads.some(isRunning)) globalThis.addEventListener('beforeunload', warnBeforeLeaving)
  else globalThis.removeEventListener('beforeunload', warnBeforeLeaving)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const findUpload = (uploadId: number): Upload | null =>
  uploads.find((upload) => upload.uploadId === uploadId) ?? null

/** Adds an upload, or replaces the one with the same id. */
export const addUpload = (upload: Upload): void =>
  publish([...uploads.filter(({ uploadId }) => uploadId !== upload.uploadId), upload])

export const dispatchUploadEvent = (uploadId: number, event: UploadEvent): void =>
  publish(uploads.map((upload) => (upload.uploadId === uploadId ? afterEvent(upload, event) : upload)))

/** Removes ended uploads. */
export const clearEnded = (): void => publish(uploads.filter(isRunning))

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads)

/** The upload with this id; null when this page is not sending it. */
export const useUpload = (uploadId: number | null): Upload | null =>
  useSyncExternalStore(subscribe, () => (uploadId === null ? null : findUpload(uploadId)))
