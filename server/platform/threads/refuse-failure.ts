import { BUSY_REASON } from '@kaiwa/contract/errors.ts'
import { Refusal } from '../refusal.ts'
import { ThreadFailure } from './thread-failure.ts'

/**
 * Turns the failure of a task into the answer to its request. `tooLarge` answers a task that reached the memory of a thread,
 * or its time by computing: a second attempt would fail too. Give it only where the request brought what is too large.
 * Everything else is answered as unavailable.
 */
export const refusingFailure = async <T>(work: Promise<T>, tooLarge?: Refusal): Promise<T> => {
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
