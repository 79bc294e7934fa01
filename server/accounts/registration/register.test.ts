import * as contract from '@kaiwa/contract/accounts.ts'
import { resetPassword } from '@kaiwa/contract/password-links.ts'
import { createFolder } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, PASSWORD } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readLink, readMails } from '../../test/read-mails.ts'
import { preferredLocale } from '../../platform/http/accepted-locale.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

let count = 0

function newAddress() {
  return `person${(count += 1)}@kaiwa.example`
}

function form(email: string) {
  return { first_name: '太郎', last_name: '鈴木', email, password: PASSWORD }
}

/** Cookies of the registering browsers, by address. */
const registrants = new Map<string, string>()

function register(body: Parameters<typeof send>[0]) {
  return send(body)
}

async function send(
  body: ReturnType<typeof form> & { locale?: 'ja' | 'en' },
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) {
  const answer = await test.call(contract.register, { body }, undefined, { headers, remoteAddress })
  const cookie = /kaiwa_registrant=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0]
  if (cookie) registrants.set(body.email, cookie)
  return answer
}

let asker = 0

function stranger() {
  return `198.51.100.${(asker += 1)}`
}

/** Query of the link in the newest mail to this address. */
async function linkTo(email: string) {
  const { pathname, searchParams } = await readLink(test, { email })
  return { pathname, token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}

/** Opens the link on the page of the last registering browser, or of a browser with this cookie. */
function verify(query: { token: string; email?: string }, cookie = registrants.get(query.email ?? '') ?? '') {
  return test.call(contract.verifyAccount, { query: { ...query, in_page: '1' } }, undefined, { headers: { cookie } })
}

function login(email: string, password = PASSWORD) {
  return test.call(contract.login, { body: { email, password } })
}

describe('registration', () => {
  it('AUTH-71 AUTH-20 accepts names, address and password and sends a mail', async () => {
    const email = newAddress()
    const { status, body } = await register(form(email))
    expect([status, body]).toEqual([201, { email, is_signed_in: false }])
    const [mail] = await readMails(test, { email })
    expect(mail?.subject).toBe('【Kaiwa】メールアドレスの確認')
    expect(mail?.text_body).toContain('鈴木 太郎 様')
    expect((await linkTo(email)).pathname).toBe('/accounts/verify')
    expect((await login(email)).error).toBe('E_EMAIL_NOT_VERIFIED')
  })

  it.each([
    [{ locale: 'en' as const }, {}, 'Kaiwa: confirm your email address'],
    [{}, { 'accept-language': 'en-GB,en;q=0.9' }, 'Kaiwa: confirm your email address'],
    [{ locale: 'ja' as const }, { 'accept-language': 'en' }, '【Kaiwa】メールアドレスの確認'],
  ])('writes in the language of %o and %o', async (choice, headers, subject) => {
    const email = newAddress()
    await send({ ...form(email), ...choice }, headers)
    expect((await readMails(test, { email })).map((mail) => mail.subject)).toEqual([subject])
  })

  it.each([
    ['', 'ja'],
    ['fr,en;q=0.4,ja;q=0.3', 'en'],
    ['ja-JP,en-US;q=0.8', 'ja'],
    ['en-US', 'en'],
    ['fr', 'ja'],
  ])('Accept-Language %j is %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale)
  })

  it.each([
    ['AUTH-46', { email: 'no address' }, { email: ['format'] }],
    ['AUTH-46', { email: undefined }, { email: ['required'] }],
    ['AUTH-48', { first_name: ' ' }, { first_name: ['required'] }],
    ['AUTH-48', { last_name: 'あ'.repeat(101) }, { last_name: ['max'] }],
    ['AUTH-48', { last_name: 'a\u202eb' }, { last_name: ['format'] }],
    ['AUTH-49', { password: 'Short1!' }, { password: ['min'] }],
    ['AUTH-50', { password: `Aa!${'x'.repeat(98)}` }, { password: ['max'] }],
    ['AUTH-51', { password: 'only-lower1!' }, { password: ['format'] }],
    ['AUTH-52', { password: 'NoSymbol12' }, { password: ['format'] }],
    ['API-04', { password: 'P@ssw0rd!' }, { password: ['format'] }],
  ])('%s %o is refused with %o', async (_id, wrong, errors) => {
    const answer = await send({ ...form(newAddress()), ...wrong } as ReturnType<typeof form>)
    expect([answer.status, answer.error, answer.errors]).toEqual([422, 'E_UNPROCESSABLE_ENTITY', errors])
  })

  it('AUTH-18 an address with an account is refused with unique, ignoring case', async () => {
    const user = await createUser(test.db)
    const answer = await register(form(user.email.toUpperCase()))
    expect([answer.status, answer.errors]).toEqual([422, { email: ['unique'] }])
    expect(await readMails(test, user)).toEqual([])
  })

  it('a disabled unverified account is refused', async () => {
    const user = await createUser(test.db, { isVerified: false, isDisabled: true })
    expect((await register(form(user.email))).error).toBe('AUTH_NOT_ALLOWED_REGISTER')
  })

  it('registering an unverified address again replaces name and password and invalidates the old link', async () => {
    const email = newAddress()
    await register({ ...form(email), password: 'Attacker-1!' })
    const old = await linkTo(email)
    await register(form(email))
    expect((await verify(old)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await verify(await linkTo(email))).status).toBe(200)
    expect((await login(email, 'Attacker-1!')).error).toBe('AUTH_INVALID_CREDENTIALS')
    expect((await login(email)).status).toBe(200)
  })

  const UNKNOWN = [
    ['no browser that is known', () => ''],
    ['a browser that registered somebody else', (other: string) => other],
    ['a seal that somebody made', () => `kaiwa_registrant=${'x'.repeat(43)}`],
  ] as const
  it.each(UNKNOWN)('in %s the link deletes the password, because an attacker may have set it', async (_, cookieOf) => {
    const email = newAddress()
    await register({ ...form(email), password: 'Attacker-1!' })
    await register(form('somebody-else@kaiwa.example'))
    const cookie = cookieOf(registrants.get('somebody-else@kaiwa.example') ?? '')
    const { status, body } = await verify(await linkTo(email), cookie)
    expect([status, body.is_password_forgotten, body.is_set_password]).toEqual([200, true, false])
    expect((await login(email, 'Attacker-1!')).error).toBe('AUTH_INVALID_CREDENTIALS')
    // The response mails the owner a link to set a password.
    const { pathname, token } = await linkTo(email)
    expect([pathname, (await readMails(test, { email })).at(-1)?.subject]).toEqual([
      '/reset-password/change',
      '【Kaiwa】パスワードの設定',
    ])
    const chosen = { password: 'Kaerimichi-7!', password_confirmation: 'Kaerimichi-7!' }
    expect((await test.call(resetPassword, { query: { token }, body: chosen })).status).toBe(200)
    expect((await login(email, chosen.password)).status).toBe(200)
  })

  it('a client without cookies that opens the link keeps the password', async () => {
    const email = newAddress()
    await register(form(email))
    const { token } = await linkTo(email)
    const { body } = await test.call(contract.verifyAccount, { query: { token, email } })
    expect([body.is_password_forgotten, body.is_set_password]).toEqual([false, true])
    expect((await login(email)).status).toBe(200)
  })

  it('an attacker who registers the address again before it is verified gets no access', async () => {
    const email = newAddress()
    await register(form(email))
    const own = registrants.get(email)
    await send({ ...form(email), password: 'Attacker-1!' }, {}, stranger())
    expect((await verify(await linkTo(email), own)).body.is_password_forgotten).toBe(true)
    for (const password of ['Attacker-1!', PASSWORD])
      expect((await login(email, password)).error).toBe('AUTH_INVALID_CREDENTIALS')
  })

  it('in the registering browser the password is kept, also after another mail, and the cookie is cleared', async () => {
    const email = newAddress()
    await register(form(email))
    await test.call(contract.resendVerification, { query: { email, is_app: '0' } })
    const { body, headers } = await verify(await linkTo(email))
    expect([body.is_password_forgotten, body.is_set_password]).toEqual([false, true])
    expect(String(headers['set-cookie'])).toMatch(/kaiwa_registrant=;.*(Max-Age=0|1970)/)
    expect(await readMails(test, { email })).toHaveLength(2)
    expect((await login(email)).status).toBe(200)
  })

  it('twenty concurrent registrations of one address create one account, and no further mails', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(form(email))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const more = await register(form(` ${email} `))
    expect([more.status, more.error]).toEqual([429, 'E_TOO_MANY_REQUESTS'])
    const users = await test.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(users).toHaveLength(1)
  })

  it('registrations by attackers neither flood an address nor lock its owner out', async () => {
    const email = newAddress()
    for (let round = 0; round < 14; round += 1) expect((await send(form(email), {}, stranger())).status).toBe(201)
    expect(await readMails(test, { email })).toHaveLength(11)
    expect((await send(form(email), {}, stranger())).status).toBe(201)
    expect((await verify(await linkTo(email))).status).toBe(200)
  })

  it('a registration above the mail limit does not change the pending one', async () => {
    const email = newAddress()
    for (let round = 0; round < 11; round += 1) await send(form(email), {}, stranger())
    await send({ ...form(email), first_name: '悪太郎', password: 'Attacker-1!' }, {}, stranger())
    expect((await verify(await linkTo(email))).body.user.first_name).toBe('太郎')
    expect((await login(email, 'Attacker-1!')).error).toBe('AUTH_INVALID_CREDENTIALS')
  })

  it.each([
    ['Kaiwa-2026!', 'the product'],
    ['Taro-Suzuki9!', 'the names'],
    ['Person-Of-Work9!', 'the address'],
  ])('%s, made of %s, is refused', async (password) => {
    const body = { first_name: 'Taro', last_name: 'Suzuki', email: 'person-of-work@kaiwa.example', password }
    expect((await send(body)).errors).toEqual({ password: ['format'] })
  })
})

