import { connectCrm, disconnectCrm, getCrmConnection, getCrmUrl } from '@kaiwa/contract/crm.ts'
import { checkSession } from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acquireLease, releaseLease } from '../../platform/store/leases.ts'
import { type Agreement, agree, connectPortal } from '../../test/factories/crm.ts'
import { createMember, createOwner, type TestOwner } from '../../test/factories/users.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { withPortal } from './with-portal.ts'

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
  hubspot.calls.length = 0
  owner = await createOwner(test.db)
})

const REVOKE = 'POST /oauth/2026-03/token/revoke'

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, token?: string, payload?: object) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await test.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

function connect(body: Agreement, as = owner as { token: string }) {
  return test.call(connectCrm, { body }, as)
}

async function statusOf(person: TestOwner) {
  const { status, problem } = await test.succeed(getCrmConnection, {}, person)
  return { status, problem }
}

/** Whether the stored tokens are valid at HubSpot. */
async function readsPortal({ workspaceId }: TestOwner) {
  const account = await withPortal(test.app, workspaceId, ({ api }) => api.readAccount())
  return account.portalId === hubspot.portal.id
}

describe('calls', () => {
  it('CRM-02 CRM-41 CRM-42 connects with {code, redirect_uri} and the state of the callback, disconnects without payload', async () => {
    const path = '/api/hubspot/connect'
    expect((await send('GET', path, owner.token)).body).toMatchObject({ status: 'disconnected', problem: null })
    const { code, redirect_uri, state } = await agree(test, owner)
    const connected = await send('POST', path, owner.token, { code, redirect_uri, state })
    expect(connected).toMatchObject({
      status: 200,
      body: { status: 'connected', problem: null, is_trial: false, portal: { hubspot_id: hubspot.portal.id } },
    })
    expect((connected.body['portal'] as { connected_by: unknown }).connected_by).toMatchObject({ id: owner.id })
    expect((await send('GET', path, owner.token)).body).toEqual(connected.body)
    expect((await test.succeed(checkSession, {}, owner)).is_hubspot_connected).toBe(true)
    expect(await send('DELETE', path, owner.token)).toEqual({ status: 200, body: { success: true } })
    expect((await send('GET', path, owner.token)).body).toMatchObject({ status: 'disconnected', portal: null })
    expect((await test.succeed(checkSession, {}, owner)).is_hubspot_connected).toBe(false)
    expect(hubspot.calls.filter((call) => call === REVOKE)).toHaveLength(1)
  })

  it('sends the owner to HubSpot with the exact redirect address', async () => {
    const { url, redirect_uri } = await test.succeed(getCrmUrl, { query: {} }, owner)
    const { pathname, searchParams } = new URL(url)
    expect([pathname, redirect_uri]).toEqual(['/oauth/authorize', 'http://localhost/hubspot/callback'])
    expect(searchParams.get('redirect_uri')).toBe(redirect_uri)
    expect(searchParams.get('scope')?.split(' ')).toContain('crm.objects.deals.write')
  })

  it('CRM-04 CRM-43 GET /hubspot/callback is public and leads to the cooperation page with code and state', async () => {
    const { code, state } = await agree(test, owner)
    const answer = await send('GET', `/api/hubspot/callback?code=${code}&state=${state}`)
    expect(answer).toEqual({
      status: 200,
      body: { location: `/mypage/hubspot-connect?code=${code}&state=${state}`, is_app: false },
    })
    const refused = await send('GET', '/api/hubspot/callback?error=access_denied&state=none')
    expect(refused.body['location']).toBe('/mypage/hubspot-connect?state=none&error=access_denied')
    expect((await send('GET', '/api/hubspot/callback')).body['location']).toBe('/mypage/hubspot-connect')
  })

  it('CRM-05 the callback of a connect that the app has begun hands the code to it, and leaves the state unused', async () => {
    const agreement = await agree(test, owner, { is_app: '1' })
    const { body } = await send('GET', `/api/hubspot/callback?code=${agreement.code}&state=${agreement.state}`)
    const link = `web+kaiwa://mypage/hubspot-connect?code=${agreement.code}&state=${agreement.state}`
    expect(body).toEqual({ location: link, is_app: true })
    expect((await connect(agreement)).status).toBe(200)
  })

  it.each([ROLE.manager, ROLE.member, ROLE.guest])('CRM-01 refuses role %s, and gives it the flag', async (role) => {
    const agreement = await agree(test, owner)
    const person = await createMember(test.db, owner, role)
    const answers = [
      await test.call(getCrmConnection, {}, person),
      await test.call(getCrmUrl, { query: {} }, person),
      await connect(agreement, person),
      await test.call(disconnectCrm, {}, person),
    ]
    expect(answers.map(({ status, error }) => [status, error])).toEqual(answers.map(() => [403, 'E_FORBIDDEN']))
    await connectPortal(test, owner)
    expect((await test.succeed(checkSession, {}, person)).is_hubspot_connected).toBe(true)
  })

  it('publishes connecting and disconnecting to each member and to no other person', async () => {
    const member = await createMember(test.db, owner, ROLE.guest)
    const channels = [`private-user-${owner.id}`, `private-user-${member.id}`]
    await connectPortal(test, owner)
    await test.succeed(disconnectCrm, {}, owner)
    await test.succeed(disconnectCrm, {}, owner)
    const events = await test.db
      .selectFrom('events')
      .select('channels')
      .where('type', '=', 'crm.connection_changed')
      .where('channels', '&&', sql<string[]>`array[${channels[0]}]`)
      .execute()
    expect(events.map((event) => event.channels.toSorted())).toEqual([channels.toSorted(), channels.toSorted()])
  })

  it('ERR-23 HUBSPOT_IS_ALREADY_CONNECTED while connected, also for a new address', async () => {
    const second = await agree(test, owner)
    await connectPortal(test, owner)
    const refused = await send('POST', '/api/hubspot/connect', owner.token, second)
    expect(refused).toEqual({ status: 422, body: { error: 'HUBSPOT_IS_ALREADY_CONNECTED' } })
    expect((await send('GET', '/api/hubspot/url', owner.token)).body['error']).toBe('HUBSPOT_IS_ALREADY_CONNECTED')
  })

  it('stores neither tokens nor state in readable form', async () => {
    const agreement = await agree(test, owner)
    const { rows: states } = await sql<{ text: string }>`select s::text as text from crm_oauth_states s`.execute(
      test.db,
    )
    expect(states.map(({ text }) => text).join()).not.toContain(agreement.state)
    await connect(agreement)
    const row = await test.db.selectFrom('crm_connections').selectAll().executeTakeFirstOrThrow()
    for (const token of [row.access_token, row.refresh_token]) expect(token.toString('latin1')).not.toMatch(/CAk-|na1-/)
  })
})

