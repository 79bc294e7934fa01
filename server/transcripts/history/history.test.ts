import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { getFile, retryFile } from '@kaiwa/contract/files.ts'
import { getTranscriptRevision, listTranscriptHistory, restoreTranscript } from '@kaiwa/contract/history.ts'
import type { OperationInput } from '@kaiwa/contract/operation.ts'
import { reanalyzeTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jsonb } from '../../platform/database/jsonb.ts'
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
let lock_version: number
let first: Awaited<ReturnType<typeof readFixture>>
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  first = await readFixture(test, fixture)
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  lock_version = (await test.succeed(requestLock, { params, body: {} }, fixture.owner)).lock.version
})
afterAll(() => test.close())

function params() {
  return { id: fixture.transcriptId }
}

function read() {
  return readFixture(test, fixture)
}

function block(index: number) {
  const found = first.blocks[index]
  if (!found) throw new Error(`no block ${index}`)
  return found
}

function save(body: OperationInput<typeof saveBlocks>['body']) {
  return test.succeed(saveBlocks, { params: params(), body: { lock_version, ...body } }, fixture.owner)
}

function write(index: number, content: string) {
  return save({ blocks: [saved(block(index), { content })] })
}

function list(query = {}) {
  return test.succeed(listTranscriptHistory, { params: params(), query }, fixture.viewer)
}

function look(revision: number, query = {}) {
  return test.succeed(getTranscriptRevision, { params: { ...params(), revision }, query }, fixture.viewer)
}

function restore(revision: number, block_uuids?: string[]) {
  return test.call(
    restoreTranscript,
    { params: params(), body: { revision, lock_version, block_uuids } },
    fixture.owner,
  )
}

function inserted(position: number, content: string) {
  return {
    ...saved(block(0), { uuid: randomUUID(), content }),
    position,
    speaker_id: null,
  }
}

/** All fields of a block except the row id, which may differ. */
function bodies({ blocks }: typeof first) {
  return blocks.map((block) => ({ ...block, id: null }))
}

it('lists person, time and changes of every save, newest first, with the original last', async () => {
  await write(0, '一。')
  await save({ insert: [inserted(1, '二。')], delete: [block(2).uuid] })
  const { data, last_page } = await list()
  expect(data.map(({ kind, added, changed, removed }) => [kind, added, changed, removed])).toEqual([
    ['edit', 1, 0, 1],
    ['edit', 0, 1, 0],
    ['original', 6, 0, 0],
  ])
  expect(data[0]).toMatchObject({ revision: first.revision + 2, edited_by: { id: fixture.owner.id } })
  expect([data[2]?.revision, data[2]?.edited_by, last_page]).toEqual([0, null, 1])
})

it('lists the revisions of one block', async () => {
  await write(0, '一。')
  await write(1, '二。')
  const made = inserted(0, '後から。')
  await save({ insert: [made] })
  expect((await list({ block_uuid: block(0).uuid })).data.map(({ revision }) => revision)).toEqual([
    first.revision + 1,
    0,
  ])
  expect((await list({ block_uuid: made.uuid })).data.map(({ revision }) => revision)).toEqual([first.revision + 3])
  expect((await list({ block_uuid: randomUUID() })).data).toEqual([])
})

it('shows blocks before and after a revision, in reading order', async () => {
  await write(0, '一。')
  const { revision } = await save({
    blocks: [saved(block(0), { content: '二。' })],
    insert: [inserted(1, '間。')],
    delete: [block(3).uuid],
  })
  await write(0, '三。')
  const { entry, changes } = await look(revision)
  expect(entry).toMatchObject({ kind: 'edit', added: 1, changed: 1, removed: 1 })
  expect(changes.map(({ before, after }) => [before?.content ?? null, after?.content ?? null])).toEqual([
    ['一。', '二。'],
    [null, '間。'],
    [first.texts[3], null],
  ])
  expect((await look(revision, { block_uuid: block(3).uuid })).changes).toHaveLength(1)
})

it('keeps the automatic original after edits and deletes', async () => {
  await write(0, '一。')
  await save({ delete: first.blocks.map(({ uuid }) => uuid) })
  const { entry, changes } = await look(0)
  expect(entry).toMatchObject({ revision: 0, kind: 'original', added: 6 })
  expect(changes.map(({ after }) => after?.content)).toEqual(first.texts)
  expect((await restore(0)).status).toBe(200)
  expect(bodies(await read())).toEqual(bodies(first))
})

