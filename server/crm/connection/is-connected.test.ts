// The session, the deal of a file and the cooperation page say the same.
import { checkSession } from '@kaiwa/contract/accounts.ts'
import { getCrmConnection, listCrmDeals } from '@kaiwa/contract/crm.ts'
import { generateCrmDeal, getCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCrmFixture, type CrmFixture } from '../../test/factories/crm.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await openTestApp({ env: hubspot.env })
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})
beforeEach(async () => {
  fixture = await createCrmFixture(test, hubspot)
})

async function told(as: Pick<TestApp, 'succeed'> = test) {
  const { owner, file } = fixture
  const [session, deal, page] = [
    await as.succeed(checkSession, {}, owner),
    await as.succeed(getCrmFileDeal, { params: { projectFileId: file.id } }, owner),
    await as.succeed(getCrmConnection, {}, owner),
  ]
  return [session.is_hubspot_connected, deal.is_connected, page.status]
}

function set(change: { problem?: 'scopes'; key_id?: string }) {
  return test.db
    .updateTable('crm_connections')
    .set(change)
    .where('workspace_id', '=', fixture.owner.workspaceId)
    .execute()
}

it('connected', async () => {
  expect(await told()).toEqual([true, true, 'connected'])
})

it('a problem', async () => {
  await set({ problem: 'scopes' })
  expect(await told()).toEqual([false, false, 'disconnected'])
})

it('tokens of an unknown secret', async () => {
  await set({ key_id: '00000000' })
  expect(await told()).toEqual([false, false, 'disconnected'])
})

it.each([
  ['a problem', { problem: 'scopes' as const }],
  ['an unknown secret', { key_id: '00000000' }],
])('%s: calls to the portal are refused before HubSpot is asked', async (_case, change) => {
  await set(change)
  const calls = hubspot.calls.length
  const refusal = { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.disconnected' } }
  const { owner, file } = fixture
  expect(await test.call(listCrmDeals, { query: { projectFileId: file.id } }, owner)).toMatchObject(refusal)
  const generation = { params: { dealId: '1' }, body: { projectFileId: file.id, selectedProperties: ['amount'] } }
  expect(await test.call(generateCrmDeal, generation, owner)).toMatchObject(refusal)
  expect(hubspot.calls.length).toBe(calls)
})

it('an installation without a client id', async () => {
  const database = { url: test.databaseUrl, drop: async () => undefined }
  const unset = await openTestApp({ env: { KAIWA_DEMO: 'off' }, database })
  try {
    expect(await told(unset)).toEqual([false, false, 'disconnected'])
  } finally {
    await unset.close()
  }
})
