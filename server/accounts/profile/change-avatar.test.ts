import * as contract from '@kaiwa/contract/accounts.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import type { User } from '@kaiwa/contract/accounts.ts'
import { PICTURE_RATE } from '@kaiwa/contract/picture-limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blackPng } from '../../media/corpus/png.ts'
import { countCall } from '../../platform/http/rate-limit.ts'
import { createEditingFixture } from '../../test/factories/editing-fixture.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { withOrientation, drawPicture, readPicture, WEBP } from '../../test/pictures.ts'

let test: TestApp
let owner: TestOwner
let jpg: Buffer
let png: Buffer
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  ;[jpg, png] = await Promise.all([drawPicture('jpg'), drawPicture('png')])
})
afterAll(() => test.close())

interface Answer {
  status: number
  user: User
  avatar: string
  errors: unknown
}

function pictureForm(bytes: Uint8Array | null, name: string): FormData {
  const form = new FormData()
  if (bytes) form.set('file', new File([new Uint8Array(bytes)], name))
  return form
}

async function send(bytes: Uint8Array | null, name = 'photo.jpg', as: TestUser = owner): Promise<Answer> {
  const request = new Response(pictureForm(bytes, name))
  const response = await test.http.inject({
    method: 'POST',
    url: '/api/profile/avatar',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = response.json<{ user: User; errors?: unknown }>()
  return { status: response.statusCode, user: body.user, avatar: body.user?.avatar ?? '', errors: body.errors }
}

function show(url: string, as?: TestUser) {
  return test.http.inject({ url, ...(as ? { headers: { authorization: `Bearer ${as.token}` } } : {}) })
}

describe('the photo of a person', () => {
  it('ACC-04 ACC-32 is re-encoded from a form file, small and square, and stored for the user', async () => {
    const { status, avatar } = await send(jpg)
    expect([status, avatar]).toEqual([200, expect.stringMatching(/^\/avatars\/people\/\d+\/[0-9a-f-]{36}\.jpg$/)])
    expect((await test.call(contract.checkSession, {}, owner)).body.user.avatar).toBe(avatar)
    const shown = await show(avatar, owner)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300',
    })
    expect(await readPicture(shown.rawPayload)).toMatchObject({ width: 256, height: 256, left: 'red', right: 'blue' })
    expect(shown.rawPayload.length).toBeLessThan(30_000)
  })

  it.each([
    ['jpg', () => jpg],
    ['JPEG', () => jpg],
    ['png', () => png],
    ['bmp', () => drawPicture('bmp')],
    ['webp', () => WEBP],
    // The type is detected from the content. The extension must be one of the five.
    ['png', () => jpg],
  ])('ACC-14 a file named .%s is taken (%#)', async (extension, draw) => {
    expect((await send(await draw(), `photo.${extension}`)).status).toBe(200)
  })

  it('is rotated by its EXIF orientation, and contains no metadata', async () => {
    const upright = withOrientation(jpg)
    expect(upright.includes('Somebody')).toBe(true)
    const picture = (await show((await send(upright)).avatar, owner)).rawPayload
    expect(await readPicture(picture)).toMatchObject({ top: 'red', bottom: 'blue' })
    for (const trace of ['Somebody', 'Exif']) expect(picture.includes(trace)).toBe(false)
  })

  it('is replaced and removed, and the old file is deleted', async () => {
    const first = (await send(png)).avatar
    const second = (await send(jpg)).avatar
    await test.settle()
    expect((await show(first, owner)).statusCode).toBe(404)
    const removed = await test.call(profile.removeAvatar, {}, owner)
    expect([removed.status, removed.body.user.avatar]).toEqual([200, null])
    await test.settle()
    expect((await show(second, owner)).statusCode).toBe(404)
    expect(await test.app.storage.list(`avatars/people/${owner.id}/`)).toEqual([])
    expect((await test.call(profile.removeAvatar, {}, owner)).status).toBe(200)
  })
})

