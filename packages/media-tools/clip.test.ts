import { describe, expect, it } from 'vitest'
import { clipPart, clipRun, parseStreamHead, streamSegments } from './clip.ts'

// As ffmpeg writes it, with segments of different lengths.
const playlist = `#EXTM3U
#EXT-X-VERSION:4
#EXT-X-TARGETDURATION:8
#EXTINF:6.000000,
#EXT-X-BYTERANGE:1000@0
media.ts
#EXTINF:8.500000,
#EXT-X-BYTERANGE:2000@1000
media.ts
#EXTINF:3.500000,
#EXT-X-BYTERANGE:500@3000
media.ts
#EXT-X-ENDLIST
`

it('reads the segments of a playlist with their times', () => {
  expect(streamSegments(playlist)).toEqual([
    { from: 0, to: 6, start: 0, end: 1000 },
    { from: 6, to: 14.5, start: 1000, end: 3000 },
    { from: 14.5, to: 18, start: 3000, end: 3500 },
  ])
  expect(streamSegments('#EXTM3U\n')).toEqual([])
})

describe('the bytes of a clip', () => {
  it.each([
    ['within a segment', 8, 10, { start: 1000, end: 3000, from: 6 }],
    ['across segments', 2, 8, { start: 0, end: 3000, from: 0 }],
    ['just behind a segment, whose last sound may belong to it', 6.5, 10, { start: 0, end: 3000, from: 0 }],
    ['just before a segment', 8, 13.8, { start: 1000, end: 3500, from: 6 }],
    ['everything', 0, 18, { start: 0, end: 3500, from: 0 }],
    ['past the end', 17, 40, { start: 3000, end: 3500, from: 14.5 }],
    ['that begins at the end', 18, 20, null],
  ])('%s', (_, start, end, part) =>
    expect(clipPart(streamSegments(playlist), { start, end, duration: 18 })).toEqual(part),
  )

  // Pictures start four seconds late, or end four seconds early: every segment may lie that much later, or end later.
  it.each([
    ['within a segment', 12, 12.5, { start: 1000, end: 3000, from: 6 }],
    ['behind a segment, which may have sound of this time', 8, 10, { start: 0, end: 3000, from: 0 }],
    ['behind the last segment', 20, 21, { start: 3000, end: 3500, from: 14.5 }],
    ['behind the end', 22, 23, null],
  ])('%s, of a recording that is longer than its playlist', (_, start, end, part) =>
    expect(clipPart(streamSegments(playlist), { start, end, duration: 22 })).toEqual(part),
  )

  it('is empty for an empty stream', () => expect(clipPart([], { start: 0, end: 1, duration: 10 })).toBeNull())
})

it.each([
  ['25/1', 25],
  ['30000/1001', 29.97],
  ['60/1', 30],
  ['1/5', 10],
  ['0/0', 30],
])('a stream of %s pictures per second makes a clip of about %d', (avg_frame_rate, rate) => {
  const output = JSON.stringify({ format: { start_time: '1.4' }, streams: [{ codec_type: 'video', avg_frame_rate }] })
  expect(parseStreamHead(output)?.zero).toBe(1.4)
  expect(parseStreamHead(output)?.size).toEqual({ width: 0, height: 0 })
  expect(parseStreamHead(output)?.frameRate).toBeCloseTo(rate, 2)
})

it('a stream without a start has no clip', () => {
  expect(parseStreamHead('{"format":{"start_time":"N/A"}}')).toBeNull()
  expect(parseStreamHead('{}')).toBeNull()
})

it('cuts at the times of the recording on the clock of the stream, to the microsecond', () => {
  const plan = { file: 'part.ts', partFrom: 6, kind: 'audio' as const, zero: 1.4, frameRate: 25 }
  const { args } = clipRun({ ...plan, start: 10.1, end: 12.35, threads: 1 })
  expect(args.join(' ')).toContain('atrim=start=11.500000:end=13.750000,asetpts=PTS-11.500000/TB')
  expect(args.join(' ')).toContain('atrim=end=2.250000')
  expect(args).not.toContain('libx264')
})
