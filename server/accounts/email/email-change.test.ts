import * as contract from '@kaiwa/contract/accounts.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, PASSWORD, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readMails, readToken } from '../../test/read-mails.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

let count = 0

function newAddress() {
  return `moved${(count += 1)}@kaiwa.example`
}

function ask(as: TestUser, new_email: string, current_password?: string) {
  return test.call(
    profile.requestEmailChange,
    { body: { new_email, ...(current_password ? { current_password } : {}) } },
    as,
  )
}

function verify(token: string) {
  return test.call(profile.verifyEmailChange, { query: { token } })
}

async function emailOf(user: TestUser) {
  return (await test.call(contract.checkSession, {}, user)).body.user.email
}

function letSessionAge(user: TestUser) {
  return sql`update sessions set created_at = now() - interval '16 minutes' where id = ${user.actor.sessionId}`.execute(
    test.db,
  )
}

describe('changing the address', () => {
  it('ACC-33 ACC-34 ACC-24 mails a link to the new address, changes the address by it, and notifies the old one', async () => {
    const user = await createUser(test.db)
    const next = newAddress()
    expect(await ask(user, next, PASSWORD)).toMatchObject({ status: 200, body: { success: true } })
    expect(await emailOf(user)).toBe(user.email)
    expect((await readMails(test, { email: next }))[0]?.subject).toBe('【Kaiwa】新しいメールアドレスの確認')
    expect(await verify(await readToken(test, { email: next }))).toMatchObject({ status: 200, body: { email: next } })
    expect(await emailOf(user)).toBe(next)
    expect((await readMails(test, user)).at(-1)).toMatchObject({
      subject: '【Kaiwa】メールアドレスが変更されました',
      text_body: expect.stringContaining(next),
    })
    expect((await test.call(contract.login, { body: { email: next, password: PASSWORD } })).status).toBe(200)
  })

  it('requires the password or a sign-in of the last minutes', async () => {
    const user = await createUser(test.db)
    expect((await ask(user, newAddress())).status).toBe(200)
    await letSessionAge(user)
    expect((await ask(user, newAddress())).errors).toEqual({ current_password: ['required'] })
    expect((await ask(user, newAddress(), 'Wrong-one1!')).errors).toEqual({ current_password: ['incorrect'] })
    expect((await ask(user, newAddress(), PASSWORD)).status).toBe(200)
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    const answer = await ask(user, newAddress())
    expect([answer.status, answer.body]).toEqual([403, { error: 'E_FORBIDDEN', reason: 'sign-in-again' }])
  })

  it.each([
    ['', { new_email: ['required'] }],
    ['no address', { new_email: ['format'] }],
    [`${'a'.repeat(90)}@kaiwa.example`, { new_email: ['max'] }],
  ])('ACC-17 %j is refused', async (address, errors) => {
    expect((await ask(await createUser(test.db), address)).errors).toEqual(errors)
  })

  it('UI-27 refuses an address of another user, also if it was taken in the meantime', async () => {
    const user = await createUser(test.db)
    const other = await createUser(test.db)
    expect((await ask(user, other.email.toUpperCase())).errors).toEqual({ new_email: ['unique'] })
    const next = newAddress()
    await ask(user, next)
    const token = await readToken(test, { email: next })
    await createUser(test.db, { email: next })
    expect((await verify(token)).errors).toEqual({ new_email: ['unique'] })
  })

  it('ACC-25 only the latest link works, once, for an hour', async () => {
    const user = await createUser(test.db)
    const [first, second] = [newAddress(), newAddress()]
    await ask(user, first)
    const old = await readToken(test, { email: first })
    await ask(user, second)
    const token = await readToken(test, { email: second })
    expect((await verify(old)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const move = (interval: string) =>
      sql`update account_tokens set expires_at = expires_at - ${interval}::interval`.execute(test.db)
    await move('61 minutes')
    expect((await verify(token)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    await move('-2 minutes')
    expect((await verify(token)).status).toBe(200)
    expect((await verify(token)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  })

  it('ACC-35 ACC-36 resends the mail for the signed-in user and for a caller with the last link', async () => {
    const user = await createUser(test.db)
    const resend = () => test.call(profile.resendEmailChange, {}, user)
    const byLink = (token: string) => test.call(profile.resendEmailChangeByLink, { query: { token } })
    expect((await resend()).error).toBe('E_NOT_FOUND')
    const next = newAddress()
    await ask(user, next)
    const first = await readToken(test, { email: next })
    await sql`update account_tokens set expires_at = now() - interval '1 minute'`.execute(test.db)
    expect((await byLink(first)).status).toBe(200)
    expect((await resend()).error).toBe('E_TOO_MANY_REQUESTS')
    expect((await byLink(first)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await verify(await readToken(test, { email: next }))).status).toBe(200)
  })

  it('ACC-06 returns the pending address to its user, who can cancel the change', async () => {
    const user = await createUser(test.db)
    const waiting = async () => (await test.call(profile.getEmailChange, {}, user)).body.new_email
    expect(await waiting()).toBeNull()
    const next = newAddress()
    await ask(user, next)
    expect(await waiting()).toBe(next)
    const token = await readToken(test, { email: next })
    expect((await test.call(profile.cancelEmailChange, {}, user)).status).toBe(200)
    expect(await waiting()).toBeNull()
    expect((await verify(token)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    await ask(user, next)
    await verify(await readToken(test, { email: next }))
    expect([await waiting(), await emailOf(user)]).toEqual([null, next])
  })
})
