import { embedSegments, readSegment, type Voice } from '@kaiwa/speech'
import type { AvailableEngine } from './active-engine.ts'

/** The voices of a chunk, by models where the engine has them, else by the classical method. Times from its start. */
export const voicesOf = async (wav: Uint8Array, engine: AvailableEngine, signal: AbortSignal): Promise<Voice[]> => {
  const samples = readSegment(wav)
  return engine.listen ? engine.listen(samples, signal) : embedSegments(samples)
}
