import { describe, expect, it } from 'vitest'
import { speechLimits, MAX_PASS_SECONDS, memoryFor, passLimits } from './pass-limits.ts'

const MB = 1_048_576

function video(width: number, height: number) {
  return {
    index: 0,
    codec: 'hevc',
    profile: 'Main',
    width,
    height,
    pixelFormat: 'yuv420p',
    frameRate: 30,
    rotation: 0,
    end: null,
  }
}

describe('R7 the memory limit of a media program', () => {
  it.each([
    ['sound without video', null, 400],
    ['a phone', video(720, 1280), 400],
    ['full HD', video(1920, 1080), 400],
    ['4K', video(3840, 2160), 1051],
    ['an implausible size in the header', video(60_000, 600), 2048],
  ])('for %s', (_case, picture, megabytes) => {
    expect(Math.round(memoryFor({ video: picture }) / MB)).toBe(megabytes)
  })

  it('for the speech analysis, regardless of the video', () => {
    expect(speechLimits(36_000).memoryBytes / MB).toBe(300)
  })
})

it.each([
  ['one minute', 60, MAX_PASS_SECONDS, 600],
  ['twelve hours', 43_200, MAX_PASS_SECONDS, MAX_PASS_SECONDS],
  ['a second try with little time left', 60, 90, 90],
  ['a second try with no time left', 60, -5, 1],
])('the time limit for %s', (_case, duration, remaining, seconds) => {
  expect(passLimits({ video: null }, duration, { remaining, maxFileMb: 1 }).timeoutSeconds).toBe(seconds)
})
