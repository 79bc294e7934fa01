// An action that reaches HubSpot. When HubSpot asks to wait, it is repeated after that time, until it is aborted.
import { useEffect, useRef, useState } from 'react'
import { isWait, retryTime } from '../queries.ts'

class Aborted extends Error {
  override name = 'Aborted'
}

function sleep(until: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
    for (;;) {
      try {
        return await action()
      } catch (error) {
        if (!isWait(error)) throw error
        const until = retryTime(error)
        setWaitUntil(until)
        await sleep(until, signal)
        setWaitUntil(null)
      }
    }
  }
  return {
    isRunning,
    waitUntil,
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
        setWaitUntil(null)
        setIsRunning(false)
      }
    },
  }
}
