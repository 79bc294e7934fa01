// Runs the server as a separate process and kills it during a request.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { saveRecording } from '@kaiwa/contract/recordings.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFolder, rootOf } from '../test/factories/items.ts'
import { createOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { checksum, openPatch, requestLiveUpload, requestTestUpload, type TestUpload, tus } from '../test/tus.ts'
import { openStaging } from './open-staging.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

let test: TestApp
const children = new Set<ChildProcess>()
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await test.close()
})

/** Starts a server on the test's database and data folder. */
async function start(): Promise<{ endpoint: string; kill: () => Promise<void> }> {
  const { secret } = test.app.config
  const env = { ...process.env, KAIWA_DATA: test.dataFolder, KAIWA_SECRET: secret, DATABASE_URL: test.databaseUrl }
  const child = spawn(process.execPath, [main], {
    env: utf8Environment({
      ...env,
      KAIWA_ROLES: 'api',
      KAIWA_LOG_LEVEL: 'silent',
      PORT: '0',
      KAIWA_DEMO: 'on',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    const kill = async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      children.delete(child)
    }
    return { endpoint: `http://127.0.0.1:${port}/api/tus`, kill }
  }
  throw new Error('The server did not start')
}

it('UP-06 an upload continues after the server was killed during a request', async () => {
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const bytes = randomBytes(40_000_000)
  const announced = await requestTestUpload(test, folder, owner, bytes.length)

  const first = await start()
  const upload: TestUpload = { ...announced, endpoint: first.endpoint }
  expect((await tus.create(upload)).status).toBe(201)
  const hashed = bytes.subarray(0, 1_000_000)
  expect((await tus.patch(upload, 0, hashed, { 'Upload-Checksum': checksum(hashed) })).status).toBe(204)
  const socket = await openPatch(upload, hashed.length, bytes.length - hashed.length)
  socket.write(bytes.subarray(hashed.length, 35_000_000))
  // Killed after the first bytes are durable and while more are in transit.
  const received = async () => {
    const row = await test.db.selectFrom('uploads').select('received').where('id', '=', upload.id).executeTakeFirst()
    return row?.received ?? 0
  }
  await expect.poll(received, { timeout: 20_000, interval: 10 }).toBeGreaterThan(hashed.length)
  await first.kill()
  const acknowledged = await received()
  expect(acknowledged).toBeLessThan(bytes.length)
  expect(await openStaging(test.app).list()).toContain(upload.id)

  const second = await start()
  const again: TestUpload = { ...announced, endpoint: second.endpoint }
  expect((await tus.head(again)).offset).toBe(acknowledged)
  expect((await tus.patch(again, acknowledged, bytes.subarray(acknowledged))).status).toBe(204)
  await second.kill()
  const original = await test.read(await test.app.storage.get(`media/${upload.video_id}/original`))
  expect(original.equals(bytes)).toBe(true)
})

it('a recording continues after the server was killed between its bytes and its description', async () => {
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const bytes = randomBytes(3_000_000)
  const announced = await requestLiveUpload(test, folder, owner)
  const save = (...offsets: number[]) => {
    const segments = offsets.map((offset) => ({ offset, started_at: '2026-01-01T00:00:00Z' }))
    return test.call(saveRecording, { params: { uploadId: announced.id }, body: { segments } }, owner)
  }

  const first = await start()
  const upload: TestUpload = { ...announced, endpoint: first.endpoint }
  expect((await tus.defer(upload)).status).toBe(201)
  expect((await tus.patch(upload, 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
  await first.kill()
  const second = await start()
  const again: TestUpload = { ...announced, endpoint: second.endpoint }
  expect((await save(0, 1_000_000)).status).toBe(200)
  expect((await tus.patch(again, 1_000_000, bytes.subarray(1_000_000, 2_000_000))).status).toBe(204)
  await second.kill()
  const third = await start()
  const last: TestUpload = { ...announced, endpoint: third.endpoint }
  expect((await tus.head(last)).offset).toBe(2_000_000)
  expect((await save(0, 1_000_000)).status).toBe(200)
  const end = { 'Upload-Length': String(bytes.length) }
  expect((await tus.patch(last, 2_000_000, bytes.subarray(2_000_000), end)).status).toBe(204)
  await third.kill()
  const original = await test.read(await test.app.storage.get(`media/${announced.video_id}/original`))
  expect(original.equals(bytes)).toBe(true)
})
