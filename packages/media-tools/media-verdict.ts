import type { Probe } from './probe.ts'

/** Result of the check: 'ok', or the `failed_reason` of the recording. */
export type MediaVerdict = 'ok' | 'pre-processing-failed' | 'no-audio-detected' | 'max-file-size-exceeded'

/** Judges what ffprobe found. `null` is a file it could not read; the limit is in seconds, a rest below one second is padding. */
export function checkProbe(probe: Probe | null, limits: { maxSeconds: number }): MediaVerdict {
  if (!probe || (!probe.audio && !probe.video)) return 'pre-processing-failed'
  if (!probe.audio) return 'no-audio-detected'
  if (probe.duration !== null && probe.duration >= limits.maxSeconds + 1) return 'max-file-size-exceeded'
  return 'ok'
}

/**
 * Judges the number of seconds that were decoded. When the header has a sample count and much less was decoded, the
 * file was truncated. It fails then, because a transcript of its first half would look complete.
 */
export function checkDecodedDuration(probe: Probe, decodedSeconds: number): MediaVerdict {
  if (decodedSeconds <= 0) return 'pre-processing-failed'
  const promised = probe.audio?.duration ?? null
  const counted = probe.container === 'mp4' || probe.container === 'flac'
  return counted && promised !== null && decodedSeconds < promised * 0.9 - 1 ? 'pre-processing-failed' : 'ok'
}
