import { useSyncExternalStore } from 'react'

const SECOND_MS = 1_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, SECOND_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

function read(): number {
  // Without listeners the stored time is outdated.
  if (listeners.size === 0) now = Date.now()
  return now
}

function subscribeToNothing(): () => void {
  return () => undefined
}

function readNothing(): number {
  return 0
}

/**
 * Milliseconds since the epoch, updated every second. All components share one timer; only components that read it
 * rerender. Zero while it is not needed.
 */
export function useNow(isNeeded = true): number {
  const getSnapshot = isNeeded ? read : readNothing
  return useSyncExternalStore(isNeeded ? subscribe : subscribeToNothing, getSnapshot, getSnapshot)
}
