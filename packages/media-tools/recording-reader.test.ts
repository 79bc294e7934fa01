import { expect, it } from 'vitest'
import { openedHeader, clusterTimeElement } from './matroska-times.ts'
import { recordingReader } from './recording-reader.ts'
import { EBML } from './ebml.ts'

/** A cluster with one packet: 0.1 s of a loud square wave. */
function packetAt(seconds: number): Uint8Array {
  const samples = Int16Array.from({ length: 1_600 }, (_, at) => (at % 32 < 16 ? 9_000 : -9_000))
  const size = 0x4000 | (samples.byteLength + 4)
  const block = [EBML.simpleBlock, size >> 8, size & 255, 0x81, 0, 0, 0x80]
  return Buffer.concat([
    openedHeader(EBML.cluster),
    clusterTimeElement(seconds * 1000),
    Buffer.from(block),
    Buffer.from(samples.buffer),
  ])
}

it('reads the silence before a packet that is hours late in turns', () => {
  const reader = recordingReader({ sampleRate: 16_000, channels: 1 }, { keepsTimes: true })
  expect([...reader.push(packetAt(0)), ...reader.push(packetAt(0.1))]).toEqual([[], []])
  const turns = [...reader.push(packetAt(3600))]
  expect(turns.length).toBeGreaterThan(100)
  const { segments, placement } = reader.finish()
  expect([...turns.flat(), ...segments].map(({ start, end }) => [start, Math.round(end)])).toEqual([
    [0, 1],
    [3599.8, 3600],
  ])
  expect(placement).toMatchObject({ end: 3600.1, longGaps: [{ start: 0.2, end: 3600 }] })
})
