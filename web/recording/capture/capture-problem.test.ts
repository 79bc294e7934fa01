import { expect, it } from 'vitest'
import { type CaptureFacts, kindOf, trackProblem } from './capture-problem.ts'

const FACTS: CaptureFacts = {
  error: 'NotAllowedError',
  message: 'Permission denied',
  permission: null,
  isSecure: true,
  isAllowedByPolicy: true,
  isSupported: true,
}

it.each([
  [
    'the question was closed in Chromium',
    'microphone',
    { message: 'Permission dismissed', permission: 'prompt' },
    'not-asked',
  ],
  ['the question was not answered', 'microphone', { permission: 'prompt' }, 'not-asked'],
  ['the question was refused', 'microphone', { permission: 'denied' }, 'denied'],
  [
    'a refusal in Firefox',
    'camera',
    { message: 'The request is not allowed by the user agent or the platform' },
    'denied',
  ],
  [
    'the system refuses it',
    'microphone',
    { message: 'Permission denied by system', permission: 'granted' },
    'denied-by-policy',
  ],
  ['the system refuses screens', 'screen', { message: 'Permission denied by system' }, 'denied'],
  ['the choice of a screen was closed', 'screen', { permission: 'prompt' }, 'canceled'],
  ['the same in Firefox, which does not say', 'screen', {}, 'canceled'],
  ['screens are blocked for this page', 'screen', { permission: 'denied' }, 'denied'],
  ['a click was too long ago', 'screen', { error: 'InvalidStateError' }, 'canceled'],
  ['an insecure page', 'microphone', { isSecure: false, isSupported: false, error: 'TypeError' }, 'denied-by-policy'],
  ['Permissions-Policy: microphone=()', 'microphone', { isAllowedByPolicy: false }, 'denied-by-policy'],
  ['media are disabled in this browser', 'camera', { error: 'SecurityError' }, 'denied-by-policy'],
  ['no microphone', 'microphone', { error: 'NotFoundError' }, 'no-device'],
  ['the chosen microphone was unplugged', 'microphone', { error: 'OverconstrainedError' }, 'no-device'],
  ['another program uses the microphone', 'microphone', { error: 'NotReadableError' }, 'busy'],
  ['the system stopped the device', 'camera', { error: 'AbortError' }, 'busy'],
  ['a browser of a phone', 'screen', { isSupported: false, error: 'TypeError' }, 'unsupported'],
  ['the headless shell', 'screen', { error: 'NotSupportedError' }, 'unsupported'],
  ['an unknown error', 'microphone', { error: 'UnknownError' }, 'busy'],
] as const)('APP-10 %s', (_, device, facts, kind) => {
  expect(kindOf(device, { ...FACTS, ...facts })).toBe(kind)
})

it.each([
  ['live', false, null],
  ['live', true, 'busy'],
  ['ended', false, 'lost'],
  ['ended', true, 'lost'],
] as const)('a track that is %s, muted %s: %s', (readyState, muted, kind) => {
  expect(trackProblem('microphone', { readyState, muted })?.kind ?? null).toBe(kind)
})
