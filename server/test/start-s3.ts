// An S3 service for tests: s3rver, which stores objects as files.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver, { type Store } from 's3rver'
import type { S3Config } from '../platform/config-services.ts'

/** Settings of a client without the endpoint. */
export const S3_CONFIG = {
  bucket: 'kaiwa',
  region: 'us-east-1',
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  forcePathStyle: true,
}

async function write(path: string, content: Buffer | Readable) {
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('md5')
  let size = 0
  const measured = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, measured, createWriteStream(path))
  return { size, md5: hash.digest('hex') }
}

/** Makes s3rver respond after the file is written. Without this, it responds after reading the body, before the file exists. */
function awaitWrites(store: Store): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await write(store.getResourcePath(bucket, key, 'object'), content)
    await store.putMetadata(bucket, key, metadata, written.md5)
    return written
  }
  store.putPart = async (bucket, uploadId, part, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(part))
    const written = await write(path, content)
    await writeFile(`${path}.md5`, written.md5)
    return written
  }
}

/** Starts a service with one empty bucket, whose files are below `directory`. `extend` can add middleware before. */
export async function startS3(
  directory: string,
  extend?: (server: S3rver) => void,
): Promise<{ server: S3rver; config: S3Config }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: S3_CONFIG.bucket }],
  })
  awaitWrites(server.store)
  extend?.(server)
  const { port } = await server.run()
  return { server, config: { ...S3_CONFIG, endpoint: `http://127.0.0.1:${port}` } }
}
