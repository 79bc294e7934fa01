// Every body of a save is answered with a status of the error catalogue. A refused save changes nothing.
import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let now: Awaited<ReturnType<typeof readFixture>>
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  now = await readFixture(test, fixture)
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  await test.succeed(requestLock, { params, body: {} }, fixture.owner)
})
afterAll(() => test.close())

function save(body: object) {
  return test.call(
    saveBlocks,
    { params: { id: fixture.transcriptId }, body: { revision: now.revision, ...body } },
    fixture.owner,
  )
}

function block(index: number) {
  const found = now.blocks[index]
  if (!found) throw new Error(`no block ${index}`)
  return found
}

function first(changes: object) {
  return { blocks: [{ ...saved(block(0)), ...changes }] }
}

function made(position: number, changes: object = {}) {
  return {
    ...saved(block(0), { uuid: randomUUID(), content: '新規。' }),
    position,
    speaker_id: null,
    ...changes,
  }
}

function term(text: string, offset: number) {
  return { text, offset, start_time: 0, end_time: 1 }
}

const rows: readonly [what: string, body: () => object, field: string][] = [
  ['an unknown block', () => first({ uuid: randomUUID() }), 'blocks.0.uuid'],
  ['an unknown block to delete', () => ({ delete: [randomUUID()] }), 'delete.0'],
  ['a block deleted twice', () => ({ delete: [block(1).uuid, block(1).uuid] }), 'delete.1'],
  ['the same in capitals', () => ({ delete: [block(1).uuid, block(1).uuid.toUpperCase()] }), 'delete.1'],
  [
    'a block saved and deleted',
    () => ({ ...first({ content: 'x', terms: [] }), delete: [block(0).uuid] }),
    'blocks.0.uuid',
  ],
  ['a block inserted that exists', () => ({ insert: [made(0, { uuid: block(1).uuid })] }), 'insert.0.uuid'],
  ['two blocks at one place', () => ({ insert: [made(0), made(0)] }), 'insert.1.position'],
  ['a place past the end', () => ({ insert: [made(7)] }), 'insert.0.position'],
  ['a term past the end', () => first({ content: 'はい', terms: [term('はい', 5)] }), 'blocks.0.terms.0'],
  ['terms that overlap', () => first({ content: 'はい', terms: [term('はい', 0), term('い', 1)] }), 'blocks.0.terms.1'],
  ['a term of another text', () => first({ content: 'はい', terms: [term('いい', 0)] }), 'blocks.0.terms.0'],
  ['times that go back', () => first({ start_time: 5, end_time: 1 }), 'blocks.0.end_time'],
  [
    'an unknown speaker',
    () => ({ speaker: [{ block_uuid: block(0).uuid, speaker_id: 2_000_000_000 }] }),
    'speaker.0.speaker_id',
  ],
  [
    'a speaker that is no number',
    () => ({ speaker: [{ block_uuid: block(0).uuid, speaker_id: 'x' }] }),
    'speaker.0.speaker_id',
  ],
  ['NUL', () => first({ content: 'a\0b', terms: [] }), 'blocks.0.content'],
  ['another control character', () => first({ content: 'a\u0007b', terms: [] }), 'blocks.0.content'],
  ['a lone surrogate', () => first({ content: 'a\ud842', terms: [] }), 'blocks.0.content'],
  [
    'a lone surrogate in a section',
    () => ({ section: [{ block_uuid: block(0).uuid, section_name: '\udc00' }] }),
    'section.0.section_name',
  ],
  ['10 MB of text', () => first({ content: 'あ'.repeat(3_500_000), terms: [] }), 'blocks.0.content'],
  [
    'a tag without a name of its own',
    () => first({ tags: [{ tag_id: 1, text: '本', offset: 0, tag_uuid: '' }] }),
    'blocks.0.tags.0.tag_uuid',
  ],
]

it.each(rows)('refuses %s with 422 and changes nothing', async (_, body, field) => {
  // One invalid part makes the whole request fail, valid parts included.
  const good = { section: [{ block_uuid: block(5).uuid, section_name: 'よい変更' }] }
  const answer = await save({ ...good, ...body() })
  expect([answer.status, answer.error]).toEqual([422, 'E_UNPROCESSABLE_ENTITY'])
  expect(Object.keys(answer.errors ?? {})).toContain(field)
  expect((await readFixture(test, fixture)).blocks).toEqual(now.blocks)
})

it('refuses more unknown tags than a SQL statement can have parameters', async () => {
  const tag = (id: number) => ({ tag_id: id, text: '新', offset: 0, tag_uuid: String(id) })
  const insert = Array.from({ length: 35 }, (_, at) =>
    made(at, { terms: [], tags: Array.from({ length: 2_000 }, (_unused, index) => tag(1e9 + at * 2_000 + index)) }),
  )
  const answer = await save({ insert })
  expect([answer.status, Object.keys(answer.errors ?? {})[0]]).toEqual([422, 'insert.0.tags.0.tag_id'])
})

it('refuses a body over 64 MB before it is parsed', async () => {
  const payload = `{"blocks":[],"padding":"${'x'.repeat(65 * 1_048_576)}"}`
  const response = await test.http.inject({
    method: 'PATCH',
    url: `/api/transcripts/${fixture.transcriptId}/blocks`,
    headers: { authorization: `Bearer ${fixture.owner.token}`, 'content-type': 'application/json' },
    payload,
  })
  expect([response.statusCode, response.json()]).toEqual([
    422,
    { error: 'E_UNPROCESSABLE_ENTITY', errors: { body: ['max'] } },
  ])
})

/** Sixty common injection strings: markup, event handlers, templates, SQL and paths. */
const scripts = [
  '<script>',
  '<img src=x onerror=',
  '<svg onload=',
  '"><script>',
  "'><img onerror=",
  '<iframe src=javascript:',
  '{{constructor.constructor(',
  '${process.exit(',
  '<%= system(',
  '#{',
  "'; drop table blocks; --",
  '" or 1=1 --',
  '<a href="javascript:',
  '<math><mtext></mtext><script>',
  '</textarea><script>',
  '<!--<script>',
  ']]><script>',
  '../../etc/passwd',
  '%3Cscript%3E',
  '&lt;script&gt;',
].flatMap((start) => ['alert(1)', 'document.cookie', '話者１'].map((end) => `${start}${end}</script>`))

it('stores 60 scripts and texts with direction marks unchanged, as text and as section name', async () => {
  expect(scripts).toHaveLength(60)
  const texts = [...scripts, '\u202eשלום\u202c و مرحبا', '\u200fعربي']
  const insert = texts.map((content, index) => made(index, { content, terms: [] }))
  const section = insert.map(({ uuid, content }) => ({ block_uuid: uuid, section_name: content }))
  expect((await save({ insert, section })).status).toBe(200)
  const { blocks } = await readFixture(test, fixture)
  expect(blocks.slice(0, texts.length).map(({ content }) => content)).toEqual(texts)
  expect(blocks.slice(0, texts.length).map(({ section_name }) => section_name)).toEqual(texts)
})
