import { expect, it } from 'vitest'
import { checkDecodedDuration, checkProbe } from './media-verdict.ts'
import { audio, probe } from './test/probes.ts'

const limits = { maxSeconds: 3600 }

it.each([
  ['an unreadable file', null, 'pre-processing-failed'],
  ['a container without streams', probe({ video: null, audio: null }), 'pre-processing-failed'],
  ['a video without sound', probe({ audio: null }), 'no-audio-detected'],
  ['an hour and a second', probe({ duration: 3601 }), 'max-file-size-exceeded'],
  ['an hour and its padding', probe({ duration: 3600.0008 }), 'ok'],
  ['an unfinished header', probe({ duration: null }), 'ok'],
  ['an audio file', probe({ video: null }), 'ok'],
  ['a video', probe(), 'ok'],
] as const)('judges %s', (_, found, verdict) => expect(checkProbe(found, limits)).toBe(verdict))

it.each([
  ['all of it', probe(), 240, 'ok'],
  ['nearly all', probe(), 218, 'ok'],
  ['half of it (truncated)', probe(), 120, 'pre-processing-failed'],
  ['half of a FLAC', probe({ container: 'flac' }), 120, 'pre-processing-failed'],
  ['half of an MP3 with an estimated length', probe({ container: 'mp3' }), 120, 'ok'],
  ['less than the length of the video', probe({ audio: audio({ duration: 60 }) }), 60, 'ok'],
  ['any length without an expected one', probe({ audio: audio({ duration: null }) }), 60, 'ok'],
  ['nothing', probe(), 0, 'pre-processing-failed'],
] as const)('judges decoded sound: %s', (_, found, seconds, verdict) =>
  expect(checkDecodedDuration(found, seconds)).toBe(verdict),
)
