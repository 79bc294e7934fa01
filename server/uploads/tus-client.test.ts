// tus-js-client over a real connection, as an external program uses it.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Upload, type UploadOptions } from 'tus-js-client'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { type TestUpload, requestTestUpload } from '../test/tus.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

const lines: Server[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

/** A proxy that cuts the connection after each `bytes` bytes, `cuts` times in all. */
async function badLine(bytes: number, cuts: number): Promise<{ url: string; cuts: () => number }> {
  const target = new URL(await test.listen())
  let passed = 0
  let made = 0
  const carry = (browser: Socket): void => {
    const server = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [browser, server],
      [server, browser],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (data) => to.write(data))
    }
    browser.on('data', (data) => {
      passed += data.length
      if (made >= cuts || passed < bytes * (made + 1)) return
      made += 1
      browser.destroy()
    })
  }
  const line = createServer(carry).listen(0, '127.0.0.1')
  lines.push(line)
  await once(line, 'listening')
  return { url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, cuts: () => made }
}

function send(upload: TestUpload, bytes: Buffer, options: Partial<UploadOptions> = {}): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const { 'Tus-Resumable': _, ...headers } = upload.headers
    const sending = new Upload(bytes, {
      endpoint: upload.endpoint,
      headers,
      metadata: { filename: '商談.mp4', filetype: 'video/mp4' },
      retryDelays: [0, 10, 30, 50, 100, 200],
      storeFingerprintForResuming: false,
      onSuccess: () => resolve(sending),
      onError: reject,
      ...options,
    })
    sending.start()
  })
}

async function original({ video_id }: TestUpload): Promise<Buffer> {
  return test.read(await test.app.storage.get(`media/${video_id}/original`))
}

it.each([
  ['whole', Infinity],
  ['in chunks', 1_000_000],
])('UP-06 tus-js-client sends a file %s', async (_case, chunkSize) => {
  const bytes = randomBytes(3_500_000)
  const upload = await requestTestUpload(test, folder, owner, bytes.length)
  await send(upload, bytes, { chunkSize })
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('UP-06 tus-js-client sends bytes with the creation', async () => {
  const bytes = randomBytes(300_000)
  const upload = await requestTestUpload(test, folder, owner, bytes.length)
  await send(upload, bytes, { uploadDataDuringCreation: true })
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('UP-06 tus-js-client resumes after twenty interruptions', async () => {
  const bytes = randomBytes(10_000_000)
  const upload = await requestTestUpload(test, folder, owner, bytes.length)
  const line = await badLine(450_000, 20)
  await send({ ...upload, endpoint: `${line.url}/api/tus` }, bytes, { chunkSize: 2_000_000 })
  expect(line.cuts()).toBe(20)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('continues in another program that knows only the URL', async () => {
  const bytes = randomBytes(2_000_000)
  const upload = await requestTestUpload(test, folder, owner, bytes.length)
  const first = new Promise<void>((resolve) => {
    const { 'Tus-Resumable': _, ...headers } = upload.headers
    const sending = new Upload(bytes, {
      endpoint: upload.endpoint,
      headers,
      chunkSize: 500_000,
      storeFingerprintForResuming: false,
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 1_000_000) void sending.abort().then(resolve)
      },
    })
    sending.start()
  })
  await first
  let from = Infinity
  await send(upload, bytes, {
    uploadUrl: `${upload.endpoint}/${upload.video_id}`,
    chunkSize: 500_000,
    onProgress: (sent) => {
      from = Math.min(from, sent)
    },
  })
  expect(from).toBeGreaterThanOrEqual(1_000_000)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('stops immediately at a wrong signature', async () => {
  const bytes = randomBytes(1000)
  const upload = await requestTestUpload(test, folder, owner, bytes.length)
  const wrong = { ...upload, headers: { ...upload.headers, AuthorizationSignature: 'f'.repeat(64) } }
  await expect(send(wrong, bytes)).rejects.toThrow(/response code: 401/)
})
