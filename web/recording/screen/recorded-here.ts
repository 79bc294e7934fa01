// Whether this browser may have unfinished recordings: small enough for the folder page, which opens the store of recordings
// only then.
import { useSyncExternalStore } from 'react'
import { localStore } from '../../platform/browser-storage.ts'
import { makeListeners } from '../../platform/listeners.ts'

/** Set in the local storage of the browser while recordings are stored in it. */
const STORED = 'kaiwa.recordings'

const { subscribe, notify } = makeListeners()

function hasStored(): boolean {
  return localStore.read(STORED) !== null
}

export function setStoredHere(next: boolean): void {
  if (next === hasStored()) return
  // If it is not kept, unfinished recordings are listed on the recording screen only.
  localStore.write(STORED, next ? '' : null)
  notify()
}

/** True if this browser may have unfinished recordings. */
export function useIsStoredHere(): boolean {
  return useSyncExternalStore(subscribe, hasStored)
}
