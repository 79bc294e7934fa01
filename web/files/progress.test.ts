import { describe, expect, it } from 'vitest'
import { offersRedo, progressPercent, shownPercent, timeLeft } from './progress.ts'

function at(time: string) {
  return Date.parse(`2026-11-21T${time}Z`)
}

const nothing = { transcript_started_at: null, estimate_completed_at: null, progress_share: 0, progress_at: null }
const tenMinutes = {
  ...nothing,
  transcript_started_at: '2026-11-21T07:00:00Z',
  estimate_completed_at: '2026-11-21T07:10:00Z',
}

describe('PROC-08 PROC-09 the progress is elapsed over estimated time, capped at 99', () => {
  it.each([
    ['06:59:00', 0],
    ['07:00:00', 0],
    ['07:00:06', 1],
    ['07:05:00', 50],
    ['07:09:59', 99],
    ['07:10:00', 99],
    ['09:00:00', 99],
  ])('10 minutes from 07:00, at %s: %d', (time, percent) => {
    expect(progressPercent(tenMinutes, at(time))).toBe(percent)
  })

  it.each([
    [nothing, 0],
    [{ ...tenMinutes, estimate_completed_at: null }, 0],
    [{ ...tenMinutes, estimate_completed_at: '2026-11-21T07:00:00Z' }, 99],
    [{ ...tenMinutes, progress_share: 0.29, progress_at: '2026-11-21T07:01:00Z' }, 29],
  ])('%o: %d', (estimate, percent) => {
    expect(progressPercent(estimate, at('07:01:00'))).toBe(percent)
  })
})

describe('PROC-11 offers a redo after more than 3600 s at 99 %', () => {
  it.each([
    ['07:09:54', false],
    ['08:09:54', false],
    ['08:09:55', true],
  ])('99 %% since 07:09:54, at %s: %s', (time, offered) => {
    expect(offersRedo(tenMinutes, at(time))).toBe(offered)
  })

  it('offers no redo without an estimate', () => {
    expect(offersRedo(nothing, at('23:00:00'))).toBe(false)
  })
})

it('never shows less of a run than before, also when an older answer comes after a newer message', () => {
  const older = { ...tenMinutes, id: 1 }
  const newer = { ...older, progress_share: 0.6, progress_at: '2026-11-21T07:06:00Z' }
  expect([newer, older].map((file) => shownPercent(file, at('07:06:00')))).toEqual([60, 60])
  expect(shownPercent({ ...newer, progress_share: 0.1 }, at('07:06:01'))).toBe(60)
  const nextRun = {
    ...older,
    transcript_started_at: '2026-11-21T07:06:00Z',
    estimate_completed_at: '2026-11-21T07:16:00Z',
  }
  expect(shownPercent(nextRun, at('07:07:00'))).toBe(10)
})

describe('the time left', () => {
  it.each([
    ['07:00:00', '07:03:00', 'leftMinutes', 0, 3],
    ['07:00:01', '07:03:00', 'leftMinutes', 0, 3],
    ['07:01:59', '07:03:00', 'leftMinutes', 0, 2],
    ['07:02:01', '07:03:00', 'leftSoon', 0, 0],
    ['07:03:30', '07:03:00', 'leftSoon', 0, 0],
    ['07:04:00', '07:03:00', undefined, undefined, undefined],
    ['07:00:00', '07:59:00', 'leftMinutes', 0, 59],
    ['07:00:00', '08:02:00', 'leftWholeHours', 1, 0],
    ['07:00:00', '08:17:00', 'leftHours', 1, 20],
    ['07:00:00', '09:57:00', 'leftWholeHours', 3, 0],
  ])('at %s until %s: %s, %s h %s min', (now, end, key, hours, minutes) => {
    const measured = { ...tenMinutes, progress_at: '2026-11-21T07:00:00Z' }
    const left = timeLeft({ ...measured, estimate_completed_at: `2026-11-21T${end}Z` }, at(now))
    expect([left?.key, left?.hours, left?.minutes]).toEqual([key, hours, minutes])
  })

  it('is unknown without an estimate, and before the first measurement', () => {
    expect(timeLeft(nothing, at('07:00:00'))).toBeNull()
    expect(timeLeft(tenMinutes, at('07:00:00'))).toBeNull()
  })
})
