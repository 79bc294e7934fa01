// The server is restarted or loses its database between an autosave and the expiry of the lock, or while the expiry
// publishes the draft. The draft becomes one revision, once.
import { saveDraft } from '@kaiwa/contract/drafts.ts'
import { requestLock } from '@kaiwa/contract/transcript-edits.ts'
import { listTranscriptHistory } from '@kaiwa/contract/history.ts'
import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { countLockWaits } from '../../test/count-lock-waits.ts'
import { createEditingFixture, readFixture, saved, type EditingFixture } from '../../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import { expireLock, publishLongDraft } from '../lock/expire-lock.ts'

let database: TestDatabase
let test: TestApp
let fixture: EditingFixture

function open() {
  return openTestApp({ database: { url: database.url, drop: async () => undefined } })
}

/** Stores a draft of all blocks, whose lock has expired. */
async function prepare(count: number) {
  await test?.close()
  await database?.drop()
  database = await createTestDatabase()
  test = await open()
  fixture = await createEditingFixture(test, { blocks: count })
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const { blocks, revision } = await readFixture(test, fixture)
  const put = blocks.map((block) => ({
    ...saved(block, { content: `${block.content}（訂正）` }),
    speaker_id: block.speaker_id,
    section_name: null,
    previous: null,
  }))
  await test.succeed(
    saveDraft,
    { params: { id: fixture.transcriptId, lockVersion: lock.version }, body: { revision, since: 0, key: 'tab', put } },
    fixture.owner,
  )
  await sql`update edit_locks set until = clock_timestamp() - interval '1 second'`.execute(test.db)
}
afterAll(async () => {
  await test.close()
  await database.drop()
})

async function isPublishedOnce() {
  const { texts } = await readFixture(test, fixture)
  expect(texts.every((text) => text.endsWith('（訂正）'))).toBe(true)
  const params = { id: fixture.transcriptId }
  const { data } = await test.succeed(listTranscriptHistory, { params, query: {} }, fixture.owner)
  expect(data.filter(({ kind }) => kind === 'edit')).toHaveLength(1)
  expect(await test.db.selectFrom('transcript_drafts').selectAll().execute()).toEqual([])
}

it('EDIT-33 publishes a draft from before a restart of the server, by the job that was queued then', async () => {
  await prepare(6)
  await test.close()
  test = await open()
  await test.settle({ now: true })
  await test.settle({ now: true })
  await isPublishedOnce()
})

it.each([
  ['where the job runs', 6],
  ['in a worker thread', 150],
])('publishes once when the connection ends in the middle of the publication %s', async (_, count) => {
  await prepare(count)
  const data = { transcript_id: fixture.transcriptId, file_id: fixture.file.id }
  const context = { app: test.app, signal: new AbortController().signal } as JobContext
  const run = async () => {
    await expireLock.run(data, context)
    await publishLongDraft.run(data, context)
  }
  // Another transaction holds a block, so that the job waits after it has begun to publish.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = test.db.transaction().execute(async (trx) => {
    await sql`select from blocks where transcript_id = ${fixture.transcriptId} for update`.execute(trx)
    await released
  })
  const dying = run().then(
    () => 'done',
    () => 'failed',
  )
  await vi.waitFor(async () => expect(await countLockWaits(test.db)).toBe(1), { timeout: 15_000 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
  expect(await dying).toBe('failed')
  release()
  await held.catch(() => undefined)
  expect((await readFixture(test, fixture)).texts.some((text) => text.endsWith('（訂正）'))).toBe(false)
  await vi.waitFor(run, { timeout: 15_000 })
  await run()
  await isPublishedOnce()
})
