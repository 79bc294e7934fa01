// A workspace that is connected to another portal while its files, proposals and calls belong to the former one, and deals
// that were merged.
import { getCrmDeal, listCrmWrites } from '@kaiwa/contract/crm-deals.ts'
import { disconnectCrm, getCrmMaster, listCrmDeals } from '@kaiwa/contract/crm.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jsonb } from '../../platform/database/jsonb.ts'
import { connectPortal, createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { dealCalls } from '../../test/factories/deal-calls.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const OTHER = '900'

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
let first: string
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
  first = hubspot.portal.id
  await hubspot.portal.addPortal(OTHER)
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  hubspot.portal.id = first
  hubspot.clearFaults()
  fixture = await createCrmFixture(test, hubspot)
  hubspot.calls.length = 0
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

async function exchangePortal(): Promise<void> {
  await test.succeed(disconnectCrm, {}, fixture.owner)
  hubspot.portal.id = OTHER
  await connectPortal(test, fixture.owner)
}

function write(sent: Partial<Parameters<typeof writeDeal>[1]> = {}) {
  const own = { dealId: fixture.dealId, fileId: fixture.file.id, properties: { kadai: '記録の手間' } }
  return writeDeal(test, { ...own, ...sent }, fixture.editor)
}

const { readFile } = dealCalls(() => ({ test, hubspot, fixture }))

async function lastReason() {
  const params = { projectFileId: fixture.file.id }
  const { data } = await test.succeed(listCrmWrites, { params, query: {} }, fixture.editor)
  return data[0]?.properties[0]?.reason
}

/** A generation of the editor that proposes 記録の手間. */
async function generate(): Promise<number> {
  const { id } = await test.db
    .insertInto('crm_generations')
    .values({
      workspace_id: fixture.owner.workspaceId,
      file_id: fixture.file.id,
      portal_id: hubspot.portal.id,
      deal_id: fixture.dealId,
      requested_by: fixture.editor.id,
      locale: 'ja',
      status: 'finished',
      properties: jsonb({ properties: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('crm_values')
    .values({
      generation_id: id,
      property: 'kadai',
      position: 0,
      status: 'ready',
      value: '記録の手間',
      reason: '会話の言葉',
    })
    .execute()
  return id
}

it('a generation of the former portal is not shown, and gives no evidence to a deal with the same id', async () => {
  const generation_id = await generate()
  expect((await readFile()).generation?.id).toBe(generation_id)
  await exchangePortal()
  await hubspot.portal.addDeal({ dealname: '同じ番号の取引' }, fixture.dealId)
  expect((await readFile()).generation).toBeNull()
  expect((await write({ generation_id })).status).toBe(200)
  expect(await lastReason()).toBeNull()
})

it('a generation follows a merged deal: its evidence is kept, and it is written then', async () => {
  const generation_id = await generate()
  const kept = await hubspot.portal.addDeal({ dealname: '統合後' })
  await hubspot.portal.mergeDeal(fixture.dealId, kept)
  const input = { params: { dealId: fixture.dealId }, query: { projectFileId: fixture.file.id } }
  expect((await test.succeed(getCrmDeal, input, fixture.editor)).id).toBe(kept)
  expect((await readFile()).generation).toMatchObject({ id: generation_id, deal_id: kept })
  expect((await write({ dealId: kept, generation_id })).status).toBe(200)
  expect([await lastReason(), (await readFile()).generation]).toEqual(['会話の言葉', null])
})

it('CRM-11 the lists of files say that a deal of the former portal cannot be reached', async () => {
  await write()
  const reachable = async () => {
    const params = { id: fixture.folder.projectId }
    const { data } = await test.succeed(listFiles, { params, query: {} }, fixture.editor)
    return data.map((row) => ('hubspot_deal' in row ? row.hubspot_deal?.is_reachable : undefined))
  }
  expect(await reachable()).toEqual([true])
  await exchangePortal()
  expect(await reachable()).toEqual([false])
  await test.succeed(disconnectCrm, {}, fixture.owner)
  expect(await reachable()).toEqual([false])
})

it.each([
  [
    'the definitions',
    /GET \/crm\/.*properties\/.*deals$/,
    () => test.call(getCrmMaster, { query: { force: '1', projectFileId: fixture.file.id } }, fixture.editor),
  ],
  [
    'the deals',
    /search$/,
    () => test.call(listCrmDeals, { query: { projectFileId: fixture.file.id } }, fixture.editor),
  ],
  [
    'a deal',
    /batch\/read$/,
    () =>
      test.call(
        getCrmDeal,
        { params: { dealId: fixture.dealId }, query: { projectFileId: fixture.file.id } },
        fixture.editor,
      ),
  ],
])(
  'does not show %s of the former portal when another one is connected while HubSpot answers',
  async (_, call, read) => {
    const gate = Promise.withResolvers<void>()
    hubspot.fault({ kind: 'held', until: gate.promise }, { call })
    const answer = read()
    await expect.poll(() => hubspot.calls.some((one) => call.test(one)), { timeout: 20_000 }).toBe(true)
    await test.db
      .updateTable('crm_connections')
      .set({ portal_id: OTHER })
      .where('workspace_id', '=', fixture.owner.workspaceId)
      .execute()
    gate.resolve()
    expect(await answer).toMatchObject({ status: 409, body: { error: 'E_CONFLICT', reason: 'crm.disconnected' } })
  },
)

it('a write is not sent when another portal is connected between the dialog and the write', async () => {
  const generation_id = await generate()
  await exchangePortal()
  // The other portal has no deal with this id.
  expect(await write({ generation_id })).toMatchObject({ status: 404, body: { reason: 'crm.deal' } })
  expect(hubspot.calls.filter((call) => call.startsWith('PATCH '))).toEqual([])
})
