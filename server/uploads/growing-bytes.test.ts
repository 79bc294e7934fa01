// Readers of an upload that grows, in both stagings: they get every byte once, also around its end.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelUpload } from '@kaiwa/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { growingUpload } from '../processing/live/extension-points.ts'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { S3_CONFIG, startS3 } from '../test/start-s3.ts'
import { checksum, openPatch, requestLiveUpload, statusOf, type TestUpload, tus } from '../test/tus.ts'
import { sweepUploads } from './jobs/sweep-uploads.ts'

const PIECE = 5_000
const bytes = randomBytes(20 * PIECE)
const end = { 'Upload-Length': String(bytes.length) }

function piece(number: number): Uint8Array {
  return bytes.subarray(number * PIECE, (number + 1) * PIECE)
}

async function startBucket() {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-bucket-'))
  const { server, config } = await startS3(folder)
  const { accessKeyId, secretAccessKey } = S3_CONFIG.credentials
  return {
    env: {
      S3_BUCKET: config.bucket,
      S3_ENDPOINT: config.endpoint ?? '',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'on',
    },
    stop: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

describe.each(['the data folder', 'a bucket'])('a growing upload in %s', (kind) => {
  let test: TestApp
  let owner: TestOwner
  let folder: TestFolder
  let bucket: Awaited<ReturnType<typeof startBucket>> | null = null
  beforeAll(async () => {
    bucket = kind === 'a bucket' ? await startBucket() : null
    test = await openTestApp(bucket ? { env: bucket.env } : {})
    owner = await createOwner(test.db)
    folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  })
  afterAll(async () => {
    await test.close()
    await bucket?.stop()
  })

  const start = async (): Promise<{ upload: TestUpload; fileId: number }> => {
    const upload = await requestLiveUpload(test, folder, owner)
    await tus.defer(upload)
    const { id: fileId } = await test.db
      .selectFrom('files')
      .select('id')
      .where('video_id', '=', upload.video_id)
      .executeTakeFirstOrThrow()
    return { upload, fileId }
  }
  const state = (fileId: number) => growingUpload.get().state(test.app, fileId)
  const read = async (fileId: number, from: number, to: number) =>
    Buffer.from(await growingUpload.get().read(test.app, fileId, from, to))

  it('has its state and its received bytes, while it grows and when it is complete', async () => {
    const { upload, fileId } = await start()
    expect(await state(fileId)).toEqual({ received: 0, length: null, isComplete: false })
    expect(await read(fileId, 0, 10)).toHaveLength(0)
    await tus.patch(upload, 0, piece(0))
    await tus.patch(upload, PIECE, piece(1))
    expect(await state(fileId)).toEqual({ received: 2 * PIECE, length: null, isComplete: false })
    const check = async () => {
      expect((await read(fileId, 10, 9_000)).equals(bytes.subarray(10, 9_000))).toBe(true)
      expect((await read(fileId, PIECE, 1e9)).equals(bytes.subarray(PIECE, 2 * PIECE))).toBe(true)
      expect(await read(fileId, 2 * PIECE, 3 * PIECE)).toHaveLength(0)
    }
    await check()
    await tus.patch(upload, 2 * PIECE, Buffer.alloc(0), { 'Upload-Length': String(2 * PIECE) })
    expect(await state(fileId)).toEqual({ received: 2 * PIECE, length: 2 * PIECE, isComplete: true })
    await check()
  })

  /** The version of the row changes with each received byte. */
  const versionOf = async ({ id }: TestUpload) =>
    (await sql<{ xmin: string }>`select xmin::text from uploads where id = ${id}`.execute(test.db)).rows

  it('never has bytes that are taken back: those of a long request are received when its checksum was verified', async () => {
    const { upload, fileId } = await start()
    const long = randomBytes(24_000_000)
    await tus.patch(upload, 0, long.subarray(0, PIECE))
    const before = await versionOf(upload)
    const rest = long.subarray(PIECE)
    expect((await tus.patch(upload, PIECE, rest, { 'Upload-Checksum': checksum(long) })).status).toBe(460)
    expect(await versionOf(upload)).toEqual(before)
    expect(await state(fileId)).toMatchObject({ received: PIECE })
    expect((await read(fileId, 0, PIECE)).equals(long.subarray(0, PIECE))).toBe(true)
    expect((await tus.patch(upload, PIECE, rest, { 'Upload-Checksum': checksum(rest) })).status).toBe(204)
    expect(await state(fileId)).toMatchObject({ received: long.length })
    for (const at of [0, PIECE - 10, 12_000_000, long.length - 100])
      expect((await read(fileId, at, at + 100)).equals(long.subarray(at, at + 100))).toBe(true)
  })

  it('never has bytes of a request that has more than the declared length', async () => {
    const { upload } = await start()
    await tus.create(upload, { 'Upload-Length': '20000000' })
    const before = await versionOf(upload)
    const socket = await openPatch(upload, 0, 'chunked')
    const status = statusOf(socket)
    const chunk = randomBytes(1_048_576)
    for (let sent = 0; sent < 24; sent += 1) {
      const isTaken = socket.write(Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')]))
      if (!isTaken) await once(socket, 'drain')
    }
    expect(await status).toBe(413)
    socket.destroy()
    expect(await versionOf(upload)).toEqual(before)
  })

  it('has its declared length before its last byte', async () => {
    const { upload, fileId } = await start()
    await tus.create(upload, end)
    await tus.patch(upload, 0, piece(0))
    expect(await state(fileId)).toEqual({ received: PIECE, length: bytes.length, isComplete: false })
  })

  it('gives a reader that follows it every byte, without a gap at its end', async () => {
    const { upload, fileId } = await start()
    const followed: Buffer[] = []
    const follow = async () => {
      for (let at = 0; at < bytes.length;) {
        // The state first: what it reports can be read from then on.
        const now = await state(fileId)
        const part = await read(fileId, at, at + 1_777)
        expect(part.length).toBeGreaterThanOrEqual(Math.min(1_777, (now?.received ?? Infinity) - at))
        followed.push(part)
        at += part.length
      }
    }
    const send = async () => {
      for (let number = 0; number < 20; number += 1)
        expect((await tus.patch(upload, number * PIECE, piece(number), number === 19 ? end : {})).status).toBe(204)
    }
    await Promise.all([follow(), send()])
    expect(Buffer.concat(followed).equals(bytes)).toBe(true)
  })

  it('gives many readers all bytes while it is finished', async () => {
    const { upload, fileId } = await start()
    await tus.patch(upload, 0, bytes)
    let isSent = false
    const readers = Array.from({ length: 3 }, async () => {
      let reads = 0
      while (!isSent || reads === 0) {
        expect((await read(fileId, 100, 90_000)).equals(bytes.subarray(100, 90_000))).toBe(true)
        reads += 1
      }
    })
    await tus.patch(upload, bytes.length, Buffer.alloc(0), end)
    isSent = true
    await Promise.all(readers)
    expect(await state(fileId)).toMatchObject({ isComplete: true })
  })

  it.each(['cancelled', 'expired'])('gives all bytes or none when it is %s, and never fails', async (how) => {
    const { upload, fileId } = await start()
    for (let number = 0; number < 20; number += 1) await tus.patch(upload, number * PIECE, piece(number))
    let hasEnded = false
    const readers = Array.from({ length: 3 }, async () => {
      while (!hasEnded) {
        const part = await read(fileId, 100, 90_000)
        expect(part.length === 0 || part.equals(bytes.subarray(100, 90_000))).toBe(true)
      }
    })
    if (how === 'cancelled') await test.succeed(cancelUpload, { params: { uploadId: upload.id } }, owner)
    else {
      await sql`update uploads set expires_at = now() - interval '1 second' where id = ${upload.id}`.execute(test.db)
      const signal = new AbortController().signal
      const job = { app: test.app, log: test.app.log, signal, id: 'test', attempt: 0, isLastTry: async () => false }
      await sweepUploads.run({}, job)
    }
    hasEnded = true
    await Promise.all(readers)
    expect(await state(fileId)).toBeNull()
    expect(await read(fileId, 0, 10)).toHaveLength(0)
  })

  it('is unknown for a file that does not exist', async () => {
    expect(await state(2_000_000_000)).toBeNull()
    expect(await read(2_000_000_000, 0, 10)).toHaveLength(0)
  })
})
