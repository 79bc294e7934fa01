// Whether this page has a recording, and whether this browser may have unfinished ones: small enough for the frame, which
// loads the rest of recording only then.
import { useSyncExternalStore } from 'react'

/** Set in the local storage of the browser while recordings are stored in it. */
const STORED = 'kaiwa.recordings'

let isRecording = false
const listeners = new Set<() => void>()

function publish(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setRecordingHere(next: boolean): void {
  isRecording = next
  publish()
}

export function isRecordingHere(): boolean {
  return isRecording
}

/** True from the start of a recording of this page until it is sent or discarded. */
export function useIsRecordingHere(): boolean {
  return useSyncExternalStore(subscribe, isRecordingHere)
}

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
  publish()
}

/** True if this browser may have unfinished recordings. */
export function useIsStoredHere(): boolean {
  return useSyncExternalStore(subscribe, hasStored)
}
