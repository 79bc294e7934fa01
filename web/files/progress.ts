import { LIMITS } from '@kaiwa/contract/limits.ts'

export interface Estimate {
  /** ISO 8601 timestamps; null when unknown. */
  transcript_started_at: string | null
  estimate_completed_at: string | null
}

function instant(text: string | null): number {
  return text === null ? Number.NaN : Date.parse(text)
}

/** Elapsed over estimated time in whole percent, capped at 99 (PROC-08, PROC-09). `now` in milliseconds. */
export function progressPercent(estimate: Estimate, now: number): number {
  const start = instant(estimate.transcript_started_at)
  const total = instant(estimate.estimate_completed_at) - start
  if (Number.isNaN(total) || now <= start) return 0
  if (total <= 0) return LIMITS.progressCapPercent
  return Math.min(LIMITS.progressCapPercent, Math.floor(((now - start) / total) * 100))
}

/** True when the progress has been at 99 % for more than an hour, so that a redo is offered (PROC-11). */
export function offersRedo(estimate: Estimate, now: number): boolean {
  const start = instant(estimate.transcript_started_at)
  const total = Math.max(0, instant(estimate.estimate_completed_at) - start)
  if (Number.isNaN(total)) return false
  const reachedCap = start + (total * LIMITS.progressCapPercent) / 100
  return now - reachedCap > LIMITS.redoNoticeSeconds * 1000
}
