import { useEffect, useRef } from 'react'
import { watchAwakening } from './awakening.ts'

/** Calls `onReturn` when the page wakes up or the network is back, while the component is mounted. */
export const useAwakening = (onReturn: () => void): void => {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => watchAwakening(() => latest.current()), [])
}
