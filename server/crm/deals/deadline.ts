// The time limit of an action that calls HubSpot several times. Proxies end a request after 60 seconds: the person gets an
// answer of Kaiwa before that.
import { CRM_UNAVAILABLE_REASON, CRM_WAIT_REASON } from '@kaiwa/contract/crm-words.ts'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'

const ACTION_MS = 50_000
const RETRY_SECONDS = 5

export function pleaseWait(seconds: number): Refusal {
  return new Refusal('E_UNAVAILABLE', { reason: CRM_WAIT_REASON }, { 'retry-after': String(seconds) })
}

export interface Deadline {
  /** Milliseconds until the end; not below 0. */
  left: () => number
}

/**
 * The result of `run`, or a refusal with E_UNAVAILABLE (`crm.unavailable`) when the time is up. `run` continues in that case,
 * so that a write that was sent is recorded; it must not begin what others do not expect after the refusal.
 */
export async function withDeadline<T>(
  app: Pick<App, 'log'>,
  run: (deadline: Deadline) => Promise<T>,
  limitMs: number = ACTION_MS,
): Promise<T> {
  const end = performance.now() + limitMs
  const { promise: late, reject } = Promise.withResolvers<never>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(new Refusal('E_UNAVAILABLE', { reason: CRM_UNAVAILABLE_REASON }, { 'retry-after': String(RETRY_SECONDS) }))
  }, limitMs)
  const running = run({ left: () => Math.max(0, end - performance.now()) })
  running.catch((error: unknown) => {
    if (isLate) app.log.warn({ err: error }, 'call of HubSpot failed after its deadline')
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}
