import { expect, it } from 'vitest'
import { candidateProblem, refusalText, refusedCandidates } from './candidate.ts'

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
  expect(candidateProblem({ name, size }, 2)).toBe(problem)
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