it('restores one block as a new save, which can be undone', async () => {
  await write(0, '一。')
  await write(1, '二。')
  const { status, body } = await restore(first.revision, [block(0).uuid])
  expect([status, body.revision, body.lock?.version]).toEqual([200, first.revision + 3, lock_version])
  expect((await read()).texts.slice(0, 2)).toEqual([first.texts[0], '二。'])
  expect((await list()).data[0]).toMatchObject({ kind: 'restore', changed: 1, edited_by: { id: fixture.owner.id } })
  await restore(first.revision + 2)
  expect((await read()).texts.slice(0, 2)).toEqual(['一。', '二。'])
})

it('restores the whole file at any revision, with words, sections and order', async () => {
  const versions = [first]
  const keep = async () => versions.push(await read())
  const made = inserted(2, '間。')
  await save({ insert: [made], section: [{ block_uuid: block(1).uuid, section_name: '章' }] })
  await keep()
  await save({ delete: [block(1).uuid, made.uuid] })
  await keep()
  await save({
    insert: [inserted(1, '別の間。'), inserted(2, 'もう一つ。')],
    speaker: [{ block_uuid: block(4).uuid, speaker_id: null }],
  })
  await keep()
  for (const version of [3, 0, 2, 1, 3]) {
    const wanted = versions[version] ?? first
    expect((await restore(wanted.revision)).status).toBe(200)
    expect(bodies(await read())).toEqual(bodies(wanted))
  }
})

it('restores a deleted block next to the block that took its position', async () => {
  await save({ delete: [block(2).uuid] })
  await save({ insert: [inserted(2, '後任。')] })
  await restore(first.revision, [block(2).uuid])
  expect((await read()).texts).toEqual([...first.texts.slice(0, 2), '後任。', first.texts[2], ...first.texts.slice(3)])
})

it('requires the lock, an existing revision and blocks that existed', async () => {
  await write(0, '一。')
  expect((await restore(99)).status).toBe(404)
  expect((await restore(0, [randomUUID()])).status).toBe(404)
  const other = { params: params(), body: { revision: 0 } }
  expect((await test.call(restoreTranscript, other, fixture.editor)).error).toBe('E_LOCKED')
  await test.db.updateTable('edit_locks').set({ state: 'released' }).execute()
  expect((await restore(0)).error).toBe('E_CONFLICT')
  expect((await test.call(restoreTranscript, other, fixture.viewer)).status).toBe(403)
  expect((await test.call(restoreTranscript, other, fixture.stranger)).status).toBe(404)
  expect((await test.call(listTranscriptHistory, { params: params(), query: {} }, fixture.stranger)).status).toBe(404)
  expect((await read()).texts[0]).toBe('一。')
})

it('PROC-36 an analysis is recorded in the journal and keeps text that people wrote', async () => {
  await write(0, '人が直した文です。')
  await test.succeed(reanalyzeTranscript, { params: params() }, fixture.owner)
  await test.settle()
  expect((await read()).texts[0]).toBe('人が直した文です。')
  expect((await list()).data[0]).toMatchObject({ kind: 'analysis', edited_by: null })
  const events = await test.db
    .selectFrom('events')
    .select('channels')
    .where('type', '=', 'transcript.blocks-reanalysed')
    .execute()
  expect(events.at(-1)?.channels).toContain(folderChannel(fixture.file.projectId))
})

it('PROC-34 offers no retry in another language after people have edited the transcript', async () => {
  const note = jsonb({ key: 'language-assumed', values: { language: 'ja' } })
  await test.db.updateTable('files').set({ note }).where('id', '=', fixture.file.id).execute()
  const canRetry = async () => (await test.succeed(getFile, { params: ids }, fixture.owner)).can.retry
  const ids = { projectId: fixture.file.projectId, id: fixture.file.id }
  expect(await canRetry()).toBe(true)
  await write(0, '人が直した文です。')
  expect(await canRetry()).toBe(false)
  const retry = { params: { fileId: fixture.file.id }, body: { language: 'en' as const } }
  expect(await test.call(retryFile, retry, fixture.owner)).toMatchObject({
    status: 409,
    error: 'E_CONFLICT',
    body: { reason: 'edited' },
  })
  expect((await read()).texts[0]).toBe('人が直した文です。')
})
