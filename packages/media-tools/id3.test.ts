import { expect, it } from 'vitest'
import { findFirstFrame, holdsTag, statedTagEnd } from './id3.ts'

// A frame of MPEG 1 layer III with 128 kbit/s at 44.1 kHz has 417 bytes.
const frames = Buffer.concat(
  Array.from({ length: 3 }, () => Buffer.concat([Buffer.of(0xff, 0xfb, 0x90, 0x00), Buffer.alloc(413, 7)])),
)

function syncSafe(size: number) {
  return [size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127]
}

function entry(name: string, content: Buffer) {
  return Buffer.concat([Buffer.from(name), Buffer.of(...syncSafe(content.length), 0, 0), content])
}

function tag(stated: number, ...entries: Buffer[]) {
  return Buffer.concat([Buffer.of(0x49, 0x44, 0x33, 4, 0, 0, ...syncSafe(stated)), ...entries])
}

const title = entry('TIT2', Buffer.from('Meeting'))
// A picture with bytes that look like sound.
const cover = entry('APIC', Buffer.concat([frames, Buffer.alloc(100, 1)]))

it.each([
  ['too large', tag(30_000, title), 27],
  ['too small', tag(3, title), 27],
  ['too small, with a picture that looks like sound', tag(3, cover), 10 + 10 + 1351],
  ['right, with padding behind it', tag(17, title, Buffer.alloc(50)), 77],
])('finds the sound behind a tag whose size is %s', (_, head, at) =>
  expect(findFirstFrame(Buffer.concat([head, frames]))).toBe(at),
)
it('finds nothing where no sound is', () =>
  expect(findFirstFrame(Buffer.concat([tag(9, title), Buffer.alloc(900)]))).toBe(0))
it.each([
  ['a tag behind it', Buffer.concat([frames.subarray(0, 417), tag(5_000, cover)]), 417 + 5_010, true],
  ['zeros behind it', Buffer.concat([frames.subarray(0, 417), Buffer.alloc(5_010)]), 417 + 5_010, false],
  ['a tag and zeros behind it', Buffer.concat([frames.subarray(0, 417), tag(5_000, cover)]), 417 + 15_010, false],
])('a packet with %s', (_, bytes, size, holds) => expect(holdsTag(bytes, size)).toBe(holds))
it('reads the stated end of a tag', () =>
  expect([statedTagEnd(tag(30_000)), statedTagEnd(frames)]).toEqual([30_010, 0]))
