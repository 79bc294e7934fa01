// HubSpot may give the same refresh token to two workspaces that connect one portal.
import { connectCrm, disconnectCrm } from '@kaiwa/contract/crm.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { acquireLease, releaseLease } from '../../platform/store/leases.ts'
import { agree, connectPortal } from '../../test/factories/crm.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { withPortal } from './with-portal.ts'

let hubspot: HubspotServer
let test: TestApp
let one: TestOwner
let two: TestOwner
beforeAll(async () => {
  hubspot = await startHubspot()
  hubspot.tokens = { ...hubspot.tokens, isSharedByPortal: true }
  test = await openTestApp({ env: { ...hubspot.env, KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})
let portals = 0
beforeEach(async () => {
  hubspot.clearFaults()
  hubspot.portal.id = String(700 + (portals += 1))
  await hubspot.portal.addPortal(hubspot.portal.id)
  one = await createOwner(test.db)
  two = await createOwner(test.db)
  hubspot.calls.length = 0
})

const REVOKE = 'POST /oauth/2026-03/token/revoke'

function count(call: string): number {
  return hubspot.calls.filter((sent) => sent === call).length
}

async function groupsOf({ workspaceId }: TestOwner): Promise<number> {
  return (await withPortal(test.app, workspaceId, ({ api }) => api.readGroups())).length
}

it('disconnecting one workspace leaves the tokens of the other; the last one ends them', async () => {
  await connectPortal(test, one)
  await connectPortal(test, two)
  await test.succeed(disconnectCrm, {}, one)
  expect([await groupsOf(two), count(REVOKE)]).toEqual([6, 0])
  await hubspot.portal.expireTokens()
  expect(await groupsOf(two)).toBe(6)
  await test.succeed(disconnectCrm, {}, two)
  expect(count(REVOKE)).toBe(1)
})

it('a connect that is refused leaves the tokens of another workspace', async () => {
  await connectPortal(test, one)
  const agreement = await agree(test, two)
  const { redirect_uri: redirectUri } = agreement
  const code = await hubspot.portal.authorize({ redirectUri, scopes: ['oauth'] })
  expect((await test.call(connectCrm, { body: { ...agreement, code } }, two)).status).toBe(403)
  expect(count(REVOKE)).toBe(0)
})

it('does not end tokens while others cannot be read, which may be the same', async () => {
  await connectPortal(test, one)
  await connectPortal(test, two)
  await test.db
    .updateTable('crm_connections')
    .set({ key_id: '00000000' })
    .where('workspace_id', '=', two.workspaceId)
    .execute()
  await test.succeed(disconnectCrm, {}, one)
  expect(count(REVOKE)).toBe(0)
})

it('a disconnect while the other workspace connects: what is stored is valid, or the connect is refused', async () => {
  await connectPortal(test, one)
  const agreement = await agree(test, two)
  const lease = await acquireLease(test.db, `crm-tokens:${hubspot.portal.id}`, 'of the test', 60)
  if (!lease) throw new Error('somebody else has the lock')
  // The code is exchanged, and nothing is stored yet.
  const connecting = test.call(connectCrm, { body: agreement }, two)
  await expect.poll(() => count('POST /oauth/2026-03/token'), { timeout: 20_000 }).toBe(2)
  const disconnecting = test.call(disconnectCrm, {}, one)
  await expect
    .poll(
      () =>
        test.db.selectFrom('crm_connections').select('portal_id').where('workspace_id', '=', one.workspaceId).execute(),
      { timeout: 20_000 },
    )
    .toEqual([])
  await releaseLease(test.db, lease)
  const [connected] = await Promise.all([connecting, disconnecting])
  if (connected.status === 200) expect(await groupsOf(two)).toBe(6)
  else expect(connected.body).toEqual({ error: 'E_UNAVAILABLE', reason: 'crm.unavailable' })
  await test.db.deleteFrom('crm_connections').where('workspace_id', '=', two.workspaceId).execute()
  await connectPortal(test, two)
  expect(await groupsOf(two)).toBe(6)
})
