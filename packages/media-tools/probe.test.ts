import { describe, expect, it } from 'vitest'
import { statedLength } from './probe.ts'
import { parseProbe, probeRun } from './run-probe.ts'

const h264 = {
  index: 0,
  codec_name: 'h264',
  profile: 'High',
  codec_type: 'video',
  width: 1920,
  height: 1080,
  pix_fmt: 'yuv420p',
  avg_frame_rate: '30000/1001',
  start_time: '0.000000',
  duration: '12.500000',
  nb_frames: '375',
  disposition: { default: 1, attached_pic: 0, still_image: 0 },
}
const aac = {
  index: 1,
  codec_name: 'aac',
  profile: 'LC',
  codec_type: 'audio',
  sample_rate: '48000',
  channels: 2,
  channel_layout: 'stereo',
  start_time: '0.020000',
  duration: '12.480000',
  disposition: { default: 1, attached_pic: 0, still_image: 0 },
}

function parse(streams: object[], format: object = { format_name: 'mov,mp4,m4a,3gp,3g2,mj2', duration: '12.5' }) {
  return parseProbe(JSON.stringify({ streams, format }))
}

describe('parseProbe', () => {
  it('reads a video with sound', () =>
    expect(parse([h264, aac])).toEqual({
      container: 'mp4',
      duration: 12.5,
      durationIsExact: true,
      video: {
        index: 0,
        codec: 'h264',
        profile: 'High',
        width: 1920,
        height: 1080,
        pixelFormat: 'yuv420p',
        frameRate: 30_000 / 1001,
        rotation: 0,
        end: 12.5,
      },
      audio: {
        index: 1,
        codec: 'aac',
        profile: 'LC',
        channels: 2,
        sampleRate: 48_000,
        layout: 'stereo',
        start: 0.02,
        duration: 12.48,
        end: 12.5,
      },
      start: 0,
      startsEarly: false,
      skippedBytes: 0,
      tracks: [expect.objectContaining({ index: 1 })],
      hasOtherStreams: false,
      mixedWith: [],
    }))

  it.each([
    ['from its first packet', [0, 0.04], '0.000000', false],
    ['with the packet that prepares the decoder of the sound', [-0.064, 0], '0.000000', false],
    ['after a cut by an edit list', [-2.52, -2.48, 0], '0.000000', true],
    ['an hour late', [3600, 3600.04], '3600.000000', false],
    ['with packets without times', ['N/A', 0], 'N/A', false],
  ])('a recording that is presented %s', (_, times, start_time, early) => {
    const packets = times.map((pts_time) => ({ stream_index: 0, pts_time: String(pts_time) }))
    const format = { format_name: 'mov,mp4', start_time, duration: '10' }
    const found = parseProbe(JSON.stringify({ packets, streams: [h264, aac], format }))
    expect([found?.startsEarly, found?.start]).toEqual([early, Number(start_time) || 0])
  })

  it('measures a Matroska file that starts late, because its header may state its end', () => {
    const format = { format_name: 'matroska,webm', start_time: '3600', duration: '3620' }
    expect(parse([h264, aac], format)).toMatchObject({ duration: null, durationIsExact: false })
  })

  it('finds the start of a Matroska track by its packets, because ffprobe states 0 for all', () => {
    const packets = [
      { stream_index: 0, pts_time: '0' },
      { stream_index: 1, pts_time: '2.5' },
    ]
    const streams = [h264, aac, { ...aac, index: 2 }]
    const format = { format_name: 'matroska,webm', start_time: '0', duration: '12.5' }
    const found = parseProbe(JSON.stringify({ packets, streams, format }))
    expect(found?.tracks.map(({ start }) => start)).toEqual([2.5, null])
  })

  it.each([
    ['all streams are used', [h264, aac], [1], 30],
    ['subtitles are longer', [h264, aac, { index: 2, codec_type: 'subtitle', duration: '30' }], [1], 12.5],
    ['a track that is not used is longer', [h264, aac, { ...aac, index: 2, duration: '30' }], [1], 12.5],
    ['that track is used', [h264, aac, { ...aac, index: 2, duration: '29' }], [1, 2], 30],
    [
      'the length of a track is not known',
      [h264, { ...aac, duration: 'N/A' }, { index: 2, codec_type: 'subtitle' }],
      [1],
      null,
    ],
  ])('the header states the length of what is used: %s', (_, streams, used, stated) => {
    const found = parse(streams, { format_name: 'mov,mp4', duration: '30' })!
    const tracks = found.tracks.filter(({ index }) => used.includes(index))
    expect(statedLength(found, tracks)).toBe(stated)
  })

  it.each([
    ['a cover in mp3', { ...h264, codec_name: 'mjpeg', disposition: { attached_pic: 1 } }],
    ['a cover in mkv without a size', { ...h264, codec_name: 'png', width: 0, height: 0 }],
    ['a single still image', { ...h264, codec_name: 'mjpeg', nb_frames: '1' }],
    ['a picture above the pixel limit', { ...h264, width: 16_000, height: 16_000 }],
    ['a video with an unknown codec', { ...h264, codec_name: undefined }],
  ])('%s is not video', (_, stream) => expect(parse([stream, aac])?.video).toBeNull())

  it.each([
    ['a portrait phone video (side data)', { side_data_list: [{ rotation: -90 }] }, [90, 1080, 1920]],
    ['the opposite direction', { side_data_list: [{}, { rotation: 90 }] }, [270, 1080, 1920]],
    ['upside down', { side_data_list: [{ rotation: 180 }] }, [180, 1920, 1080]],
    ['from a tag', { tags: { rotate: '90' } }, [90, 1080, 1920]],
    ['no rotation', {}, [0, 1920, 1080]],
  ])('rotation: %s', (_, changes, expected) => {
    const { rotation, width, height } = parse([{ ...h264, ...changes }, aac])!.video!
    expect([rotation, width, height]).toEqual(expected)
  })

  it('selects the default one of several sound tracks', () => {
    const other = { ...aac, index: 2, disposition: { default: 0 } }
    expect(parse([other, { ...aac, index: 3 }])?.audio?.index).toBe(3)
    expect(parse([other, { ...other, index: 4 }])?.audio?.index).toBe(2)
  })

  it.each([
    ['the container', [aac], { format_name: 'wav', duration: '9.0' }, 9],
    ['a stream when the container has none', [aac], { format_name: 'mov,mp4' }, 12.48],
    [
      'a tag',
      [{ ...aac, duration: undefined, tags: { DURATION: '01:02:03.500000000' } }],
      { format_name: 'matroska,webm' },
      3723.5,
    ],
    ['nobody', [{ ...aac, duration: 'N/A' }], { format_name: 'matroska,webm', duration: 'N/A' }, null],
  ])('the duration comes from %s', (_, streams, format, duration) =>
    expect(parse(streams, format)?.duration).toBe(duration),
  )

  it.each([
    ['nothing', ''],
    ['no JSON', 'Invalid data found'],
    ['JSON of another structure', '[]'],
    ['a failed probe', '{}'],
    ['a playlist', '{"streams":[],"format":{"format_name":"hls"}}'],
    ['a picture', '{"streams":[],"format":{"format_name":"png_pipe"}}'],
  ])('returns null for %s', (_, json) => expect(parseProbe(json)).toBeNull())
})

it('passes every guard before the file', () => {
  const { args } = probeRun('/tmp/-a:b.mp4')
  expect(args.at(-1)).toBe('file:/tmp/-a:b.mp4')
  expect(args.join(' ')).toContain(
    '-max_alloc 268435456 -protocol_whitelist file,pipe -format_whitelist mov,matroska,mp3,flac,wav,aac -max_pixels 36000000',
  )
})
