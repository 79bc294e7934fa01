import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { createOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { writeGrant } from '../files/media-grant.ts'
import { originalKey } from './keys.ts'

const lines: string[] = []
let test: TestApp
let address: string
let grant: string
beforeAll(async () => {
  test = await openTestApp({ logTo: { write: (line) => void lines.push(line) } })
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner, file_name: '商談.mp4' })
  await test.app.storage.put(originalKey(file.videoId), 'twelve bytes')
  grant = writeGrant({ userId: owner.id, sessionId: owner.actor.sessionId, fileId: file.id }, test.app.config.secret)
  address = `/media/${grant}/${file.videoId}/original`
})
afterAll(() => test.close())

it.each([
  ['GET', {}, 200, '12', undefined, 'twelve bytes'],
  ['GET', { range: 'bytes=7-' }, 206, '5', 'bytes 7-11/12', 'bytes'],
  ['HEAD', {}, 200, '12', undefined, ''],
  ['HEAD', { range: 'bytes=0-0' }, 206, '1', 'bytes 0-0/12', ''],
  ['GET', { range: 'bytes=12-' }, 416, '0', 'bytes */12', ''],
] as const)('%s %o answers %i, %s bytes', async (method, headers, status, length, range, body) => {
  const response = await test.http.inject({ method, url: address, headers })
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-length'] ?? '0').toBe(length)
  expect(response.headers['content-range']).toBe(range)
  expect(response.body).toBe(body)
})

it('a grant never appears in the log, with any method or path', async () => {
  for (const url of [address, `/media/${grant}/x`, `/media/${grant}`]) {
    await test.http.inject(url)
    await test.http.inject({ method: 'POST', url })
  }
  await test.http.inject('/healthz')
  expect(lines.join('')).toContain('/healthz')
  expect(lines.join('')).not.toContain(grant)
})
