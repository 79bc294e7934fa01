import * as contract from '@kaiwa/contract/accounts.ts'
import { requestPasswordReset, resetPassword } from '@kaiwa/contract/password-links.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, PASSWORD, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readLink, readMails } from '../../test/read-mails.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

const NEW = 'Kaiwa-new1!'
let asker = 0

/** Each call uses a new client address by default. */
function ask(email: string, remoteAddress = `198.51.100.${(asker += 1)}`) {
  return test.call(requestPasswordReset, { body: { email } }, undefined, { remoteAddress })
}

/** The query of the newest link. */
async function linkTo(email: string) {
  const { pathname, searchParams } = await readLink(test, { email })
  expect(pathname).toBe('/reset-password/change')
  return Object.fromEntries(searchParams) as { token: string; email: string; expires: string; is_set_password?: '1' }
}

async function linkFor(user: TestUser) {
  await ask(user.email)
  return linkTo(user.email)
}

interface Query {
  token: string
  email?: string
}

function change(query: Query, password = NEW, password_confirmation = password, as?: TestUser) {
  return test.call(resetPassword, { query, body: { password, password_confirmation } }, as)
}

function login(email: string, password: string) {
  return test.call(contract.login, { body: { email, password } })
}

function check(user: TestUser) {
  return test.call(contract.checkSession, {}, user)
}

