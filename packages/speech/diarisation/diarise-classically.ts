import { sampleRate } from '../audio/wav.ts'
import { clusterSpeakers, type Diarisation } from './cluster-speakers.ts'
import { embedSegments } from './embed-segments.ts'
import { shiftVoices } from './voice.ts'

/**
 * Who speaks when, without models. `segments` are stretches of the recording with their place in it (seconds); features are
 * computed one segment at a time, so that they may as well be computed elsewhere with `embedSegments` and kept.
 */
export function diariseClassically(
  segments: Iterable<{ samples: Int16Array; offset: number }>,
  { speakers = 0 }: { speakers?: number } = {},
): Diarisation {
  const voices = [...segments].flatMap(({ samples, offset }) => shiftVoices(embedSegments(samples), offset))
  return clusterSpeakers(voices, speakers)
}

/** A whole recording as segments of 30 s, for what fits into memory. */
export function segmentsOf(samples: Int16Array): { samples: Int16Array; offset: number }[] {
  const size = 30 * sampleRate
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, n) => ({
    samples: samples.subarray(n * size, (n + 1) * size),
    offset: n * 30,
  }))
}
