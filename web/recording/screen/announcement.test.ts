import { expect, it } from 'vitest'
import type { SessionPhase } from '../types.ts'
import { isSilent, messageOf } from './use-announcement.ts'

function state(phase: SessionPhase, isNowSilent = false, markers = 0) {
  return { phase, isSilent: isNowSilent, markers }
}

it.each([
  ['the start', null, state('recording'), 'recording'],
  ['a pause', state('recording'), state('paused'), 'paused'],
  ['its end', state('paused'), state('recording'), 'resumed'],
  ['an interruption', state('recording'), state('interrupted'), 'interrupted'],
  ['the end', state('recording'), state('stopped'), 'stopped'],
  ['a failure', state('recording'), state('failed'), 'failed'],
  ['silence', state('recording'), state('recording', true), 'silence'],
  ['a marker', state('recording'), state('recording', false, 1), 'marked'],
  ['the end of silence: nothing', state('recording', true), state('recording'), null],
  ['what was sent: nothing', state('stopped'), state('finished'), null],
])('APP-12 a screen reader hears %s', (_, before, now, message) => expect(messageOf(before, now)).toBe(message))

it.each([
  ['recording', 59.9, false],
  ['recording', 60, true],
  ['paused', 300, false],
  ['interrupted', 300, false],
] as const)('APP-12 warns of silence while %s, after %d s: %s', (phase, silentSeconds, expected) =>
  expect(isSilent({ phase, silentSeconds })).toBe(expected),
)
