// Whether this browser may have unfinished recordings: small enough for the folder page, which opens the store of recordings
// only then.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../../platform/listeners.ts'

/** Set in the local storage of the browser while recordings are stored in it. */
const STORED = 'kaiwa.recordings'

const { subscribe, notify } = makeListeners()

function hasStored(): boolean {
  try {
    return localStorage.getItem(STORED) !== null
  } catch {
    // Storage may be forbidden.
    return false
  }
}

export function setStoredHere(next: boolean): void {
  if (next === hasStored()) return
  try {
    if (next) localStorage.setItem(STORED, '')
    else localStorage.removeItem(STORED)
  } catch {
    // Without the mark, unfinished recordings are listed on the recording screen only.
  }
  notify()
}

/** True if this browser may have unfinished recordings. */
export function useIsStoredHere(): boolean {
  return useSyncExternalStore(subscribe, hasStored)
}
