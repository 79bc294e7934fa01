// Writes whose answer is lost, and two people who write the same deal.
import { randomUUID } from 'node:crypto'
import { getCrmFileDeal, listCrmWrites } from '@kaiwa/contract/crm-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixtureFile } from '../../test/factories/editing-fixture.ts'
import { createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { dealCalls } from '../../test/factories/deal-calls.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { startApiProcess } from '../../test/program-process.ts'
import { runJob } from '../../test/run-job.ts'
import { settleLostWrites } from './jobs/settle.ts'

const PATCH = /^PATCH /

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  // HubSpot asked all workspaces of the portal to wait.
  await test.db.updateTable('crm_connections').set({ blocked_until: null }).execute()
  hubspot.isDown = false
  hubspot.onLoss = () => undefined
  hubspot.clearFaults()
  fixture = await createCrmFixture(test, hubspot, { amount: '1000000' })
  hubspot.calls.length = 0
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

const values = { properties: { amount: '3500000', kadai: '要点' }, base: { amount: '1000000', kadai: null } }

function write(sent: Partial<Parameters<typeof writeDeal>[1]> = {}, as = fixture.editor) {
  return writeDeal(test, { dealId: fixture.dealId, fileId: fixture.file.id, ...values, ...sent }, as)
}

async function statuses(): Promise<string[]> {
  const { data } = await test.succeed(
    listCrmWrites,
    { params: { projectFileId: fixture.file.id }, query: {} },
    fixture.editor,
  )
  return data.map(({ status }) => status)
}

async function registered(): Promise<string | undefined> {
  const params = { projectFileId: fixture.file.id }
  return (await test.succeed(getCrmFileDeal, { params }, fixture.editor)).deal?.deal_id
}

const { stored, patches } = dealCalls(() => ({ test, hubspot, fixture }))

/** The write was sent some minutes ago. */
async function wait(minutes: number): Promise<void> {
  await test.db
    .updateTable('crm_writes')
    .set({ created_at: sql<Date>`created_at - make_interval(mins => ${minutes})` })
    .where('file_id', '=', fixture.file.id)
    .execute()
}

/** HubSpot carries out the write; its answer is lost, and it does not answer from then on. */
function loseAnswer(): void {
  hubspot.onLoss = () => (hubspot.isDown = true)
  hubspot.fault({ kind: 'cut-after' }, { call: PATCH })
}

describe('a write that HubSpot carried out before the connection was cut', () => {
  it('is found in the deal immediately', async () => {
    hubspot.fault({ kind: 'cut-after' }, { call: PATCH })
    expect((await write()).status).toBe(200)
    expect([patches(), await statuses(), await registered()]).toEqual([1, ['written'], fixture.dealId])
  })

  it('is found by the repeated call, and not written again', async () => {
    loseAnswer()
    const write_key = randomUUID()
    expect(await write({ write_key })).toMatchObject({ status: 503, body: { reason: 'crm.unavailable' } })
    expect(await statuses()).toEqual(['sending'])
    hubspot.isDown = false
    expect((await write({ write_key })).status).toBe(200)
    expect([patches(), await statuses(), await registered()]).toEqual([1, ['written'], fixture.dealId])
  })

  it('is found by the job, also if one of the values was changed since', async () => {
    loseAnswer()
    await write()
    hubspot.isDown = false
    await runJob(test, settleLostWrites)
    // Younger than a minute.
    expect(await statuses()).toEqual(['sending'])
    await wait(2)
    await hubspot.portal.changeDeal(fixture.dealId, { kadai: '別の要点' })
    await runJob(test, settleLostWrites)
    expect([patches(), await statuses(), await registered()]).toEqual([1, ['written'], fixture.dealId])
  })

  it('is not decided while HubSpot does not answer', async () => {
    loseAnswer()
    await write()
    await wait(2)
    await runJob(test, settleLostWrites)
    expect(await statuses()).toEqual(['sending'])
  })

  it('is found by the next writer of the deal before their own write', async () => {
    loseAnswer()
    await write()
    hubspot.isDown = false
    const answer = await write({ properties: { amount: '9' }, base: { amount: '3500000' } }, fixture.owner)
    expect([answer.status, await statuses()]).toEqual([200, ['written', 'written']])
  })
})

describe('a write that did not reach HubSpot', () => {
  it('is sent by the repeated call', async () => {
    hubspot.fault({ kind: 'cut' }, { call: PATCH })
    const write_key = randomUUID()
    expect(await write({ write_key })).toMatchObject({ status: 503, body: { reason: 'crm.unavailable' } })
    expect([await statuses(), await stored('amount')]).toEqual([['sending'], '1000000'])
    expect((await write({ write_key })).status).toBe(200)
    expect([await statuses(), await stored('amount')]).toEqual([['written'], '3500000'])
  })

  it('fails when the job reads the deal, and the file stays without a deal', async () => {
    hubspot.fault({ kind: 'cut' }, { call: PATCH })
    await write()
    await wait(2)
    await runJob(test, settleLostWrites)
    expect([await statuses(), await registered()]).toEqual([['failed'], undefined])
  })

  it('keeps the next person waiting while it may still arrive', async () => {
    hubspot.fault({ kind: 'cut' }, { call: PATCH })
    await write()
    expect(await write({ properties: { kadai: 'y' } }, fixture.owner)).toMatchObject({
      status: 503,
      body: { reason: 'crm.wait' },
    })
    await wait(2)
    expect((await write({ properties: { kadai: 'y' } }, fixture.owner)).status).toBe(200)
    expect(await statuses()).toEqual(['written', 'failed'])
  })

  it('fails when HubSpot does not know its deal ten minutes later, and not before', async () => {
    hubspot.fault({ kind: 'cut' }, { call: PATCH })
    await write()
    await hubspot.portal.deleteDeal(fixture.dealId)
    await wait(2)
    await runJob(test, settleLostWrites)
    expect(await statuses()).toEqual(['sending'])
    await wait(9)
    await runJob(test, settleLostWrites)
    expect(await statuses()).toEqual(['failed'])
  })
})

it('a restart of the database between the answer of HubSpot and our commit loses nothing', async () => {
  hubspot.fault({ kind: 'slow', ms: 500 }, { call: PATCH })
  const write_key = randomUUID()
  const answer = write({ write_key })
  await vi.waitFor(() => expect(patches()).toBe(1), { timeout: 20_000, interval: 5 })
  // The end of the write waits for this row until the connections end.
  const held = test.db
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('crm_writes').select('id').where('write_key', '=', write_key).forUpdate().execute()
      await sql`select pg_sleep(60)`.execute(trx)
    })
    .catch(() => 'cut')
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
      expect(rows[0]?.count).toBe(1)
    },
    { timeout: 20_000 },
  )
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
  expect([await held, (await answer).status]).toEqual(['cut', 503])
  // A connection of the pool whose end is not known yet fails once more.
  const listed = await vi.waitFor(() => statuses(), { timeout: 20_000 })
  expect([await stored('amount'), listed]).toEqual(['3500000', ['sending']])
  await vi.waitFor(async () => expect((await write({ write_key })).status).toBe(200), { timeout: 20_000 })
  expect([patches(), await statuses(), await registered()]).toEqual([1, ['written'], fixture.dealId])
})

