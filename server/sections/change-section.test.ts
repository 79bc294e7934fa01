import { randomUUID } from 'node:crypto'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { requestLock } from '@kaiwa/contract/transcript-edits.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '../test/test-calls.ts'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let block_uuid: string
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  block_uuid = (await readFixture(test, fixture)).blocks[2]?.uuid ?? ''
})
afterAll(() => test.close())

function name(section_name: string | null, as: Caller = fixture.owner) {
  return test.call(changeSection, { body: { block_uuid, section_name } }, as)
}

async function named() {
  return (await readFixture(test, fixture)).blocks[2]?.section_name
}

it('SEC-05 SEC-07 SEC-09 PERM-25 adds, renames and deletes a section, saved immediately', async () => {
  expect((await name('はじめに')).body).toEqual({ success: true })
  expect(await named()).toBe('はじめに')
  await name('本題', fixture.editor)
  expect(await named()).toBe('本題')
  await name(null)
  expect(await named()).toBeNull()
})

it.each(['', '   ', '　'])('SEC-06 the blank name %j deletes the section', async (blank) => {
  await name('消える章')
  expect((await name(blank)).status).toBe(200)
  expect(await named()).toBeNull()
})

it('SEC-07 is written to the journal and published to readers', async () => {
  await test.db.deleteFrom('events').execute()
  await name('本題')
  const events = await test.db
    .selectFrom('events')
    .select(['data', 'channels'])
    .where('type', '=', 'transcript.changed')
    .execute()
  expect(events).toMatchObject([
    {
      data: { changes: { section: [{ block_uuid, section_name: '本題' }], blocks: [] } },
      channels: [fileChannel(fixture.file.id)],
    },
  ])
})

it('SEC-08 is refused for others during an edit, and allowed for the editor', async () => {
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  expect(await name('割り込み', fixture.editor)).toMatchObject({ status: 409, error: 'E_LOCKED' })
  expect((await name('編集者の章')).status).toBe(200)
  expect(await named()).toBe('編集者の章')
})

it.each([
  ['x'.repeat(256), { section_name: ['max'] }],
  ['a\u0007b', { section_name: ['format'] }],
  ['a\0b', { section_name: ['format'] }],
  ['\ud800', { section_name: ['format'] }],
])('refuses %j', async (wrong, errors) => {
  expect(await name(wrong)).toMatchObject({ status: 422, errors })
  expect(await named()).toBeNull()
})

it('viewers are refused, strangers and unknown blocks get 404', async () => {
  expect((await name('章', fixture.viewer)).status).toBe(403)
  expect((await name('章', fixture.stranger)).status).toBe(404)
  const unknown = { body: { block_uuid: randomUUID(), section_name: '章' } }
  expect((await test.call(changeSection, unknown, fixture.owner)).status).toBe(404)
})
