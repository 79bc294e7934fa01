// Notices a new version of the program, and reloads the page when the person agrees and nothing is lost by it.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { pageVersion, serverVersion } from '../platform/program-version.ts'
import { losesWork } from './loses-work.ts'

/** Milliseconds between two questions for the version of the server. */
const CHECK_MS = 15 * 60_000
/** A window that is shown again asks at most once in this time. */
const MIN_CHECK_MS = 60_000
/** Interval at which a wanted update asks whether anything would be lost. */
const WAIT_MS = 500

export interface UpdateState {
  /** The version of the server, when it is another than that of this page. */
  available: string | null
  /** `waiting`: agreed to, as soon as nothing would be lost. */
  phase: 'idle' | 'checking' | 'waiting' | 'unreachable'
}

let state: UpdateState = { available: null, phase: 'idle' }
const { subscribe, notify } = makeListeners()
let lastCheck = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

function change(next: Partial<UpdateState>): void {
  state = { ...state, ...next }
  notify()
}

/** Asks the server for its version. A new one is also fetched by the service worker, before the page is reloaded. */
export async function checkForUpdate(): Promise<void> {
  if (state.phase === 'checking' || pageVersion() === '') return
  const isWaiting = state.phase === 'waiting'
  if (!isWaiting) change({ phase: 'checking' })
  lastCheck = Date.now()
  const version = await serverVersion()
  const isNew = version !== null && version !== pageVersion()
  if (isNew && version !== state.available) {
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
    await worker?.update().catch(() => undefined)
  }
  // Without an answer, what is known stays.
  const available = version === null ? state.available : isNew ? version : null
  change({ available, ...(isWaiting ? {} : { phase: version === null ? 'unreachable' : 'idle' }) })
}

function reloadWhenIdle(): void {
  if (state.phase !== 'waiting') return
  if (losesWork()) timer = setTimeout(reloadWhenIdle, WAIT_MS)
  else globalThis.location.reload()
}

/** Reloads the page, now or as soon as nothing would be lost by it. */
export function updateNow(): void {
  clearTimeout(timer)
  change({ phase: 'waiting' })
  reloadWhenIdle()
}

export function cancelUpdate(): void {
  clearTimeout(timer)
  change({ phase: 'idle' })
}

/** Checks in intervals, and when the window is shown again or the network is back. */
export function watchUpdates(): void {
  const check = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastCheck > MIN_CHECK_MS) void checkForUpdate()
  }
  setInterval(() => void checkForUpdate(), CHECK_MS)
  document.addEventListener('visibilitychange', check)
  globalThis.addEventListener('online', check)
}

export function useUpdate(): UpdateState {
  return useSyncExternalStore(subscribe, () => state)
}
