import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { clusterSpeakers, type Diarisation } from '../../diarisation/cluster-speakers.ts'
import { embedSegments } from '../../diarisation/embed-segments.ts'
import { shiftVoices } from '../../diarisation/voice.ts'

/**
 * Diarisation without models. `segments` are parts of the recording with their offset in seconds. Features are computed
 * per segment, so they can also be computed elsewhere with `embedSegments` and stored.
 */
export function diariseClassically(
  segments: Iterable<{ samples: Int16Array; offset: number }>,
  { speakers = 0 }: { speakers?: number } = {},
): Diarisation {
  const voices = [...segments].flatMap(({ samples, offset }) => shiftVoices(embedSegments(samples), offset))
  return clusterSpeakers(voices, speakers)
}

/** Splits a recording into segments of 30 s. For recordings that fit into memory. */
export function segmentsOf(samples: Int16Array): { samples: Int16Array; offset: number }[] {
  const size = 30 * SPEECH_RATE
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, n) => ({
    samples: samples.subarray(n * size, (n + 1) * size),
    offset: n * 30,
  }))
}
