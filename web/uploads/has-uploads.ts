// Whether this page has uploads: small enough for every page, which loads the list of uploads and its panel only then.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'

let hasUploads = false
const { subscribe, notify } = makeListeners()

/** Called by the list of uploads (`upload-store.ts`) at each change. */
export function setHasUploads(next: boolean): void {
  if (next === hasUploads) return
  hasUploads = next
  notify()
}

export function useHasUploads(): boolean {
  return useSyncExternalStore(subscribe, () => hasUploads)
}
