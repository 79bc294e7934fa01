import { expect, it } from 'vitest'
import { pcmFrames } from './pcm-frames.ts'

it.each([1, 3, 639, 640, 641, 5000])('gives the same frames for chunks of %d bytes', (piece) => {
  const track = Int16Array.from({ length: 1001 }, (_, at) => at)
  const bytes = new Uint8Array(track.buffer)
  const frames: number[][] = []
  const reader = pcmFrames({ sampleRate: 16_000, channels: 1 }, (frame) => frames.push([...frame]))
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece))
  reader.flush()
  expect(frames.map(({ length }) => length)).toEqual([320, 320, 320, 41])
  expect(frames.flat()).toEqual([...track])
})

it('drops an incomplete last sample', () => {
  const lengths: number[] = []
  const reader = pcmFrames({ sampleRate: 16_000, channels: 2 }, ({ length }) => lengths.push(length))
  reader.push(new Uint8Array(11))
  reader.flush()
  expect(lengths).toEqual([4])
})
