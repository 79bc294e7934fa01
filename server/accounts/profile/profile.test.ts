import * as contract from '@kaiwa/contract/accounts.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, PASSWORD, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readMails } from '../../test/read-mails.ts'

let test: TestApp
let user: TestUser
beforeAll(async () => {
  test = await openTestApp()
  user = await createUser(test.db)
})
afterAll(() => test.close())

const NEW = 'Kaiwa-new1!'

function login(email: string, password: string) {
  return test.call(contract.login, { body: { email, password } })
}

function check(token: string) {
  return test.call(contract.checkSession, {}, token)
}

function change(as: TestUser, body: { current_password: string; new_password?: string; password?: string }) {
  return test.call(profile.changePassword, { body }, as)
}

describe('names', () => {
  it('ACC-30 change and are returned', async () => {
    const body = { first_name: ' 次郎 ', last_name: '高橋' }
    const answer = await test.call(profile.updateProfile, { body }, user)
    expect([answer.status, answer.body.user.name]).toEqual([200, '高橋 次郎'])
    expect((await check(user.token)).body.user).toMatchObject({ first_name: '次郎', last_name: '高橋' })
  })

  it.each([
    [{ first_name: '', last_name: '高橋' }, { first_name: ['required'] }],
    [{ first_name: '次郎', last_name: 'x'.repeat(101) }, { last_name: ['max'] }],
  ])('ACC-13 %o is refused', async (body, errors) => {
    const answer = await test.call(profile.updateProfile, { body }, user)
    expect([answer.status, answer.errors]).toEqual([422, errors])
  })
})

describe('the password', () => {
  it.each(['new_password', 'password'] as const)(
    'ACC-31 changes by the field %s, and ends every other session',
    async (name) => {
      const person = await createUser(test.db)
      const other = (await login(person.email, PASSWORD)).body.token ?? ''
      const changed = await change(person, { current_password: PASSWORD, [name]: NEW })
      expect(changed.status).toBe(200)
      expect((await login(person.email, NEW)).status).toBe(200)
      expect((await login(person.email, PASSWORD)).error).toBe('AUTH_INVALID_CREDENTIALS')
      expect((await check(other)).error).toBe('E_INVALID_ACCESS_TOKEN')
      // The session continues with a new token; the old token is invalid.
      expect((await check(person.token)).error).toBe('E_INVALID_ACCESS_TOKEN')
      expect((await check(changed.body.token ?? '')).body.user.id).toBe(person.id)
      expect((await readMails(test, person)).at(-1)?.subject).toBe('【Kaiwa】パスワードが変更されました')
    },
  )

  it('changes the cookie in a browser, without the token in the response body', async () => {
    const person = await createUser(test.db)
    const body = { current_password: PASSWORD, new_password: NEW }
    const headers = { cookie: `kaiwa_session=${person.token}` }
    const answer = await test.call(profile.changePassword, { body }, undefined, { headers })
    expect([answer.status, answer.body]).toEqual([200, { success: true, token: null }])
    const [, fresh = ''] = /^kaiwa_session=([\w-]{43}); .*HttpOnly/.exec(String(answer.headers['set-cookie'])) ?? []
    expect((await check(fresh)).body.user.id).toBe(person.id)
    expect((await check(person.token)).error).toBe('E_INVALID_ACCESS_TOKEN')
  })

  it.each([
    [{ current_password: '', new_password: NEW }, { current_password: ['required'] }],
    [{ current_password: 'x'.repeat(101), new_password: NEW }, { current_password: ['max'] }],
    [{ current_password: 'Wrong-one1!', new_password: NEW }, { current_password: ['incorrect'] }],
    [{ current_password: PASSWORD }, { new_password: ['required'] }],
    [{ current_password: PASSWORD, new_password: 'Short1!' }, { new_password: ['min'] }],
    [{ current_password: PASSWORD, new_password: 'P@ssw0rd!' }, { new_password: ['format'] }],
    [{ current_password: PASSWORD, password: 'only-lower1!' }, { password: ['format'] }],
  ])('ACC-16 %o is refused', async (body, errors) => {
    const answer = await change(user, body)
    expect([answer.status, answer.errors]).toEqual([422, errors])
  })

  it('shares the limit of guesses with the sign-in page', async () => {
    const person = await createUser(test.db)
    for (let guess = 0; guess < 20; guess += 1) await login(person.email, 'Wrong-one1!')
    const answer = await change(person, { current_password: PASSWORD, new_password: NEW })
    expect(answer).toMatchObject({ status: 429, error: 'E_TOO_MANY_REQUESTS' })
  })

  it('ACC-39 ACC-18 a user without a password gets a link by mail, and another after 30 seconds', async () => {
    const person = await createUser(test.db)
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
    const ask = (email: string) => test.call(profile.requestPasswordSetting, { body: { email } }, person)
    expect((await ask('other@kaiwa.example')).errors).toEqual({ email: ['mismatch'] })
    expect((await ask(person.email.toUpperCase())).status).toBe(200)
    expect((await readMails(test, person))[0]?.text_body).toMatch(/reset-password\/change\S*is_set_password=1/)
    const locked = await ask(person.email)
    expect([locked.status, Number(locked.headers['retry-after'])]).toEqual([429, expect.closeTo(30, -1)])
    await sql`update rate_limits set expires_at = expires_at - make_interval(secs => 30)`.execute(test.db)
    expect((await ask(person.email)).status).toBe(200)
    expect(await readMails(test, person)).toHaveLength(2)
    const wrong = await change(person, { current_password: 'x', new_password: NEW })
    expect(wrong.errors).toEqual({ current_password: ['incorrect'] })
  })
})

