// The server restarts or loses its database between an edit and its save, or during a save. The browser's changes are
// saved afterwards, exactly once.
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { listTranscriptHistory } from '@kaiwa/contract/history.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { countLockWaits } from '../../test/count-lock-waits.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { createEditingFixture, readFixture, saved, type EditingFixture } from '../../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let database: TestDatabase
let test: TestApp
let fixture: EditingFixture
let edit: { blocks: ReturnType<typeof saved>[]; revision: number; lock_version: number }

function open() {
  return openTestApp({ database: { url: database.url, drop: async () => undefined } })
}

beforeEach(async () => {
  await test?.close()
  await database?.drop()
  database = await createTestDatabase()
  test = await open()
  fixture = await createEditingFixture(test)
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const { blocks, revision } = await readFixture(test, fixture)
  edit = {
    blocks: blocks.map((block) => saved(block, { content: `${block.content}（訂正）` })),
    revision,
    lock_version: lock.version,
  }
})
afterAll(async () => {
  await test.close()
  await database.drop()
})

function save() {
  return test.call(saveBlocks, { params: { id: fixture.transcriptId }, body: edit }, fixture.owner)
}

async function isSavedOnce() {
  expect((await readFixture(test, fixture)).texts).toEqual(edit.blocks.map(({ content }) => content))
  const { data } = await test.succeed(
    listTranscriptHistory,
    { params: { id: fixture.transcriptId }, query: {} },
    fixture.owner,
  )
  expect(data.filter(({ kind }) => kind === 'edit')).toHaveLength(1)
}

/** Ends all other connections to the database, as a restart of PostgreSQL does. */
function cut() {
  return sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
}

it('saves an edit from before a restart of the server', async () => {
  await test.close()
  test = await open()
  expect((await save()).status).toBe(200)
  await isSavedOnce()
})

it('answers a repeated save after a restart of the server without saving it twice', async () => {
  expect((await save()).status).toBe(200)
  await test.close()
  test = await open()
  expect((await save()).status).toBe(200)
  await isSavedOnce()
})

it('rolls back a save whose connection ends; the next attempt succeeds', async () => {
  const before = await readFixture(test, fixture)
  // Another transaction holds the file's row, so that the save waits in the middle of its transaction.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('files').select('id').where('id', '=', fixture.file.id).forUpdate().execute()
    await released
  })
  const dying = save()
  await vi.waitFor(async () => expect(await countLockWaits(test.db)).toBe(1), { timeout: 15_000 })
  await cut()
  expect(await dying).toMatchObject({ status: 503, error: 'E_UNAVAILABLE' })
  release()
  await held.catch(() => undefined)
  await vi.waitFor(async () => expect((await readFixture(test, fixture)).texts).toEqual(before.texts), {
    timeout: 15_000,
  })
  await vi.waitFor(async () => expect((await save()).status).toBe(200), { timeout: 15_000 })
  await isSavedOnce()
})
