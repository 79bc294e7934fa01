import { describe, expect, it } from 'vitest'
import { spriteCell, spriteCount, spriteInterval, thumbnailCount } from './sprites.ts'

describe('PLAY-22 the seek sprite is 6 by 6, 36 frames per image', () => {
  it.each([
    // duration, interval, frames, images
    [0, 1, 1, 1],
    [0.4, 1, 1, 1],
    [1, 1, 1, 1],
    [1.2, 1, 2, 1],
    [36, 1, 36, 1],
    [36.5, 1, 37, 2],
    [241.72, 1, 242, 7],
    [3600, 1, 3600, 100],
    [10_800, 3, 3600, 100],
    [43_200, 12, 3600, 100],
  ])('PLAY-22 %d s: every %d s, %d frames on %d images', (duration, interval, frames, images) => {
    expect(spriteInterval(duration)).toBe(interval)
    expect(thumbnailCount(duration)).toBe(frames)
    expect(spriteCount(frames)).toBe(images)
  })

  it.each([
    // time, duration → image, column, row
    [0, 100, [0, 0, 0]],
    [0.99, 100, [0, 0, 0]],
    [5, 100, [0, 5, 0]],
    [6, 100, [0, 0, 1]],
    [35.9, 100, [0, 5, 5]],
    [36, 100, [1, 0, 0]],
    [99.9, 100, [2, 3, 4]],
    [500, 100, [2, 3, 4]],
    [-1, 100, [0, 0, 0]],
    [107.9, 10_800, [0, 5, 5]],
    [108, 10_800, [1, 0, 0]],
    [10_800, 10_800, [99, 5, 5]],
  ])('PLAY-22 %d s of %d s is on %j', (time, duration, place) => {
    const { image, column, row } = spriteCell(time, duration, thumbnailCount(duration))
    expect([image, column, row]).toEqual(place)
  })
})
