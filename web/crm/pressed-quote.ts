// The quote whose play button was pressed last: the recording of only one quote plays.
import { useSyncExternalStore } from 'react'

/** Identifies a shown quote. */
type QuoteKey = object

let pressed: QuoteKey | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function pressQuote(key: QuoteKey): void {
  pressed = key
  for (const listener of listeners) listener()
}

export function useIsPressedQuote(key: QuoteKey): boolean {
  return useSyncExternalStore(subscribe, () => pressed === key)
}
