// Writes silence as FLAC frame by frame. An encoder would need ten seconds for the same file.

const RATE = 8000
/** Samples per frame. Small, like the frames of a recorder that writes often in order to lose little. */
const FRAME_SAMPLES = 576

function remainders(bits: 8 | 16, polynomial: number) {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8)
    for (let bit = 0; bit < 8; bit += 1) value = value & (1 << (bits - 1)) ? (value << 1) ^ polynomial : value << 1
    return value & (2 ** bits - 1)
  })
}

const crc8 = remainders(8, 0x07)
const crc16 = remainders(16, 0x8005)

/** The frame number in the UTF-8 style coding of FLAC, which also covers values that are not valid characters. */
function numbered(frame: number): number[] {
  if (frame < 0x80) return [frame]
  const rest = [frame & 0x3f, (frame >> 6) & 0x3f, (frame >> 12) & 0x3f].map((bits) => 0x80 | bits)
  if (frame < 0x800) return [0xc0 | (frame >> 6), rest[0]!]
  if (frame < 0x10000) return [0xe0 | (frame >> 12), rest[1]!, rest[0]!]
  return [0xf0 | (frame >> 18), rest[2]!, rest[1]!, rest[0]!]
}

/** Digital silence of the given length: mono, 16 bits, 8 kHz. Takes 14 bytes per 72 ms. */
export function silentFlac(seconds: number): Buffer {
  const frames = Math.ceil((seconds * RATE) / FRAME_SAMPLES)
  const info = Buffer.alloc(42)
  info.write('fLaC', 'latin1')
  // STREAMINFO is the last metadata block, 34 bytes: frame sizes, then rate, channels, depth and sample count in 64
  // bits.
  info.set([0x80, 0, 0, 34], 4)
  info.writeUInt16BE(FRAME_SAMPLES, 8)
  info.writeUInt16BE(FRAME_SAMPLES, 10)
  info.writeBigUInt64BE((BigInt(RATE) << 44n) | (15n << 36n) | BigInt(frames * FRAME_SAMPLES), 18)

  const body = Buffer.alloc(frames * 16)
  let length = 0
  for (let frame = 0; frame < frames; frame += 1) {
    const from = length
    for (const byte of [0xff, 0xf8, 0x24, 0x08, ...numbered(frame)]) body[length++] = byte
    body[length] = body.subarray(from, length).reduce((sum, byte) => crc8[sum ^ byte]!, 0)
    // One subframe of type CONSTANT with value 0.
    length += 4
    const check = body
      .subarray(from, length)
      .reduce((sum, byte) => ((sum << 8) & 0xffff) ^ crc16[(sum >> 8) ^ byte]!, 0)
    length = body.writeUInt16BE(check, length)
  }
  return Buffer.concat([info, body.subarray(0, length)])
}
