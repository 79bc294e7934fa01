import { BUSY_REASON } from '@kaiwa/contract/errors.ts'
import { Refusal } from '../refusal.ts'
import { ThreadFailure } from './thread-failure.ts'

/**
 * What a request is answered whose task failed: `tooLarge`, where there is one, for a task that reached the memory or time of
 * a thread, because a second attempt would too. A full queue, or a thread that ended by itself, is answered as unavailable.
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
