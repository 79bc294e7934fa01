import { spriteCell } from '@kaiwa/media-tools/sprites.ts'
import { describe, expect, it } from 'vitest'
import { mediaOf } from './recording.ts'
import { displayedTime, sliderEnd } from './displayed-time.ts'
import { cellPosition } from './sprite-position.ts'

it('PLAY-21 media URLs consist of the media base and the video id', () => {
  const media = mediaOf({ url: '/media/grant-1/', videoId: 'ab c', hasThumbnail: true, hasWaveform: true })
  expect(media.playlist).toBe('/media/grant-1/ab%20c/playlist.m3u8')
  expect(media.original).toBe('/media/grant-1/ab%20c/original')
  expect(media.sprite(3)).toBe('/media/grant-1/ab%20c/seek/3.jpg')
  expect(media.thumbnail).toBe('/media/grant-1/ab%20c/thumbnail.jpg')
  expect(media.waveform).toBe('/media/grant-1/ab%20c/waveform.json')
})

it('there are no URLs of a picture and a waveform that do not exist yet', () => {
  expect(mediaOf({ url: '/media/g', videoId: 'a', hasThumbnail: false, hasWaveform: false })).toMatchObject({
    thumbnail: null,
    waveform: null,
  })
})

it.each([
  [10.13, 3600, 10.13],
  [10.13, 3600.5, 10.25],
  [10.12, 7200, 10],
  [10.38, 7200, 10.5],
])('PLAY-19 at %d s of %d s the time shown is %d', (time, duration, shown) =>
  expect(displayedTime(time, duration)).toBe(shown),
)

it.each([
  [0, 0],
  [10, 10],
  [10.05, 10.2],
  [0.6, 0.6],
])('PLAY-18 the slider of %d s ends at %d', (duration, end) => expect(sliderEnd(duration)).toBeCloseTo(end, 9))

describe('PLAY-22 preview pictures are in a grid of 6 columns by 6 rows', () => {
  it.each([
    [0, 240, 240, 0, '0% 0%'],
    [7.5, 240, 240, 0, '20% 20%'],
    [35.9, 240, 240, 0, '100% 100%'],
    [36, 240, 240, 1, '0% 0%'],
    [7200, 7200, 3600, 99, '100% 100%'],
  ])('at %d s of %d s with %d frames', (time, duration, frames, image, position) => {
    const cell = spriteCell(time, duration, frames)
    expect(cell.image).toBe(image)
    expect(cellPosition(cell)).toBe(position)
  })
})
