import { describe, expect, it } from 'vitest'
import { offersRedo, progressPercent } from './progress.ts'

function at(time: string) {
  return Date.parse(`2026-11-21T${time}Z`)
}

const tenMinutes = { transcript_started_at: '2026-11-21T07:00:00Z', estimate_completed_at: '2026-11-21T07:10:00Z' }

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
    [{ transcript_started_at: null, estimate_completed_at: null }, 0],
    [{ transcript_started_at: '2026-11-21T07:00:00Z', estimate_completed_at: null }, 0],
    [{ transcript_started_at: '2026-11-21T07:00:00Z', estimate_completed_at: '2026-11-21T07:00:00Z' }, 99],
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
    expect(offersRedo({ transcript_started_at: null, estimate_completed_at: null }, at('23:00:00'))).toBe(false)
  })
})
