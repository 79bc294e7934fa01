// The media that a player fetches over real HTTP: addresses that work with plain GETs, support byte ranges, and stop
// working when their reader loses access.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { logout } from '@kaiwa/contract/accounts.ts'
import { deleteFile, getDownload, getFile } from '@kaiwa/contract/files.ts'
import { deleteForever, restoreItems } from '@kaiwa/contract/trash.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { media, uploadRecording } from '../test/factories/recordings.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { originalKey } from './keys.ts'

const NAME = '商談 100% 「株式会社ミナト」.mp4'

let test: TestApp
let base: string
let owner: TestOwner
let folder: TestFolder
let file: TestFile
let original: Buffer
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MODEL_DOWNLOAD: 'off' } })
  base = await test.listen()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const path = media('ja-sales-call.mp4')
  original = await readFile(path)
  file = await uploadRecording(test, folder, path, { creator: owner, language: 'ja', name: NAME })
  // No engine knows the language in this test: the file fails after its recording was prepared, but can be played.
  await test.settle()
}, 120_000)
afterAll(() => test.close())

async function urlFor(person: TestUser, of = file): Promise<string> {
  const { body } = await test.call(getFile, { params: { projectId: of.projectId, id: of.id } }, person)
  return `${base}${new URL(body.url).pathname}/${of.videoId}`
}

async function get(person: TestUser, name: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(`${await urlFor(person)}/${name}`, { headers, method })
}

async function bytesOf(response: Response) {
  return Buffer.from(await response.arrayBuffer())
}

describe('PLAY-20 the media of a recording', () => {
  it.each([
    ['playlist.m3u8', 'application/vnd.apple.mpegurl'],
    ['media.ts', 'video/mp2t'],
    ['thumbnail.jpg', 'image/jpeg'],
    ['seek/0.jpg', 'image/jpeg'],
    ['seek/6.jpg', 'image/jpeg'],
    ['waveform.json', 'application/json'],
    ['original', 'video/mp4'],
  ])('PLAY-20 %s is served as %s, without MIME sniffing', async (name, type) => {
    const response = await get(owner, name)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await bytesOf(response)).length).toBe(Number(response.headers.get('content-length')))
  })

  it.each([
    'seek/7.jpg',
    'seek/00.jpg',
    'other',
    '..%2f..%2fsecret',
    'seek/..%2f..%2foriginal',
    'playlist.m3u8%00',
    '',
  ])('PLAY-20 %j answers 404', async (name) => {
    expect((await get(owner, name)).status).toBe(404)
  })

  it('PLAY-20 the original is served unchanged', async () => {
    const response = await get(owner, 'original')
    expect(
      createHash('sha256')
        .update(await bytesOf(response))
        .digest('hex'),
    ).toBe(createHash('sha256').update(original).digest('hex'))
  })

  it('PLAY-21 an address consists of media base, grant and video id', async () => {
    const { body } = await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
    expect(body.thumbnail).toBe(`${body.url}/${file.videoId}/thumbnail.jpg`)
    expect(new URL(body.url).pathname).toMatch(/^\/media\/[0-9a-z-]+-[0-9a-f]{36}$/)
  })
})

