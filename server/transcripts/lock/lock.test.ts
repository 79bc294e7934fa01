import { randomUUID } from 'node:crypto'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { releaseLock, requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  endLockTime,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { createFile } from '../../test/factories/items.ts'
import { createTranscript } from '../../test/factories/transcripts.ts'
import type { Caller } from '../../test/test-calls.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import { expireLock } from './expire-lock.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  await sql`update edit_locks set state = 'released'`.execute(test.db)
  fixture = await createFixtureFile(test, people)
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

function params() {
  return { projectId: fixture.file.projectId, fileId: fixture.file.id }
}

function request(as: Caller, body: Parameters<typeof test.call<typeof requestLock>>[1]['body'] = {}) {
  return test.call(requestLock, { params: params(), body }, as)
}

async function take(as: Caller, body = {}) {
  const { lock } = await test.succeed(requestLock, { params: params(), body }, as)
  return lock
}

function release(as: Caller, lock_version?: number) {
  return test.call(releaseLock, { params: params(), body: lock_version === undefined ? {} : { lock_version } }, as)
}

async function lockEvents() {
  const rows = await test.db
    .selectFrom('events')
    .select(['data', 'channels'])
    .where('type', '=', 'transcript.edit_lock_updated')
    .orderBy('id')
    .execute()
  return rows as unknown as { data: { lock: { by: { id: number } } | null }; channels: string[] }[]
}

it('EDIT-27 EDIT-29 EDIT-32 one person holds the lock, for five minutes by the clock of the database', async () => {
  const { status, body } = await request(fixture.owner)
  expect(status).toBe(200)
  expect(body.lock).toMatchObject({
    by: { id: fixture.owner.id, name: '山田 花子' },
    locked_block_uuids: [],
    version: 1,
  })
  const ahead = Date.parse(body.lock.until) - Date.parse(body.now)
  expect(ahead).toBeGreaterThan(299_000)
  expect(ahead).toBeLessThanOrEqual(300_000)
  expect((await readFixture(test, fixture)).lock).toEqual(body.lock)
})

it('EDIT-30 EDIT-72 another person is refused with the lock', async () => {
  const lock = await take(fixture.owner)
  const refused = await request(fixture.editor)
  expect(refused).toMatchObject({ status: 409, error: 'E_LOCKED', body: { lock } })
})

it('EDIT-72 a change renews the lock, moves its end, and records blocks that exist', async () => {
  const { blocks } = await readFixture(test, fixture)
  const first = await take(fixture.owner)
  await sql`update edit_locks set until = until - interval '1 minute'`.execute(test.db)
  const uuid = blocks[1]?.uuid ?? ''
  const kept = await take(fixture.owner, { changed_block_uuids: [uuid.toUpperCase(), randomUUID()] })
  expect(kept).toMatchObject({ version: first.version, locked_block_uuids: [uuid] })
  expect(Date.parse(kept.until)).toBeGreaterThanOrEqual(Date.parse(first.until))
  const other = blocks[2]?.uuid ?? ''
  const both = await take(fixture.owner, { changed_block_uuids: [other], lock_version: first.version })
  expect(both.locked_block_uuids.toSorted()).toEqual([uuid, other].toSorted())
})

it('EDIT-73 only the holder can release the lock; releasing it twice is harmless', async () => {
  const { version } = await take(fixture.owner)
  expect((await release(fixture.editor)).status).toBe(200)
  expect((await release(fixture.owner, version + 1)).status).toBe(200)
  expect((await readFixture(test, fixture)).lock).not.toBeNull()
  expect((await release(fixture.owner, version)).body).toEqual({ success: true })
  expect((await release(fixture.owner)).status).toBe(200)
  expect((await readFixture(test, fixture)).lock).toBeNull()
  expect((await take(fixture.editor)).version).toBe(version + 1)
})

it('EDIT-73 a request that arrives after the release does not hold the lock again', async () => {
  const { version } = await take(fixture.owner)
  await release(fixture.owner, version)
  const late = await request(fixture.owner, { changed_block_uuids: [], lock_version: version })
  expect(late).toMatchObject({ status: 409, error: 'E_CONFLICT', body: { reason: 'lock', lock: null, is_own: true } })
  expect((await readFixture(test, fixture)).lock).toBeNull()
  expect((await take(fixture.editor)).version).toBe(version + 1)
})

it('EDIT-73 a save that arrives after the release is stored and does not hold the lock again', async () => {
  const { blocks, revision } = await readFixture(test, fixture)
  const { version } = await take(fixture.owner)
  await release(fixture.owner, version)
  const [first] = blocks
  if (!first) throw new Error('no block')
  const body = { blocks: [saved(first, { content: '間に合いました。' })], revision, lock_version: version }
  const answer = await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
  expect(answer.lock).toBeNull()
  const now = await readFixture(test, fixture)
  expect({ content: now.blocks[0]?.content, lock: now.lock }).toEqual({ content: '間に合いました。', lock: null })
})

it('EDIT-33 others can take an expired lock; its holder gets it back while no one has taken it', async () => {
  const { version } = await take(fixture.owner)
  await endLockTime(test, fixture)
  expect((await readFixture(test, fixture)).lock).toBeNull()
  expect((await take(fixture.owner, { lock_version: version })).version).toBe(version)
  await endLockTime(test, fixture)
  expect((await take(fixture.editor)).version).toBe(version + 1)
  expect((await request(fixture.owner, { lock_version: version })).error).toBe('E_LOCKED')
  await release(fixture.editor)
  expect(await request(fixture.owner, { lock_version: version })).toMatchObject({ status: 409, error: 'E_CONFLICT' })
})

it('a lock whose end is hours away, because the clock was put back, keeps nobody out', async () => {
  const putClockBack = () =>
    sql`update edit_locks set until = until + interval '9 hours'
      where transcript_id = ${fixture.transcriptId}`.execute(test.db)
  await take(fixture.owner)
  await putClockBack()
  expect((await request(fixture.editor)).status).toBe(200)
  await putClockBack()
  const { until } = await take(fixture.editor, { take_over: true })
  expect(Date.parse(until) - Date.now()).toBeLessThan(400_000)
  expect((await request(fixture.owner)).error).toBe('E_LOCKED')
})

it('EDIT-27 a second tab of the same person is refused without take_over, and invalidates the first lock with it', async () => {
  const first = await take(fixture.owner, { take_over: false })
  const refused = await request(fixture.owner, { take_over: false })
  expect(refused).toMatchObject({ status: 409, error: 'E_CONFLICT', body: { reason: 'other-tab', lock: first } })
  const second = await take(fixture.owner, { take_over: true })
  expect(second.version).toBe(first.version + 1)
  expect((await request(fixture.owner, { lock_version: first.version })).error).toBe('E_CONFLICT')
})

it('EDIT-35 RT-06 RT-07 taking, renewing and releasing the lock is published on the private channel of the file', async () => {
  const { blocks } = await readFixture(test, fixture)
  await take(fixture.owner)
  await take(fixture.owner, { changed_block_uuids: [blocks[0]?.uuid ?? ''] })
  await take(fixture.owner, { changed_block_uuids: [blocks[0]?.uuid ?? ''] })
  await release(fixture.owner)
  const events = await lockEvents()
  expect(events.map(({ data }) => data.lock?.by.id ?? null)).toEqual([fixture.owner.id, fixture.owner.id, null])
  expect(events[0]?.channels).toEqual([fileChannel(fixture.file.id)])
})

it('EDIT-34 RT-07 the expiry of a lock is published once by the clock alone, and not while it is renewed', async () => {
  await take(fixture.owner)
  const data = { transcript_id: fixture.transcriptId, file_id: fixture.file.id }
  await expireLock.run(data, { app: test.app } as JobContext)
  expect(await lockEvents()).toHaveLength(1)
  await endLockTime(test, fixture)
  await test.settle({ now: true })
  await test.settle({ now: true })
  expect((await lockEvents()).map(({ data }) => data.lock)).toEqual([expect.anything(), null])
})

it('EDIT-37 a released lock is not published a second time at its expiry', async () => {
  await take(fixture.owner)
  await release(fixture.owner)
  await test.settle({ now: true })
  expect(await lockEvents()).toHaveLength(2)
})

it('gives the lock to one of many concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => request(index % 2 ? fixture.owner : fixture.editor, { take_over: false })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('refuses viewers, people of another workspace, and files that are not processed', async () => {
  expect(await request(fixture.viewer)).toMatchObject({ status: 403, error: 'E_FORBIDDEN', body: { reason: 'role' } })
  expect(await request(fixture.stranger)).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
  const elsewhere = { projectId: fixture.file.projectId + 1, fileId: fixture.file.id }
  expect((await test.call(requestLock, { params: elsewhere, body: {} }, fixture.owner)).status).toBe(404)
  const running = await createFile(test.db, fixture.folder, { creator: fixture.owner, status: 'processing' })
  const { transcriptId } = await createTranscript(test.db, running, { blocks: 1 })
  const there = { projectId: running.projectId, fileId: running.id }
  expect(await test.call(requestLock, { params: there, body: {} }, fixture.owner)).toMatchObject({
    status: 409,
    error: 'E_CONFLICT',
  })
  const save = { params: { id: transcriptId }, body: {} }
  expect((await test.call(saveBlocks, save, fixture.owner)).error).toBe('E_CONFLICT')
})

it('EDIT-40 a save keeps the lock for another five minutes', async () => {
  const { blocks, revision } = await readFixture(test, fixture)
  const { version } = await take(fixture.owner)
  await sql`update edit_locks set until = until - interval '4 minutes'`.execute(test.db)
  const before = (await readFixture(test, fixture)).lock
  const [first] = blocks
  if (!first) throw new Error('no block')
  const body = { blocks: [saved(first, { content: '改めまして。' })], revision, lock_version: version }
  const answer = await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
  expect(answer.lock).toMatchObject({ version, locked_block_uuids: [first.uuid] })
  expect(Date.parse(answer.lock?.until ?? '') - Date.parse(before?.until ?? '')).toBeGreaterThan(200_000)
})
