import { useCallback, useEffect, useRef } from 'react'

/** A function that calls `run` at most once in `pause` milliseconds: a burst of messages becomes one call behind it. */
export const useCalm = (run: () => void, pause = 500): (() => void) => {
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