describe('verification', () => {
  const registered = async () => {
    const email = newAddress()
    await register(form(email))
    return linkTo(email)
  }

  it('AUTH-74 AUTH-34 verifies, signs in, and creates workspace, root and plan', async () => {
    const link = await registered()
    const { status, body, headers } = await verify(link)
    expect(status).toBe(200)
    expect(String(headers['set-cookie'])).toMatch(/^kaiwa_session=/)
    expect(body.user.email).toBe(link.email)
    expect(body.roles).toMatchObject([{ name: 'project-owner', role_id: 3 }])
    expect(body.usage.subscription?.plan.name).toBe('business')
    expect(body.usage.is_workspace_owner).toBe(true)
    expect(body.all_items).toMatchObject([{ name: 'ワークスペース', is_root_item: true, children: [] }])
    const check = await test.call(contract.checkSession, {}, body.token ?? '')
    expect(check.body.user.id).toBe(body.user.id)
  })

  it('AUTH-35 a link works once, also for concurrent requests', async () => {
    const link = await registered()
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422, 422, 422])
    expect((await verify(link)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const workspaces = await test.db
      .selectFrom('workspaces')
      .innerJoin('users', 'users.id', 'owner_id')
      .select('workspaces.id')
      .where('email', '=', link.email)
      .execute()
    expect(workspaces).toHaveLength(1)
  })

  it.each([
    ['an unknown token', (link: { token: string; email: string }) => ({ ...link, token: 'x'.repeat(43) })],
    ['another address', (link: { token: string; email: string }) => ({ ...link, email: 'other@kaiwa.example' })],
  ])('AUTH-76 %s is refused and uses nothing up', async (_case, change) => {
    const link = await registered()
    expect((await verify(change(link))).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await verify(link)).status).toBe(200)
  })

  it('a link expires after 24 hours by the database’s clock', async () => {
    const link = await registered()
    const move = (interval: string) =>
      sql`update account_tokens set expires_at = expires_at - ${interval}::interval`.execute(test.db)
    await move('23 hours 59 minutes')
    const late = await registered()
    await move('24 hours')
    expect((await verify(late)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await verify(link)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  })

  it('a disabled user is not signed in', async () => {
    const link = await registered()
    await test.db.updateTable('users').set({ is_disabled: true }).where('email', '=', link.email).execute()
    expect((await verify(link)).error).toBe('E_USER_DISABLED')
  })

  it('the token is stored only as a hash', async () => {
    const { token } = await registered()
    const rows = await test.db.selectFrom('account_tokens').selectAll().execute()
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('AUTH-75 AUTH-77 resending gives the same answer for every address and mails only unverified users', async () => {
    const link = await registered()
    const verified = await createUser(test.db)
    const resend = (email: string) => test.call(contract.resendVerification, { query: { email, is_app: '0' } })
    for (const email of [link.email, verified.email, 'nobody@kaiwa.example'])
      expect(await resend(email)).toMatchObject({ status: 200, body: { success: true } })
    expect(await readMails(test, link)).toHaveLength(2)
    expect(await readMails(test, verified)).toHaveLength(0)
    // The lock of ten seconds applies to all of them.
    for (const email of [link.email, verified.email, 'nobody@kaiwa.example']) {
      const locked = await resend(email)
      expect([locked.status, locked.error]).toEqual([429, 'E_TOO_MANY_REQUESTS'])
      expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(10)
    }
    expect((await verify(link)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await verify(await linkTo(link.email))).status).toBe(200)
  })

  it('repeated requests of an attacker neither block the mails of an unverified user nor flood the address', async () => {
    const { email } = await registered()
    const resend = (from: string) =>
      test.call(contract.resendVerification, { query: { email, is_app: '0' } }, undefined, { remoteAddress: from })
    const rude = stranger()
    await resend(rude)
    expect((await resend(rude)).status).toBe(429)
    expect((await resend(stranger())).status).toBe(200)
    expect(await readMails(test, { email })).toHaveLength(3)
    for (let round = 0; round < 12; round += 1) expect((await resend(stranger())).status).toBe(200)
    expect(await readMails(test, { email })).toHaveLength(11)
    expect((await verify(await linkTo(email))).status).toBe(200)
  })
})

describe('the link of the mail', () => {
  it.each([
    ['a picture of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 403],
    ['a page beside ours', { 'sec-fetch-site': 'same-site' }, 403],
    ['a script of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['our own page, as the mail opens it', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }, 200],
    ['a program', {}, 200],
  ])('AUTH-74 signs nobody in by %s unless it is ours', async (_from, headers, status) => {
    const email = newAddress()
    await register(form(email))
    const { token } = await linkTo(email)
    const answer = await test.call(contract.verifyAccount, { query: { token } }, undefined, { headers })
    expect([answer.status, answer.headers['set-cookie'] !== undefined]).toEqual([status, status === 200])
    if (status === 403) expect((await verify({ token })).status).toBe(200)
  })
})

describe.each([
  ['trial', 'trial'],
  ['none', null],
])('with KAIWA_SIGNUP_PLAN=%s', (plan, name) => {
  let other: TestApp
  beforeAll(async () => {
    other = await openTestApp({ env: { KAIWA_SIGNUP_PLAN: plan } })
  })
  afterAll(() => other.close())

  it('a verified registration gets a workspace with the plan, or without one', async () => {
    const email = newAddress()
    await other.succeed(contract.register, { body: form(email) })
    await other.settle()
    const mail = await other.db.selectFrom('mails').select('text_body').executeTakeFirstOrThrow()
    const token = new URL(/http\S+/.exec(mail.text_body)?.[0] ?? '').searchParams.get('token') ?? ''
    const session = await other.succeed(contract.verifyAccount, { query: { token } })
    expect(session.usage.subscription?.plan.name ?? null).toBe(name)
    expect(session.all_items).toHaveLength(1)
    expect(session.user.workspaces).toHaveLength(1)
    const params = { id: session.all_items[0]?.id ?? 0 }
    const created = await other.call(createFolder, { params, body: { name: 'x' } }, session.token ?? '')
    expect(created.error).toBe(name === null ? 'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE' : undefined)
  })
})
