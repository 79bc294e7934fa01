import { useState } from 'react'
import { useNow } from './ticker.ts'

/** A temporary lock: `seconds` until it ends, 0 when unlocked. */
export const useLock = (duration: number, isLockedAtFirst = false): { seconds: number; lock: () => void } => {
  const now = useNow()
  const [until, setUntil] = useState(() => (isLockedAtFirst ? Date.now() + duration * 1000 : 0))
  const left = Math.ceil((until - now) / 1000)
  return {
    // The shared clock may be up to a second behind the time of locking.
    seconds: Math.max(0, Math.min(duration, left)),
    lock: () => setUntil(Date.now() + duration * 1000),
  }
}
