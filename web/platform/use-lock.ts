import { useState } from 'react'
import { useNow } from './ticker.ts'

/** A lock that opens by itself: `seconds` left of it, 0 once it is open. */
export const useLock = (duration: number, isLockedAtFirst = false): { seconds: number; lock: () => void } => {
  const now = useNow()
  const [until, setUntil] = useState(() => (isLockedAtFirst ? Date.now() + duration * 1000 : 0))
  const left = Math.ceil((until - now) / 1000)
  return {
    // The clock that renders may be up to a second behind the one that locked.
    seconds: Math.max(0, Math.min(duration, left)),
    lock: () => setUntil(Date.now() + duration * 1000),
  }
}
