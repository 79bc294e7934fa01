import { expect, it } from 'vitest'
import { quiet, stereo, tone, concat } from './test/signals.ts'
import { waveformBuilder, waveformSchema } from './waveform.ts'

function waveform(track: Int16Array, channels: 1 | 2 = 1, piece = 4_999) {
  const builder = waveformBuilder({ sampleRate: 16_000, channels })
  for (let at = 0; at < track.length; at += piece) builder.push(track.subarray(at, at + piece))
  return builder.finish()
}

it.each([
  [0, 0],
  [0.01, 1],
  [1, 50],
  [39.98, 1999],
  [40, 1000],
  [100, 1250],
])('%d s have %d points', (seconds, points) => {
  const { peaks, duration } = waveform(quiet(seconds))
  expect(peaks).toHaveLength(points)
  expect(duration).toBe(seconds)
})

it('has at most 2,000 points for ten hours', () => {
  const builder = waveformBuilder({ sampleRate: 16_000, channels: 1 })
  const minute = quiet(60)
  for (let i = 0; i < 600; i += 1) builder.push(minute)
  const { peaks, interval } = builder.finish()
  expect(peaks.length).toBeLessThanOrEqual(2000)
  expect(peaks.length * interval).toBeGreaterThanOrEqual(36_000)
})

it('each point is the loudest sample of both channels', () => {
  const loud = concat(quiet(60), tone(60, 440, -20), quiet(60))
  const { peaks, interval } = waveformSchema.parse(waveform(stereo(quiet(180), loud), 2))
  expect(Math.max(...peaks)).toBeCloseTo(Math.SQRT2 / 10, 2)
  expect(peaks.findIndex((peak) => peak > 0) * interval).toBeCloseTo(60, 0)
  expect(peaks.findLastIndex((peak) => peak > 0) * interval).toBeCloseTo(120, 0)
})

it('full scale is 1', () => expect(waveform(new Int16Array(320).fill(-32_768)).peaks).toEqual([1]))
