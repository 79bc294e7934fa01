import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { login, logout } from '@kaiwa/contract/accounts.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { changePassword, endOtherSessions } from '@kaiwa/contract/profile.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { listTrash } from '@kaiwa/contract/trash.ts'
import { cancelUpload, renewUpload } from '@kaiwa/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, PASSWORD, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  callTus,
  checksum,
  openPatch,
  requestTestUpload,
  statusOf,
  type TestUpload,
  tus,
  tusHeaders,
  urlOf,
} from '../test/tus.ts'
import { finishUpload } from './complete-upload.ts'
import { openStaging } from './open-staging.ts'
import { LIBRARY, signUpload } from './upload-ticket.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MAX_FILE_MB: '100' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

const bytes = randomBytes(100_000)

function announced(size = bytes.length) {
  return requestTestUpload(test, folder, owner, size)
}

async function created(size = bytes.length): Promise<TestUpload> {
  const upload = await announced(size)
  expect((await tus.create(upload)).status).toBe(201)
  return upload
}

function fileOf({ video_id }: TestUpload) {
  return test.db.selectFrom('files').selectAll().where('video_id', '=', video_id).executeTakeFirst()
}

async function original({ video_id }: TestUpload): Promise<Buffer> {
  return test.read(await test.app.storage.get(`media/${video_id}/original`))
}

function staged() {
  return openStaging(test.app).list()
}

function secret() {
  return test.app.config.secret
}

