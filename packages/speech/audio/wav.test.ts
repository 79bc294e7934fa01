import { expect, it } from 'vitest'
import { readWav, writeWav } from './wav.ts'

const samples = Int16Array.from({ length: 1_000 }, (_, at) => 31 * at - 15_000)

/** The bytes at an odd offset of a larger buffer, as sockets and buffer pools return them. */
function amid(bytes: Uint8Array): Uint8Array {
  const around = new Uint8Array(bytes.length + 20)
  around.set(bytes, 7)
  return around.subarray(7, 7 + bytes.length)
}

it.each([
  ['bytes', (wav: Uint8Array) => wav],
  ['a Buffer', (wav: Uint8Array) => Buffer.from(wav)],
  ['bytes at an odd offset', amid],
  ['a Buffer at an odd offset', (wav: Uint8Array) => Buffer.from(amid(wav).buffer, 7, wav.length)],
])('reads the exact samples from %s', (_, lay) => expect(readWav(lay(writeWav(samples)))).toEqual(samples))
