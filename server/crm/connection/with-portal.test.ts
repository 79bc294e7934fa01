import { getCrmConnection } from '@kaiwa/contract/crm.ts'
import { checkSession } from '@kaiwa/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { connectPortal } from '../../test/factories/crm.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { type Fault, type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { HUBSPOT_SCOPES } from '../provider/scopes.ts'
import { reportProblem } from './refresh.ts'
import { claimRefresh, releaseRefresh } from './store/connections.ts'
import { withPortal } from './with-portal.ts'

let hubspot: HubspotServer
let test: TestApp
/** Another process of the same installation. */
let other: TestApp
let owner: TestOwner
beforeAll(async () => {
  hubspot = await startHubspot()
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
})

const TOKEN = 'POST /oauth/2026-03/token'
const GROUPS = /^GET .*groups/

function read(app: App = test.app) {
  return withPortal(app, owner.workspaceId, ({ api }) => api.readGroups())
}

function search(app: App) {
  return withPortal(app, owner.workspaceId, ({ api }) => api.searchDeals({ after: 0, limit: 1 }))
}

function tokenCalls(): number {
  return hubspot.calls.filter((call) => call === TOKEN).length
}

function rowOf({ workspaceId }: TestOwner) {
  return test.db
    .selectFrom('crm_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/** Our clock says that the access token has expired. */
function expireHere() {
  return sql`update crm_connections set access_expires_at = now() where workspace_id = ${owner.workspaceId}`.execute(
    test.db,
  )
}

async function statusOf() {
  const { status, problem } = await test.succeed(getCrmConnection, {}, owner)
  return { status, problem }
}

const DISCONNECTED = { code: 'E_CONFLICT', details: { reason: 'crm.disconnected' } }
const TIMES = Array.from({ length: 6 })

describe('tokens', () => {
  it('uses the stored token while it is valid', async () => {
    expect((await read()).length).toBeGreaterThan(0)
    expect(tokenCalls()).toBe(0)
  })

  it('refreshes an expired token before the call', async () => {
    await expireHere()
    await read()
    expect(hubspot.calls).toEqual([TOKEN, expect.stringMatching(GROUPS)])
  })

  it('refreshes once after 401 and repeats the call once', async () => {
    await hubspot.portal.expireTokens()
    await read()
    expect(hubspot.calls).toEqual([expect.stringMatching(GROUPS), TOKEN, expect.stringMatching(GROUPS)])
  })

  it.each([
    ['our clock says that the token has expired', expireHere],
    ['HubSpot says that the token has expired', () => hubspot.portal.expireTokens()],
  ])('one of twelve calls of two processes refreshes when %s', async (_name, expire) => {
    await expire()
    await Promise.all(TIMES.flatMap(() => [read(), read(other.app)]))
    expect(tokenCalls()).toBe(1)
  })

  it('stored tokens of another process that have expired since are refreshed, and are no revocation', async () => {
    await withPortal(test.app, owner.workspaceId, async ({ api }) => {
      await expireHere()
      await read(other.app)
      await hubspot.portal.expireTokens()
      expect((await api.readGroups()).length).toBeGreaterThan(0)
    })
    expect(await statusOf()).toEqual({ status: 'connected', problem: null })
    expect(tokenCalls()).toBe(2)
  })

  it('keeps a refresh token that HubSpot replaces', async () => {
    hubspot.tokens = { ...hubspot.tokens, isRotating: true }
    try {
      for (const app of [test.app, other.app, test.app]) {
        await expireHere()
        await read(app)
      }
    } finally {
      hubspot.tokens = { ...hubspot.tokens, isRotating: false }
    }
    expect(tokenCalls()).toBe(3)
  })

  it('a process that died while it refreshed is replaced after its time', async () => {
    await expireHere()
    const held = (until: string) =>
      sql`update crm_connections set refreshing_until = now() + ${until}::interval
        where workspace_id = ${owner.workspaceId}`.execute(test.db)
    await held('25 seconds')
    const waiting = read()
    await held('0')
    await waiting
    expect(tokenCalls()).toBe(1)
  })

  it('ignores a claim that ends hours from now because the clock was put back', async () => {
    await expireHere()
    await sql`update crm_connections set refreshing_until = now() + interval '9 hours'
      where workspace_id = ${owner.workspaceId}`.execute(test.db)
    await read()
    expect(tokenCalls()).toBe(1)
  })

  it.each([
    ['503', { kind: 'status', status: 503 }, 'crm.unavailable'],
    ['HTML', { kind: 'html' }, 'crm.unavailable'],
    ['a cut connection', { kind: 'cut' }, 'crm.unavailable'],
    ['a lost answer', { kind: 'cut-after' }, 'crm.unavailable'],
    ['429', { kind: 'wait', seconds: 9 }, 'crm.wait'],
  ] as [string, Fault, string][])(
    'a refresh that fails with %s is no problem of the connection',
    async (_name, fault, reason) => {
      await expireHere()
      hubspot.fault(fault, { call: /token$/ })
      await expect(read()).rejects.toMatchObject({ code: 'E_UNAVAILABLE', details: { reason } })
      expect(await statusOf()).toEqual({ status: 'connected', problem: null })
      await read(other.app)
    },
  )
})

describe('a wrong client secret', () => {
  it('is no problem of the connection: with the right one it works again, without the owner', async () => {
    await expireHere()
    const lines: string[] = []
    const wrong = await openTestApp({
      env: { ...hubspot.env, KAIWA_HUBSPOT_CLIENT_SECRET: 'wrong' },
      database: { url: test.databaseUrl, drop: async () => undefined },
      logTo: { write: (line) => void lines.push(line) },
    })
    try {
      await expect(read(wrong.app)).rejects.toMatchObject({
        code: 'E_UNAVAILABLE',
        details: { reason: 'crm.unavailable' },
      })
    } finally {
      await wrong.close()
    }
    expect(lines.filter((line) => line.includes('BAD_CLIENT_SECRET') && line.includes('"level":"error"'))).toHaveLength(
      1,
    )
    expect(await statusOf()).toEqual({ status: 'connected', problem: null })
    expect((await read()).length).toBeGreaterThan(0)
  })

  it('new tokens end a problem that another call has reported in between, and the windows are notified', async () => {
    await expireHere()
    hubspot.fault({ kind: 'slow', ms: 500 }, { call: /token$/ })
    const reading = read()
    await expect.poll(tokenCalls).toBe(1)
    const { version } = await rowOf(owner)
    await reportProblem(test.app, { workspace_id: owner.workspaceId, version }, 'revoked')
    await reading
    expect(await statusOf()).toEqual({ status: 'connected', problem: null })
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from events
      where type = 'crm.connection_changed' and ${`private-user-${owner.id}`} = any(channels)`.execute(test.db)
    // Of the connect, of the problem and of its end.
    expect(rows[0]?.count).toBe(3)
  })
})

describe('simultaneous calls with one expired token', () => {
  it('a late 401 does not refresh again', async () => {
    await hubspot.portal.expireTokens()
    hubspot.fault({ kind: 'slow', ms: 700 }, { call: /pipelines/ })
    await withPortal(test.app, owner.workspaceId, ({ api }) => Promise.all([api.readGroups(), api.readPipelines()]))
    expect(tokenCalls()).toBe(1)
  })

  it('a process that is late does not end the claim of the next one', async () => {
    const row = await rowOf(owner)
    const first = await claimRefresh(test.db, row, 0)
    const second = await claimRefresh(test.db, row, 60)
    if (first === null || second === null) throw new Error('two claims')
    await releaseRefresh(test.db, row, first)
    expect(await claimRefresh(test.db, row, 60)).toBeNull()
    await releaseRefresh(test.db, row, second)
    expect(await claimRefresh(test.db, row, 60)).not.toBeNull()
  })
})

describe('rights that end at HubSpot', () => {
  const channels = () => `private-user-${owner.id}`
  const events = async () => {
    const rows = await test.db
      .selectFrom('events')
      .select('channels')
      .where('type', '=', 'crm.connection_changed')
      .execute()
    return rows.filter((event) => event.channels.includes(channels())).length
  }

  it('a revoked connection is disconnected, is reported once, keeps its tokens, and can be connected again', async () => {
    const before = await rowOf(owner)
    await hubspot.portal.revoke()
    const calls = await Promise.allSettled(TIMES.flatMap(() => [read(), read(other.app)]))
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: DISCONNECTED })
    expect(await statusOf()).toEqual({ status: 'disconnected', problem: 'revoked' })
    expect((await test.succeed(checkSession, {}, owner)).is_hubspot_connected).toBe(false)
    // One of the connect, one of the problem.
    expect(await events()).toBe(2)
    expect((await rowOf(owner)).refresh_token).toEqual(before.refresh_token)
    hubspot.calls.length = 0
    await expect(read()).rejects.toMatchObject(DISCONNECTED)
    expect(hubspot.calls).toEqual([])
    await connectPortal(test, owner)
    expect((await read()).length).toBeGreaterThan(0)
  })

  it('401 after two refreshes is a revoked connection', async () => {
    hubspot.fault({ kind: 'status', status: 401 }, { call: GROUPS, times: 3 })
    await expect(read()).rejects.toMatchObject(DISCONNECTED)
    expect([await statusOf(), tokenCalls()]).toEqual([{ status: 'disconnected', problem: 'revoked' }, 2])
  })

  it.each([
    ['a call', async () => undefined],
    ['a refresh', expireHere],
  ])('narrowed rights are seen by %s', async (_name, prepare) => {
    await hubspot.portal.narrowScopes(HUBSPOT_SCOPES.filter((scope) => !scope.endsWith('.read')))
    await prepare()
    await expect(read()).rejects.toMatchObject(DISCONNECTED)
    expect(await statusOf()).toEqual({ status: 'disconnected', problem: 'scopes' })
  })

  it('an end of the connection ends waiting calls', async () => {
    await expireHere()
    hubspot.fault({ kind: 'slow', ms: 300 }, { call: /token$/ })
    const calls = Promise.allSettled([read(), read(other.app)])
    await expect.poll(tokenCalls).toBe(1)
    await test.db.deleteFrom('crm_connections').where('workspace_id', '=', owner.workspaceId).execute()
    for (const call of await calls) expect(call).toMatchObject({ status: 'rejected', reason: DISCONNECTED })
    // Tokens that are not stored are ended.
    expect(hubspot.calls.at(-1)).toBe('POST /oauth/2026-03/token/revoke')
  })

  it('tokens of an unknown secret are of no use, and are back with the secret', async () => {
    const { key_id: known } = await rowOf(owner)
    const setKey = (key_id: string) =>
      test.db.updateTable('crm_connections').set({ key_id }).where('workspace_id', '=', owner.workspaceId).execute()
    await setKey('00000000')
    await expect(read()).rejects.toMatchObject(DISCONNECTED)
    expect(await statusOf()).toEqual({ status: 'disconnected', problem: 'revoked' })
    await setKey(known)
    await read()
    expect(await statusOf()).toEqual({ status: 'connected', problem: null })
  })
})

describe('403', () => {
  it.each([
    ['HTML of a proxy', { kind: 'html', status: 403 }, 'E_UNAVAILABLE', 'crm.unavailable'],
    [
      'another reason',
      { kind: 'status', status: 403, body: { category: 'FORBIDDEN' } },
      'E_FORBIDDEN',
      'crm.forbidden',
    ],
  ] as [string, Fault, string, string][])(
    '%s ends the call, not the connection',
    async (_name, fault, code, reason) => {
      hubspot.fault(fault, { call: GROUPS })
      await expect(read()).rejects.toMatchObject({ code, details: { reason } })
      expect(await statusOf()).toEqual({ status: 'connected', problem: null })
    },
  )
})

it('a 400 on a read is no unhandled error', async () => {
  const wrong: Fault = { kind: 'status', status: 400, body: { category: 'VALIDATION_ERROR' } }
  hubspot.fault(wrong)
  await expect(search(test.app)).rejects.toMatchObject({
    code: 'E_UNAVAILABLE',
    details: { reason: 'crm.unavailable' },
  })
  hubspot.fault(wrong)
  const reading = withPortal(test.app, owner.workspaceId, ({ api }) => api.readDeal('1', ['dealname']))
  await expect(reading).rejects.toMatchObject({ code: 'E_NOT_FOUND', details: { reason: 'crm.deal' } })
})

describe('other failures', () => {
  it.each([
    ['503', { kind: 'status', status: 503 }],
    ['HTML', { kind: 'html', status: 200 }],
    ['a cut connection', { kind: 'cut' }],
  ] as [string, Fault][])('%s is E_UNAVAILABLE, and the call is sent once', async (_name, fault) => {
    hubspot.fault(fault, { call: GROUPS })
    await expect(read()).rejects.toMatchObject({ code: 'E_UNAVAILABLE', details: { reason: 'crm.unavailable' } })
    expect(hubspot.calls).toHaveLength(1)
  })

  it('a failed call ends the others of its action', async () => {
    hubspot.fault({ kind: 'stall' }, { call: GROUPS })
    hubspot.fault({ kind: 'status', status: 503 }, { call: /account-info/ })
    let hasEnded = false
    const action = withPortal(test.app, owner.workspaceId, ({ api }) => {
      const endless = api.readGroups().finally(() => (hasEnded = true))
      const fail = async () => {
        await expect.poll(() => hubspot.calls).toHaveLength(1)
        return api.readAccount()
      }
      return Promise.all([endless, fail()])
    })
    await expect(action).rejects.toMatchObject({ code: 'E_UNAVAILABLE' })
    expect([hasEnded, hubspot.calls.length]).toEqual([true, 2])
  })

  it('a missing deal is E_NOT_FOUND', async () => {
    const call = withPortal(test.app, owner.workspaceId, ({ api }) => api.readDeal('404', ['dealname']))
    await expect(call).rejects.toMatchObject({ code: 'E_NOT_FOUND', details: { reason: 'crm.deal' } })
  })

  it('a workspace without a connection is E_CONFLICT', async () => {
    owner = await createOwner(test.db)
    await expect(read()).rejects.toMatchObject(DISCONNECTED)
  })
})
