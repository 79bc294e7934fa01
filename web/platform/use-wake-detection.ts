import { useEffect, useRef } from 'react'
import { watchWake } from './wake-detection.ts'

/** Calls `onReturn` when the page wakes up or the network is back, while the component is mounted. */
export function useWakeDetection(onReturn: () => void): void {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => watchWake(() => latest.current()), [])
}