describe('a state or code is refused with incorrect', () => {
  type Twist = (agreement: Agreement) => Promise<Agreement> | Agreement
  const cases: [string, string, Twist][] = [
    ['an unknown state', 'state', (given) => ({ ...given, state: 'x'.repeat(43) })],
    [
      'a state of another owner',
      'state',
      async (given) => ({ ...given, state: (await agree(test, await createOwner(test.db))).state }),
    ],
    ['another redirect address', 'state', (given) => ({ ...given, redirect_uri: `${given.redirect_uri}/` })],
    [
      'an expired state',
      'state',
      async (given) => {
        await sql`update crm_oauth_states set expires_at = expires_at - interval '10 minutes'`.execute(test.db)
        return given
      },
    ],
    ['an unknown code', 'code', (given) => ({ ...given, code: 'na1-unknown' })],
    [
      'a code for another redirect address',
      'code',
      async (given) => ({ ...given, code: await hubspot.portal.authorize({ redirectUri: 'https://kaiwa.example' }) }),
    ],
  ]
  it.each(cases)('%s', async (_name, field, twist) => {
    const answer = await connect(await twist(await agree(test, owner)))
    expect([answer.status, answer.errors]).toEqual([422, { [field]: ['incorrect'] }])
    expect(await statusOf(owner)).toEqual({ status: 'disconnected', problem: null })
  })

  it('a state of another session of the owner', async () => {
    const agreement = await agree(test, owner)
    await test.db
      .updateTable('crm_oauth_states')
      .set({ session_id: (await createOwner(test.db)).actor.sessionId })
      .execute()
    expect((await connect(agreement)).errors).toEqual({ state: ['incorrect'] })
  })

  it('a repeated answer, before and after the end of the connection', async () => {
    const agreement = await agree(test, owner)
    expect((await connect(agreement)).status).toBe(200)
    expect((await connect(agreement)).error).toBe('HUBSPOT_IS_ALREADY_CONNECTED')
    await test.succeed(disconnectCrm, {}, owner)
    expect((await connect(agreement)).errors).toEqual({ state: ['incorrect'] })
  })

  it('a code that was used, with a new state', async () => {
    const { code } = await agree(test, owner)
    expect((await connect({ ...(await agree(test, owner)), code })).status).toBe(200)
    await test.succeed(disconnectCrm, {}, owner)
    expect((await connect({ ...(await agree(test, owner)), code })).errors).toEqual({ code: ['incorrect'] })
  })

  it('all but one of four simultaneous answers with one state', async () => {
    const agreement = await agree(test, owner)
    const answers = await Promise.all(Array.from({ length: 4 }, () => connect(agreement)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(hubspot.calls.filter((call) => call === 'POST /oauth/2026-03/token')).toHaveLength(1)
    expect(await readsPortal(owner)).toBe(true)
  })
})

it('two windows that connect at the same time: one wins, and the tokens of the other are ended at HubSpot', async () => {
  const agreements = [await agree(test, owner), await agree(test, owner), await agree(test, owner)]
  const lease = await acquireLease(test.db, `crm-tokens:${hubspot.portal.id}`, 'of the test', 60)
  if (!lease) throw new Error('somebody else has the lock')
  const connecting = agreements.map((agreement) => connect(agreement))
  await expect
    .poll(() => hubspot.calls.filter((call) => call === 'POST /oauth/2026-03/token').length, { timeout: 20_000 })
    .toBe(3)
  await releaseLease(test.db, lease)
  const answers = await Promise.all(connecting)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  expect(answers.filter(({ error }) => error === 'HUBSPOT_IS_ALREADY_CONNECTED')).toHaveLength(2)
  expect(hubspot.calls.filter((call) => call === REVOKE)).toHaveLength(2)
  expect(await readsPortal(owner)).toBe(true)
})
