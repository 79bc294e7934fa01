import * as contract from '@kaiwa/contract/accounts.ts'
import * as magic from '@kaiwa/contract/magic-links.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, createUser, PASSWORD } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readLink, readMails } from '../../test/read-mails.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

let asker = 0

function stranger() {
  return `198.51.100.${(asker += 1)}`
}

function ask(email: string, { is_app = false, from = stranger() } = {}) {
  return test.call(magic.requestMagicLogin, { body: { email, is_app } }, undefined, { remoteAddress: from })
}

function register(email: string) {
  return test.call(magic.registerMagic, { body: { email, first_name: '太郎', last_name: '鈴木', is_app: false } })
}

async function linkTo(email: string) {
  const { pathname, searchParams } = await readLink(test, { email })
  const query = Object.fromEntries(searchParams) as { token: string; email: string; is_app: string }
  return { pathname, query }
}

async function linkFor(email: string) {
  await ask(email)
  return (await linkTo(email)).query
}

function open(query: { token: string; email?: string }) {
  return test.call(magic.verifyMagicLogin, { query })
}

function login(email: string) {
  return test.call(contract.login, { body: { email, password: PASSWORD } })
}

describe('signing in by a mailed link', () => {
  it.each([
    ['ja', '【Kaiwa】ログイン用リンク', '15分'],
    ['en', 'Kaiwa: your login link', '15 minutes'],
  ] as const)('AUTH-62 AUTH-70 mails a link that signs in, %s', async (locale, subject, time) => {
    const owner = await createOwner(test.db, { locale })
    expect(await ask(owner.email)).toMatchObject({ status: 200, body: { success: true } })
    expect((await readMails(test, owner))[0]).toMatchObject({ subject, text_body: expect.stringContaining(time) })
    const { pathname, query } = await linkTo(owner.email)
    expect([pathname, query.is_app]).toEqual(['/verify/login-magic', '0'])
    const { status, body, headers } = await open(query)
    expect([status, body.user.id]).toEqual([200, owner.id])
    expect(String(headers['set-cookie'])).toMatch(/^kaiwa_session=/)
    expect((await test.call(contract.checkSession, {}, body.token ?? '')).status).toBe(200)
  })

  it('AUTH-77 the link for the app contains is_app', async () => {
    const { email } = await createUser(test.db)
    await ask(email, { is_app: true })
    expect((await linkTo(email)).query.is_app).toBe('1')
    await test.call(magic.resendMagicLogin, { query: { email, is_app: '0' } })
    expect((await linkTo(email)).query.is_app).toBe('0')
  })

  it('gives the same answer for an unknown address and a disabled account, and sends no mail', async () => {
    const disabled = await createUser(test.db, { isDisabled: true })
    for (const email of ['nobody@kaiwa.example', disabled.email]) {
      expect(await ask(email)).toMatchObject({ status: 200, body: { success: true } })
      expect(await readMails(test, { email })).toEqual([])
    }
  })

  it('AUTH-25 locks one network for ten seconds, for known and unknown addresses', async () => {
    const { email } = await createUser(test.db)
    for (const address of [email, 'unknown@kaiwa.example']) {
      const from = stranger()
      await ask(address, { from })
      const locked = await test.call(magic.resendMagicLogin, { query: { email: address } }, undefined, {
        remoteAddress: from,
      })
      expect([locked.status, Number(locked.headers['retry-after']) <= 10]).toEqual([429, true])
      expect((await ask(address)).status).toBe(200)
    }
  })

  it('a flood from many networks sends ten mails, and the last link still works', async () => {
    const { email } = await createUser(test.db)
    for (let round = 0; round < 13; round += 1) {
      expect((await ask(email)).status).toBe(200)
      await test.settle()
    }
    expect(await readMails(test, { email })).toHaveLength(10)
    expect((await open((await linkTo(email)).query)).status).toBe(200)
  })
})

describe('the link', () => {
  it('AUTH-24 expires after 15 minutes by the database’s clock', async () => {
    const { email } = await createUser(test.db)
    const link = await linkFor(email)
    const move = (interval: string) =>
      sql`update account_tokens set expires_at = expires_at - ${interval}::interval`.execute(test.db)
    await move('15 minutes')
    expect((await open(link)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    await move('-1 minute')
    expect((await open(link)).status).toBe(200)
  })

  it('works once, and only the latest is valid', async () => {
    const { email } = await createUser(test.db)
    const old = await linkFor(email)
    const link = await linkFor(email)
    expect((await open(old)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(link)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  })

  it('AUTH-76 is refused and not consumed with another address, and is stored only as a hash', async () => {
    const { email } = await createUser(test.db)
    const link = await linkFor(email)
    expect(JSON.stringify(await test.db.selectFrom('account_tokens').selectAll().execute())).not.toContain(link.token)
    expect((await open({ ...link, email: 'o@kaiwa.example' })).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await open(link)).status).toBe(200)
  })

  it('cannot be opened by a script of another site', async () => {
    const { email } = await createUser(test.db)
    const link = await linkFor(email)
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    const answer = await test.call(magic.verifyMagicLogin, { query: link }, undefined, { headers })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  })

  it('deletes a password that was set before the address was verified', async () => {
    const { email } = await createUser(test.db, { isVerified: false })
    const { body } = await open(await linkFor(email))
    expect(body.is_set_password).toBe(false)
    expect((await login(email)).error).toBe('AUTH_INVALID_CREDENTIALS')
    const verified = await createUser(test.db)
    await open(await linkFor(verified.email))
    expect((await login(verified.email)).status).toBe(200)
  })
})

describe('registering by a mailed link', () => {
  it('AUTH-72 AUTH-73 accepts names and address; the link creates account and workspace', async () => {
    const email = 'magic@kaiwa.example'
    expect(await register(email)).toMatchObject({ status: 201, body: { email } })
    const { pathname, query } = await linkTo(email)
    expect(pathname).toBe('/verify/register-magic')
    await test.call(magic.resendMagicRegistration, { query: { email } })
    await test.settle()
    const old = await test.call(magic.verifyMagicRegistration, { query })
    expect(old.error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const opened = await test.call(magic.verifyMagicRegistration, { query: (await linkTo(email)).query })
    expect(opened.body.user).toMatchObject({ email, name: '鈴木 太郎', is_set_password: false })
    expect(opened.body.all_items).toHaveLength(1)
  })

  it('AUTH-18 an address with an account is refused with unique', async () => {
    const { email } = await createUser(test.db)
    expect((await register(email)).errors).toEqual({ email: ['unique'] })
  })
})
