import { describe, expect, it } from 'vitest'
import { speechTrackRun, picturesRun, preparedFiles, streamRun } from './media-runs.ts'
import { speechOutput } from './speech-track.ts'
import { audio, probe, video } from './test/probes.ts'
import type { Probe } from './probe.ts'
import type { ToolRun } from './tool-run.ts'

function options(found: Probe, denseKeyframes = true) {
  return {
    path: '/in/x.mp4',
    probe: found,
    duration: 240,
    denseKeyframes,
    maxSeconds: 43_200,
    threads: 2,
  }
}

const transcoded = probe({ video: video({ codec: 'hevc' }) })
const soundAlone = probe({ video: null })

/** The programs of a recording: listen, stream and, for a copied video, pictures. */
function runsOf(found: Probe, denseKeyframes = true) {
  const plan = options(found, denseKeyframes)
  return { listen: speechTrackRun(plan), stream: streamRun(plan), pictures: picturesRun(plan) }
}

function inputs(args: string[]) {
  return args.filter((argument) => argument === '-i').length
}

function line(run: ToolRun | null) {
  return run?.args.join(' ') ?? ''
}

describe('media programs', () => {
  it('apply every guard to their input', () => {
    for (const found of [probe(), soundAlone, transcoded]) {
      for (const run of Object.values(runsOf(found))) {
        if (!run) continue
        const { args } = run
        expect(args).toContain('-nostdin')
        expect(inputs(args)).toBe(1)
        for (const guard of ['-protocol_whitelist', '-format_whitelist', '-max_pixels', '-t']) {
          expect(args.filter((argument) => argument === guard)).toHaveLength(1)
          expect(args.indexOf(guard)).toBeLessThan(args.indexOf('-i'))
        }
      }
    }
  })

  it('only the listen program outputs PCM', () => {
    const { listen, stream, pictures } = runsOf(probe())
    expect([listen.pcm, stream.pcm, pictures?.pcm]).toEqual([{ sampleRate: 16_000, channels: 1 }, null, null])
    expect(line(listen)).toMatch(/-vn .*-map 0:1 .*pipe:1$/)
  })

  it('all report their progress', () => {
    for (const run of Object.values(runsOf(probe()))) expect(line(run)).toContain('-progress pipe:3')
  })

  it.each([
    [
      'only keyframes of a copied video are decoded',
      probe(),
      true,
      '-threads:v 1 -skip_frame:v nokey -skip_loop_filter:v all -i',
    ],
    ['all frames are decoded when keyframes are sparse', probe(), false, '-threads:v 2 -skip_loop_filter:v all -i'],
  ])('pictures: %s', (_, found, dense, part) => {
    const { stream, pictures } = runsOf(found, dense)
    expect(line(pictures)).toContain(part)
    expect(line(pictures)).not.toContain('-discard')
    expect(line(stream)).not.toContain('-vf')
    expect(line(stream)).toContain('-map 0:0 -map 0:1')
    expect([pictures?.folders, stream.folders]).toEqual([['seek'], []])
  })

  it('a transcoded video is decoded once, for the rendition and the pictures', () => {
    const { stream, pictures } = runsOf(transcoded)
    expect(pictures).toBeNull()
    expect(line(stream)).toContain('split=2[rendition][stills]')
    expect(line(stream)).toContain('-threads:v 2 -i')
    expect(stream.folders).toEqual(['seek'])
  })

  it('repeats pictures where there are none, and lets the sound wait for them', () => {
    const filled = streamRun({ ...options(probe()), encode: 'everything', fillTo: 30 })
    expect(line(filled)).toContain('tpad=stop=-1:stop_mode=clone,trim=end=30.000,split=2[rendition][stills]')
    expect(line(filled)).toContain('-max_interleave_delta 0 -f hls')
    expect(line(runsOf(transcoded).stream)).not.toMatch(/tpad=stop=-1:stop_mode=clone,trim=end=|max_interleave/)
  })

  it('an audio file has no pictures', () => {
    const { stream, pictures } = runsOf(soundAlone)
    expect(pictures).toBeNull()
    expect(line(stream)).toContain('-map 0:1 -map_metadata')
  })

  it('only picture decoding uses several threads', () => {
    const { listen, stream } = runsOf(probe())
    expect(line(listen)).toContain('-threads:a 1 -t 43200')
    for (const run of [listen, stream]) expect(line(run)).not.toContain('-threads:v')
  })

  it('reject a recording without sound', () => {
    expect(() => speechTrackRun(options(probe({ audio: null })))).toThrow(TypeError)
    expect(() => streamRun(options(probe({ audio: null })))).toThrow(TypeError)
  })
})

it('lists the playlist, the poster and the seek images', () => {
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
  [1, null, '1'],
  [2, null, '2'],
  [4, 'pan=mono|c0=0.2500*c0+0.2500*c1+0.2500*c2+0.2500*c3', '1'],
  [6, 'pan=mono|c0=0.1852*c0+0.1852*c1+0.3704*c2+0.1296*c4+0.1296*c5', '1'],
])('maps %d channels for recognition', (channels, filter, out) => {
  const args = speechOutput(probe({ audio: audio({ channels }) }))
  expect([args.includes('-af') ? args[args.indexOf('-af') + 1] : null, args[args.indexOf('-ac') + 1]]).toEqual([
    filter,
    out,
  ])
})
