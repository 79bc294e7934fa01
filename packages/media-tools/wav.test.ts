import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeWav, encodeWav } from './wav.ts'

const samples = Int16Array.from([0, 1, -1, 32_767, -32_768, 1000])

it.each([1, 2])('decodes its own output, %d channels', (channels) => {
  const wav = { sampleRate: 16_000, channels, samples }
  expect(decodeWav(encodeWav(wav))).toEqual(wav)
})

/** The bytes at an odd offset of a larger buffer, as sockets and buffer pools return them. */
function amid(bytes: Uint8Array): Uint8Array {
  const around = new Uint8Array(bytes.length + 20)
  around.set(bytes, 7)
  return around.subarray(7, 7 + bytes.length)
}

it.each([
  ['bytes', (file: Uint8Array) => file],
  ['a Buffer', (file: Uint8Array) => Buffer.from(file)],
  ['bytes at an odd offset', amid],
  ['a Buffer at an odd offset', (file: Uint8Array) => Buffer.from(amid(file).buffer, 7, file.length)],
])('decodes the exact samples from %s', (_, lay) => {
  const wav = { sampleRate: 16_000, channels: 1, samples }
  expect(decodeWav(lay(encodeWav(wav)))).toEqual(wav)
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
