import { useState } from 'react'
import { useNow } from './use-now.ts'

/** A waiting time before an action can be repeated: `seconds` until its end, 0 when it is over. */
export function useCooldown(duration: number, isStarted = false): { seconds: number; start: () => void } {
  const now = useNow()
  const [until, setUntil] = useState(() => (isStarted ? Date.now() + duration * 1000 : 0))
  const left = Math.ceil((until - now) / 1000)
  return {
    // The shared clock may be up to a second behind the time of the start.
    seconds: Math.max(0, Math.min(duration, left)),
    start: () => setUntil(Date.now() + duration * 1000),
  }
}
