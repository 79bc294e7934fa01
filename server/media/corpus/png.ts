import { constants, crc32, deflateRawSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** Number of zero bytes in one compressed block. */
const BLOCK = 1_048_576

/** Zeros in zlib format: repeats one compressed block instead of compressing all bytes. */
function packedZeros(count: number): Buffer {
  const packed = (size: number) => deflateRawSync(Buffer.alloc(size), { finishFlush: constants.Z_FULL_FLUSH })
  const block = packed(BLOCK)
  const blocks = Array.from({ length: Math.floor(count / BLOCK) }, () => block)
  // Adler-32 of zeros: the first sum remains 1, the second counts the bytes.
  const check = Buffer.alloc(4)
  check.writeUInt32BE((((count % 65_521) << 16) | 1) >>> 0)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...blocks, packed(count % BLOCK), Buffer.from([3, 0]), check])
}

/**
 * A black square PNG in 24-bit colour with `side` pixels per side: a tiny file that needs three bytes per pixel when
 * decoded.
 */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    // A row is one filter byte (none) followed by its pixels.
    chunk('IDAT', packedZeros((1 + side * 3) * side)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
