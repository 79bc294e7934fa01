// The citation that was pressed last. The page of its file shows it, also if the file is opened for it.
import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { onSessionEnd } from '../platform/session.ts'

export interface Cited {
  citation: Citation
  /** `performance.now()` of the press. */
  at: number
}

let cited: Cited | null = null
const { subscribe, notify } = makeListeners()

function publish(next: Cited | null): void {
  cited = next
  notify()
}

/** Each call is a new press, also of the same citation. */
export function pressCitation(citation: Citation): void {
  publish({ citation, at: performance.now() })
}

onSessionEnd(() => publish(null))

export function useCited(): Cited | null {
  return useSyncExternalStore(subscribe, () => cited)
}
