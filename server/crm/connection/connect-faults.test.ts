// Faults between HubSpot's page and the commit.
import { connectCrm, disconnectCrm, getCrmConnection, getCrmMaster, getCrmUrl } from '@kaiwa/contract/crm.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { agree, connectPortal } from '../../test/factories/crm.ts'
import { createMember, createOwner, type TestOwner } from '../../test/factories/users.ts'
import { type Fault, type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { pruneConnections } from './jobs/prune.ts'

let hubspot: HubspotServer
let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await openTestApp({ env: { ...hubspot.env, KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})
beforeEach(async () => {
  hubspot.clearFaults()
  hubspot.isDown = false
  hubspot.calls.length = 0
  owner = await createOwner(test.db)
})

const TOKEN = /^POST \/oauth\/2026-03\/token$/
const REVOKE = 'POST /oauth/2026-03/token/revoke'

async function reconnect(as: { token: string } = owner) {
  return test.call(connectCrm, { body: await agree(test, as) }, as)
}

async function rowsOf({ workspaceId }: TestOwner) {
  return test.db.selectFrom('crm_connections').selectAll().where('workspace_id', '=', workspaceId).execute()
}

function revocations(): number {
  return hubspot.calls.filter((call) => call === REVOKE).length
}

describe('R1 a connect or disconnect that waits while its caller loses the right', () => {
  const endings: [string, string, (trx: Trx) => Promise<unknown>][] = [
    [
      'removed from the workspace',
      'E_FORBIDDEN',
      (trx) => trx.deleteFrom('workspace_members').where('user_id', '=', owner.id).execute(),
    ],
    [
      'no longer the owner',
      'E_FORBIDDEN',
      (trx) =>
        trx.updateTable('workspace_members').set({ role_id: ROLE.manager }).where('user_id', '=', owner.id).execute(),
    ],
    [
      'signed out',
      'E_INVALID_ACCESS_TOKEN',
      // A deleted session takes its states along: then the code is not exchanged at all.
      (trx) =>
        trx
          .updateTable('sessions')
          .set({ expires_at: sql`now()` })
          .where('user_id', '=', owner.id)
          .execute(),
    ],
    [
      'disabled',
      'E_INVALID_ACCESS_TOKEN',
      (trx) => trx.updateTable('users').set({ is_disabled: true }).where('id', '=', owner.id).execute(),
    ],
  ]
  const hold = (end: (trx: Trx) => Promise<unknown>) => async (trx: Trx) => {
    await lockWorkspace(trx, owner.workspaceId)
    await end(trx)
  }

  it.each(endings)('stores nothing and ends the tokens at HubSpot: %s', async (_name, error, end) => {
    const body = await agree(test, owner)
    const { answers, waited } = await atOnce(test.db, hold(end), [() => test.call(connectCrm, { body }, owner)])
    expect([answers[0]?.error, waited]).toEqual([error, 1])
    expect(await rowsOf(owner)).toEqual([])
    expect(revocations()).toBe(1)
  })

  it.each(endings)('does not disconnect: %s', async (_name, error, end) => {
    await connectPortal(test, owner)
    const { answers } = await atOnce(test.db, hold(end), [() => test.call(disconnectCrm, {}, owner)])
    expect(answers[0]?.error).toBe(error)
    expect(await rowsOf(owner)).toHaveLength(1)
    expect(revocations()).toBe(0)
  })
})

it('belongs to the workspace: a new owner gets the connection, and the former owner loses it', async () => {
  await connectPortal(test, owner)
  const heir = await createMember(test.db, owner, ROLE.manager)
  const set = (id: number, role_id: number) =>
    test.db.updateTable('workspace_members').set({ role_id }).where('user_id', '=', id).execute()
  await set(owner.id, ROLE.manager)
  await set(heir.id, ROLE.owner)
  await test.db.updateTable('workspaces').set({ owner_id: heir.id }).where('id', '=', owner.workspaceId).execute()
  expect((await test.call(getCrmConnection, {}, owner)).error).toBe('E_FORBIDDEN')
  const { status, portal } = await test.succeed(getCrmConnection, {}, heir)
  expect([status, portal?.connected_by?.id]).toEqual(['connected', owner.id])
  expect((await test.call(getCrmMaster, { query: {} }, heir)).status).toBe(200)
  await test.succeed(disconnectCrm, {}, heir)
  expect(await rowsOf(owner)).toEqual([])
})

describe('HubSpot fails while a code is exchanged', () => {
  const faults: [string, Fault, string, string][] = [
    ['503', { kind: 'status', status: 503 }, 'crm.unavailable', '5'],
    ['HTML', { kind: 'html', status: 200 }, 'crm.unavailable', '5'],
    ['a cut connection', { kind: 'cut' }, 'crm.unavailable', '5'],
    ['a lost answer', { kind: 'cut-after' }, 'crm.unavailable', '5'],
    ['429 with Retry-After', { kind: 'wait', seconds: 7 }, 'crm.wait', '7'],
    ['429 without Retry-After', { kind: 'wait' }, 'crm.wait', '10'],
  ]
  it.each(faults)('%s: nothing is stored, and a new attempt succeeds', async (_name, fault, reason, seconds) => {
    hubspot.fault(fault, { call: TOKEN })
    const answer = await reconnect()
    expect([answer.status, answer.body]).toEqual([503, { error: 'E_UNAVAILABLE', reason }])
    expect(answer.headers['retry-after']).toBe(seconds)
    expect(await rowsOf(owner)).toEqual([])
    expect((await reconnect()).status).toBe(200)
  })

  it.each([
    ['403', { kind: 'status', status: 403 }],
    ['a wrong client secret', { kind: 'status', status: 400, body: { status: 'BAD_CLIENT_SECRET' } }],
  ] as [string, Fault][])('%s says nothing about the code', async (_name, fault) => {
    hubspot.fault(fault, { call: TOKEN })
    expect((await reconnect()).body).toEqual({ error: 'E_UNAVAILABLE', reason: 'crm.unavailable' })
  })

  it('a slow answer is waited for', async () => {
    hubspot.fault({ kind: 'slow', ms: 300 }, { call: TOKEN })
    expect((await reconnect()).status).toBe(200)
  })

  it.each([
    ['400', { kind: 'status', status: 400 }],
    ['401', { kind: 'status', status: 401 }],
    ['404', { kind: 'status', status: 404 }],
    ['HTML', { kind: 'html' }],
  ] as [string, Fault][])('%s for the account: the new tokens are ended', async (_name, fault) => {
    hubspot.fault(fault, { call: /^GET / })
    expect((await reconnect()).body).toEqual({ error: 'E_UNAVAILABLE', reason: 'crm.unavailable' })
    expect([await rowsOf(owner), revocations()]).toEqual([[], 1])
  })

  it('a database that restarts during the exchange costs nothing', async () => {
    const body = await agree(test, owner)
    hubspot.fault({ kind: 'slow', ms: 500 }, { call: TOKEN })
    const answer = test.call(connectCrm, { body }, owner)
    await expect.poll(() => hubspot.calls.some((call) => TOKEN.test(call))).toBe(true)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
    expect((await answer).status).toBe(200)
  })
})

it('a portal that grants less than Kaiwa asks for is refused, and its tokens are ended', async () => {
  const agreement = await agree(test, owner)
  const code = await hubspot.portal.authorize({
    redirectUri: agreement.redirect_uri,
    scopes: ['oauth', 'crm.objects.deals.read'],
  })
  const answer = await test.call(connectCrm, { body: { ...agreement, code } }, owner)
  expect([answer.status, answer.body]).toEqual([403, { error: 'E_FORBIDDEN', reason: 'crm.scopes' }])
  expect([await rowsOf(owner), revocations()]).toEqual([[], 1])
})

it('disconnects while HubSpot is down', async () => {
  await connectPortal(test, owner)
  hubspot.isDown = true
  expect(await test.succeed(disconnectCrm, {}, owner)).toEqual({ success: true })
  expect(await rowsOf(owner)).toEqual([])
})

describe('a portal with a problem', () => {
  const break_ = async () => {
    await connectPortal(test, owner)
    await test.succeed(getCrmMaster, { query: {} }, owner)
    await test.db
      .updateTable('crm_connections')
      .set({ problem: 'scopes' })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
  }
  const master = () =>
    test.db.selectFrom('crm_master').select('workspace_id').where('workspace_id', '=', owner.workspaceId).execute()

  it('is connected again, and its former token is ended', async () => {
    await break_()
    expect((await reconnect()).body).toMatchObject({ status: 'connected', problem: null })
    expect(revocations()).toBe(1)
    expect((await test.call(getCrmMaster, { query: { force: '1' } }, owner)).status).toBe(200)
  })

  it('is replaced by another portal, without the cache of the former one', async () => {
    await break_()
    expect(await master()).toHaveLength(1)
    const former = hubspot.portal.id
    await hubspot.portal.addPortal('777')
    hubspot.portal.id = '777'
    try {
      expect((await reconnect()).body.portal?.hubspot_id).toBe('777')
    } finally {
      hubspot.portal.id = former
    }
    expect(await master()).toEqual([])
  })
})

it('without a client id the page says what is missing, and nothing can be started', async () => {
  const unset = await openTestApp({ env: { KAIWA_DEMO: 'off' } })
  try {
    const person = await createOwner(unset.db)
    expect((await unset.call(getCrmConnection, {}, person)).body).toEqual({
      status: 'disconnected',
      problem: 'not-set',
      portal: null,
      is_trial: false,
    })
    const body = { code: 'x', state: 'y', redirect_uri: 'http://localhost/hubspot/callback' }
    expect((await unset.call(getCrmUrl, { query: {} }, person)).error).toBe('E_NOT_FOUND')
    expect((await unset.call(connectCrm, { body }, person)).error).toBe('E_NOT_FOUND')
  } finally {
    await unset.close()
  }
})

it('a portal from before the settings were removed is disconnected without HubSpot', async () => {
  await connectPortal(test, owner)
  const database = { url: test.databaseUrl, drop: async () => undefined }
  const unset = await openTestApp({ env: { KAIWA_DEMO: 'off' }, database })
  const calls = hubspot.calls.length
  try {
    const { body } = await unset.call(getCrmConnection, {}, owner)
    expect([body.problem, body.portal?.hubspot_id]).toEqual(['not-set', hubspot.portal.id])
    expect((await unset.call(disconnectCrm, {}, owner)).status).toBe(200)
    expect((await unset.call(getCrmConnection, {}, owner)).body.portal).toBeNull()
  } finally {
    await unset.close()
  }
  expect([await rowsOf(owner), hubspot.calls.length - calls]).toEqual([[], 0])
})

it('the daily job deletes expired states, and ends connections of closed workspaces only', async () => {
  const left = await createOwner(test.db)
  for (const one of [owner, left]) {
    await agree(test, one)
    await connectPortal(test, one)
  }
  await sql`update crm_oauth_states set expires_at = now() - interval '1 second' where workspace_id = ${owner.workspaceId}`.execute(
    test.db,
  )
  await test.db.updateTable('workspaces').set({ status: 'closed' }).where('id', '=', left.workspaceId).execute()
  const signal = new AbortController().signal
  await pruneConnections.run(
    {},
    { app: test.app, signal, log: test.app.log, id: '', attempt: 0, isLastTry: async () => true },
  )
  const states = await test.db.selectFrom('crm_oauth_states').select('workspace_id').execute()
  expect(states.map(({ workspace_id }) => workspace_id)).not.toContain(owner.workspaceId)
  expect([await rowsOf(owner), await rowsOf(left)].map(({ length }) => length)).toEqual([1, 0])
  expect(revocations()).toBe(1)
})
