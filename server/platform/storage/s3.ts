// Objects in a bucket, for installations with more than one machine. Uploads are sent in parts, so that a stream of
// unknown length needs no copy on disk; an object becomes visible after its last part.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Config } from '../config-services.ts'
import type { WorkFolders } from '../work-folders.ts'
import { checkKey, checkPrefix } from './key.ts'
import { PART, type Piece } from './plan-copy.ts'
import { readPieces } from './read-pieces.ts'
import { joinInBucket } from './s3-join.ts'
import { type Content, type Head, isInRange, MissingObject, type Storage } from './storage.ts'

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

function bodyOf(content: Content): Uint8Array | string | Readable {
  return typeof content === 'object' && 'file' in content ? createReadStream(content.file) : content
}

async function* firstBytes(source: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const chunk of source) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** If a program needs an object as a file, it is downloaded into a work folder. */
export function openS3(config: S3Config, work: Pick<WorkFolders, 'withFolder'>): Storage {
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    // Not all S3-compatible services support the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(config.endpoint ? { endpoint: config.endpoint } : {}),
    ...(config.credentials ? { credentials: config.credentials } : {}),
  })
  const { bucket: Bucket } = config

  const headOf = async (key: string): Promise<Head | null> => {
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) }))
      return { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const put: Storage['put'] = async (key, content, { contentType } = {}) => {
    const params = { Bucket, Key: checkKey(key), Body: bodyOf(content) }
    const upload = new Upload({ client, params: contentType ? { ...params, ContentType: contentType } : params })
    await upload.done()
    const head = await headOf(key)
    if (!head) throw new MissingObject(key)
    return head
  }

  const get: Storage['get'] = async (key, range) => {
    const Range = range ? `bytes=${range.start}-${range.end}` : undefined
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkKey(key), Range }))
      if (!(Body instanceof Readable)) throw new MissingObject(key)
      // Some services ignore or misread a range: a single extra byte would corrupt the data of a player.
      return range ? Readable.from(firstBytes(Body, range.end - range.start + 1), { objectMode: false }) : Body
    } catch (error) {
      if (isMissing(error)) throw new MissingObject(key)
      throw error
    }
  }

  const pages = async function* (Prefix: string, StartAfter?: string): AsyncGenerator<string[]> {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken }))
      yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  return {
    kind: 's3',
    put,
    take: async (key, file, options) => {
      const head = await put(key, { file }, options)
      await rm(file, { force: true })
      return head
    },
    join: async (key, pieces) => {
      const target = { client, Bucket, Key: checkKey(key) }
      const read = async (piece: Piece) => buffer(Readable.from(readPieces(get, [piece])))
      // Less than one full part is sent directly.
      const isSmall = pieces.reduce((sum, { from, to }) => sum + to - from, 0) < PART
      if (isSmall || !(await joinInBucket(target, pieces, read)))
        return put(key, Readable.from(readPieces(get, pieces), { objectMode: false }))
      const head = await headOf(key)
      if (!head) throw new MissingObject(key)
      return head
    },
    get,
    head: headOf,
    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },
    deletePrefix: async (prefix) => {
      for await (const keys of pages(checkPrefix(prefix))) {
        if (keys.length === 0) continue
        await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true } }),
        )
      }
    },
    list: async (prefix, range) => {
      const keys: string[] = []
      for await (const page of pages(checkPrefix(prefix), range?.after)) {
        keys.push(...page.filter((key) => isInRange(key, range)))
        // Pages are sorted.
        if (range && (page.at(-1) ?? '') >= range.before) break
      }
      return keys.sort()
    },
    withLocalFile: (key, use) =>
      work.withFolder(async (folder) => {
        const path = join(folder, 'object')
        await pipeline(await get(key), createWriteStream(path))
        return use(path)
      }),
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
  }
}
