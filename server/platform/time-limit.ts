// A limit of time that ends with its work. Node keeps an `AbortSignal.timeout` until its time is over if it has a listener,
// with everything that the listener refers to, or is a source of `AbortSignal.any`.

export interface TimeLimit {
  /** Aborts with `reason` when the time is over. */
  signal: AbortSignal
  /** Its name is TimeoutError, as of `AbortSignal.timeout`. */
  reason: Error
  /** Call it when the work has ended. */
  clear: () => void
}

export function openTimeLimit(seconds: number): TimeLimit {
  const limit = new AbortController()
  const reason = new DOMException(`took longer than ${seconds} s`, 'TimeoutError')
  const timer = setTimeout(() => limit.abort(reason), seconds * 1000)
  return { signal: limit.signal, reason, clear: () => clearTimeout(timer) }
}