describe('a tus upload', () => {
  it('UP-06 is sent in pieces and stored as the original of its file', async () => {
    const upload = await announced()
    const creation = await tus.create(upload)
    expect(creation).toMatchObject({ status: 201, text: '' })
    expect(creation.headers.get('location')).toBe(`/api/tus/${upload.video_id}`)
    expect(creation.headers.get('tus-resumable')).toBe('1.0.0')
    expect(new Date(String(creation.headers.get('upload-expires'))).getTime()).toBe(upload.expired_at * 1000)
    expect(await tus.head(upload)).toMatchObject({ status: 200, offset: 0 })
    expect(await tus.patch(upload, 0, bytes.subarray(0, 60_000))).toMatchObject({ status: 204, offset: 60_000 })
    const head = await tus.head(upload)
    expect(head).toMatchObject({ status: 200, offset: 60_000 })
    expect(head.headers.get('upload-length')).toBe('100000')
    expect(head.headers.get('cache-control')).toBe('no-store')
    expect(head.headers.get('upload-expires')).toBe(creation.headers.get('upload-expires'))
    expect(await tus.patch(upload, 60_000, bytes.subarray(60_000))).toMatchObject({ status: 204, offset: 100_000 })
    expect((await original(upload)).equals(bytes)).toBe(true)
    expect(await fileOf(upload)).toMatchObject({ status: 'uploaded', run: 1, original_size: 100_000 })
    expect(await tus.head(upload)).toMatchObject({ status: 200, offset: 100_000 })
  })

  it('UP-06 may send its bytes with the creation', async () => {
    const upload = await announced()
    const octets = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Checksum': checksum(bytes) }
    expect(await tus.create(upload, octets, bytes)).toMatchObject({ status: 201, offset: bytes.length })
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('is unchanged when it is created again', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    expect((await tus.create(upload)).status).toBe(201)
    const octets = { 'Content-Type': 'application/offset+octet-stream' }
    expect((await tus.create(upload, octets, bytes.subarray(0, 20))).status).toBe(409)
    expect((await tus.create(upload, { 'Upload-Length': '99999' })).status).toBe(400)
    expect((await tus.head(upload)).offset).toBe(10)
    await tus.patch(upload, 10, bytes.subarray(10))
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('sends no CORS headers to other origins', async () => {
    const upload = await created()
    for (const answer of [await tus.head(upload), await tus.patch(upload, 0, bytes.subarray(0, 1))]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const foreign = await tus.patch(upload, 1, bytes.subarray(1), { Origin: 'https://evil.example' })
    expect(foreign).toMatchObject({ status: 403 })
  })

  it('describes its extensions and limits in OPTIONS', async () => {
    const response = await fetch(`${await test.listen()}/api/tus`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,checksum,expiration',
      'tus-checksum-algorithm': 'sha256,sha1',
      'tus-max-size': String(100 * 1_048_576),
    })
  })

  it('supports tus 1.0.0 only', async () => {
    const upload = await created()
    const answer = await tus.head(upload, { 'Tus-Resumable': '0.2.2' })
    expect(answer.status).toBe(412)
    expect(answer.headers.get('tus-version')).toBe('1.0.0')
  })

  it('can be terminated, which deletes its file and bytes', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    expect((await tus.terminate(upload)).status).toBe(204)
    expect(await fileOf(upload)).toBeUndefined()
    expect(await tus.head(upload)).toMatchObject({ status: 401 })
  })

  it('moves the file to the trash when a finished upload is terminated', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes)
    expect((await tus.terminate(upload)).status).toBe(204)
    expect((await tus.head(upload)).status).toBe(404)
    expect((await tus.terminate(upload)).status).toBe(404)
    const { data } = await test.succeed(listTrash, { query: {} }, owner)
    const itemId = (await fileOf(upload))?.item_id
    expect(data).toContainEqual(expect.objectContaining({ item_id: itemId, name: '商談' }))
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('returns Upload-Metadata exactly as sent at the creation', async () => {
    const metadata = 'filename 5ZWG6KuHLm1wNA==,filetype dmlkZW8vbXA0,is_confidential'
    const upload = await announced()
    expect((await tus.create(upload, { 'Upload-Metadata': metadata })).status).toBe(201)
    expect((await tus.head(upload)).headers.get('upload-metadata')).toBe(metadata)
    await tus.create(upload, { 'Upload-Metadata': 'filename YQ==' })
    await tus.patch(upload, 0, bytes)
    expect((await tus.head(upload)).headers.get('upload-metadata')).toBe(metadata)
    expect((await tus.head(await created())).headers.get('upload-metadata')).toBeNull()
  })

  it('supports X-HTTP-Method-Override', async () => {
    const upload = await created()
    const post = (method: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
      callTus(urlOf(upload), 'POST', { ...upload.headers, 'X-HTTP-Method-Override': method, ...headers }, body)
    const octets = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' }
    expect(await post('PATCH', octets, bytes.subarray(0, 10))).toMatchObject({ status: 204, offset: 10 })
    expect(await post('head')).toMatchObject({ status: 200, offset: 10 })
    for (const method of ['GET', 'POST', 'PUT', '']) expect((await post(method)).status).toBe(404)
    expect((await tus.head(upload, { 'X-HTTP-Method-Override': 'DELETE' })).offset).toBe(10)
    expect((await post('DELETE')).status).toBe(204)
    expect((await tus.head(upload)).status).toBe(401)
  })

  it.each(['application/octet-stream', 'text/plain', 'application/offset+octet-stream; charset=utf-8', 'none', ''])(
    'answers 415 to a PATCH of type %j',
    async (type) => {
      const upload = await created()
      expect((await tus.patch(upload, 0, bytes, { 'Content-Type': type })).status).toBe(415)
      expect((await tus.head(upload)).offset).toBe(0)
    },
  )

  it('accepts an empty PATCH after the last byte, and no further bytes', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes)
    expect(await tus.patch(upload, bytes.length, Buffer.alloc(0))).toMatchObject({ status: 204, offset: bytes.length })
    expect((await tus.patch(upload, bytes.length, bytes)).status).toBe(413)
    expect((await tus.patch(upload, 0, bytes)).status).toBe(409)
    const socket = await openPatch(upload, bytes.length, 'chunked')
    const status = statusOf(socket)
    socket.write('3\r\nabc\r\n0\r\n\r\n')
    expect(await status).toBe(413)
    socket.destroy()
    expect(await staged()).not.toContain(upload.id)
    expect((await original(upload)).equals(bytes)).toBe(true)
  })
})

describe('a checksum', () => {
  it('is optional and accepted when it matches', async () => {
    const upload = await created()
    const first = bytes.subarray(0, 50_000)
    expect((await tus.patch(upload, 0, first, { 'Upload-Checksum': checksum(first) })).offset).toBe(50_000)
    expect((await tus.patch(upload, 50_000, bytes.subarray(50_000))).offset).toBe(100_000)
  })

  it('that does not match is answered 460, and none of its bytes are kept', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    const wrong = await tus.patch(upload, 10, bytes.subarray(10), { 'Upload-Checksum': checksum(bytes) })
    expect(wrong).toMatchObject({ status: 460 })
    expect((await tus.head(upload)).offset).toBe(10)
    const rest = bytes.subarray(10)
    expect((await tus.patch(upload, 10, rest, { 'Upload-Checksum': checksum(rest) })).status).toBe(204)
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('that does not match also discards bytes that were durable already', async () => {
    const long = randomBytes(24_000_000)
    const upload = await created(long.length)
    await tus.patch(upload, 0, long.subarray(0, 10))
    const rest = long.subarray(10)
    expect((await tus.patch(upload, 10, rest, { 'Upload-Checksum': checksum(long) })).status).toBe(460)
    expect((await tus.head(upload)).offset).toBe(10)
    expect((await tus.patch(upload, 10, rest, { 'Upload-Checksum': checksum(rest) })).status).toBe(204)
    expect((await original(upload)).equals(long)).toBe(true)
  })

  it('may be a SHA-1', async () => {
    const upload = await created()
    const wrong = checksum(bytes.subarray(1), 'sha1')
    expect((await tus.patch(upload, 0, bytes, { 'Upload-Checksum': wrong })).status).toBe(460)
    expect((await tus.head(upload)).offset).toBe(0)
    expect((await tus.patch(upload, 0, bytes, { 'Upload-Checksum': checksum(bytes, 'sha1') })).status).toBe(204)
  })

  const sha256 = createHash('sha256').update(bytes).digest('base64')
  it.each([
    ['another algorithm', 'md5 1B2M2Y8AsgTpgAmY7PhCfg=='],
    ['a hash that is too short', 'sha256 abc'],
    ['no hash', 'sha256'],
    ['nothing', ''],
    ['a SHA-256 called SHA-1', `sha1 ${sha256}`],
    ['two spaces', `sha256  ${sha256}`],
    ['an algorithm in capitals', `SHA256 ${sha256}`],
    ['two checksums', `sha256 ${sha256}, sha256 ${sha256}`],
    ['a hash of 10,000 characters', `sha256 ${'A'.repeat(10_000)}`],
  ])('is answered 400 with %s', async (_case, header) => {
    const upload = await created()
    expect((await tus.patch(upload, 0, bytes, { 'Upload-Checksum': header })).status).toBe(400)
    expect((await tus.head(upload)).offset).toBe(0)
  })
})

describe('length and offset', () => {
  it.each([
    ['0.01 MB more', 10_485, 201],
    ['0.01 MB less', -10_485, 201],
    ['more than that', 10_487, 413],
    ['less than that', -10_487, 413],
    ['nothing', -100_000, 400],
  ])('accepts or refuses a length of %s than announced', async (_case, difference, status) => {
    const upload = await announced()
    const length = String(bytes.length + difference)
    expect((await tus.create(upload, { 'Upload-Length': length })).status).toBe(status)
  })

  it('requires a length', async () => {
    const upload = await announced()
    expect((await tus.create(upload, { 'Upload-Length': 'many' })).status).toBe(400)
    expect((await tus.create(upload, { 'Upload-Length': '-1' })).status).toBe(400)
    expect((await tus.patch(upload, 0, bytes)).status).toBe(404)
  })

  it('refuses more bytes than the length, with and without Content-Length', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    expect((await tus.patch(upload, 10, bytes)).status).toBe(413)
    const socket = await openPatch(upload, 10, 'chunked')
    const status = statusOf(socket)
    socket.write(`${bytes.length.toString(16)}\r\n`)
    socket.write(bytes)
    socket.write('\r\n0\r\n\r\n')
    expect(await status).toBe(413)
    socket.destroy()
    expect((await tus.head(upload)).offset).toBe(10)
    await tus.patch(upload, 10, bytes.subarray(10))
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('accepts chunked encoding with pieces of any size', async () => {
    const upload = await created()
    const socket = await openPatch(upload, 0, 'chunked')
    const status = statusOf(socket)
    for (const piece of [bytes.subarray(0, 7), bytes.subarray(7, 70_000), bytes.subarray(70_000)]) {
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      socket.write('\r\n')
    }
    socket.write('0\r\n\r\n')
    expect(await status).toBe(204)
    socket.destroy()
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it.each([
    ['before', 5],
    ['after', 50],
  ])('refuses a PATCH at an offset %s the current one with a conflict', async (_case, offset) => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    expect((await tus.patch(upload, offset, bytes.subarray(offset))).status).toBe(409)
    expect((await tus.head(upload)).offset).toBe(10)
  })
})

// Every write to this device fails as on a full disk. It exists on Linux only.
it.runIf(process.platform === 'linux')('a full disk is answered 507 and does not affect durable bytes', async () => {
  const upload = await created()
  await tus.patch(upload, 0, bytes.subarray(0, 60_000))
  const path = join(test.dataFolder, 'uploads', String(upload.id))
  await rename(path, `${path}.kept`)
  await symlink('/dev/full', path)
  // The device also lacks the bytes before the offset. Lost bytes are answered 410, a full disk 507.
  expect((await tus.patch(upload, 60_000, bytes.subarray(60_000))).status).toBe(410)
  const fresh = await created()
  await symlink('/dev/full', join(test.dataFolder, 'uploads', String(fresh.id)))
  expect((await tus.patch(fresh, 0, bytes)).status).toBe(507)
  expect((await tus.head(fresh)).offset).toBe(0)
  await rename(`${path}.kept`, path)
  expect((await tus.head(upload)).offset).toBe(60_000)
  expect((await tus.patch(upload, 60_000, bytes.subarray(60_000))).status).toBe(204)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

it('a full disk at completion is answered 503, and the upload is finished later', async () => {
  const upload = await created()
  const { storage } = test.app
  const staging = openStaging(test.app)
  const full: typeof staging.finish = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  await tus.patch(upload, 0, bytes.subarray(0, 10))
  await staging.append(
    upload.id,
    10,
    {
      bytes: Readable.from([bytes.subarray(10)]),
      checksum: null,
      maxBytes: bytes.length,
      releaseSignal: new AbortController().signal,
    },
    async () => {},
  )
  await test.db.updateTable('uploads').set({ received: bytes.length }).where('id', '=', upload.id).execute()
  await expect(finishUpload(test.app, { ...staging, finish: full }, upload.id)).rejects.toMatchObject({
    code: 'E_UNAVAILABLE',
  })
  expect(await storage.list(`media/${upload.video_id}/`)).toEqual([])
  expect((await tus.patch(upload, bytes.length, Buffer.alloc(0))).status).toBe(204)
  expect((await original(upload)).equals(bytes)).toBe(true)
})

describe('a hostile request', () => {
  it.each([
    ['an offset in another notation', { 'Upload-Offset': '1e18' }, 400],
    ['an offset beyond everything', { 'Upload-Offset': '1000000000000000000' }, 409],
    ['an offset of 400 digits', { 'Upload-Offset': '9'.repeat(400) }, 400],
    ['a negative offset', { 'Upload-Offset': '-1' }, 400],
    ['an offset that is none', { 'Upload-Offset': 'NaN' }, 400],
    ['two offsets', { 'Upload-Offset': '0, 0' }, 400],
    ['a length in a PATCH', { 'Upload-Length': '5' }, 400],
    ['metadata that are no base64', { 'Upload-Metadata': 'filename ###' }, 400],
    ['metadata with a key twice', { 'Upload-Metadata': 'a YQ==,a YQ==' }, 400],
    ['metadata of a prototype', { 'Upload-Metadata': '__proto__ YQ==' }, 400],
    ['metadata of 100 kB', { 'Upload-Metadata': `filename ${'YQ'.repeat(50_000)}` }, 431],
    ['an unknown version', { 'Tus-Resumable': '9.9.9' }, 412],
    ['an upload of parts', { 'Upload-Concat': 'parts' }, 400],
  ])('with %s changes nothing', async (_case, headers, status) => {
    const upload = await created()
    expect((await tus.patch(upload, 0, bytes, headers)).status).toBe(status)
    const head = await tus.head(upload)
    expect([head.status, head.offset, head.headers.get('upload-length')]).toEqual([200, 0, String(bytes.length)])
  })

  it.each([
    ['a deferred length', { 'Upload-Length': '', 'Upload-Defer-Length': '1' }, 400],
    ['a length beyond everything', { 'Upload-Length': '9007199254740993' }, 400],
    ['parts to be joined', { 'Upload-Concat': 'partial' }, 501],
    ['base64 that is none', { 'Upload-Metadata': 'a *' }, 400],
  ])('of creation with %s creates nothing', async (_case, headers, status) => {
    const upload = await announced()
    expect((await tus.create(upload, headers)).status).toBe(status)
    expect((await tus.head(upload)).status).toBe(404)
  })

  it('with thousands of headers is refused, and the next request is answered', async () => {
    const upload = await created()
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X-${n}`, '1']))
    expect((await tus.head(upload, many)).status).toBe(431)
    expect((await tus.head(upload)).status).toBe(200)
  })

  it('flood of 200 HEAD requests lets a PATCH finish', async () => {
    const upload = await created()
    const patch = tus.patch(upload, 0, bytes)
    const heads = await Promise.all(Array.from({ length: 200 }, () => tus.head(upload)))
    for (const { status } of heads) expect(status).toBe(200)
    const { offset } = await patch
    if (offset !== bytes.length) await tus.patch(upload, Number(offset), bytes.subarray(Number(offset)))
    expect((await original(upload)).equals(bytes)).toBe(true)
  })
})

describe('a signature', () => {
  const with_ = (upload: TestUpload, headers: Record<string, string>) => tus.head(upload, headers)
  const signed = (upload: TestUpload, expiresAt: number, libraryId: string = LIBRARY.video) => ({
    AuthorizationSignature: signUpload(
      { libraryId, videoId: upload.video_id, expiresAt, sessionId: owner.actor.sessionId },
      secret(),
    ),
    AuthorizationExpire: String(expiresAt),
    LibraryId: libraryId,
  })

  it.each([
    ['no signature', { AuthorizationSignature: '' }, 401],
    ['a wrong signature', { AuthorizationSignature: '0'.repeat(64) }, 401],
    ['a later end than was signed', { AuthorizationExpire: '9999999999' }, 401],
    ['an end that is none', { AuthorizationExpire: 'soon' }, 401],
    ['the other library', { LibraryId: 'kaiwa-audio' }, 401],
    ['another video', { VideoId: randomUUID() }, 401],
  ])('is refused with %s', async (_case, headers, status) => {
    const upload = await created()
    expect((await with_(upload, headers)).status).toBe(status)
    const patch = await tus.patch(upload, 0, bytes, headers)
    expect(patch.status).toBe(status)
    expect(JSON.parse(patch.text)).toEqual({ error: expect.stringMatching(/^E_(NO|INVALID)_ACCESS_TOKEN$/) })
    expect((await tus.head(upload)).offset).toBe(0)
  })

  it('UP-09 is refused after its own expiry and after that of its upload', async () => {
    const upload = await created()
    const past = Math.floor(Date.now() / 1000) - 1
    const answer = await tus.patch(upload, 0, bytes, signed(upload, past))
    expect(answer).toMatchObject({ status: 401, text: '{"error":"E_INVALID_ACCESS_TOKEN"}' })
    await sql`update uploads set expires_at = now() - interval '1 second' where id = ${upload.id}`.execute(test.db)
    expect((await tus.head(upload)).status).toBe(401)
  })

  it('is refused with a library other than the file’s, even if signed correctly', async () => {
    const upload = await created()
    expect((await with_(upload, signed(upload, upload.expired_at, LIBRARY.audio))).status).toBe(401)
  })

  it('opens only its own upload', async () => {
    const [mine, other] = [await created(), await created()]
    expect((await tus.head({ ...other, headers: mine.headers })).status).toBe(404)
    expect((await tus.patch({ ...other, headers: mine.headers }, 0, bytes)).status).toBe(404)
    const nowhere = { ...mine, video_id: randomUUID() }
    expect(
      (await tus.head({ ...nowhere, headers: { ...mine.headers, VideoId: nowhere.video_id, ...signed(nowhere, 9e9) } }))
        .status,
    ).toBe(401)
  })

  it('is refused after its user was disabled, removed from the workspace, or is no longer an editor', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, guest, ROLE.editor)
    const upload = await requestTestUpload(test, folder, guest, bytes.length)
    expect((await tus.create(upload)).status).toBe(201)
    await assign(test.db, folder, guest, ROLE.viewer)
    expect(await tus.patch(upload, 0, bytes)).toMatchObject({
      status: 403,
      text: '{"reason":"role","error":"E_FORBIDDEN"}',
    })
    await assign(test.db, folder, guest, ROLE.editor)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', guest.id).execute()
    expect(await tus.patch(upload, 0, bytes)).toMatchObject({ status: 403, text: '{"error":"E_USER_DISABLED"}' })
    await test.db.updateTable('users').set({ is_disabled: false }).where('id', '=', guest.id).execute()
    expect((await tus.patch(upload, 0, bytes.subarray(0, 5))).status).toBe(204)
    await test.db.deleteFrom('workspace_members').where('user_id', '=', guest.id).execute()
    expect((await tus.patch(upload, 5, bytes.subarray(5))).status).toBe(404)
  })

  it.each([
    [
      'disabled',
      403,
      (id: number) => test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', id).execute(),
    ],
    ['removed', 404, (id: number) => test.db.deleteFrom('workspace_members').where('user_id', '=', id).execute()],
    ['signed out', 401, (id: number) => test.db.deleteFrom('sessions').where('user_id', '=', id).execute()],
    ['made a viewer', 403, (id: number) => assign(test.db, folder, { id }, ROLE.viewer)],
    [
      'past the end of the upload',
      401,
      (id: number) =>
        sql`update uploads set expires_at = now() - interval '1 second' where created_by = ${id}`.execute(test.db),
    ],
  ])('is refused during a request when its user is %s', async (_case, status, change) => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, guest, ROLE.editor)
    const upload = await requestTestUpload(test, folder, guest, bytes.length)
    await tus.create(upload)
    const socket = await openPatch(upload, 0, bytes.length)
    const answered = statusOf(socket)
    socket.write(bytes.subarray(0, 50_000))
    await expect.poll(staged).toContain(upload.id)
    await change(guest.id)
    // A check of rights is reused for 250 ms.
    await pause(260)
    socket.write(bytes.subarray(50_000))
    expect(await answered).toBe(status)
    socket.destroy()
    const row = await test.db.selectFrom('uploads').select('received').where('id', '=', upload.id).executeTakeFirst()
    expect(row?.received).toBe(0)
  })

  describe('ends with the session that got it', () => {
    const elsewhere = async ({ email }: TestUser): Promise<string> =>
      (await test.succeed(login, { body: { email, password: PASSWORD } })).token ?? ''
    const ends: [what: string, end: (user: TestUser) => Promise<unknown>][] = [
      ['by a logout', (user) => test.succeed(logout, {}, user)],
      [
        'by a new password, also one that is set in this session',
        (user) =>
          test.succeed(
            changePassword,
            { body: { current_password: PASSWORD, new_password: 'Another-long-secret-7!' } },
            user,
          ),
      ],
      [
        'by the end of all others in another one',
        async (user) => test.succeed(endOtherSessions, {}, { ...user, token: await elsewhere(user) }),
      ],
    ]
    it.each(ends)('%s', async (_, end) => {
      const member = await createMember(test.db, owner, ROLE.manager, { password: PASSWORD })
      const upload = await requestTestUpload(test, folder, member, bytes.length)
      await tus.create(upload)
      expect((await tus.patch(upload, 0, bytes.subarray(0, 10))).status).toBe(204)
      await end(member)
      const refused = { status: 401, text: '{"error":"E_INVALID_ACCESS_TOKEN"}' }
      expect(await tus.patch(upload, 10, bytes.subarray(10))).toMatchObject(refused)
      expect((await tus.terminate(upload)).status).toBe(401)
      expect(await fileOf(upload)).toBeDefined()
    })

    it('and another session of the same person continues with its own', async () => {
      const member = await createMember(test.db, owner, ROLE.manager, { password: PASSWORD })
      const upload = await requestTestUpload(test, folder, member, bytes.length)
      await tus.create(upload)
      await tus.patch(upload, 0, bytes.subarray(0, 10))
      const other = { ...member, token: await elsewhere(member) }
      const ticket = await test.succeed(renewUpload, { params: { uploadId: upload.id } }, other)
      const [uuid = ''] = Object.keys(ticket.uploads)
      expect((await tus.patch(upload, 10, bytes.subarray(10))).status).toBe(401)
      const continued = { ...upload, headers: tusHeaders(ticket, uuid) }
      expect((await tus.patch(continued, 10, bytes.subarray(10))).status).toBe(204)
    })
  })

  it('is checked before anything else in the request', async () => {
    const response = await fetch(`${await test.listen()}/api/tus/${randomUUID()}`, {
      method: 'PATCH',
      headers: { 'Tus-Resumable': '1.0.0' },
      body: bytes,
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: 'E_NO_ACCESS_TOKEN' })
  })
})

describe('a file that is deleted during its upload', () => {
  it('accepts no further bytes', async () => {
    const upload = await created()
    const file = await fileOf(upload)
    await test.succeed(deleteFile, { params: { projectId: folder.projectId, id: Number(file?.id) } }, owner)
    expect((await tus.patch(upload, 0, bytes)).status).toBe(401)
  })

  it('answers 410 to bytes in transit', async () => {
    const upload = await created()
    const socket = await openPatch(upload, 0, bytes.length)
    const status = statusOf(socket)
    socket.write(bytes.subarray(0, 50_000))
    await expect.poll(staged).toContain(upload.id)
    await test.succeed(cancelUpload, { params: { uploadId: upload.id } }, owner)
    socket.write(bytes.subarray(50_000))
    expect(await status).toBe(410)
    socket.destroy()
    expect(await test.app.storage.list(`media/${upload.video_id}/`)).toEqual([])
    expect(await staged()).not.toContain(upload.id)
  })
})
