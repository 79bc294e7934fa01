// Between an edit and its save, and in the middle of a save, the server may be restarted or lose its database: what the
// browser still holds is saved afterwards, once.
import { saveBlocks } from '@kaiwa/contract/changes.ts'
import { requestLock } from '@kaiwa/contract/edit-lock.ts'
import { listTranscriptHistory } from '@kaiwa/contract/history.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createStudio, readStudio, saved, type Studio } from '../../test/factories/editing.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let database: TestDatabase
let test: TestApp
let studio: Studio
let edit: { blocks: ReturnType<typeof saved>[]; revision: number; lock_version: number }

const open = () => openTestApp({ database: { url: database.url, drop: async () => undefined } })
beforeEach(async () => {
  await test?.close()
  await database?.drop()
  database = await createTestDatabase()
  test = await open()
  studio = await createStudio(test)
  const params = { projectId: studio.file.projectId, fileId: studio.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, studio.owner)
  const { blocks, revision } = await readStudio(test, studio)
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

const save = () => test.call(saveBlocks, { params: { id: studio.transcriptId }, body: edit }, studio.owner)
const isSavedOnce = async () => {
  expect((await readStudio(test, studio)).texts).toEqual(edit.blocks.map(({ content }) => content))
  const { data } = await test.succeed(
    listTranscriptHistory,
    { params: { id: studio.transcriptId }, query: {} },
    studio.owner,
  )
  expect(data.filter(({ kind }) => kind === 'edit')).toHaveLength(1)
}
/** Every connection of the program, as when PostgreSQL is restarted. */
const cut = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)

it('a server that was restarted saves what was edited before', async () => {
  await test.close()
  test = await open()
  expect((await save()).status).toBe(200)
  await isSavedOnce()
})

it('an answer that was lost with the server is given again by the next, and nothing is saved twice', async () => {
  expect((await save()).status).toBe(200)
  await test.close()
  test = await open()
  expect((await save()).status).toBe(200)
  await isSavedOnce()
})

it('a save whose connection dies is all there or not at all, and the next try ends it', async () => {
  const before = await readStudio(test, studio)
  // Somebody holds the file's row: the save waits in the middle of its transaction.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('files').select('id').where('id', '=', studio.file.id).forUpdate().execute()
    await released
  })
  const dying = save()
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
      expect(rows[0]?.count).toBe(1)
    },
    { timeout: 15_000 },
  )
  await cut()
  expect(await dying).toMatchObject({ status: 503, error: 'E_UNAVAILABLE' })
  release()
  await held.catch(() => undefined)
  await vi.waitFor(async () => expect((await readStudio(test, studio)).texts).toEqual(before.texts), {
    timeout: 15_000,
  })
  await vi.waitFor(async () => expect((await save()).status).toBe(200), { timeout: 15_000 })
  await isSavedOnce()
})
