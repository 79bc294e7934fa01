import { useCallback, useEffect, useRef } from 'react'

/** Throttles `run` to at most one call in `pause` milliseconds; a burst of messages causes a single call at its end. */
export function useThrottledCallback(run: () => void, pause = 500): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      latest.current()
    }, pause)
  }, [pause])
}
