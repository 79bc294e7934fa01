import { BUSY_REASON } from '@kaiwa/contract/errors.ts'
import { Refusal } from '../refusal.ts'
import { ThreadFailure } from './thread-failure.ts'

/**
 * Maps the failure of a task to the answer of its request. `tooLarge` is the answer for a task that exceeded its memory
 * or computing time, which would fail again; pass it only if the request itself brought the input. All other failures
 * are answered as unavailable.
 */
export async function refusingFailure<T>(work: Promise<T>, tooLarge?: Refusal): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error
    const isTooLarge = error.reason === 'memory' || error.reason === 'time'
    if (isTooLarge && tooLarge) throw tooLarge
    const details = error.reason === 'busy' ? { reason: BUSY_REASON } : {}
    throw new Refusal('E_UNAVAILABLE', details, { 'retry-after': '5' })
  }
}
