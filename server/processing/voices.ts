import { embedSegments, readSegment, type Voice } from '@kaiwa/speech'
import type { AvailableEngine } from './active-engine.ts'

/**
 * The voices of a chunk, from models if the engine has them, otherwise from the classical method. Times are relative to
 * the chunk's start.
 */
export const voicesOf = async (wav: Uint8Array, engine: AvailableEngine, signal: AbortSignal): Promise<Voice[]> => {
  const samples = readSegment(wav)
  return engine.listen ? engine.listen(samples, signal) : embedSegments(samples)
}