it('a process that is killed while HubSpot writes is followed by another one', { timeout: 120_000 }, async () => {
  const api = await startApiProcess({
    ...hubspot.env,
    DATABASE_URL: test.databaseUrl,
    KAIWA_DATA: test.dataFolder,
    KAIWA_SECRET: test.app.config.secret,
  })
  hubspot.onLoss = () => api.kill()
  hubspot.fault({ kind: 'cut-after' }, { call: PATCH })
  const write_key = randomUUID()
  const body = { ...values, projectFileId: fixture.file.id, write_key }
  const sent = fetch(`${api.url}/api/hubspot/deals/${fixture.dealId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${fixture.editor.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await expect(sent).rejects.toThrow('fetch failed')
  expect(await statuses()).toEqual(['sending'])
  // Waits until the lock of the dead process ends.
  expect((await write({ write_key })).status).toBe(200)
  expect([patches(), await statuses(), await registered()]).toEqual([1, ['written'], fixture.dealId])
})

describe('two people who write the same deal from two files, on two processes', () => {
  it('the second gets a conflict, and no write is lost', async () => {
    const other = await openTestApp({
      env: hubspot.env,
      database: { url: test.databaseUrl, drop: async () => undefined },
    })
    const second = await createFixtureFile(test, fixture)
    try {
      hubspot.fault({ kind: 'slow', ms: 200 }, { call: PATCH, times: 2 })
      const sent = (fileId: number, amount: string) => ({
        dealId: fixture.dealId,
        fileId,
        properties: { amount },
        base: { amount: '1000000' },
      })
      const [one, two] = await Promise.all([
        writeDeal(test, sent(fixture.file.id, '2000000'), fixture.owner),
        writeDeal(other, sent(second.file.id, '3000000'), fixture.editor),
      ])
      expect([one.status, two.status].toSorted()).toEqual([200, 409])
      const [won, lost] = one.status === 200 ? ['2000000', two] : ['3000000', one]
      expect([await stored('amount'), lost.body]).toMatchObject([
        won,
        { reason: 'crm.changed', conflicts: [{ name: 'amount', base: '1000000', current: won }] },
      ])
      expect(patches()).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('different properties are both written', async () => {
    const second = await createFixtureFile(test, fixture)
    const answers = await Promise.all([
      write({ properties: { kadai: '要点' } }, fixture.owner),
      write({ fileId: second.file.id, properties: { youbou: '要望' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([await stored('kadai'), await stored('youbou')]).toEqual(['要点', '要望'])
  })
})

describe('HubSpot', () => {
  it.each([
    ['answers HTML', { kind: 'html' as const }, 503, 'crm.unavailable', 'sending'],
    ['has an internal error', { kind: 'status' as const, status: 500 }, 503, 'crm.unavailable', 'sending'],
    ['asks to wait', { kind: 'wait' as const, seconds: 60 }, 503, 'crm.wait', 'failed'],
    [
      'refuses the scope',
      { kind: 'status' as const, status: 403, body: { category: 'MISSING_SCOPES' } },
      409,
      'crm.disconnected',
      'failed',
    ],
    ['does not allow the call', { kind: 'status' as const, status: 403 }, 403, 'crm.forbidden', 'failed'],
    ['is behind a proxy that answers 403', { kind: 'html' as const, status: 403 }, 503, 'crm.unavailable', 'sending'],
  ])('%s', async (_name, fault, status, reason, left) => {
    hubspot.fault(fault, { call: PATCH, times: 5 })
    expect(await write()).toMatchObject({ status, body: { reason } })
    expect([await statuses(), await stored('amount')]).toEqual([[left], '1000000'])
  })

  it('asks to wait without saying how long: the write is repeated', async () => {
    hubspot.fault({ kind: 'wait', policy: 'SECONDLY' }, { call: PATCH })
    expect((await write()).status).toBe(200)
    expect(await stored('amount')).toBe('3500000')
  })

  it('has let the access token expire: it is renewed, and the write is one', async () => {
    await hubspot.portal.expireTokens()
    expect((await write()).status).toBe(200)
    expect(await statuses()).toEqual(['written'])
  })

  it('has merged the deal: the write goes to the new one', async () => {
    await write()
    const kept = await hubspot.portal.addDeal({ dealname: '統合後' })
    await hubspot.portal.mergeDeal(fixture.dealId, kept)
    const answer = await write({ properties: { kadai: '統合' } })
    expect([answer.status, answer.body.deal.id]).toEqual([200, kept])
    expect([(await hubspot.portal.readDeal(kept))?.properties['kadai'], await registered()]).toEqual(['統合', kept])
  })

  it('has deleted the deal', async () => {
    await hubspot.portal.deleteDeal(fixture.dealId)
    expect(await write()).toMatchObject({ status: 404, body: { error: 'E_NOT_FOUND', reason: 'crm.deal' } })
    expect(await statuses()).toEqual([])
  })
})
