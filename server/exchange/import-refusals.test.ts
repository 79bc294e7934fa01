import { request } from 'node:http'
import { checkImport, importTranscript } from '@kaiwa/contract/exchange.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createEditingFixture, createFixtureFile, type EditingFixture } from '../test/factories/editing-fixture.ts'
import { importFile, openImportCalls, srt, exportFile } from '../test/factories/exchange-calls.ts'
import { assign } from '../test/factories/items.ts'
import { createMember } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
})
afterAll(() => test.close())

const { read, revision, send } = openImportCalls(
  () => test,
  () => fixture,
)

function json(value: object) {
  return JSON.stringify({ format: 'kaiwa-transcript', version: 1, blocks: [], ...value })
}

it.each([
  ['times that are none', srt('一').replace('00:00:01', '00:00:x1'), { 'cues.0.times': ['format'] }, 'times'],
  [
    'a start behind the end',
    srt('一').replace('00:00:00', '00:00:09'),
    { 'cues.0.times': ['incorrect'] },
    'times-order',
  ],
  ['times of a longer recording', '09:00:00,000 --> 09:00:01,000\nはい', { 'cues.0.times': ['max'] }, 'past-end'],
  ['10 MB of text', srt('あ'.repeat(3_500_000)), { file: ['max'] }, 'too-much-text'],
  ['a million cues', '0:0-->0:0\na\n'.repeat(75_000), { cues: ['max'] }, 'too-many-blocks'],
  ['no text at all', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x80]), { file: ['format'] }, 'encoding'],
  ['nothing', '', { file: ['format'] }, 'no-cues'],
  ['prose', 'これは字幕ではありません。', { file: ['format'] }, 'no-cues'],
  ['half a JSON', '{"format":', { file: ['format'] }, 'json'],
  ['a JSON of somebody else', '{"a":1}', { format: ['format'] }, 'unknown-format'],
  ['a later version', json({ version: 2 }), { version: ['incorrect'] }, 'version'],
  [
    'wrong types',
    json({ blocks: [{ start_time: [], end_time: {}, content: 7 }] }),
    { 'blocks.0.start_time': ['format'], 'blocks.0.end_time': ['format'], 'blocks.0.content': ['format'] },
    'shape',
  ],
  [
    'NUL in JSON',
    json({ blocks: [{ start_time: 0, end_time: 1, content: 'a\0' }] }),
    { 'blocks.0.content': ['format'] },
    'characters',
  ],
  [
    'half a character in a uuid',
    json({ blocks: [{ uuid: '\ud800', start_time: 0, end_time: 1, content: '' }] }),
    { 'blocks.0.uuid': ['format'] },
    'shape',
  ],
  [
    'hundreds of names',
    Array.from(
      { length: 201 },
      (_, index) => `0:${index % 10}-->0:10\n名前${String.fromCodePoint(0x4e00 + index)}: はい`,
    ).join('\n\n'),
    { speakers: ['max'] },
    'too-many-names',
  ],
])('%s is refused with its location', async (_, content, errors, fault) => {
  const before = await read()
  const { status, body } = await send(content, { revision: await revision() })
  expect([status, body.error, body.errors, body.problems?.[0]?.fault]).toEqual([
    422,
    'E_UNPROCESSABLE_ENTITY',
    errors,
    fault,
  ])
  expect(await read()).toEqual(before)
})

it('unusual names and texts are stored as text, or corrected', async () => {
  const content = srt('<script>alert(1)</script>: =cmd|x', "'; drop table blocks; --: \u202eabc", '\ufeff: はい\u0000')
  const { status, body } = await send(content, { revision: await revision() })
  expect([status, body.blocks]).toEqual([200, 3])
  const { texts } = await read()
  expect(texts.join()).toContain('\u202eabc')
})

it.each([
  ['no form', 'x', { body: ['format'] }],
  ['a form without a file', null, { file: ['required'] }],
])('%s is refused', async (_, payload, errors) => {
  const form = new FormData()
  form.set('revision', '1')
  const request = new Response(form)
  const headers = {
    authorization: `Bearer ${fixture.owner.token}`,
    'content-type': payload === null ? (request.headers.get('content-type') ?? '') : 'application/json',
  }
  const answer = await test.http.inject({
    method: 'POST',
    url: `/api/files/${fixture.file.id}/import`,
    headers,
    payload: payload === null ? Buffer.from(await request.arrayBuffer()) : '{}',
  })
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'E_UNPROCESSABLE_ENTITY', errors }])
})

it('accepts a JSON of many megabytes and refuses one beyond the limit', { timeout: 60_000 }, async () => {
  const long = await createFixtureFile(test, people, { blocks: 4_000, phrases: 2 })
  const { text } = await exportFile(test, long, 'format=json')
  expect(text.length).toBeGreaterThan(10 * 1_048_576)
  expect((await importFile(test, long, text, { revision: '1' })).body.is_changed).toBe(false)
  const { status, body } = await send(new Uint8Array(65 * 1_048_576).fill(32), { revision: '1' })
  expect([status, body.errors]).toEqual([422, { body: ['max'] }])
})

/** Announces 60 MB and sends only the first bytes: an answer means that the body was not awaited. */
async function beginToSend(path: string, token: string): Promise<number> {
  const url = `${await test.listen()}/api/files/${fixture.file.id}${path}`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(60 * 1_048_576),
  }
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode ?? 0)
      call.destroy()
    })
    call.on('error', reject)
    call.write('--x\r\n')
  })
}

it.each(['/import', '/import/check'])('reads no body sent to %s by callers who may not import', async (path) => {
  const { viewer, stranger } = fixture
  const statuses = [viewer.token, stranger.token, 'nobody'].map((token) => beginToSend(path, token))
  expect(await Promise.all(statuses)).toEqual([403, 404, 401])
  await test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', fixture.file.id).execute()
  expect(await beginToSend(path, fixture.owner.token)).toBe(409)
})

it.each([
  ['/check', checkImport],
  ['', importTranscript],
] as const)('limits repeated calls of import%s per account', async (path, operation) => {
  const { max } = operation.rateLimit as { max: number }
  const busy = await createMember(test.db, people.owner, ROLE.member)
  await assign(test.db, people.folder, busy, ROLE.editor)
  const ask = (as: { token: string }) => send('', {}, { as, path })
  // Calls that are refused for missing rights are not counted.
  expect((await ask(fixture.viewer)).status).toBe(403)
  const statuses = new Set<number>()
  for (let call = 0; call < max; call += 1) statuses.add((await ask(busy)).status)
  expect([...statuses]).toEqual([422])
  const { status, body } = await ask(busy)
  expect([status, body.error]).toEqual([429, 'E_TOO_MANY_REQUESTS'])
  expect([(await ask(fixture.viewer)).status, (await ask(fixture.editor)).status]).toEqual([403, 422])
})
