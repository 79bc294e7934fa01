import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { checksum, openPatch, requestTestUpload, statusOf, type TestUpload, tus } from '../test/tus.ts'
import { openStaging } from './open-staging.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

async function created(size: number): Promise<TestUpload> {
  const upload = await requestTestUpload(test, folder, owner, size)
  expect((await tus.create(upload)).status).toBe(201)
  return upload
}

async function original({ video_id }: TestUpload): Promise<Buffer> {
  return test.read(await test.app.storage.get(`media/${video_id}/original`))
}

async function offsetOf(upload: TestUpload): Promise<number> {
  return Number((await tus.head(upload)).offset)
}

/** Waits until the first request of this upload has created its file. */
function isReceived({ id }: TestUpload): Promise<void> {
  return vi.waitFor(async () => expect(await openStaging(test.app).list()).toContain(id), {
    timeout: 10_000,
    interval: 10,
  })
}

/** Sends bytes from `offset` on and ends the connection after the server's kernel has received all of them. */
async function sendAndCut(upload: TestUpload, bytes: Buffer, offset: number, count: number): Promise<void> {
  const socket = await openPatch(upload, offset, bytes.length - offset)
  await new Promise<void>((resolve) => {
    socket.write(bytes.subarray(offset, offset + count), () => resolve())
  })
  // The server reads these bytes before the end of the connection: an orderly end before Content-Length.
  socket.end()
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.resume()
  })
}

it('UP-06 an upload with twenty interruptions loses no received byte and is identical in the end', async () => {
  const bytes = randomBytes(4_000_000)
  const upload = await created(bytes.length)
  let sent = 0
  for (let cut = 0; cut < 20; cut += 1) {
    const offset = await offsetOf(upload)
    // Up to 64 kB in the buffers of a connection may be lost when it ends before the server reads them.
    const count = randomInt(131_072, 190_000)
    await sendAndCut(upload, bytes, offset, count)
    sent += count
  }
  const offset = await offsetOf(upload)
  expect(offset).toBe(sent)
  expect((await tus.patch(upload, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('a reset connection keeps a prefix of the sent bytes', async () => {
  const bytes = randomBytes(1_000_000)
  const upload = await created(bytes.length)
  const socket = await openPatch(upload, 0, bytes.length)
  socket.write(bytes.subarray(0, 300_000))
  await pause(100)
  socket.resetAndDestroy()
  const offset = await offsetOf(upload)
  expect(offset).toBeLessThanOrEqual(300_000)
  await tus.patch(upload, offset, bytes.subarray(offset))
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('an interrupted request with a checksum keeps the received bytes, and the sender continues from there', async () => {
  const bytes = randomBytes(500_000)
  const upload = await created(bytes.length)
  const hashed = { ...upload, headers: { ...upload.headers, 'Upload-Checksum': checksum(bytes) } }
  await sendAndCut(hashed, bytes, 0, 200_000)
  expect(await offsetOf(upload)).toBe(200_000)
  const rest = bytes.subarray(200_000)
  expect((await tus.patch(upload, 200_000, rest, { 'Upload-Checksum': checksum(rest) })).status).toBe(204)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('a half-open connection releases the lock quickly when its sender reconnects, without busy waiting', async () => {
  const bytes = randomBytes(500_000)
  const upload = await created(bytes.length)
  const silent = await openPatch(upload, 0, bytes.length)
  silent.write(bytes.subarray(0, 123_456))
  await isReceived(upload)
  const before = { at: performance.now(), cpu: process.cpuUsage() }
  expect(await offsetOf(upload)).toBe(123_456)
  // Regression: this took three seconds and kept a core busy.
  expect(performance.now() - before.at).toBeLessThan(2_500)
  const { user, system } = process.cpuUsage(before.cpu)
  expect((user + system) / 1000).toBeLessThan(1_000)
  expect((await tus.patch(upload, 123_456, bytes.subarray(123_456))).status).toBe(204)
  silent.destroy()
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('answers ten HEAD requests that arrive during a half-open connection', async () => {
  const upload = await created(1000)
  const silent = await openPatch(upload, 0, 1000)
  silent.write(Buffer.alloc(10))
  await isReceived(upload)
  expect(await Promise.all(Array.from({ length: 10 }, () => offsetOf(upload)))).toEqual(Array(10).fill(10))
  silent.destroy()
})

it('accepts each byte once from two parallel PATCH requests', async () => {
  const bytes = randomBytes(3_000_000)
  const upload = await created(bytes.length)
  const both = await Promise.all([tus.patch(upload, 0, bytes), tus.patch(upload, 0, bytes)])
  for (const { status } of both) expect([204, 409]).toContain(status)
  const offset = await offsetOf(upload)
  expect(both.some((answer) => answer.offset === offset)).toBe(true)
  if (offset < bytes.length) await tus.patch(upload, offset, bytes.subarray(offset))
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('the later of two half-sent parallel PATCH requests continues, and the earlier gets its offset', async () => {
  const bytes = randomBytes(200_000)
  const upload = await created(bytes.length)
  const first = await openPatch(upload, 0, bytes.length)
  const firstStatus = statusOf(first)
  first.write(bytes.subarray(0, 1000))
  await isReceived(upload)
  const second = await tus.patch(upload, 0, bytes)
  expect(second.status).toBe(409)
  expect(await firstStatus).toBe(204)
  expect(await offsetOf(upload)).toBe(1000)
  first.destroy()
})
