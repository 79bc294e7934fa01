import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { type Announced, announce, checksum, openPatch, statusOf, tus } from '../test/tus.ts'
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

const created = async (size: number): Promise<Announced> => {
  const upload = await announce(test, folder, owner, size)
  expect((await tus.create(upload)).status).toBe(201)
  return upload
}
const original = async ({ video_id }: Announced): Promise<Buffer> =>
  test.read(await test.app.storage.get(`media/${video_id}/original`))
const offsetOf = async (upload: Announced): Promise<number> => Number((await tus.head(upload)).offset)

/** Until the first request of this upload is at work: its file is there. */
const isReceived = ({ id }: Announced): Promise<void> =>
  vi.waitFor(async () => expect(await openStaging(test.app).list()).toContain(id), { timeout: 10_000, interval: 10 })

/** Sends bytes from `offset` on and cuts the connection once the server's kernel has taken them all. */
const sendAndCut = async (upload: Announced, bytes: Buffer, offset: number, count: number): Promise<void> => {
  const socket = await openPatch(upload, offset, bytes.length - offset)
  await new Promise<void>((resolve) => {
    socket.write(bytes.subarray(offset, offset + count), () => resolve())
  })
  // Read by the server before the end of the connection is: an end in good order, at the wrong place.
  socket.end()
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.resume()
  })
}

it('UP-06 twenty cuts lose nothing that had arrived, and the bytes are the same in the end', async () => {
  const bytes = randomBytes(4_000_000)
  const upload = await created(bytes.length)
  let sent = 0
  for (let cut = 0; cut < 20; cut += 1) {
    const offset = await offsetOf(upload)
    // Fewer bytes than the connection buffers (64 kB) may be lost with it when it ends before it was looked at.
    const count = randomInt(131_072, 190_000)
    await sendAndCut(upload, bytes, offset, count)
    sent += count
  }
  const offset = await offsetOf(upload)
  expect(offset).toBe(sent)
  expect((await tus.patch(upload, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('a connection that is torn keeps a prefix at most, never more than was sent', async () => {
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

it('a cut request with a checksum keeps what came: its sender goes on from there', async () => {
  const bytes = randomBytes(500_000)
  const upload = await created(bytes.length)
  const hashed = { ...upload, headers: { ...upload.headers, 'Upload-Checksum': checksum(bytes) } }
  await sendAndCut(hashed, bytes, 0, 200_000)
  expect(await offsetOf(upload)).toBe(200_000)
  const rest = bytes.subarray(200_000)
  expect((await tus.patch(upload, 200_000, rest, { 'Upload-Checksum': checksum(rest) })).status).toBe(204)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('a half-open connection lets go at once when its sender asks on another, and costs no processor', async () => {
  const bytes = randomBytes(500_000)
  const upload = await created(bytes.length)
  const silent = await openPatch(upload, 0, bytes.length)
  silent.write(bytes.subarray(0, 123_456))
  await isReceived(upload)
  const before = { at: performance.now(), cpu: process.cpuUsage() }
  expect(await offsetOf(upload)).toBe(123_456)
  // The defect this guards against took three seconds, and kept a core busy for them.
  expect(performance.now() - before.at).toBeLessThan(2_500)
  const { user, system } = process.cpuUsage(before.cpu)
  expect((user + system) / 1000).toBeLessThan(1_000)
  expect((await tus.patch(upload, 123_456, bytes.subarray(123_456))).status).toBe(204)
  silent.destroy()
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('many who ask while a connection is half-open are all answered', async () => {
  const upload = await created(1000)
  const silent = await openPatch(upload, 0, 1000)
  silent.write(Buffer.alloc(10))
  await isReceived(upload)
  expect(await Promise.all(Array.from({ length: 10 }, () => offsetOf(upload)))).toEqual(Array(10).fill(10))
  silent.destroy()
})

it('of two parallel PATCHes each byte is taken once', async () => {
  const bytes = randomBytes(3_000_000)
  const upload = await created(bytes.length)
  const both = await Promise.all([tus.patch(upload, 0, bytes), tus.patch(upload, 0, bytes)])
  for (const { status } of both) expect([204, 409]).toContain(status)
  const offset = await offsetOf(upload)
  expect(both.some((answer) => answer.offset === offset)).toBe(true)
  if (offset < bytes.length) await tus.patch(upload, offset, bytes.subarray(offset))
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('of two half-sent parallel PATCHes the later goes on, and the earlier is told how far it came', async () => {
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