describe('PLAY-20 byte ranges of a recording', () => {
  const size = () => original.length
  it.each([
    ['the first bytes', 'bytes=0-99', 206, (all: Buffer) => all.subarray(0, 100)],
    ['from an offset to the end', `bytes=1000000-`, 206, (all: Buffer) => all.subarray(1_000_000)],
    ['the last bytes', 'bytes=-10', 206, (all: Buffer) => all.subarray(-10)],
    ['more than the file has', 'bytes=100-999999999999', 206, (all: Buffer) => all.subarray(100)],
    ['several ranges: the whole file', 'bytes=0-1,5-6', 200, (all: Buffer) => all],
    ['another unit: the whole file', 'seconds=1-2', 200, (all: Buffer) => all],
  ])('PLAY-20 %s', async (_case, range, status, part) => {
    const response = await get(owner, 'original', { range })
    const expected = part(original)
    expect(response.status).toBe(status)
    expect((await bytesOf(response)).equals(expected)).toBe(true)
    if (status === 206) {
      const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '') ?? []
      expect(Number(end) - Number(start) + 1).toBe(expected.length)
      expect(response.headers.get('content-range')).toMatch(new RegExp(`/${size()}$`))
    }
  })

  it('PLAY-20 a range beyond the end answers 416, with the size', async () => {
    const response = await get(owner, 'original', { range: 'bytes=999999999-' })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size()}`])
  })

  it('PLAY-20 HEAD returns size and type without a body', async () => {
    const response = await get(owner, 'original', {}, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(size()))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect((await bytesOf(response)).length).toBe(0)
  })

  it('PLAY-20 If-Range: sends a part if unchanged, all of it if changed; If-None-Match: sends nothing if unchanged', async () => {
    const tag = (await get(owner, 'original', {}, 'HEAD')).headers.get('etag') ?? ''
    const range = 'bytes=0-9'
    expect((await get(owner, 'original', { range, 'if-range': tag })).status).toBe(206)
    const changed = await get(owner, 'original', { range, 'if-range': '"another"' })
    expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, size()])
    expect((await get(owner, 'original', { 'if-none-match': tag })).status).toBe(304)
  })
})

describe('the original download', () => {
  it('WS-60 PLAY-20 has the original file name, in Japanese too', async () => {
    const { body } = await test.call(getDownload, { params: { fileId: file.id } }, owner)
    const response = await fetch(`${base}${new URL(body.url).pathname}?download`)
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[ -~]+\.mp4"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(NAME)
    expect((await bytesOf(response)).length).toBe(original.length)
  })

  it('PLAY-20 is for editors: a viewer plays the stream, and gets the original under no address', async () => {
    const viewer = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, viewer, ROLE.viewer)
    expect((await test.call(getDownload, { params: { fileId: file.id } }, viewer)).error).toBe('E_FORBIDDEN')
    const url = await urlFor(viewer)
    const status = async (name: string, init: RequestInit = {}) => (await fetch(`${url}/${name}`, init)).status
    expect(await status('playlist.m3u8')).toBe(200)
    expect(await status('media.ts')).toBe(200)
    expect(await status('original')).toBe(403)
    expect(await status('original?download')).toBe(403)
    expect(await status('original', { method: 'HEAD' })).toBe(403)
    expect(await status('original', { headers: { range: 'bytes=0-9' } })).toBe(403)
    const { headers } = await get(owner, 'original', {}, 'HEAD')
    expect(await status('original', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).toBe(403)
  })

  it('PLAY-20 is what a viewer plays while there is no stream, by Range and from the cache as well', async () => {
    const viewer = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, viewer, ROLE.viewer)
    const setStream = (is_playable: boolean) =>
      test.db.updateTable('files').set({ is_playable }).where('id', '=', file.id).execute()
    await setStream(false)
    try {
      const part = await get(viewer, 'original', { range: 'bytes=0-9' })
      expect([part.status, (await bytesOf(part)).length]).toEqual([206, 10])
      const tag = part.headers.get('etag') ?? ''
      expect((await get(viewer, 'original', { 'if-none-match': tag })).status).toBe(304)
      expect((await get(viewer, 'original?download')).status).toBe(403)
    } finally {
      await setStream(true)
    }
  })

  it('is cut off when its reader loses access while it is being sent', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, guest, ROLE.editor)
    const long = await createFile(test.db, folder, { creator: owner })
    await test.app.storage.put(originalKey(long.videoId), Buffer.alloc(64 * 1_048_576))
    const url = await urlFor(guest, long)
    const isComplete = new Promise<boolean>((resolve) => {
      test.http.server.once('request', (_request, response: ServerResponse) => {
        response.once('close', () => resolve(response.writableFinished))
      })
    })
    // Far more than the buffers of a connection hold: the answer waits for its reader.
    const reader = ((await fetch(`${url}/original`)).body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).done).toBe(false)
    await assign(test.db, folder, guest, null)
    expect(await isComplete).toBe(false)
    const readAll = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readAll()).rejects.toThrow('terminated')
  })
})

it('one account has at most sixty answers in progress; closed ones free their place, and others are not affected', async () => {
  const person = await createMember(test.db, owner, ROLE.manager)
  const long = await createFile(test.db, folder, { creator: owner })
  await test.app.storage.put(originalKey(long.videoId), Buffer.alloc(16 * 1_048_576))
  const url = `${await urlFor(person, long)}/original`
  const begin = async (address: string) => {
    const response = await fetch(address, { headers: { range: 'bytes=0-9' } })
    await response.arrayBuffer()
    return response.status
  }
  // An answer that is not read stays in progress.
  const open = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const [answer] = (await once(request(url, { agent: false }).end(), 'response')) as [IncomingMessage]
      return answer
    }),
  )
  expect(new Set(open.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await refused.json()).toMatchObject({ error: 'E_TOO_MANY_REQUESTS' })
  expect(await begin(`${await urlFor(owner, long)}/original`)).toBe(206)
  for (const answer of open) answer.destroy()
  await expect.poll(() => begin(url)).toBe(206)
})

describe('PLAY-20 an address stops working as soon as its reader loses access', () => {
  const member = () => createMember(test.db, owner, ROLE.manager)
  const status = async (url: string) => (await fetch(`${url}/playlist.m3u8`)).status

  it('PLAY-20 after sign-out', async () => {
    const person = await member()
    const url = await urlFor(person)
    expect(await status(url)).toBe(200)
    await test.call(logout, {}, person)
    expect(await status(url)).toBe(404)
  })

  it('PLAY-20 after their account is disabled', async () => {
    const person = await member()
    const url = await urlFor(person)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', person.id).execute()
    expect(await status(url)).toBe(404)
  })

  it('PLAY-20 after they are removed from the workspace, or from the folder', async () => {
    const person = await member()
    const url = await urlFor(person)
    await test.db.deleteFrom('workspace_members').where('user_id', '=', person.id).execute()
    expect(await status(url)).toBe(404)

    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, guest, ROLE.viewer)
    const shared = await urlFor(guest)
    expect(await status(shared)).toBe(200)
    await assign(test.db, folder, guest, null)
    expect(await status(shared)).toBe(404)
  })

  it('PLAY-20 a grant is valid for one file and one reader, and cannot be forged', async () => {
    const stranger = await createOwner(test.db)
    const place = await createFolder(test.db, rootOf(stranger), { creator: stranger })
    const own = await uploadRecording(test, place, media('en-jfk.wav'), { creator: stranger, language: 'ja' })
    const url = await urlFor(stranger, own)
    // Their own grant with another reader's video id, and a modified grant.
    expect(await status(url.replace(own.videoId, file.videoId))).toBe(404)
    const theirs = await urlFor(owner)
    expect(
      await status(theirs.replace(/.\/[0-9a-f-]+$/, (end) => `0${end.slice(1)}`).replace('/media/', '/media/1')),
    ).toBe(404)
    expect(await status(`${base}/media/1-1-1-${'0'.repeat(36)}/${file.videoId}`)).toBe(404)
  })

  it('PLAY-20 a deleted file is not served until it is restored; deleted for good, nothing of it remains in storage', async () => {
    const gone = await uploadRecording(test, folder, media('en-jfk.wav'), { creator: owner, language: 'ja' })
    await test.settle()
    const url = await urlFor(owner, gone)
    expect(await status(url)).toBe(200)
    await test.call(deleteFile, { params: { projectId: gone.projectId, id: gone.id } }, owner)
    expect(await status(url)).toBe(404)
    await test.succeed(restoreItems, { body: { item_ids: [gone.itemId] } }, owner)
    expect(await status(url)).toBe(200)
    await test.call(deleteFile, { params: { projectId: gone.projectId, id: gone.id } }, owner)
    await test.succeed(deleteForever, { params: { itemId: gone.itemId } }, owner)
    expect(await status(url)).toBe(404)
    await test.settle()
    expect(await test.app.storage.list(`media/${gone.videoId}/`)).toEqual([])
    expect(await test.app.storage.list(`speech/${gone.videoId}/`)).toEqual([])
  })
})
