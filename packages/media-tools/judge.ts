import type { Probe } from './probe.ts'

/** Why a recording cannot become a transcript, in the words of `failed_reason`. */
export type MediaVerdict = 'ok' | 'pre-processing-failed' | 'no-audio-detected' | 'max-file-size-exceeded'

/** Judges what ffprobe found. `null` is a file it could not read; the limit is in seconds, a rest below one second is padding. */
export function judgeProbe(probe: Probe | null, limits: { maxSeconds: number }): MediaVerdict {
  if (!probe || (!probe.audio && !probe.video)) return 'pre-processing-failed'
  if (!probe.audio) return 'no-audio-detected'
  if (probe.duration !== null && probe.duration >= limits.maxSeconds + 1) return 'max-file-size-exceeded'
  return 'ok'
}

/**
 * Judges the sound that really came out, in seconds. A header that counts its samples and is followed by much less was cut off: a
 * transcript of the first half that looks like the whole would be worse than none.
 */
export function judgeDecoded(probe: Probe, decodedSeconds: number): MediaVerdict {
  if (decodedSeconds <= 0) return 'pre-processing-failed'
  const promised = probe.audio?.duration ?? null
  const counted = probe.container === 'mp4' || probe.container === 'flac'
  return counted && promised !== null && decodedSeconds < promised * 0.9 - 1 ? 'pre-processing-failed' : 'ok'
}
