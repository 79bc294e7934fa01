import { availableParallelism } from 'node:os'

/**
 * Chunks that one worker recognises side by side: two processes of one thread beat one of two, so one per core. The API's
 * share is protected by nice, not by leaving a core idle.
 */
export const RECOGNISERS = availableParallelism()
