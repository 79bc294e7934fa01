import { describe, expect, it } from 'vitest'
import { preparedFiles, prepareRun } from './plan.ts'
import { speechOutput } from './speech-track.ts'
import { audio, probe, video } from './test/probes.ts'
import type { Probe } from './probe.ts'

const plan = (found: Probe, denseKeyframes = true) =>
  prepareRun({ path: '/in/x.mp4', probe: found, duration: 240, denseKeyframes, maxSeconds: 43_200, threads: 2 })
const inputs = (args: string[]) => args.filter((argument) => argument === '-i').length

describe('prepareRun', () => {
  it('guards every reader of the file', () => {
    for (const found of [probe(), probe({ video: null }), probe({ video: video({ codec: 'hevc' }) })]) {
      const { args } = plan(found)
      expect(args).toContain('-nostdin')
      for (const guard of ['-protocol_whitelist', '-format_whitelist', '-max_pixels', '-t']) {
        expect(args.filter((argument) => argument === guard)).toHaveLength(inputs(args))
        expect(args.indexOf(guard)).toBeLessThan(args.indexOf('-i'))
      }
    }
  })

  it.each([
    ['of a copied video only keyframes are decoded', probe(), true, '-skip_frame:v nokey -skip_loop_filter:v all -i'],
    ['all frames where keyframes are sparse', probe(), false, 'max_pixels 36000000 -skip_loop_filter:v all -i'],
    [
      'a transcoded one is decoded once',
      probe({ video: video({ codec: 'hevc' }) }),
      true,
      'split=2[rendition][stills]',
    ],
    ['and in full', probe({ video: video({ codec: 'hevc' }) }), true, 'max_pixels 36000000 -i'],
    ['sound alone has no pictures', probe({ video: null }), true, '-map 0:1 -map_metadata'],
  ])('%s', (_, found, dense, part) => {
    const { args } = plan(found, dense)
    expect(inputs(args)).toBe(1)
    expect(args.join(' ')).toContain(part)
  })

  it('gives threads to pictures alone', () => {
    const { args } = plan(probe())
    expect(args.join(' ')).toContain('-threads:v 2 -threads:a 1 -t 43200')
  })

  it('refuses a recording without sound', () => expect(() => plan(probe({ audio: null }))).toThrow(TypeError))
})

it('leaves a playlist, a thumbnail and the seek images', () => {
  expect(preparedFiles(probe(), 80)).toEqual({
    playlist: 'playlist.m3u8',
    media: 'media.ts',
    poster: 'thumbnail.jpg',
    sprites: ['seek/0.jpg', 'seek/1.jpg', 'seek/2.jpg'],
    thumbnailCount: 80,
  })
  expect(preparedFiles(probe({ video: null }), 80)).toMatchObject({ poster: null, sprites: [], thumbnailCount: 0 })
})

it.each([
  [1, 'aresample=async=1:first_pts=0', '1'],
  [2, 'aresample=async=1:first_pts=0', '2'],
  [4, 'pan=mono|c0=0.2500*c0+0.2500*c1+0.2500*c2+0.2500*c3,aresample=async=1:first_pts=0', '1'],
  [6, 'pan=mono|c0=0.1852*c0+0.1852*c1+0.3704*c2+0.1296*c4+0.1296*c5,aresample=async=1:first_pts=0', '1'],
])('hears %d channels', (channels, filter, out) => {
  const args = speechOutput(audio({ channels }))
  expect([args[args.indexOf('-af') + 1], args[args.indexOf('-ac') + 1]]).toEqual([filter, out])
})
