import { availableParallelism } from 'node:os'

/**
 * Chunks that one worker recognises in parallel: one per core, because two single-threaded processes are faster than
 * one with two threads. The priority (nice) protects the CPU share of the API, not an idle core.
 */
export const RECOGNITION_CONCURRENCY = availableParallelism()