describe('sessions', () => {
  it('are listed for their own user, and all but the caller’s can be ended', async () => {
    const person = await createUser(test.db)
    const signIn = { body: { email: person.email, password: PASSWORD } }
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
    const { body } = await test.call(contract.login, signIn, undefined, { headers })
    const { data } = (await test.call(profile.listSessions, {}, person)).body
    expect(data).toMatchObject([
      { is_current: false, user_agent: headers['user-agent'], address: '127.0.0.1' },
      { is_current: true, id: person.actor.sessionId },
    ])
    expect((await test.call(profile.endOtherSessions, {}, person)).status).toBe(200)
    expect((await check(body.token ?? '')).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await test.call(profile.listSessions, {}, person)).body.data).toHaveLength(1)
    expect((await check(user.token)).status).toBe(200)
  })

  it('can be ended one by one, but not those of others; ending the current one clears its cookie', async () => {
    const person = await createUser(test.db)
    const others = await Promise.all(
      ['phone', 'office'].map(async () => {
        const { body } = await test.call(contract.login, { body: { email: person.email, password: PASSWORD } })
        return body.token ?? ''
      }),
    )
    const [phone = '', office = ''] = others
    const { data } = (await test.call(profile.listSessions, {}, phone)).body
    const id = data.find(({ is_current }) => is_current)?.id ?? 0
    const end = (session: number, as: { token: string } | string) =>
      test.call(profile.endSession, { params: { id: session } }, as)
    // Another user gets E_NOT_FOUND and ends nothing.
    expect((await end(id, user)).error).toBe('E_NOT_FOUND')
    expect((await check(phone)).status).toBe(200)
    const received = async () =>
      (await test.db.selectFrom('events').select('data').where('type', '=', 'access.changed').execute()).filter(
        (event) => JSON.stringify(event.data).includes(`[${person.id}]`),
      ).length
    const before = await received()
    expect(await end(id, person)).toMatchObject({ status: 200, body: { success: true } })
    expect(await received()).toBe(before + 1)
    expect((await check(phone)).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await end(id, person)).error).toBe('E_NOT_FOUND')
    expect((await check(office)).status).toBe(200)
    const own = await end(person.actor.sessionId, person)
    expect(String(own.headers['set-cookie'])).toMatch(/^kaiwa_session=;.*(Max-Age=0|1970)/)
    expect((await check(person.token)).error).toBe('E_INVALID_ACCESS_TOKEN')
  })
})
