import { expect, it } from 'vitest'
import { timedPcmReader } from './timed-pcm.ts'

const SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
/** A void element of 98 bytes, with a size of eight bytes as ffmpeg writes it. */
const VOID = [0xec, 0x01, 0, 0, 0, 0, 0, 0, 98, ...Array.from({ length: 98 }, () => 0xa3)]

function block(track: number, relative: number, ...samples: number[]) {
  return [0xa3, 0x80 | (samples.length + 4), 0x80 | track, (relative >> 8) & 255, relative & 255, 0x80, ...samples]
}

function cluster(ms: number, ...blocks: number[][]) {
  const body = [0xe7, 0x82, ms >> 8, ms & 255, ...blocks.flat()]
  return [0x1f, 0x43, 0xb6, 0x75, 0x80 | body.length, ...body]
}

const FILE_HEADER = [0x1a, 0x45, 0xdf, 0xa3, 0x81, 0]
const stream = Uint8Array.from([
  ...FILE_HEADER,
  ...SEGMENT,
  ...VOID,
  ...cluster(0, block(1, -20, 1, 2), block(2, 0, 3, 4)),
  ...cluster(5000, block(1, 256, 5, 6, 7, 8)),
])

it.each([1, 7, 1000])('reads packets and their times from pieces of %d bytes', (size) => {
  const found: unknown[] = []
  const reader = timedPcmReader(({ track, seconds, bytes }) => found.push([track, seconds, ...bytes]))
  for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size))
  expect(found).toEqual([
    [1, -0.02, 1, 2],
    [2, 0, 3, 4],
    [1, 5.256, 5, 6, 7, 8],
  ])
})

it('refuses other bytes', () => {
  expect(() => timedPcmReader(() => undefined).push(new Uint8Array(64))).toThrow('not a Matroska stream')
})
