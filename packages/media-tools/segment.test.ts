import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { speechReader } from './speech-reader.ts'
import { concat, noise, quiet, speechLike, stereo, tone } from './test/signals.ts'
import { decodeWav } from './wav.ts'

const RATE = 16_000

/** Segments of a track as [start, end] in seconds, rounded to tenths. The track is fed in chunks of odd sizes. */
function cut(track: Int16Array, channels: 1 | 2 = 1) {
  const reader = speechReader({ sampleRate: RATE, channels })
  const bytes = new Uint8Array(track.buffer, track.byteOffset, track.byteLength)
  const segments = []
  for (let at = 0; at < bytes.length; at += 65_537) segments.push(...reader.push(bytes.subarray(at, at + 65_537)))
  const { segments: last, ...summary } = reader.finish()
  return { segments: [...segments, ...last], ...summary }
}

function spans(track: Int16Array) {
  return cut(track).segments.map(({ start, end }) => [start, end].map((s) => Math.round(s * 10) / 10))
}

describe('sound other than speech gives no segments', () => {
  it.each([
    ['an empty track', new Int16Array(0)],
    ['digital silence', quiet(60)],
    ['hiss at -66 dB', noise(60, -66)],
    ['a fan at -50 dB', noise(60, -50)],
    ['a fan at -50 dB after encoder silence', concat(quiet(0.1), noise(60, -50))],
    ['a constant offset', new Int16Array(60 * RATE).fill(3000)],
    ['a click', concat(quiet(5), tone(0.04, 1000, -10), quiet(5))],
  ])('%s', (_, track) => expect(spans(track)).toEqual([]))
})

describe('speech is cut at silence, with a short margin on both sides', () => {
  it.each([
    ['one tone', concat(quiet(5), tone(3, 440, -20), quiet(5)), [[4.8, 8.3]]],
    ['a tone from start to end', tone(3, 440, -20), [[0, 3]]],
    ['a steady tone longer than the noise floor window', concat(quiet(1), tone(20, 440, -30), quiet(3)), [[0.8, 21.3]]],
    ['quiet speech', concat(noise(5, -78), speechLike(3, -48), noise(5, -78)), [[4.8, 8.3]]],
    ['speech with peaks below -50 dB', concat(noise(5, -90), speechLike(3, -68), noise(5, -90)), [[4.8, 8.3]]],
    ['speech in a loud room', concat(noise(10, -52), speechLike(3, -30), noise(5, -52)), [[9.8, 13.3]]],
    ['keeps a short pause', concat(tone(3, 440, -20), quiet(1), tone(3, 660, -20), quiet(4)), [[0, 7.3]]],
    [
      'removes a long pause',
      concat(tone(3, 440, -20), quiet(5), tone(3, 660, -20)),
      [
        [0, 3.3],
        [7.8, 11],
      ],
    ],
    [
      'ends at the next pause after 25 s',
      concat(...Array.from({ length: 8 }, () => concat(tone(4, 440, -20), quiet(0.8)))),
      [
        [0, 28.3],
        [28.6, 37.9],
      ],
    ],
  ])('%s', (_, track, expected) => expect(spans(track)).toEqual(expected))
})

it('segments have at most 30 s; without a pause the cut is at the quietest point of the last ten seconds', () => {
  const dip = concat(tone(24, 440, -20), tone(0.2, 440, -32), tone(50, 440, -20))
  const { segments } = cut(dip)
  expect(Math.max(...segments.map(({ samples }) => samples.length))).toBeLessThanOrEqual(30 * RATE)
  expect(segments[0]!.end).toBeCloseTo(24.1, 1)
  // No samples are lost or repeated at a hard cut.
  segments.slice(1).forEach(({ start }, before) => expect(start).toBeCloseTo(segments[before]!.end, 6))
  expect(segments.at(-1)!.end).toBeCloseTo(74.2, 6)
})

it('the samples of a segment are those of the track at its times', () => {
  const track = concat(quiet(3.3), speechLike(45, -25), quiet(4), speechLike(7, -25), quiet(2))
  const { segments, decodedSeconds } = cut(track)
  expect(decodedSeconds).toBeCloseTo(track.length / RATE, 9)
  expect(segments.map(({ index }) => index)).toEqual(segments.map((_, index) => index))
  for (const { start, end, samples } of segments) {
    const from = Math.round(start * RATE)
    expect(samples).toEqual(track.slice(from, Math.round(end * RATE)))
  }
  expect(segments.length).toBeGreaterThanOrEqual(3)
})

describe('a quiet recording is amplified as a whole', () => {
  const peak = (samples: Int16Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

  it('to normal loudness', () => {
    const { segments } = cut(concat(speechLike(5, -65), quiet(3), speechLike(5, -65)))
    expect(segments).toHaveLength(2)
    for (const { samples } of segments) expect(peak(samples)).toBeGreaterThan(1_000)
  })

  it('keeps the difference between loud and quiet parts', () => {
    const { segments } = cut(concat(speechLike(10, -25), quiet(3), speechLike(3, -55)))
    expect(peak(segments[1]!.samples)).toBeLessThan(peak(segments[0]!.samples) / 20)
  })

  it('a bang at its start does not change the gain', () => {
    const [bang] = cut(concat(noise(0.1, -3), speechLike(10, -65))).segments
    expect(peak(bang!.samples.subarray(RATE))).toBeGreaterThan(1_000)
  })
})

it('detects a real voice', () => {
  const wav = decodeWav(readFileSync(new URL('../../media/en-jfk.wav', import.meta.url)))!
  const { segments } = cut(wav.samples)
  expect(segments).toHaveLength(1)
  expect(segments[0]!.start).toBeLessThan(0.4)
  expect(segments[0]!.end).toBeGreaterThan(10.3)
})

it('detects speech in a stereo recording whose channels cancel each other', () => {
  const voice = concat(quiet(3), speechLike(4, -25), quiet(3))
  const { segments } = cut(
    stereo(
      voice,
      voice.map((sample) => -sample),
    ),
    2,
  )
  expect(segments.map(({ start, end }) => [Math.round(start * 10), Math.round(end * 10)])).toEqual([[28, 73]])
  expect(Math.max(...segments[0]!.samples)).toBeGreaterThan(500)
  expect(segments[0]!.envelopes.map((envelope) => envelope.length)).toEqual([225, 225])
})
