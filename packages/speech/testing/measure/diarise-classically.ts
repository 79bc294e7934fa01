import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { clusterSpeakers, type Diarisation } from '../../diarisation/cluster-speakers.ts'
import { embedSegments } from '../../diarisation/embed-segments.ts'
import { shiftVoices, type Voice } from '../../diarisation/voice.ts'
import type { Interval } from '../../engine.ts'
import type { VoiceActivity } from '../../voice-activity/voice-activity.ts'

export interface Segment {
  samples: Int16Array
  /** In seconds of the recording. */
  offset: number
}

/** A segment with its stretches of speech, in seconds from its start. */
export type HeardSegment = Segment & { speech: readonly Interval[] }

/** Splits a recording into segments of 30 s. For recordings that fit into memory. */
export function segmentsOf(samples: Int16Array): Segment[] {
  const size = 30 * SPEECH_RATE
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, n) => ({
    samples: samples.subarray(n * size, (n + 1) * size),
    offset: n * 30,
  }))
}

/** Splits a recording into segments and finds the speech in each. */
export async function hearSegments(samples: Int16Array, detector: VoiceActivity): Promise<HeardSegment[]> {
  const { signal } = new AbortController()
  const heard: HeardSegment[] = []
  for (const segment of segmentsOf(samples))
    heard.push({ ...segment, speech: await detector.detect(segment.samples, signal) })
  return heard
}

/** The voices of a recording without models for voices, as the product stores them segment by segment. */
export function classicalVoices(segments: readonly HeardSegment[]): Voice[] {
  return segments.flatMap(({ samples, offset, speech }) => shiftVoices(embedSegments(samples, speech), offset))
}

/** Diarisation without models for voices. */
export function diariseClassically(
  segments: readonly HeardSegment[],
  { speakers = 0 }: { speakers?: number } = {},
): Diarisation {
  return clusterSpeakers(classicalVoices(segments), speakers)
}
