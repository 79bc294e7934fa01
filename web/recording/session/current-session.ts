// The recording of this page. It is outside of React, so that it continues while the person opens other pages. This file is
// part of the first load, so it does not import the recorder.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../../platform/listeners.ts'
import type { RecordingSession, SessionState } from '../types.ts'

let current: RecordingSession | null = null
let stopFollowing: (() => void) | undefined
const { subscribe, notify } = makeListeners()

export function currentSession(): RecordingSession | null {
  return current
}

export function setCurrentSession(session: RecordingSession | null): void {
  stopFollowing?.()
  current = session
  stopFollowing = session?.subscribe(notify)
  notify()
}

/** For parts that need no more than this. */
export function useIsRecording(): boolean {
  return useSyncExternalStore(subscribe, () => current !== null)
}

/** Null: nothing is recorded in this page, and nothing that was recorded in it waits to be finished. */
export function useCurrentSession(): SessionState | null {
  return useSyncExternalStore(subscribe, () => current?.get() ?? null)
}
