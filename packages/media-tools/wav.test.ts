import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeWav, encodeWav } from './wav.ts'

const samples = Int16Array.from([0, 1, -1, 32_767, -32_768, 1000])

it.each([1, 2])('decodes its own output, %d channels', (channels) => {
  const wav = { sampleRate: 16_000, channels, samples }
  expect(decodeWav(encodeWav(wav))).toEqual(wav)
})

it('decodes a file written by another program', () => {
  const wav = decodeWav(readFileSync(new URL('../../media/en-jfk.wav', import.meta.url)))!
  expect([wav.sampleRate, wav.channels, wav.samples.length]).toEqual([16_000, 1, 176_000])
})

it('decodes the samples present in a truncated file', () =>
  expect(decodeWav(encodeWav({ sampleRate: 8000, channels: 2, samples }).subarray(0, 44 + 9))!.samples).toEqual(
    samples.slice(0, 4),
  ))

it.each([
  ['nothing', new Uint8Array(0)],
  ['text', new TextEncoder().encode('RIFFxxxxWAVX and more')],
  ['a file without data', encodeWav({ sampleRate: 8000, channels: 1, samples }).subarray(0, 36)],
  ['8-bit samples', encodeWav({ sampleRate: 8000, channels: 1, samples }).with(34, 8)],
])('rejects %s', (_, file) => expect(decodeWav(file)).toBeNull())