describe('requesting a link', () => {
  it.each([
    ['ja', '【Kaiwa】パスワードの再設定', '60分'],
    ['en', 'Kaiwa: reset your password', '60 minutes'],
  ] as const)('AUTH-68 mails it in the account’s language, %s', async (locale, subject, time) => {
    const user = await createUser(test.db, { locale })
    const { status, body } = await ask(user.email.toUpperCase())
    expect([status, body]).toEqual([200, { success: true }])
    const [mail] = await readMails(test, user)
    expect(mail).toMatchObject({ subject, text_body: expect.stringContaining(time) })
    expect(mail?.html_body).toContain(`<html lang="${locale}">`)
    const { expires, is_set_password } = await linkTo(user.email)
    expect(Math.abs(Number(expires) - Date.now() / 1000 - 3600)).toBeLessThan(60)
    expect(is_set_password).toBeUndefined()
  })

  it('AUTH-42 the link contains is_set_password for a first password', async () => {
    const user = await createUser(test.db)
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    expect((await linkFor(user)).is_set_password).toBe('1')
    expect((await readMails(test, user))[0]?.subject).toBe('【Kaiwa】パスワードの設定')
  })

  it('ERR-08 an unknown address and a disabled account are AUTH_EMAIL_NOT_FOUND', async () => {
    const disabled = await createUser(test.db, { isDisabled: true })
    for (const email of ['nobody@kaiwa.example', disabled.email])
      expect(await ask(email)).toMatchObject({ status: 422, error: 'AUTH_EMAIL_NOT_FOUND' })
    expect(await readMails(test, disabled)).toEqual([])
  })

  it('ERR-09 throttles frequent requests of one network, for known and unknown addresses', async () => {
    const user = await createUser(test.db)
    for (const email of [user.email, 'stranger@kaiwa.example']) {
      for (let round = 0; round < 5; round += 1) await ask(email, '192.0.2.9')
      const answer = await ask(email, '192.0.2.9')
      expect(answer).toMatchObject({ status: 422, error: 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await ask(user.email, '192.0.2.10')).status).toBe(200)
  })

  it('a flood from many networks sends ten mails, and the last link still works', async () => {
    const user = await createUser(test.db)
    for (let round = 0; round < 14; round += 1) expect((await ask(user.email)).status).toBe(200)
    expect(await readMails(test, user)).toHaveLength(10)
    expect((await change(await linkTo(user.email))).status).toBe(200)
    // A used link resets the count, so the next mail is sent.
    await ask(user.email)
    expect((await readMails(test, user)).at(-1)?.text_body).toContain('/reset-password/change')
  })
})

describe('the link', () => {
  it('AUTH-69 sets the password, ends every session and notifies the owner', async () => {
    const user = await createUser(test.db)
    expect(await change(await linkFor(user))).toMatchObject({ status: 200, body: { success: true, token: null } })
    expect((await login(user.email, PASSWORD)).error).toBe('AUTH_INVALID_CREDENTIALS')
    expect((await login(user.email, NEW)).status).toBe(200)
    expect((await check(user)).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await readMails(test, user)).at(-1)?.subject).toBe('【Kaiwa】パスワードが変更されました')
  })

  it('keeps the caller’s session if the link belongs to the caller, and no other', async () => {
    const user = await createUser(test.db)
    const other = await createUser(test.db)
    const { body } = await change(await linkFor(user), NEW, NEW, user)
    expect((await check(user)).error).toBe('E_INVALID_ACCESS_TOKEN')
    user.token = body.token ?? ''
    expect((await check(user)).status).toBe(200)
    expect((await change(await linkFor(user), NEW, NEW, other)).status).toBe(200)
    expect((await check(user)).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await check(other)).status).toBe(200)
  })

  it('ERR-10 works once, also for concurrent requests', async () => {
    const link = await linkFor(await createUser(test.db))
    const answers = await Promise.all(Array.from({ length: 4 }, () => change(link)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect((await change(link)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  })

  it('ERR-10 is invalid after the next one was sent, and after an hour by the database’s clock', async () => {
    const user = await createUser(test.db)
    const old = await linkFor(user)
    const link = await linkFor(user)
    expect((await change(old)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const move = (interval: string) =>
      sql`update account_tokens set expires_at = expires_at - ${interval}::interval`.execute(test.db)
    await move('61 minutes')
    expect((await change(link)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    await move('-2 minutes')
    expect((await change(link)).status).toBe(200)
  })

  it.each([
    ['a token of nobody', (link: Query) => ({ ...link, token: 'x'.repeat(43) })],
    ['another address', (link: Query) => ({ ...link, email: 'other@kaiwa.example' })],
  ])('ERR-10 %s is refused and uses nothing up', async (_case, forge) => {
    const link = await linkFor(await createUser(test.db))
    expect((await change(forge(link))).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await change(link)).status).toBe(200)
  })

  it.each([
    ['AUTH-49', 'Short1!', 'Short1!', { password: ['min'] }],
    ['AUTH-51', 'only-lower1!', 'only-lower1!', { password: ['format'] }],
    ['AUTH-52', 'NoSymbol12', 'NoSymbol12', { password: ['format'] }],
    ['API-04', 'P@ssw0rd!', 'P@ssw0rd!', { password: ['format'] }],
    ['AUTH-54', NEW, '', { password_confirmation: ['required'] }],
    ['AUTH-54', NEW, 'Kaiwa-other1!', { password_confirmation: ['mismatch'] }],
    ['AUTH-54', NEW, 'x'.repeat(101), { password_confirmation: ['max', 'mismatch'] }],
  ])('%s %j confirmed by %j is refused and does not consume the link', async (_id, password, confirmation, errors) => {
    const link = await linkFor(await createUser(test.db))
    const answer = await change(link, password, confirmation)
    expect([answer.status, answer.errors]).toEqual([422, errors])
    expect((await change(link)).status).toBe(200)
  })

  it('verifies the address: an unverified account becomes verified and gets its workspace', async () => {
    const user = await createUser(test.db, { isVerified: false })
    await change(await linkFor(user))
    const { status, body } = await login(user.email, NEW)
    expect([status, body.user.workspaces.length]).toEqual([200, 1])
  })

  it('does not work for a disabled account, and is stored only as a hash', async () => {
    const user = await createUser(test.db)
    const link = await linkFor(user)
    const rows = await test.db.selectFrom('account_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(link.token)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', user.id).execute()
    expect((await change(link)).error).toBe('E_USER_DISABLED')
  })
})
