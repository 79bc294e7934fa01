import * as contract from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD_MEMORY } from '../../platform/config-variables.ts'
import { createMember, createOwner, createUser, PASSWORD, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { hashPassword } from '../passwords/passwords.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  // Hashing costs as much as in an installation, so that a missing comparison shows in the response time.
  test = await openTestApp({ env: { KAIWA_PASSWORD_MEMORY: String(PASSWORD_MEMORY) } })
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

function login(body: { email: string; password: string; remember?: boolean }, remoteAddress = '127.0.0.1') {
  return test.call(contract.login, { body }, undefined, { remoteAddress })
}

function cookieOf(headers: Record<string, unknown>) {
  return [headers['set-cookie']].flat().map(String)[0] ?? ''
}

describe('login', () => {
  it('AUTH-61 AUTH-79 accepts email, password and remember, and returns the fields of the first screen', async () => {
    const { status, body } = await login({ email: owner.email, password: PASSWORD, remember: true })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'all_items',
      'is_hubspot_connected',
      'is_set_password',
      'project_ids_with_owner',
      'roles',
      'shared_folder_ids',
      'speakers',
      'tags',
      'token',
      'unread_item_ids',
      'usage',
      'user',
    ])
    expect(body.user).toMatchObject({ id: owner.id, email: owner.email, name: '山田 花子', is_set_password: true })
    expect(body.user.workspaces).toMatchObject([{ id: owner.workspaceId, status: 'active', owner_id: owner.id }])
    expect(body.all_items).toMatchObject([{ id: owner.rootItemId, is_root_item: true, parent_id: null }])
    expect(body.project_ids_with_owner).toEqual([owner.rootProjectId])
  })

  it('PERM-04 roles have name, team_id and role_id, the main role first', async () => {
    const manager = await createMember(test.db, owner, ROLE.manager, { isOperator: true })
    const { body } = await login({ email: manager.email, password: PASSWORD })
    expect(body.roles).toEqual([
      { name: 'project-admin', team_id: owner.workspaceId, role_id: 6 },
      { name: 'admin', team_id: null, role_id: 2 },
    ])
    expect(body.user.roles).toEqual(body.roles)
  })

  it('AUTH-01 the cookie ends with the browser without remember, and persists with it', async () => {
    const short = cookieOf((await login({ email: owner.email, password: PASSWORD })).headers)
    const long = cookieOf((await login({ email: owner.email, password: PASSWORD, remember: true })).headers)
    for (const cookie of [short, long]) expect(cookie).toMatch(/^kaiwa_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect(short).not.toMatch(/Max-Age|Expires/)
    expect(long).toMatch(/Max-Age=7776000/)
    const sessions = await test.db
      .selectFrom('sessions')
      .select(['remember', 'expires_at', 'created_at'])
      .where('user_id', '=', owner.id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const days = sessions.map((row) => Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 86_400_000))
    expect(days).toEqual([30, 1])
  })

  it('the token is stored only as a hash', async () => {
    const { body } = await login({ email: owner.email, password: PASSWORD })
    const rows = await test.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body.token)
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })

  it('ignores the case of the address', async () => {
    expect((await login({ email: ` ${owner.email.toUpperCase()} `, password: PASSWORD })).status).toBe(200)
  })

  it.each([
    ['a wrong password', () => owner.email, 'Wrong-pass1!'],
    ['an unknown address', () => 'nobody@kaiwa.example', PASSWORD],
  ])('%s is AUTH_INVALID_CREDENTIALS, with the same response body', async (_case, email, password) => {
    const answer = await login({ email: email(), password })
    expect([answer.status, answer.body]).toEqual([401, { error: 'AUTH_INVALID_CREDENTIALS' }])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('an unknown address takes as long as a wrong password', async () => {
    const time = async (email: string, address: string) => {
      const start = performance.now()
      await login({ email, password: 'Wrong-pass1!' }, address)
      return performance.now() - start
    }
    const password_hash = await hashPassword(test.app.config, PASSWORD)
    await test.db.updateTable('users').set({ password_hash }).where('id', '=', owner.id).execute()
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round += 1) {
      known.push(await time(owner.email, '192.0.2.50'))
      unknown.push(await time('nobody@kaiwa.example', '192.0.2.50'))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[3] ?? 0
    // Without the dummy hash the ratio is below 0.2.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5)
  })

  it('a correct password of an unverified account is E_EMAIL_NOT_VERIFIED, a wrong one reveals nothing', async () => {
    const user = await createUser(test.db, { isVerified: false })
    expect(await login({ email: user.email, password: PASSWORD })).toMatchObject({
      status: 403,
      error: 'E_EMAIL_NOT_VERIFIED',
    })
    expect((await login({ email: user.email, password: 'Wrong-pass1!' })).error).toBe('AUTH_INVALID_CREDENTIALS')
  })

  it('a correct password of a disabled account is E_USER_DISABLED, a wrong one reveals nothing', async () => {
    const user = await createUser(test.db, { isDisabled: true })
    expect(await login({ email: user.email, password: PASSWORD })).toMatchObject({
      status: 403,
      error: 'E_USER_DISABLED',
    })
    expect((await login({ email: user.email, password: 'Wrong-pass1!' })).error).toBe('AUTH_INVALID_CREDENTIALS')
  })

  it.each([
    ['AUTH-46', { email: '', password: 'x' }, { email: ['required'] }],
    ['AUTH-46', { email: 'no address', password: 'x' }, { email: ['format'] }],
    ['AUTH-46', { email: `${'a'.repeat(90)}@kaiwa.example`, password: 'x' }, { email: ['max'] }],
    ['AUTH-47', { email: 'a@kaiwa.example', password: '' }, { password: ['required'] }],
    ['AUTH-47', { email: 'a@kaiwa.example', password: 'x'.repeat(101) }, { password: ['max'] }],
  ])('%s %o is refused with %o', async (_id, body, errors) => {
    const answer = await login(body)
    expect([answer.status, answer.error, answer.errors]).toEqual([422, 'E_UNPROCESSABLE_ENTITY', errors])
  })

  it('an attacker is locked out of an account; the owner in another network and the attacker’s own account are not', async () => {
    const victim = await createUser(test.db)
    const guesser = '192.0.2.66'
    const statuses = await Promise.all(
      Array.from({ length: 25 }, () => login({ email: victim.email, password: 'Wrong-pass1!' }, guesser)),
    )
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(20)
    const refused = await login({ email: victim.email, password: PASSWORD }, guesser)
    expect(refused).toMatchObject({ status: 429, error: 'E_TOO_MANY_REQUESTS' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login({ email: victim.email, password: PASSWORD }, '192.0.2.67')).status).toBe(200)
    expect((await login({ email: owner.email, password: PASSWORD }, guesser)).status).toBe(200)
  })

  it('a correct password resets the count of wrong ones', async () => {
    const user = await createUser(test.db)
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 12; guess += 1) await login({ email: user.email, password: 'Wrong-pass1!' })
      expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200)
    }
  })

  it('ends the session of the request', async () => {
    const first = (await login({ email: owner.email, password: PASSWORD })).body.token ?? ''
    await test.call(contract.login, { body: { email: owner.email, password: PASSWORD } }, first)
    expect((await test.call(contract.checkSession, {}, first)).error).toBe('E_INVALID_ACCESS_TOKEN')
  })
})
