// Live recordings: uploads of unknown length whose storage reservation grows with the bytes and whose length is
// declared last.
import { randomBytes } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { completeUpload, requestUpload } from '@kaiwa/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  type TestUpload,
  requestTestUpload,
  requestLiveUpload,
  entryOf,
  openPatch,
  statusOf,
  tus,
} from '../test/tus.ts'
import { sweepUploads } from './jobs/sweep-uploads.ts'

const MB = 1_048_576
const GB = 1024 * MB
/** Maximum file size in this test's server (bytes). */
const MAX = 160 * MB

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MAX_FILE_MB: '160' } })
  await workspace('business')
})
afterAll(() => test.close())

async function workspace(plan: keyof typeof PLAN_LIMITS) {
  owner = await createOwner(test.db, { plan })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
}

function recording() {
  return requestLiveUpload(test, folder, owner)
}

const bytes = randomBytes(300_000)

function rowOf({ id }: TestUpload) {
  return test.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function fileOf({ video_id }: TestUpload) {
  return test.db.selectFrom('files').selectAll().where('video_id', '=', video_id).executeTakeFirstOrThrow()
}

async function original({ video_id }: TestUpload): Promise<Buffer> {
  return test.read(await test.app.storage.get(`media/${video_id}/original`))
}

function final(length: number) {
  return { 'Upload-Length': String(length) }
}

describe('a live recording', () => {
  it('is announced without a size and listed as waiting', async () => {
    const upload = await recording()
    expect(await fileOf(upload)).toMatchObject({ status: 'waiting', original_size: 0, is_audio: true })
    expect(await rowOf(upload)).toMatchObject({ declared_size: null, length: null, reserved: 100 * MB })
  })

  it.each([
    ['with a size', { recording: true, size: 1 }, { 'files.0.size': ['format'] }],
    ['and nothing else without one', { size: undefined }, { 'files.0.size': ['required'] }],
  ])('is refused when it is announced %s', async (_case, entry, errors) => {
    const answer = await test.call(
      requestUpload,
      { params: { id: folder.projectId }, body: { files: [entryOf(MB, entry)] } },
      owner,
    )
    expect(answer).toMatchObject({ status: 422, errors })
  })

  it('is complete when the last PATCH declares its length', async () => {
    const upload = await recording()
    expect((await tus.defer(upload, { 'Upload-Metadata': 'filename YQ==' })).status).toBe(201)
    let head = await tus.head(upload)
    expect(head.headers.get('upload-defer-length')).toBe('1')
    expect(head.headers.get('upload-length')).toBeNull()
    expect(await tus.patch(upload, 0, bytes.subarray(0, 100_000))).toMatchObject({ status: 204, offset: 100_000 })
    expect((await tus.patch(upload, 100_000, bytes.subarray(100_000, 200_000))).offset).toBe(200_000)
    expect((await tus.defer(upload)).status).toBe(201)
    expect((await test.call(completeUpload, { params: { uploadId: upload.id } }, owner)).status).toBe(409)
    const last = await tus.patch(upload, 200_000, bytes.subarray(200_000), final(bytes.length))
    expect(last).toMatchObject({ status: 204, offset: bytes.length })
    head = await tus.head(upload)
    expect(head.headers.get('upload-length')).toBe(String(bytes.length))
    expect(head.headers.get('upload-defer-length')).toBeNull()
    expect(head.headers.get('upload-metadata')).toBe('filename YQ==')
    expect((await original(upload)).equals(bytes)).toBe(true)
    expect(await fileOf(upload)).toMatchObject({ status: 'uploaded', original_size: bytes.length })
  })

  it.each([
    [
      'by an empty PATCH',
      (upload: TestUpload) => tus.patch(upload, bytes.length, Buffer.alloc(0), final(bytes.length)),
    ],
    ['by a POST', (upload: TestUpload) => tus.create(upload, final(bytes.length))],
  ])('is complete when its length is declared after the last byte, %s', async (_case, declare) => {
    const upload = await recording()
    await tus.defer(upload)
    await tus.patch(upload, 0, bytes)
    expect([201, 204]).toContain((await declare(upload)).status)
    expect((await test.call(completeUpload, { params: { uploadId: upload.id } }, owner)).status).toBe(200)
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('may repeat its length after the PATCH that declared it was interrupted', async () => {
    const upload = await recording()
    await tus.defer(upload)
    const socket = await openPatch(
      { ...upload, headers: { ...upload.headers, ...final(bytes.length) } },
      0,
      bytes.length,
    )
    socket.write(bytes.subarray(0, 100_000))
    await expect.poll(async () => (await rowOf(upload)).length).toBe(bytes.length)
    socket.end()
    const offset = Number((await tus.head(upload)).offset)
    const rest = await tus.patch(upload, offset, bytes.subarray(offset), final(bytes.length))
    expect(rest).toMatchObject({ status: 204, offset: bytes.length })
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it.each([
    ['fewer bytes than have come', 9, 400],
    ['nothing', 0, 400],
    ['more than a file may have', MAX + 1, 413],
    ['something that is no number', Number.NaN, 400],
  ])('is not ended with a length of %s', async (_case, length, status) => {
    const upload = await recording()
    await tus.defer(upload)
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    expect((await tus.patch(upload, 10, Buffer.alloc(0), final(length))).status).toBe(status)
    expect((await tus.create(upload, final(length))).status).toBe(status)
    expect((await rowOf(upload)).length).toBeNull()
  })

  it('refuses a second, different length', async () => {
    const upload = await recording()
    await tus.defer(upload)
    await tus.patch(upload, 0, bytes.subarray(0, 10), final(20))
    expect((await tus.patch(upload, 10, bytes.subarray(0, 5), final(15))).status).toBe(400)
    expect((await tus.patch(upload, 10, bytes.subarray(0, 11))).status).toBe(413)
    expect((await tus.create(upload, final(15))).status).toBe(400)
    expect((await rowOf(upload)).length).toBe(20)
  })

  it('reserves nothing for a length that is refused', async () => {
    const upload = await recording()
    expect((await tus.create(upload, final(5 * MB))).status).toBe(201)
    expect((await tus.create(upload, final(100 * MB))).status).toBe(400)
    expect(await rowOf(upload)).toMatchObject({ length: 5 * MB, reserved: 5 * MB })
  })

  it('may declare its length at its creation', async () => {
    const upload = await recording()
    expect((await tus.create(upload, final(bytes.length))).status).toBe(201)
    expect((await rowOf(upload)).reserved).toBe(bytes.length)
    expect((await tus.patch(upload, 0, bytes)).status).toBe(204)
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('is the only upload that may defer its length', async () => {
    const upload = await requestTestUpload(test, folder, owner, bytes.length)
    expect((await tus.defer(upload)).status).toBe(400)
    expect((await tus.head(upload)).status).toBe(404)
    await tus.create(upload)
    expect((await tus.defer(upload)).status).toBe(400)
    expect((await tus.patch(upload, 0, bytes, final(bytes.length))).status).toBe(400)
  })

  it('refuses more bytes than the maximum file size, with and without Content-Length', async () => {
    const upload = await recording()
    await tus.defer(upload)
    await tus.patch(upload, 0, bytes)
    // Simulates that nearly all bytes were sent.
    await truncate(join(test.dataFolder, 'uploads', String(upload.id)), MAX - 5)
    await test.db
      .updateTable('uploads')
      .set({ received: MAX - 5 })
      .where('id', '=', upload.id)
      .execute()
    expect((await tus.patch(upload, MAX - 5, bytes.subarray(0, 6))).status).toBe(413)
    const socket = await openPatch(upload, MAX - 5, 'chunked')
    const status = statusOf(socket)
    socket.write('6\r\nabcdef\r\n0\r\n\r\n')
    expect(await status).toBe(413)
    socket.destroy()
    expect((await tus.head(upload)).offset).toBe(MAX - 5)
    expect((await tus.patch(upload, MAX - 5, bytes.subarray(0, 5), final(MAX))).status).toBe(204)
  })
})

describe('storage of a live recording', () => {
  const leave = async (left: number) => {
    await workspace('trial')
    await createFile(test.db, folder, { creator: owner, original_size: PLAN_LIMITS.trial.storage * GB - left })
  }
  const request = (size: number) =>
    test.call(requestUpload, { params: { id: folder.projectId }, body: { files: [entryOf(size)] } }, owner)

  it('is reserved in steps of 100 MB, also during a request, and released at the end', async () => {
    await leave(250 * MB)
    const upload = await recording()
    await tus.defer(upload)
    expect((await request(150 * MB + MB)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await tus.patch(upload, 0, Buffer.alloc(100 * MB + 1))).status).toBe(204)
    expect((await rowOf(upload)).reserved).toBe(200 * MB)
    expect((await request(50 * MB + MB)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await tus.patch(upload, 100 * MB + 1, Buffer.alloc(1), final(100 * MB + 2))).status).toBe(204)
    expect((await request(149 * MB)).status).toBe(201)
  })

  it('refuses further bytes when no storage is left, and keeps the received ones', async () => {
    await leave(150 * MB)
    const upload = await recording()
    await tus.defer(upload)
    const refused = await tus.patch(upload, 0, Buffer.alloc(110 * MB))
    expect(refused).toMatchObject({ status: 422, text: '{"error":"PROJECT_MAX_STORAGE_EXCEEDED"}' })
    const offset = Number((await tus.head(upload)).offset)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(100 * MB)
    expect((await tus.patch(upload, offset, Buffer.alloc(0), final(offset))).status).toBe(204)
    expect(await fileOf(upload)).toMatchObject({ status: 'uploaded', original_size: offset })
  })

  it('is required for the first 100 MB and for a declared length', async () => {
    await leave(120 * MB)
    const upload = await recording()
    expect(
      await test.call(
        requestUpload,
        {
          params: { id: folder.projectId },
          body: { files: [{ ...entryOf(0, { recording: true }), size: undefined }] },
        },
        owner,
      ),
    ).toMatchObject({ status: 422, error: 'PROJECT_MAX_STORAGE_EXCEEDED' })
    expect((await tus.create(upload, final(130 * MB))).status).toBe(422)
    await tus.defer(upload)
    expect((await tus.patch(upload, 0, bytes, final(130 * MB))).status).toBe(422)
    expect((await rowOf(upload)).length).toBeNull()
    expect((await tus.patch(upload, 0, bytes, final(bytes.length))).status).toBe(204)
  })

  it('is released when the recording expires', async () => {
    await leave(100 * MB)
    const upload = await recording()
    await tus.defer(upload)
    await tus.patch(upload, 0, bytes)
    expect((await request(100 * MB)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    await sql`update uploads set expires_at = now() - interval '1 second' where id = ${upload.id}`.execute(test.db)
    const signal = new AbortController().signal
    const job = { app: test.app, log: test.app.log, signal, id: 'test', attempt: 0, isLastTry: async () => false }
    await sweepUploads.run({}, job)
    expect(await fileOf(upload)).toMatchObject({ status: 'failed', failed_reason: 'file-not-found' })
    expect((await request(100 * MB)).status).toBe(201)
  })
})
