import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  candidateProblem,
  commonValue,
  refusalText,
  refusedCandidates,
  type ReadyCandidate,
  sortOut,
  withinTimeout,
} from './candidate.ts'

it.each([
  ['call.mp4', 10, null],
  ['call.MKV', 10, null],
  ['通話.mov', 10, null],
  ['a.b.mp3', 10, null],
  ['x.flac', 10, null],
  ['x.wav', 10, null],
  ['x.m4a', 10, null],
  ['x.ogg', 10, 'wrongType'],
  ['x.txt', 10, 'wrongType'],
  ['mp4', 10, 'wrongType'],
  ['x.mp4.exe', 10, 'wrongType'],
  ['call.mp4', 0, 'empty'],
  ['call.mp4', 2 * 1_048_576, null],
  ['call.mp4', 2 * 1_048_576 + 1, 'tooLarge'],
])('UP-01 %s of %d bytes: %s', (name, size, problem) => {
  expect(candidateProblem({ name, size }, { mb: 2, minutes: null })).toBe(problem)
})

it.each([
  [3_600, null],
  [3_601, 'tooLong'],
  [0, null],
])('a recording of %d seconds, where an hour is allowed: %s', (seconds, problem) => {
  expect(candidateProblem({ name: 'call.mp4', size: 10 }, { mb: 2, minutes: 60 }, seconds)).toBe(problem)
})

function candidates(names: string) {
  return names
    .split(' ')
    .map((name): ReadyCandidate => ({ uuid: name, file: new File(['x'], name), speakers: 0, language: 'ja' }))
}

it('accepts the valid files when others are not, and keeps the order', () => {
  const { accepted, leftOut } = sortOut(candidates('b.wav notes.txt a.mp4 c.doc'), ({ file }) =>
    candidateProblem(file, { mb: 2, minutes: 60 }),
  )
  expect(accepted.map(({ file }) => file.name)).toEqual(['b.wav', 'a.mp4'])
  expect(leftOut.map(({ candidate, problem }) => [candidate.file.name, problem])).toEqual([
    ['notes.txt', 'wrongType'],
    ['c.doc', 'wrongType'],
  ])
})

it('knows the value that all files have in common', () => {
  const [first, second] = candidates('a.wav b.wav') as [ReadyCandidate, ReadyCandidate]
  expect(commonValue([first, second], 'language')).toBe('ja')
  expect(commonValue([first, { ...second, language: 'en' }], 'language')).toBeNull()
  expect(commonValue([{ ...first, speakers: 0 }, second], 'speakers')).toBe(0)
  expect(commonValue([], 'speakers')).toBeNull()
})

it('reads the problem of each file from the refusal of the server', () => {
  const errors = {
    'files.0.name': ['format' as const],
    'files.2.size': ['max' as const],
    'files.3.duration': ['max' as const],
    'files.4.uuid': ['format' as const],
    email: ['required' as const],
  }
  expect([...refusedCandidates(errors)]).toEqual([
    [0, 'wrongType'],
    [2, 'tooLarge'],
    [3, 'tooLong'],
    [4, 'refused'],
  ])
})

it.each([
  ['E_TOO_MANY_REQUESTS', { reason: 'unsent-uploads' }, 'tooManyUnsent'],
  ['E_TOO_MANY_REQUESTS', {}, null],
  ['PROJECT_MAX_STORAGE_EXCEEDED', {}, null],
] as const)('the refusal %s %j of all files has the text %s', (code, body, text) => {
  expect(refusalText({ code, body })).toBe(text)
})

describe('the duration of a recording', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const after = (ms: number, seconds: number) => () =>
    new Promise<number>((resolve) => {
      setTimeout(() => resolve(seconds), ms)
    })

  it.each([
    [0, 12.5, 12.5],
    [299, 12.5, 12.5],
    [301, 12.5, 0],
    [0, Number.POSITIVE_INFINITY, 0],
    [0, Number.NaN, 0],
    [0, -1, 0],
  ])('UP-17 a duration read after %d ms as %d counts as %d', async (ms, seconds, expected) => {
    const duration = withinTimeout(after(ms, seconds))
    await vi.advanceTimersByTimeAsync(302)
    expect(await duration).toBe(expected)
  })

  it('UP-17 a file that cannot be read counts as 0', async () => {
    expect(await withinTimeout(() => Promise.reject(new Error('no media')))).toBe(0)
  })
})
