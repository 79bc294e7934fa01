// Histories with long values and many writes.
import { randomUUID } from 'node:crypto'
import { getCrmDeal, getCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCrmFixture, type CrmFixture } from '../../test/factories/crm.ts'
import { dealCalls } from '../../test/factories/deal-calls.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  fixture = await createCrmFixture(test, hubspot)
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

const { write, history } = dealCalls(() => ({ test, hubspot, fixture }))

async function written() {
  const params = { projectFileId: fixture.file.id }
  return (await test.succeed(getCrmFileDeal, { params }, fixture.viewer)).written
}

/** Copies the last write `count` times, each with another property, `name(n)`. */
async function copyWrites(count: number, name: (n: number) => string, after: string): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await sql`insert into crm_writes (write_key, content_hash, workspace_id, file_id, portal_id, deal_id, deal_name, status,
        properties, finished_at)
      select gen_random_uuid(), '', workspace_id, file_id, portal_id, deal_id, '', 'written',
        jsonb_build_array(jsonb_build_object('name', ${name(n)}::text, 'label', '', 'before', null, 'after', ${after}::text,
          'reason', null, 'evidence', '[]'::jsonb)),
        now() + make_interval(secs => ${n})
      from crm_writes where file_id = ${fixture.file.id} order by id limit 1`.execute(test.db)
}

it('long values are cut in the history and on the file page, and complete in the dialog', async () => {
  const [long, longer] = ['あ😀'.repeat(300), 'い'.repeat(20_000)]
  expect((await write({ properties: { kadai: long, youbou: '短い' } })).status).toBe(200)
  expect((await write({ properties: { kadai: longer }, base: { kadai: long } })).status).toBe(200)
  const [last, first] = await history()
  expect(last?.properties).toMatchObject([
    { name: 'kadai', before: 'あ😀'.repeat(150), after: 'い'.repeat(300), is_shortened: true },
  ])
  expect(first?.properties).toMatchObject([
    { name: 'kadai', before: null, after: 'あ😀'.repeat(150), is_shortened: true },
    { name: 'youbou', before: null, after: '短い', is_shortened: false },
  ])
  expect(await written()).toMatchObject([
    { name: 'kadai', value: 'い'.repeat(300), is_shortened: true },
    { name: 'youbou', value: '短い', is_shortened: false },
  ])
  const input = { params: { dealId: fixture.dealId }, query: { projectFileId: fixture.file.id } }
  const { properties } = await test.succeed(getCrmDeal, input, fixture.editor)
  expect(properties['kadai']?.value).toBe(longer)
})

it('the last values are searched in the last 50 writes', async () => {
  await write({ properties: { kadai: 'x' } })
  await copyWrites(49, (n) => `p${n}`, 'y')
  expect(await written()).toHaveLength(50)
  await copyWrites(1, () => 'p50', 'y')
  // One more second than the others.
  await sql`update crm_writes set finished_at = now() + interval '1 hour'
    where file_id = ${fixture.file.id} and properties->0->>'name' = 'p50'`.execute(test.db)
  const names = (await written()).map(({ name }) => name)
  expect([names.length, names.includes('kadai'), names.includes('p50')]).toEqual([50, false, true])
})

it('and in the newest ones only when they are very long', async () => {
  await write({ properties: { kadai: 'x' } })
  // Text that cannot be compressed: 0.4 MB each.
  const long = Array.from({ length: 11_000 }, () => randomUUID()).join('')
  await copyWrites(4, (n) => `p${n}`, long)
  expect((await written()).map(({ name }) => name)).toEqual(['p3', 'p4'])
})

it('a failed write that was sent again is the last one', async () => {
  hubspot.fault({ kind: 'wait', seconds: 30 }, { call: /^PATCH/ })
  const again = { properties: { kadai: '第一' }, write_key: randomUUID() }
  expect((await write(again)).status).toBe(503)
  await test.db.updateTable('crm_connections').set({ blocked_until: null }).execute()
  expect((await write({ properties: { kadai: '第二' } })).status).toBe(200)
  expect((await write({ ...again, base: { kadai: '第二' } })).status).toBe(200)
  expect(await written()).toMatchObject([{ name: 'kadai', value: '第一' }])
})

it('a text of HubSpot that names no property belongs to the write as a whole', async () => {
  const body = { status: 'error', category: 'VALIDATION_ERROR', message: 'the deal is locked by a workflow' }
  hubspot.fault({ kind: 'status', status: 400, body }, { call: /^PATCH/ })
  const answer = await write({ properties: { kadai: 'x', youbou: 'y' } })
  expect([answer.status, answer.errors, answer.body]).toMatchObject([
    422,
    { properties: ['incorrect'] },
    { reason: 'crm.refused', messages: { '': expect.stringContaining('the deal is locked by a workflow') } },
  ])
  expect(Object.keys((answer.body as unknown as { messages: object }).messages)).toEqual([''])
})
