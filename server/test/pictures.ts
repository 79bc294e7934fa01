// Pictures for uploads, and the inspection of pictures that the server returns.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-pictures-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Red on the left half, blue on the right half. */
export function drawPicture(extension: 'jpg' | 'png' | 'bmp', width = 400, height = 200): Promise<Buffer> {
  return withFolder(async (folder) => {
    const half = `size=${width / 2}x${height}`
    const graph = `color=c=red:${half}[a];color=c=blue:${half}[b];[a][b]hstack`
    const out = join(folder, `out.${extension}`)
    await run('ffmpeg', ['-v', 'error', '-filter_complex', graph, '-frames:v', '1', out])
    return readFile(out)
  })
}

/** One green pixel as WebP, which not every ffmpeg can write. */
export const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64')

/** A JPEG like that of a phone held upright: EXIF orientation rotated by a quarter, and a name in the metadata. */
export function withOrientation(jpeg: Buffer): Buffer {
  const field = (tag: number, type: number, count: number, value: Buffer) => {
    const entry = Buffer.alloc(12)
    entry.writeUInt16BE(tag, 0)
    entry.writeUInt16BE(type, 2)
    entry.writeUInt32BE(count, 4)
    value.copy(entry, 8)
    return entry
  }
  const maker = Buffer.from('Somebody\0\0', 'latin1')
  const at = Buffer.alloc(4)
  at.writeUInt32BE(8 + 2 + 24 + 4)
  const tiff = Buffer.concat([
    Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 2]),
    field(0x010f, 2, maker.length, at),
    field(0x0112, 3, 1, Buffer.from([0, 6])),
    Buffer.alloc(4),
    maker,
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const size = Buffer.alloc(2)
  size.writeUInt16BE(body.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), size, body, jpeg.subarray(2)])
}

/** Size of a picture, and its colours in the middle of the left, right, upper and lower edge. */
export function readPicture(picture: Buffer) {
  return withFolder(async (folder) => {
    const file = join(folder, 'picture')
    await writeFile(file, picture)
    const probe = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', file]
    const [width = 0, height = 0] = (await run('ffprobe', probe)).stdout.trim().split(',').map(Number)
    const raw = join(folder, 'raw')
    await run('ffmpeg', ['-v', 'error', '-i', file, '-pix_fmt', 'rgb24', '-f', 'rawvideo', raw])
    const pixels = await readFile(raw)
    const colour = (x: number, y: number) => {
      const at = (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * 3
      const [red = 0, , blue = 0] = pixels.subarray(at, at + 3)
      return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other'
    }
    return { width, height, left: colour(0, 0.5), right: colour(1, 0.5), top: colour(0.5, 0), bottom: colour(0.5, 1) }
  })
}
