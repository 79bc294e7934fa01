// The quote whose play button was pressed last: the recording of only one quote plays.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'

/** Identifies a shown quote. */
type QuoteKey = object

let pressed: QuoteKey | null = null
const { subscribe, notify } = makeListeners()

export function pressQuote(key: QuoteKey): void {
  pressed = key
  notify()
}

export function useIsPressedQuote(key: QuoteKey): boolean {
  return useSyncExternalStore(subscribe, () => pressed === key)
}
