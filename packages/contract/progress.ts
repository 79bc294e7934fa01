// How much of an analysis is done, between measurements. A new estimate of the end continues from the share that was shown,
// so that the share never decreases during a run: on no page, for no reader, and also after a reload.
import { LIMITS } from './limits.ts'

/** `share` of the work was done at `at`, and all of it is expected to be at `end`. Times in milliseconds since the epoch. */
export interface Course {
  share: number
  at: number
  end: number
}

/** Nothing is shown as done before it is. */
export const PROGRESS_CAP = LIMITS.progressCapPercent / 100

/** The share that is done at a time: it grows evenly from `at` to `end`. */
export function shareAt({ share, at, end }: Course, now: number): number {
  if (now <= at) return share
  if (end <= at) return PROGRESS_CAP
  return Math.min(PROGRESS_CAP, share + ((1 - share) * (now - at)) / (end - at))
}

/** When the share reaches its cap. */
export function capReachedAt({ share, at, end }: Course): number {
  return share >= PROGRESS_CAP ? at : at + ((PROGRESS_CAP - share) / (1 - share)) * Math.max(0, end - at)
}

/** The course after a new estimate of the time left, in seconds. A share at its cap keeps the time when it reached it. */
export function reviseCourse(course: Course, now: number, secondsLeft: number): Course {
  const share = shareAt(course, now)
  const at = share >= PROGRESS_CAP ? capReachedAt(course) : Math.max(course.at, now)
  return { share, at, end: now + secondsLeft * 1000 }
}

/** A course as an answer or a message contains it: ISO 8601, null when unknown. */
export interface ProgressFields {
  transcript_started_at: string | null
  estimate_completed_at: string | null
  progress_share: number
  /** Null before the first estimate of the run: the share is that of its start. */
  progress_at: string | null
}

/** The course of a file; null for one whose analysis has not begun. */
export function courseOf(file: ProgressFields): Course | null {
  const at = file.progress_at ?? file.transcript_started_at
  if (at === null || file.estimate_completed_at === null) return null
  return { share: file.progress_share, at: Date.parse(at), end: Date.parse(file.estimate_completed_at) }
}
