import { describe, expect, it } from 'vitest'
import { capReachedAt, type Course, courseOf, reviseCourse, shareAt } from './progress.ts'

/** A run that began at 0 and is expected to take 100 s. */
const start: Course = { share: 0, at: 0, end: 100_000 }

describe('PROC-08 PROC-09 the share of the work that is done', () => {
  it.each([
    ['before its start', start, -1, 0],
    ['in the middle', start, 50, 0.5],
    ['short of its end', start, 99.5, 0.99],
    ['long after its end', start, 9000, 0.99],
    ['after a revision', { share: 0.4, at: 40_000, end: 140_000 }, 90, 0.7],
    ['with an end before its beginning', { share: 0.4, at: 40_000, end: 10_000 }, 41, 0.99],
  ])('%s', (_case, course, second, share) => {
    expect(shareAt(course, second * 1000)).toBeCloseTo(share, 9)
  })
})

describe('a new estimate continues from what was shown', () => {
  it.each([
    ['a longer one', start, 50, 200, { share: 0.5, at: 50_000, end: 250_000 }],
    ['a shorter one', start, 50, 5, { share: 0.5, at: 50_000, end: 55_000 }],
    ['one after the expected end', start, 200, 60, { share: 0.99, at: 99_000, end: 260_000 }],
    [
      'another one at the cap',
      { share: 0.99, at: 99_000, end: 260_000 },
      300,
      9,
      { share: 0.99, at: 99_000, end: 309_000 },
    ],
    // Of two workers that wait for the row, the second may have begun before the first.
    [
      'one from an earlier transaction',
      { share: 0.5, at: 50_000, end: 90_000 },
      49,
      30,
      { share: 0.5, at: 50_000, end: 79_000 },
    ],
  ])('%s', (_case, course, second, left, revised) => {
    expect(reviseCourse(course, second * 1000, left)).toEqual(revised)
  })

  it('never decreases, whatever the estimates are', () => {
    let course = start
    let shown = 0
    // An estimate each second, from a minute too short to an hour too long.
    for (let second = 1; second <= 2000; second += 1) {
      const share = shareAt(course, second * 1000)
      expect(share).toBeGreaterThanOrEqual(shown)
      course = reviseCourse(course, second * 1000, (second * 7919) % 3600)
      expect(shareAt(course, second * 1000)).toBeCloseTo(share, 12)
      shown = share
    }
    expect(shown).toBeLessThanOrEqual(0.99)
  })
})

it.each([
  ['from the start', start, 99_000],
  ['after a revision', { share: 0.5, at: 50_000, end: 150_000 }, 148_000],
  ['at the cap already', { share: 0.99, at: 70_000, end: 150_000 }, 70_000],
])('PROC-11 the cap is reached, %s', (_case, course, reached) => {
  expect(capReachedAt(course)).toBeCloseTo(reached, 6)
})

function at(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

it.each([
  ['no run', { transcript_started_at: null, estimate_completed_at: null, progress_share: 0, progress_at: null }, null],
  [
    'a run without an end',
    { transcript_started_at: at(0), estimate_completed_at: null, progress_share: 0, progress_at: null },
    null,
  ],
  [
    'a run that was not measured',
    { transcript_started_at: at(0), estimate_completed_at: at(100), progress_share: 0, progress_at: null },
    start,
  ],
  [
    'a measured run',
    { transcript_started_at: at(0), estimate_completed_at: at(100), progress_share: 0.5, progress_at: at(50) },
    { share: 0.5, at: 50_000, end: 100_000 },
  ],
])('reads %s', (_case, file, course) => {
  expect(courseOf(file)).toEqual(course)
})