describe('refused files', () => {
  // A new user, because attempts are counted.
  beforeAll(async () => {
    owner = await createOwner(test.db)
  })

  it.each([
    ['another kind by its name', () => jpg, 'photo.gif', 'format'],
    ['no name of a kind', () => jpg, 'photo', 'format'],
    ['a page that calls itself a picture', () => Buffer.from('<script>'), 'photo.png', 'format'],
    ['a drawing that can hold scripts', () => Buffer.from('<svg xmlns="x"/>'), 'photo.png', 'format'],
    ['a list of other files', () => Buffer.from('#EXTM3U\nfile:///etc/passwd'), 'photo.jpg', 'format'],
    ['a picture that ends too soon', () => png.subarray(0, 40), 'photo.png', 'format'],
    ['an empty file', () => Buffer.alloc(0), 'photo.png', 'required'],
    ['no file', () => null, 'photo.png', 'required'],
    ['10 MB', () => Buffer.concat([jpg, Buffer.alloc(10 * 1_048_576 - jpg.length)]), 'photo.jpg', 'max'],
  ])('ACC-14 ACC-15 %s', async (_, bytes, name, code) => {
    expect(await send(bytes(), name)).toMatchObject({ status: 422, errors: { file: [code] } })
  })

  it('ACC-15 accepts a little less than 10 MB', async () => {
    const size = 10 * 1_048_576 - 1
    expect((await send(Buffer.concat([jpg, Buffer.alloc(size - jpg.length)]))).status).toBe(200)
  })

  it('a small file with 16,000 × 16,000 points; the photo stays', async () => {
    const { avatar } = await send(jpg)
    expect(await send(blackPng(16_000), 'photo.png')).toMatchObject({ status: 422, errors: { file: ['max'] } })
    expect((await show(avatar, owner)).statusCode).toBe(200)
  })

  it('a body that is not a form', async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await test.http.inject({ method: 'POST', url: '/api/profile/avatar', headers, payload: 'nothing' })
    expect(broken.statusCode).toBe(422)
  })
})

describe('limits of re-encoding', () => {
  it('refuses photos above the limit of one account, and re-encodes one of another workspace', async () => {
    const [flooder, other] = [await createOwner(test.db), await createOwner(test.db)]
    const flood = Array.from({ length: 12 }, () => send(jpg, 'photo.jpg', flooder))
    expect((await send(jpg, 'photo.jpg', other)).status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  it('counts pictures of people and speakers together, per account', async () => {
    const fixture = await createEditingFixture(test)
    const left = 1
    for (let drawn = 0; drawn < PICTURE_RATE.max - left; drawn += 1)
      await countCall(test.db, 'drawAvatar', PICTURE_RATE, String(fixture.editor.id))
    expect((await send(jpg, 'photo.jpg', fixture.editor)).status).toBe(200)
    const form = new Response(pictureForm(jpg, 'photo.jpg'))
    const response = await test.http.inject({
      method: 'POST',
      url: `/api/speakers/${fixture.speakerIds[0]}/avatar`,
      headers: {
        authorization: `Bearer ${fixture.editor.token}`,
        'content-type': form.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(jpg, 'photo.jpg', fixture.owner)).status).toBe(200)
  })
})

describe('visibility', () => {
  let avatar: string
  beforeAll(async () => {
    owner = await createOwner(test.db)
    ;({ avatar } = await send(jpg))
  })

  it('members of the workspace and the operator see it', async () => {
    const readers = [
      await createMember(test.db, owner, ROLE.manager),
      await createMember(test.db, owner, ROLE.member),
      await createMember(test.db, owner, ROLE.guest),
      await createUser(test.db, { isOperator: true }),
    ]
    for (const reader of readers) expect((await show(avatar, reader)).statusCode).toBe(200)
  })

  it('other users do not see it', async () => {
    const gone = await createMember(test.db, owner, ROLE.member)
    await test.db.deleteFrom('workspace_members').where('user_id', '=', gone.id).execute()
    for (const stranger of [await createOwner(test.db), await createUser(test.db), gone])
      expect((await show(avatar, stranger)).statusCode).toBe(404)
    expect((await show(avatar)).statusCode).toBe(404)
  })

  it.each(['x', '0', '99999999999', '1.5', '..%2F..'])('there is no photo for the person id %s', async (id) => {
    expect((await show(`/avatars/people/${id}/a.jpg`, owner)).statusCode).toBe(404)
  })
})
