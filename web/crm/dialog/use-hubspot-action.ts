// An action that reaches HubSpot. When HubSpot asks to wait, it is repeated after that time, until it is aborted.
import { useEffect, useRef, useState } from 'react'
import { isWait, MAX_WAITS, retryTime } from '../queries.ts'

class Aborted extends Error {
  override name = 'Aborted'
}

function sleep(until: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Aborted())
      return
    }
    const timer = setTimeout(resolve, Math.max(0, until - Date.now()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Aborted())
    })
  })
}

export function useHubspotAction() {
  const controller = useRef<AbortController | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  const abort = () => controller.current?.abort()
  // A closed dialog repeats nothing.
  useEffect(() => () => controller.current?.abort(), [])
  const attempt = async <T>(action: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (let waits = 0; ; waits += 1) {
      try {
        return await action()
      } catch (error) {
        // Aborted during the request: its outcome is reported, but it is not repeated.
        if (!isWait(error) || signal.aborted || waits >= MAX_WAITS) throw error
        const until = retryTime(error)
        setWaitUntil(until)
        await sleep(until, signal)
        setWaitUntil(null)
      }
    }
  }
  return {
    isRunning,
    /** Until when HubSpot asks to wait; null while it does not. */
    waitUntil,
    /** Ends a wait. A request that is under way is not repeated. */
    abort,
    isAbort: (error: unknown) => error instanceof Aborted,
    run: async <T>(action: () => Promise<T>): Promise<T> => {
      abort()
      const own = new AbortController()
      controller.current = own
      setIsRunning(true)
      try {
        return await attempt(action, own.signal)
      } finally {
        if (controller.current === own) {
          setWaitUntil(null)
          setIsRunning(false)
        }
      }
    },
  }
}
