import { LIMITS } from '@kaiwa/contract/limits.ts'
import { capReachedAt, courseOf, type ProgressFields, shareAt } from '@kaiwa/contract/progress.ts'

/** The share of the analysis that is done, in whole percent, at most 99 (PROC-08, PROC-09). `now` in milliseconds. */
export function progressPercent(file: ProgressFields, now: number): number {
  const course = courseOf(file)
  // A share such as 0.29 is a little less as a binary number.
  return course ? Math.floor(shareAt(course, now) * 100 + 1e-6) : 0
}

const furthest = new Map<string, number>()

/**
 * The same, but never less than this page has shown for the run: an answer may be older than a message that came before it,
 * and the clock of the device may differ from that of the server.
 */
export function shownPercent(file: ProgressFields & { id: number }, now: number): number {
  const run = `${file.id} ${file.transcript_started_at}`
  const percent = Math.max(progressPercent(file, now), furthest.get(run) ?? 0)
  furthest.set(run, percent)
  return percent
}

const MINUTE_MS = 60_000

/**
 * Whole minutes to the expected end: 0 for less than one; null a minute after the end, and before the first measurement of
 * the run, whose end is a default.
 */
export function minutesLeft(file: ProgressFields, now: number): number | null {
  const course = courseOf(file)
  if (!course || file.progress_at === null || now >= course.end + MINUTE_MS) return null
  const left = (course.end - now) / MINUTE_MS
  return left < 1 ? 0 : Math.ceil(left)
}

/** The time left as the key of a text with its values. */
export function timeLeft(
  file: ProgressFields,
  now: number,
): { key: 'leftSoon' | 'leftMinutes' | 'leftHours' | 'leftWholeHours'; hours: number; minutes: number } | null {
  const all = minutesLeft(file, now)
  if (all === null) return null
  // Beyond an hour, an estimate is not true to the minute.
  const minutes = all < 60 ? all : Math.round(all / 10) * 10
  const hoursKey = minutes % 60 === 0 ? 'leftWholeHours' : 'leftHours'
  const key = all === 0 ? 'leftSoon' : minutes < 60 ? 'leftMinutes' : hoursKey
  return { key, hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** True when the progress has been at 99 % for more than an hour, so that a redo is offered (PROC-11). */
export function offersRedo(file: ProgressFields, now: number): boolean {
  const course = courseOf(file)
  return course !== null && now - capReachedAt(course) > LIMITS.redoNoticeSeconds * 1000
}
