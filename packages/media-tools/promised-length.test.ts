import { expect, it } from 'vitest'
import { promisedByWav } from './promised-length.ts'

/** Header of a WAV file with 16,000 samples of two bytes per second. */
function wav(size: number) {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt32LE(32_000, 28)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  return head
}

it.each([
  ['half a minute', 960_000, 30],
  ['eighteen hours', 2_000_000_000, 62_500],
  ['nothing, as a recorder that was cut off', 0, null],
  ['the largest number, as ffmpeg into a pipe', 0xffff_ffff, null],
  ['almost 4 GB', 0xffff_ffff - 36, null],
  ['2 GB, as arecord', 0x8000_0000, null],
  ['almost 2 GB, as sox', 0x7fff_ffff - 36, null],
])('the header of a WAV file promises %s', (_, size, seconds) => expect(promisedByWav(wav(size))).toBe(seconds))
