import { expect, it } from 'vitest'
import { elapsedSeconds, mayHaveSlept, sleptSeconds } from './clocks.ts'
import { afterLevel, decibels, NO_SILENCE, silentSeconds } from './levels.ts'
import { recordingFormat } from './recording-format.ts'
import { afterReading, isStalled } from './stall.ts'

it.each([
  [[1, -1, 1, -1], 0],
  [[0.1, -0.1], -20],
  [[0, 0], -Infinity],
])('the level of %j is %d dB', (samples, level) => {
  expect(decibels(Float32Array.from(samples))).toBeCloseTo(level, 4)
})

it('measures silence with hysteresis', () => {
  // Level of each second.
  const levels = [-30, -58, -59, -61, -55, -70, -Infinity, -49, -58]
  let silence = NO_SILENCE
  const silent = levels.map((level, index) => {
    silence = afterLevel(silence, level, index + 1)
    return silentSeconds(silence, index + 1)
  })
  expect(silent).toEqual([0, 0, 0, 1, 2, 3, 4, 0, 0])
})

const HOUR = 3_600_000

it.each([
  ['a second', { monotonic: 1_000, wall: 1_000, server: 1_000 }, false, 0, 1],
  ['an hour of sleep, which the clock counts', { monotonic: HOUR, wall: HOUR, server: HOUR }, false, 0, 3_600],
  ['an hour of sleep, which the clock does not count', { monotonic: 0, wall: HOUR, server: HOUR }, true, 3_600, 3_600],
  ['the clock was set an hour forward', { monotonic: 1_000, wall: HOUR, server: 1_400 }, true, 0, 1],
  ['the clock was set an hour back', { monotonic: 1_000, wall: -HOUR, server: 600 }, false, 0, 1],
  ['back, and the server has not answered yet', { monotonic: 1_000, wall: -HOUR, server: -HOUR }, false, 0, 1],
])('%s', (_, after, isSuspected, slept, elapsed) => {
  const before = { monotonic: 0, wall: 0, server: 0 }
  expect(mayHaveSlept(before, after)).toBe(isSuspected)
  expect(sleptSeconds(before, after)).toBe(slept)
  expect(elapsedSeconds(before, after)).toBe(elapsed)
})

it('knows a stalled audio clock from one that moves in steps', () => {
  const readings: [time: number, sound: number][] = [
    [1, 0.99],
    [2, 2],
    // The page was frozen, the sound was not.
    [70, 69.9],
    [71, 70],
    [72, 70],
    [73, 70],
    [74, 71],
  ]
  let stall = { time: 0, sound: 0, missing: 0 }
  const stalled = readings.map(([time, sound]) => {
    stall = afterReading(stall, time, sound)
    return isStalled(stall)
  })
  expect(stalled).toEqual([false, false, false, false, false, true, false])
})

it.each([
  [false, ['audio/mp4', 'audio/webm;codecs=opus'], 'audio/webm;codecs=opus'],
  [false, ['audio/mp4'], 'audio/mp4'],
  [false, ['audio/ogg;codecs=opus'], 'audio/ogg;codecs=opus'],
  [false, [], null],
  [true, ['audio/webm;codecs=opus', 'video/mp4'], 'video/mp4'],
  [true, ['video/webm;codecs=vp8,opus', 'video/mp4'], 'video/webm;codecs=vp8,opus'],
])('with a picture %s, a browser that offers %j records %s', (hasVideo, offered, mime) => {
  expect(recordingFormat(hasVideo, (one) => offered.some((mime) => mime === one))).toBe(mime)
})
