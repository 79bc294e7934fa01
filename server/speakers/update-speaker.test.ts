import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { mergeSpeakers, type Speaker } from '@kaiwa/contract/speakers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEditingFixture, type EditingFixture } from '../test/factories/editing-fixture.ts'
import { assign, createFolder, rootOf } from '../test/factories/items.ts'
import { createMember } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let fixture: EditingFixture
let id: number
beforeAll(async () => {
  test = await openTestApp()
  fixture = await createEditingFixture(test)
  id = fixture.speakerIds[0] ?? 0
})
afterAll(() => test.close())

/** A picture of one red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

function picture(name: string, bytes: Uint8Array = PNG) {
  return new File([new Uint8Array(bytes)], name)
}

async function send(parts: Record<string, string | File>, as = fixture.owner.token, path = '', speaker = id) {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  const request = new Response(form)
  const response = await test.http.inject({
    method: 'POST',
    url: `/api/speakers/${speaker}${path}`,
    headers: { authorization: `Bearer ${as}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json<Speaker & { errors?: Record<string, string[]> }>() }
}

function fetchAvatar(url: string, token: string) {
  return test.http.inject({ url, headers: { authorization: `Bearer ${token}` } })
}

it('SPK-38 accepts name, description and picture in a form; missing fields are not changed', async () => {
  const { status, body } = await send({ name: ' 佐藤 ', description: '営業部', file: picture('a.PNG') })
  expect([status, body.name, body.description]).toEqual([200, '佐藤', '営業部'])
  expect(body.last_edited_at).not.toBeNull()
  const again = (await send({ name: '佐藤' })).body
  expect([again.description, again.avatar]).toEqual(['営業部', body.avatar])
  expect((await send({ name: '佐藤', description: '' })).body.description).toBeNull()
})

it('SPK-15 SPK-39 a picture is re-encoded, and served to those who see the speaker', async () => {
  const { body } = await send({ file: picture('a.png') }, fixture.editor.token, '/avatar')
  const shown = await fetchAvatar(body.avatar ?? '', fixture.viewer.token)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(shown.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  expect((await fetchAvatar(body.avatar ?? '', fixture.stranger.token)).statusCode).toBe(404)
  const before = body.avatar ?? ''
  await send({ file: picture('b.png') }, fixture.owner.token, '/avatar')
  expect((await fetchAvatar(before, fixture.viewer.token)).statusCode).toBe(404)
})

it('a picture that was replaced, or whose speaker was merged, is deleted', async () => {
  const { owner, folder, speakerIds } = await createEditingFixture(test)
  const [merged = 0, target = 0] = speakerIds
  const pictures = async () => {
    await test.settle()
    return readdir(join(test.dataFolder, 'files/avatars', String(merged))).catch(() => [])
  }
  for (const name of ['a.png', 'b.png']) await send({ file: picture(name) }, owner.token, '/avatar', merged)
  const { body } = await send({ name: '佐藤' }, owner.token, '', merged)
  expect(await pictures()).toEqual([body.avatar?.split('/').at(-1)])
  await test.db.updateTable('speakers').set({ is_manual: true }).where('id', '=', merged).execute()
  const ids = { project_id: folder.projectId, target_speaker_id: target, destination_speaker_id: merged }
  await test.succeed(mergeSpeakers, { body: ids }, owner)
  expect(await pictures()).toEqual([])
})

it.each([
  ['SPK-13 no name', {}, { name: ['required'] }],
  ['SPK-14 256 characters of description', { name: '佐藤', description: 'あ'.repeat(256) }, { description: ['max'] }],
  ['SPK-15 a different file type', { name: '佐藤', file: picture('a.gif') }, { file: ['format'] }],
  [
    'SPK-15 an HTML page with the name of a picture',
    { name: '佐藤', file: picture('a.png', Buffer.from('<script>')) },
    { file: ['format'] },
  ],
  ['SPK-15 a truncated picture', { name: '佐藤', file: picture('a.png', PNG.subarray(0, 20)) }, { file: ['format'] }],
  ['NUL', { name: 'a\0b' }, { name: ['format'] }],
])('refuses %s', async (_, parts, errors) => {
  const { status, body } = await send(parts)
  expect([status, body.errors]).toEqual([422, errors])
})

it('PERM-30 owner, manager and everyone who shares a folder with the speaker change it, and no other member', async () => {
  const guestOf = async (item: { itemId: number }, role: typeof ROLE.editor | typeof ROLE.viewer) => {
    const guest = await createMember(test.db, fixture.owner, ROLE.guest)
    await assign(test.db, item, guest, role)
    return guest
  }
  const { db } = test
  const elsewhere = await createFolder(db, rootOf(fixture.owner), { creator: fixture.owner })
  const outcomes = []
  for (const [who, person] of Object.entries({
    owner: fixture.owner,
    manager: await createMember(db, fixture.owner, ROLE.manager),
    editor: fixture.editor,
    viewer: fixture.viewer,
    'viewing guest': await guestOf(fixture.folder, ROLE.viewer),
    'editor of a file': await guestOf(fixture.file, ROLE.editor),
    'viewer of a file': await guestOf(fixture.file, ROLE.viewer),
    'guest of another folder': await guestOf(elsewhere, ROLE.editor),
    'another workspace': fixture.stranger,
  })) {
    const { status, body } = await send({ name: `${who}の変更` }, person.token)
    outcomes.push([who, status, body.name ?? null])
  }
  expect(outcomes).toEqual([
    ...['owner', 'manager', 'editor', 'viewer', 'viewing guest', 'editor of a file'].map((who) => [
      who,
      200,
      `${who}の変更`,
    ]),
    ['viewer of a file', 403, null],
    ['guest of another folder', 404, null],
    ['another workspace', 404, null],
  ])
})

it('refuses a malformed form', async () => {
  const broken = await test.http.inject({
    method: 'POST',
    url: `/api/speakers/${id}`,
    headers: { authorization: `Bearer ${fixture.owner.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: 'no parts at all',
  })
  expect(broken.statusCode).toBe(422)
  expect((await send({}, fixture.owner.token, '/avatar')).body.errors).toEqual({ file: ['required'] })
})
