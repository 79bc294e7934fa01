// Waits for HubSpot, and the slots of searches, which all processes and all workspaces of a portal share.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { connectPortal } from '../../test/factories/crm.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { reportProblem } from './refresh.ts'
import { withPortal } from './with-portal.ts'

let hubspot: HubspotServer
let test: TestApp
/** Another process of the same installation. */
let other: TestApp
let owner: TestOwner
beforeAll(async () => {
  // HubSpot counts by the second; the tests look at the slots.
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: { ...hubspot.env, KAIWA_DATABASE_CONNECTIONS: '8' } })
  other = await openTestApp({ env: hubspot.env, database: { url: test.databaseUrl, drop: async () => undefined } })
})
afterAll(async () => {
  await other.close()
  await test.close()
  await hubspot.stop()
})
beforeEach(async () => {
  hubspot.clearFaults()
  owner = await createOwner(test.db)
  await connectPortal(test, owner)
  hubspot.calls.length = 0
  await allowSearchesIn(1)
})

const TOKEN = 'POST /oauth/2026-03/token'
const GROUPS = /^GET .*groups/
const DISCONNECTED = { code: 'E_CONFLICT', details: { reason: 'crm.disconnected' } }
const TIMES = Array.from({ length: 6 })

function read(app: App = test.app) {
  return withPortal(app, owner.workspaceId, ({ api }) => api.readGroups())
}

const SEARCH = { after: 0, limit: 1 }
/** An action that begins with a search, or searches after another call. */
const searches: Record<string, (app: App) => Promise<unknown>> = {
  'that begin with one': (app) =>
    withPortal(app, owner.workspaceId, ({ api }) => api.searchDeals(SEARCH), { beginsWithSearch: true }),
  'that search later': (app) => withPortal(app, owner.workspaceId, ({ api }) => api.searchDeals(SEARCH)),
}
const search = searches['that begin with one']!

/** All workspaces of these tests have the same portal. */
async function allowSearchesIn(seconds: number): Promise<void> {
  await sql`update crm_connections set blocked_until = null,
    next_search_at = clock_timestamp() + make_interval(secs => ${seconds})`.execute(test.db)
}

