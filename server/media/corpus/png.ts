import { once } from 'node:events'
import { crc32, createDeflate } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** A black square with so many pixels a side, in 24-bit colour: tiny as a file, three bytes a pixel when decoded. */
export async function blackPng(side: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 })
  const packed: Buffer[] = []
  deflate.on('data', (bytes: Buffer) => packed.push(bytes))
  const rows = Buffer.alloc((1 + side * 3) * 16)
  for (let row = 0; row < side; row += 16) {
    const some = rows.subarray(0, (1 + side * 3) * Math.min(16, side - row))
    if (!deflate.write(some)) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(packed)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
