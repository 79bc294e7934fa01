import { LIMITS } from '@kaiwa/contract/limits.ts'
import { readTime } from '../transcripts/times-text.ts'

export type ClipKind = 'audio' | 'video'

/** Maximum length of a clip in minutes. */
export const CLIP_MINUTES: Readonly<Record<ClipKind, number>> = {
  audio: LIMITS.clipMinutes,
  video: LIMITS.videoClipMinutes,
}

/** The times of a clip in seconds, or the field that is wrong and why. */
export type ClipTimes =
  | { start: number; end: number }
  | { field: 'start' | 'end'; fault: 'format' | 'order' | 'tooLong' | 'pastEnd' }

/** Reads the two text fields of a clip. `duration` is that of the recording in seconds. */
export function readClipTimes(texts: { start: string; end: string }, kind: ClipKind, duration: number): ClipTimes {
  const [start, end] = [readTime(texts.start), readTime(texts.end)]
  if (start === null) return { field: 'start', fault: 'format' }
  if (end === null) return { field: 'end', fault: 'format' }
  if (start >= duration) return { field: 'start', fault: 'pastEnd' }
  if (end <= start) return { field: 'end', fault: 'order' }
  if (end - start > CLIP_MINUTES[kind] * 60) return { field: 'end', fault: 'tooLong' }
  return { start, end }
}