/** When the next search of the portal may begin, in ms since 1970. */
async function nextSearch(): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from next_search_at)::float8 * 1000 as ms from crm_connections
    where portal_id = (select portal_id from crm_connections where workspace_id = ${owner.workspaceId})
    order by workspace_id limit 1`.execute(test.db)
  return rows[0]!.ms
}

it('waits a short time for HubSpot', async () => {
  hubspot.fault({ kind: 'wait', seconds: 1 }, { call: GROUPS })
  await read()
  expect(hubspot.calls).toHaveLength(2)
})

it('says when to retry after a long one, and no process of any workspace of the portal calls before', async () => {
  const second = await createOwner(test.db)
  await connectPortal(test, second)
  hubspot.calls.length = 0
  hubspot.fault({ kind: 'wait', seconds: 60 }, { call: GROUPS })
  const asked = read().catch((error: unknown) => error)
  expect(await asked).toMatchObject({ code: 'E_UNAVAILABLE', details: { reason: 'crm.wait' } })
  const later = withPortal(other.app, second.workspaceId, ({ api }) => api.readGroups()).catch(
    (error: unknown) => error,
  )
  const headers = (await later) as { headers: Record<string, string> }
  expect(Number(headers.headers['retry-after'])).toBeGreaterThan(30)
  expect(hubspot.calls).toHaveLength(1)
  await sql`update crm_connections set blocked_until = null`.execute(test.db)
})

it('without Retry-After the window of the limit is waited for', async () => {
  hubspot.fault({ kind: 'wait' }, { call: GROUPS })
  await expect(read()).rejects.toMatchObject({ headers: { 'retry-after': '10' } })
  await sql`update crm_connections set blocked_until = null`.execute(test.db)
})

it('ends with the connection: the call is not repeated', async () => {
  hubspot.fault({ kind: 'wait', seconds: 1 }, { call: GROUPS, times: 100 })
  const call = read()
  call.catch(() => undefined)
  await expect.poll(() => hubspot.calls.length).toBe(1)
  await test.db.deleteFrom('crm_connections').where('workspace_id', '=', owner.workspaceId).execute()
  await expect(call).rejects.toMatchObject(DISCONNECTED)
  // One more is sent if the time was stored before the end of the connection.
  expect(hubspot.calls.length).toBeLessThan(3)
})

it.each(Object.entries(searches))('searches of two processes by actions %s keep to four a second', async (_, run) => {
  const before = await nextSearch()
  const started = performance.now()
  const outcomes = await Promise.allSettled(TIMES.flatMap(() => [run(test.app), run(other.app), run(test.app)]))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  // Searches that would begin after more than 3 seconds are refused with Retry-After.
  for (const outcome of refused)
    expect(outcome).toMatchObject({ reason: { code: 'E_UNAVAILABLE', details: { reason: 'crm.wait' } } })
  const sent = hubspot.calls.length
  expect([sent, sent >= 4]).toEqual([outcomes.length - refused.length, true])
  // Each search takes a slot of 250 ms and is not sent before the slot begins.
  expect((await nextSearch()) - before).toBeGreaterThan(250 * sent - 1)
  expect(performance.now() - started).toBeGreaterThan(250 * (sent - 1) - 10)
})

it.each(Object.entries(searches))('begin again after the clock was put back, in actions %s', async (_, run) => {
  await allowSearchesIn(9 * 3_600)
  await run(test.app)
  expect(hubspot.calls).toHaveLength(1)
  expect((await nextSearch()) - Date.now()).toBeLessThan(60_000)
})

it('a wait that HubSpot asked for before the clock was put back has ended', async () => {
  hubspot.fault({ kind: 'wait', seconds: 60 }, { call: GROUPS })
  const wait = { code: 'E_UNAVAILABLE', details: { reason: 'crm.wait' } }
  await expect(read()).rejects.toMatchObject(wait)
  await expect(read()).rejects.toMatchObject(wait)
  await expect(search(test.app)).rejects.toMatchObject(wait)
  await sql`update crm_connections set blocked_until = blocked_until + interval '9 hours',
    blocked_at = blocked_at + interval '9 hours'`.execute(test.db)
  await read()
  await search(test.app)
  // A new wait is not prolonged by the former one.
  hubspot.fault({ kind: 'wait', seconds: 60 }, { call: GROUPS })
  await expect(read()).rejects.toMatchObject(wait)
  const { rows } = await sql<{ far: boolean }>`
    select bool_or(blocked_until > now() + interval '1 hour') as far from crm_connections
    where workspace_id = ${owner.workspaceId}`.execute(test.db)
  expect(rows).toEqual([{ far: false }])
  await sql`update crm_connections set blocked_until = null, blocked_at = null`.execute(test.db)
})

it('a first search waits for HubSpot, and is repeated after 429', async () => {
  hubspot.fault({ kind: 'wait', seconds: 1 }, { call: /search$/ })
  const started = performance.now()
  await search(test.app)
  expect([hubspot.calls.length, performance.now() - started >= 990]).toEqual([2, true])
  const blocked = performance.now()
  await sql`update crm_connections set blocked_until = clock_timestamp() + interval '1 second'
    where workspace_id = ${owner.workspaceId}`.execute(test.db)
  await search(test.app)
  expect(performance.now() - blocked).toBeGreaterThanOrEqual(990)
})

it('a first search with an expired token is sent with a new one, and takes one slot', async () => {
  await sql`update crm_connections set access_expires_at = now() where workspace_id = ${owner.workspaceId}`.execute(
    test.db,
  )
  await allowSearchesIn(2)
  const before = await nextSearch()
  await search(test.app)
  expect(hubspot.calls).toEqual([TOKEN, expect.stringMatching(/search$/)])
  expect(Math.round((await nextSearch()) - before)).toBe(250)
})

it('each search of an action takes a slot', async () => {
  const before = await nextSearch()
  await withPortal(
    test.app,
    owner.workspaceId,
    ({ api }) => Promise.all([api.searchDeals(SEARCH), api.searchDeals(SEARCH)]),
    { beginsWithSearch: true },
  )
  expect((await nextSearch()) - before).toBeGreaterThan(499)
})

it('a workspace whose tokens HubSpot refuses takes no slot from the others of its portal', async () => {
  const before = await nextSearch()
  const row = await test.db
    .selectFrom('crm_connections')
    .selectAll()
    .where('workspace_id', '=', owner.workspaceId)
    .executeTakeFirstOrThrow()
  await reportProblem(test.app, row, 'revoked')
  await expect(search(test.app)).rejects.toMatchObject(DISCONNECTED)
  expect(await nextSearch()).toBe(before)
})
