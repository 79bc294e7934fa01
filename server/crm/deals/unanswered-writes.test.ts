// Changes of a file and its deal while the answer to a write is not known.
import { getCrmFileDeal, listCrmWrites, removeCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { dealCalls } from '../../test/factories/deal-calls.ts'
import { createFixtureFile } from '../../test/factories/editing-fixture.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { runJob } from '../../test/run-job.ts'
import { recordWritten } from './end-write.ts'
import { settleLostWrites } from './jobs/settle.ts'
import type { WriteRow } from './store/writes.ts'

const PATCH = /^PATCH /

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: { ...hubspot.env, KAIWA_DATABASE_CONNECTIONS: '8' } })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  hubspot.isDown = false
  hubspot.onLoss = () => undefined
  hubspot.clearFaults()
  fixture = await createCrmFixture(test, hubspot, { amount: '1000000' })
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

const { write } = dealCalls(() => ({ test, hubspot, fixture }))

async function history() {
  const params = { projectFileId: fixture.file.id }
  const { data } = await test.succeed(listCrmWrites, { params, query: {} }, fixture.editor)
  return data.map(({ status, properties }) => [status, properties[0]?.after])
}

async function registered(fileId = fixture.file.id): Promise<string | undefined> {
  return (await test.succeed(getCrmFileDeal, { params: { projectFileId: fileId } }, fixture.editor)).deal?.deal_id
}

async function selection(): Promise<string[] | undefined> {
  const row = await test.db
    .selectFrom('crm_settings')
    .select('properties')
    .where('workspace_id', '=', fixture.owner.workspaceId)
    .executeTakeFirst()
  return row?.properties
}

async function wait(minutes: number): Promise<void> {
  await test.db
    .updateTable('crm_writes')
    .set({ created_at: sql<Date>`created_at - make_interval(mins => ${minutes})` })
    .where('file_id', '=', fixture.file.id)
    .execute()
}

/** HubSpot carries out the write; its answer is lost, and it does not answer from then on. */
async function loseAnswer(sent: Parameters<typeof write>[0]): Promise<void> {
  hubspot.onLoss = () => (hubspot.isDown = true)
  hubspot.fault({ kind: 'cut-after' }, { call: PATCH })
  expect((await write(sent)).status).toBe(503)
  hubspot.isDown = false
}

it('the next write of the same person waits while the first may still arrive, and both are in the history', async () => {
  // HubSpot has the first write, but carries it out later than it answers the second.
  hubspot.fault({ kind: 'cut' }, { call: PATCH })
  await write({ properties: { kadai: '第一' } })
  const second = { properties: { kadai: '第二' } }
  expect(await write(second)).toMatchObject({ status: 503, body: { reason: 'crm.wait' } })
  expect(await history()).toEqual([['sending', '第一']])
  await hubspot.portal.changeDeal(fixture.dealId, { kadai: '第一' })
  expect(await write(second)).toMatchObject({
    status: 409,
    body: { conflicts: [{ name: 'kadai', base: null, current: '第一' }] },
  })
  expect((await write({ ...second, base: { kadai: '第一' } })).status).toBe(200)
  expect(await history()).toEqual([
    ['written', '第二'],
    ['written', '第一'],
  ])
})

it('a removal is not undone when the write turns out to have arrived', async () => {
  await loseAnswer({ properties: { kadai: 'x' } })
  await test.succeed(removeCrmFileDeal, { params: { projectFileId: fixture.file.id } }, fixture.editor)
  await wait(2)
  await runJob(test, settleLostWrites)
  expect([await history(), await registered()]).toEqual([[['written', 'x']], undefined])
  expect((await write({ properties: { kadai: 'y' }, base: { kadai: 'x' } })).status).toBe(200)
  expect(await registered()).toBe(fixture.dealId)
})

it('a removal during the call of HubSpot stays', async () => {
  hubspot.fault({ kind: 'slow', ms: 1_500 }, { call: PATCH })
  hubspot.calls.length = 0
  const answer = write({ properties: { kadai: 'x' } })
  await expect.poll(() => hubspot.calls.some((call) => PATCH.test(call)), { timeout: 20_000 }).toBe(true)
  await test.succeed(removeCrmFileDeal, { params: { projectFileId: fixture.file.id } }, fixture.editor)
  expect([(await answer).status, await registered()]).toEqual([200, undefined])
})

it('the selection is saved when the write has arrived, and not when HubSpot refuses it', async () => {
  hubspot.fault({ kind: 'status', status: 400 }, { call: PATCH })
  expect((await write({ properties: { kadai: 'x' }, is_save_property: true })).status).toBe(422)
  expect(await selection()).toBeUndefined()
  await loseAnswer({ properties: { youbou: 'y' }, is_save_property: true })
  expect(await selection()).toBeUndefined()
  await wait(2)
  await runJob(test, settleLostWrites)
  expect(await selection()).toEqual(['youbou'])
})

it('a row that cannot be read does not keep the job from the others', async () => {
  await loseAnswer({ properties: { kadai: 'x' } })
  await sql`insert into crm_writes (write_key, content_hash, workspace_id, file_id, portal_id, deal_id, deal_name, status, properties)
    select gen_random_uuid(), content_hash, workspace_id, file_id, portal_id, deal_id, '', 'sending', '"damaged"'
    from crm_writes, generate_series(1, 8) where file_id = ${fixture.file.id}`.execute(test.db)
  await wait(2)
  await runJob(test, settleLostWrites)
  const rows = await test.db
    .selectFrom('crm_writes')
    .select('status')
    .where('file_id', '=', fixture.file.id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['written', ...Array.from({ length: 8 }, () => 'sending')])
  await test.db.deleteFrom('crm_writes').where('file_id', '=', fixture.file.id).execute()
})

it('two files that exchange their deals do not wait for each other', async () => {
  const other = await hubspot.portal.addDeal({ dealname: '別の取引' })
  const second = await createFixtureFile(test, fixture)
  const properties = { kadai: 'x' }
  expect((await write({ properties })).status).toBe(200)
  expect((await writeDeal(test, { dealId: other, fileId: second.file.id, properties }, fixture.editor)).status).toBe(
    200,
  )
  // Each changed row waits for the lock, so that each transaction has its first row before one asks for its second.
  await sql`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(42); return null; end'`.execute(test.db)
  await sql`create trigger wait_for_test after update on crm_deals for each row execute function wait_for_test()`.execute(
    test.db,
  )
  const sent = async (fileId: number, dealId: string) => {
    const { rows } = await sql<WriteRow>`
      insert into crm_writes
        (write_key, content_hash, workspace_id, file_id, portal_id, deal_id, deal_name, status, properties)
      select gen_random_uuid(), '', workspace_id, file_id, portal_id, ${dealId}, '', 'sending', '[]'
      from crm_deals where file_id = ${fileId} returning *`.execute(test.db)
    const row = rows[0]!
    return () => recordWritten(test.app, row, { id: dealId, properties: { dealname: dealId } })
  }
  try {
    const { answers } = await atOnce(test.db, (trx) => sql`select pg_advisory_xact_lock(42)`.execute(trx), [
      await sent(fixture.file.id, other),
      await sent(second.file.id, fixture.dealId),
    ])
    expect(answers).toHaveLength(2)
    expect([await registered(), await registered(second.file.id)]).toEqual([other, fixture.dealId])
  } finally {
    await sql`drop function wait_for_test() cascade`.execute(test.db)
  }
})
