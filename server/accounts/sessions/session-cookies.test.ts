import * as contract from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTree } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, createOwner, PASSWORD, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { actorOfSession } from './authenticate.ts'
import { actorOfUser } from './actor-of-user.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

function check(token?: string, headers: Record<string, string> = {}) {
  return test.call(contract.checkSession, {}, token, { headers })
}

describe('sessions', () => {
  it('AUTH-66 the check returns the signed-in user, without a token', async () => {
    const { status, body } = await check(owner.token)
    expect([status, body.user.id, body.user.token, 'token' in body]).toEqual([200, owner.id, null, false])
  })

  it('API-02 accepts the cookie, and a bearer token has priority', async () => {
    const other = await createOwner(test.db)
    const cookie = `kaiwa_session=${owner.token}`
    expect((await check(undefined, { cookie })).body.user.id).toBe(owner.id)
    expect((await check(other.token, { cookie })).body.user.id).toBe(other.id)
  })

  it.each(['Bearer', 'Bearer ', 'bearer x', 'BEARER a b', `Bearer ${'x'.repeat(43)}`])(
    'API-03 a bad bearer token (%j) does not act by the cookie beside it',
    async (authorization) => {
      const answer = await check(undefined, { authorization, cookie: `kaiwa_session=${owner.token}` })
      expect(answer).toMatchObject({ status: 401, error: 'E_INVALID_ACCESS_TOKEN' })
    },
  )

  it('API-02 a bad cookie does not block a valid bearer token, nor does Basic authorization block a cookie', async () => {
    expect((await check(owner.token, { cookie: 'kaiwa_session=x' })).status).toBe(200)
    const cookie = `kaiwa_session=${owner.token}`
    expect((await check(undefined, { authorization: 'Basic dTpw', cookie })).status).toBe(200)
    expect((await check(undefined, { cookie: 'kaiwa_session=' })).error).toBe('E_NO_ACCESS_TOKEN')
  })

  it('API-03 no token is E_NO_ACCESS_TOKEN, a wrong token E_INVALID_ACCESS_TOKEN', async () => {
    expect(await check()).toMatchObject({ status: 401, body: { error: 'E_NO_ACCESS_TOKEN' } })
    expect(await check('x'.repeat(43))).toMatchObject({ status: 401, body: { error: 'E_INVALID_ACCESS_TOKEN' } })
  })

  it('AUTH-67 logging out ends the session and clears the cookie', async () => {
    const { body } = await test.call(contract.login, { body: { email: owner.email, password: PASSWORD } })
    const answer = await test.call(contract.logout, {}, body.token ?? '')
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^kaiwa_session=;.*(Max-Age=0|1970)/)
    expect((await check(body.token ?? '')).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await check(owner.token)).status).toBe(200)
  })

  it('a disabled user, a removed member and a changed role take effect with the next call', async () => {
    const member = await createMember(test.db, owner, ROLE.member)
    expect((await check(member.token)).body.roles).toMatchObject([{ role_id: 7 }])
    const set = (role_id: number) =>
      test.db.updateTable('workspace_members').set({ role_id }).where('user_id', '=', member.id).execute()
    await set(ROLE.guest)
    expect((await check(member.token)).body).toMatchObject({ roles: [{ role_id: 8 }] })
    expect((await test.call(getTree, {}, member.token)).body.all_items).toEqual([])
    await test.db.deleteFrom('workspace_members').where('user_id', '=', member.id).execute()
    expect((await check(member.token)).body.roles).toEqual([])
    expect((await test.call(getTree, {}, member.token)).body.all_items).toEqual([])
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', member.id).execute()
    expect(await check(member.token)).toMatchObject({ status: 403, error: 'E_USER_DISABLED' })
    expect(await actorOfSession(test.db, member.actor.sessionId)).toBeNull()
    expect(await actorOfUser(test.db, member.id)).toBeNull()
  })

  it('expires by the database’s clock, and is extended by use', async () => {
    const user = await createOwner(test.db)
    const session = () =>
      test.db.selectFrom('sessions').selectAll().where('id', '=', user.actor.sessionId).executeTakeFirstOrThrow()
    const set = (values: ReturnType<typeof sql>) =>
      sql`update sessions set ${values} where id = ${user.actor.sessionId}`.execute(test.db)
    await set(sql`last_seen_at = now() - interval '11 minutes', expires_at = now() + interval '5 minutes'`)
    await check(user.token)
    expect((await session()).expires_at.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
    // Without `remember` a session lasts at most a week, even if it is used.
    await set(sql`last_seen_at = now() - interval '11 minutes', created_at = now() - interval '6 days 23 hours'`)
    await check(user.token)
    expect((await session()).expires_at.getTime() - Date.now()).toBeLessThan(3_700_000)
    await set(sql`expires_at = now()`)
    expect((await check(user.token)).error).toBe('E_INVALID_ACCESS_TOKEN')
  })

  it('updates the session only every ten minutes', async () => {
    const before = await test.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('id', '=', owner.actor.sessionId)
      .executeTakeFirst()
    await check(owner.token)
    const after = await test.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('id', '=', owner.actor.sessionId)
      .executeTakeFirst()
    expect(after).toEqual(before)
  })

  it('cookies of server mode are Secure, limited to the host, and only these are accepted', async () => {
    const server = await openTestApp({
      env: { KAIWA_MODE: 'server', KAIWA_URL: 'https://kaiwa.example', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
    const user = await createOwner(server.db)
    const { headers } = await server.call(contract.login, { body: { email: user.email, password: PASSWORD } })
    const cookies = [headers['set-cookie']].flat().map(String)
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-kaiwa_(session|device)=\S+; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    const token = /=([\w-]+)/.exec(cookies[0] ?? '')?.[1]
    const status = async (name: string) =>
      (await server.call(contract.checkSession, {}, undefined, { headers: { cookie: `${name}=${token}` } })).status
    expect(await Promise.all(['__Host-kaiwa_session', 'kaiwa_session'].map(status))).toEqual([200, 401])
    await server.close()
  })
})

describe('settings', () => {
  it('change only the given ones, also with concurrent requests', async () => {
    const save = (settings: object) => test.call(contract.updateSettings, { body: { settings } }, owner)
    await Promise.all([save({ chat_width: 300 }), save({ is_chat_opened: true }), save({ locale: 'en' })])
    const { body } = await check(owner.token)
    expect(body.user.settings).toEqual({
      is_tag_list_opened: false,
      is_chat_opened: true,
      is_section_opened: false,
      is_first_steps_closed: false,
      is_uncertain_marked: true,
      chat_width: 300,
      chat_model: 'openai_gpt35_turbo',
      locale: 'en',
      theme: 'auto',
    })
  })

  it.each([
    [{ chat_width: 100 }, { 'settings.chat_width': ['min'] }],
    [{ chat_width: 500 }, { 'settings.chat_width': ['max'] }],
    [{ locale: 'fr' }, { 'settings.locale': ['format'] }],
  ])('%o is refused', async (settings, errors) => {
    const answer = await test.call(contract.updateSettings, { body: { settings: settings as object } }, owner)
    expect([answer.status, answer.errors]).toEqual([422, errors])
  })

  it('require a session', async () => {
    expect((await test.call(contract.updateSettings, { body: { settings: {} } })).status).toBe(401)
  })
})
