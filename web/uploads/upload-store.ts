// The uploads of this page. They live outside React: whoever walks to another folder while a file is on its way does not
// stop it.
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

/** Adds an upload; one that is there already under this id is replaced. */
export const addUpload = (upload: Upload): void =>
  publish([...uploads.filter(({ uploadId }) => uploadId !== upload.uploadId), upload])

export const tellUpload = (uploadId: number, event: UploadEvent): void =>
  publish(uploads.map((upload) => (upload.uploadId === uploadId ? afterEvent(upload, event) : upload)))

/** Forgets what has reached its end. */
export const clearEnded = (): void => publish(uploads.filter(isRunning))

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads)

/** The upload of this page with this id; null when another page or nobody sends it. */
export const useUpload = (uploadId: number | null): Upload | null =>
  useSyncExternalStore(subscribe, () => (uploadId === null ? null : findUpload(uploadId)))
