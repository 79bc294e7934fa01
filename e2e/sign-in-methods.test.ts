// Sign-in through a browser: Google (with an OpenID provider of the tests), two-factor authentication, password, password
// reset, and magic link.
import { codeAt } from '@kaiwa/server/accounts/two-factor/time-codes.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createOwner, createUser, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { type OpenidProvider, openProvider } from '@kaiwa/server/test/openid-provider.ts'
import { sql } from 'kysely'
import type { Page, Request, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { button, field, FOLDER_PATH, linkIn, passwordField, signOut } from './test/account-steps.ts'
import { cutNext } from './test/intercept.ts'
import { actAsInstalledApp } from './test/installed-app.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { pauseClock } from './test/pause-clock.ts'

let provider: OpenidProvider
let journey: Journey
beforeAll(async () => {
  provider = await openProvider()
  journey = await startJourney(provider.env)
})
afterAll(async () => {
  await journey.end()
  await provider.stop()
})

/** Code that an authenticator app shows for the secret, `off` steps of 30 seconds ahead. */
async function appShows(secret: string, off = 0): Promise<string> {
  const bits = [...secret.replaceAll(' ', '')].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  )
  const bytes = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const { rows } = await sql<{ step: number }>`
    select floor(extract(epoch from clock_timestamp()) / 30)::integer as step`.execute(journey.program.db)
  return codeAt(bytes, (rows[0]?.step ?? 0) + off)
}

/** Matches requests and responses of an API call. */
function isCallOf(path: string) {
  return (message: Request | Response) => new URL(message.url()).pathname === path
}

describe('Google and the second step', () => {
  let visitor: Visitor
  let page: Page
  const person = {
    sub: '1',
    email: 'hana@kaiwa.example',
    email_verified: true,
    given_name: '花子',
    family_name: '山田',
  }
  const codeField = (name: string) => page.getByRole('textbox', { name })

  beforeAll(async () => {
    visitor = await journey.visit()
    page = visitor.page
  })
  afterAll(async () => {
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  })

  it.each([
    ['ja', 'Googleでログイン', 'Googleで登録'],
    ['en', 'Log in with Google', 'Register with Google'],
  ] as const)('AUTH-05 AUTH-16 sign-in and registration offer Google, in %s', async (locale, login, register) => {
    const stranger = await journey.visit({ locale })
    await stranger.open('/register')
    await button(stranger.page, register).waitFor()
    await stranger.navigate('/login')
    provider.account = { ...person, sub: locale, email: `${locale}@kaiwa.example` }
    const asked = stranger.page.waitForRequest((request) => request.url().startsWith(provider.issuer))
    await button(stranger.page, login).click()
    const { searchParams } = new URL((await asked).url())
    expect(searchParams.get('redirect_uri')).toBe(`${journey.program.url}/login/google/callback`)
    await stranger.page.waitForURL(FOLDER_PATH)
    expect(stranger.errors).toEqual([])
    await stranger.leave()
  })

  it('AUTH-64 APP-02 the companion app opens the URL of the server in the browser, which passes the code to the app by a link', async () => {
    const app = await journey.visit()
    await actAsInstalledApp(app.page)
    await app.open('/login')
    provider.account = person
    const answered = app.page.waitForResponse(`${journey.program.url}/api/auth/google/url?is_app=1`)
    const opened = app.context.waitForEvent('page')
    await button(app.page, 'Googleでログイン').click()
    const { url } = (await (await answered).json()) as { url: string }
    expect(url.startsWith(`${provider.issuer}/`)).toBe(true)
    const browser = await opened
    await browser.waitForURL(/\/login\/google\/app\?/)
    const link = await browser.getByRole('link', { name: 'アプリを開く' }).getAttribute('href')
    const code = new URL(browser.url()).searchParams.get('code')
    expect(code).toMatch(/\S/)
    expect(link).toMatch(/^web\+kaiwa:\/\/login\/google\/callback\?/)
    expect(new URL(link ?? '').searchParams.get('code')).toBe(code)
    expect(new URL(app.page.url()).pathname).toBe('/login')
    // The browser gives the link to the page that the manifest names.
    await app.navigate(`/open?url=${encodeURIComponent(link ?? '')}`)
    await app.page.waitForURL(FOLDER_PATH)
    expect(app.errors).toEqual([])
    await app.leave()
  })

  it('AUTH-12 cancelling at Google returns to the sign-in page with an error', async () => {
    provider.account = null
    await visitor.open('/login')
    await button(page, 'Googleでログイン').click()
    await page.getByText('Googleでログインできませんでした').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('AUTH-16 AUTH-11 AUTH-10 registers with Google, shows a waiting message, and opens the workspace', async () => {
    provider.account = person
    let letContinue = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letContinue = resolve
    })
    await page.route('**/api/auth/google/code', async (route) => {
      await held
      await route.continue()
    })
    await visitor.navigate('/register')
    await button(page, 'Googleで登録').click()
    await page.getByText('ログインしています。しばらくお待ちください。').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login/google/callback')
    letContinue()
    await page.waitForURL(FOLDER_PATH)
    // The welcome dialog is tested in accounts.test.ts.
    const updated = page.waitForResponse(/\/api\/profile\/update-first-visited$/)
    await button(page, 'スキップ').click()
    expect((await updated).status()).toBe(200)
  })

  it('turns on two-factor by keyboard alone, and signs in with a code and with a recovery code', async () => {
    await visitor.navigate('/mypage/profile')
    const press = async (name: string) => {
      await button(page, name).focus()
      await page.keyboard.press('Enter')
    }
    await press('2段階認証を有効にする')
    await press('次へ')
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor()
    const secret = (await page.getByRole('group', { name: 'セットアップキー' }).textContent()) ?? ''
    await codeField('認証コード').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(await appShows(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'リカバリーコード' }).waitFor()
    const codes = await page
      .getByRole('listitem')
      .filter({ hasText: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/ })
      .allTextContents()
    expect(codes).toHaveLength(10)
    const [download] = await Promise.all([page.waitForEvent('download'), press('ダウンロード')])
    expect(download.suggestedFilename()).toBe('kaiwa-recovery-codes.txt')
    await press('保管しました')
    await page.getByText(/未使用のリカバリーコードは10個です/).waitFor()

    await signOut(page)
    await page.waitForURL(/\/login$/)
    await button(page, 'Googleでログイン').click()
    await page.waitForURL(/\/login\/second-step$/)
    await codeField('認証コード').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('コードが正しくありません').waitFor()
    const wide = [...(await appShows(secret, 1))].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    await codeField('認証コード').fill(wide)
    await page.keyboard.press('Enter')
    await page.waitForURL(FOLDER_PATH)

    await signOut(page)
    await page.waitForURL(/\/login$/)
    await button(page, 'Googleでログイン').click()
    await button(page, 'リカバリーコードを使う').click()
    await codeField('リカバリーコード').fill(codes[0] ?? '')
    await button(page, '確認する').click()
    await page.waitForURL(FOLDER_PATH)
  })
})

describe('a password and a mail', () => {
  let visitor: Visitor
  let page: Page
  let owner: TestOwner
  const password = 'Kaiwa-again1!'
  /** The resend button during the ten seconds in which it is locked. */
  const locked = () => page.getByRole('button', { name: /^Locked for \d+ seconds$/, disabled: true })

  beforeAll(async () => {
    owner = await createOwner(journey.program.db, { email: 'sato@kaiwa.example' })
    visitor = await journey.visit()
    page = visitor.page
    await visitor.open('/login')
  })
  afterAll(async () => {
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  })

  it('AUTH-04 AUTH-40 sign-in links to the password reset, which fills in the address and reports an unknown one', async () => {
    await field(page, 'メールアドレス').fill('nobody@kaiwa.example')
    await page.getByRole('link', { name: 'パスワードをお忘れですか？' }).click()
    await page.waitForURL(/\/reset-password$/)
    await page.getByRole('heading', { name: 'パスワードの再設定' }).waitFor()
    expect(await field(page, 'メールアドレス').inputValue()).toBe('nobody@kaiwa.example')
    await button(page, '再設定用のメールを送る').click()
    await page.getByRole('alert').getByText('このメールアドレスは登録されていません。').waitFor()
  })

  it('AUTH-41 shows that the mail was sent, with a link back to sign-in', async () => {
    await field(page, 'メールアドレス').fill(owner.email)
    await button(page, '再設定用のメールを送る').click()
    await page.waitForURL(/\/reset-password\/sent$/)
    await page.getByText(owner.email).waitFor()
    await page.getByRole('link', { name: 'ログイン画面へ' }).click()
    await page.waitForURL(/\/login$/)
    expect(await field(page, 'メールアドレス').inputValue()).toBe(owner.email)
  })

  it('AUTH-42 AUTH-54 AUTH-69 the link asks for the new password twice, and sends it with the query string of the page', async () => {
    const link = linkIn(await journey.program.mailTo(owner.email), /^\/reset-password\/change$/)
    await visitor.navigate(link)
    await page.getByRole('heading', { name: '新しいパスワードの設定' }).waitFor()
    expect(await passwordField(page).count()).toBe(2)
    await page.getByLabel('新しいパスワード（確認）').first().waitFor()
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill('something else')
    await passwordField(page).first().focus()
    await page.getByText('入力した2つのパスワードが一致しません').waitFor()
    expect(await button(page, 'パスワードを変更する').isDisabled()).toBe(true)
    await passwordField(page).last().fill(password)
    const changed = page.waitForRequest(isCallOf('/api/reset-password/change'))
    await button(page, 'パスワードを変更する').click()
    const request = await changed
    expect([request.method(), request.postDataJSON()]).toEqual(['POST', { password, password_confirmation: password }])
    const { searchParams } = new URL(link, journey.program.url)
    expect(Object.fromEntries(searchParams)).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      email: owner.email,
      expires: expect.stringMatching(/^\d{10}$/),
    })
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual(Object.fromEntries(searchParams))
    await page.waitForURL(/\/reset-password\/complete$/)
  })

  it('AUTH-42 with is_set_password=1 the page asks for a first password, in both languages', async () => {
    const person = await createUser(journey.program.db, { locale: 'en' })
    await journey.program.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
    const asked = await page.request.post('/api/reset-password', { data: { email: person.email } })
    expect(asked.status()).toBe(200)
    const link = linkIn(await journey.program.mailTo(person.email), /^\/reset-password\/change$/)
    expect(new URL(link, journey.program.url).searchParams.get('is_set_password')).toBe('1')
    await visitor.navigate(link)
    await page.getByRole('heading', { name: 'パスワードの設定', exact: true }).waitFor()
    await button(page, 'パスワードを設定する').waitFor()
    const reader = await journey.visit({ locale: 'en' })
    await reader.open(link)
    await reader.page.getByRole('heading', { name: 'Set a password' }).waitFor()
    await reader.page.getByText('Confirm new password').first().waitFor()
    for (const at of [0, 1]) await passwordField(reader.page).nth(at).fill(password)
    const changed = reader.page.waitForRequest(isCallOf('/api/reset-password/change'))
    await button(reader.page, 'Set password').click()
    expect(new URL((await changed).url()).searchParams.get('is_set_password')).toBe('1')
    await reader.page.waitForURL(/\/reset-password\/complete$/)
    expect(reader.errors).toEqual([])
    await reader.leave()
    await visitor.navigate('/reset-password/complete')
  })

  it('AUTH-43 AUTH-01 signs in with the new password, with a cookie that persists when the browser is closed', async () => {
    await page.getByRole('link', { name: 'ログイン画面へ' }).click()
    await field(page, 'メールアドレス').fill(owner.email)
    await passwordField(page).fill(password)
    await page.getByRole('checkbox', { name: 'ログイン状態を保持する' }).check()
    await button(page, 'ログイン').click()
    await page.waitForURL(FOLDER_PATH)
    const cookie = (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE)
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400)
  })

  it('AUTH-07 AUTH-08 sign-in redirects a signed-in user to the given path, or to the project list without one or with another email', async () => {
    await visitor.navigate('/login?redirect=%2Fguide')
    await page.waitForURL(/\/guide$/)
    await visitor.navigate('/login')
    await page.waitForURL(FOLDER_PATH)
    await visitor.navigate(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    await page.waitForURL(FOLDER_PATH)
  })

  it('AUTH-41 the page after the mail links a signed-in user to the project list, in both languages', async () => {
    const reader = await journey.visit({ locale: 'en', as: await createOwner(journey.program.db, { locale: 'en' }) })
    for (const [on, name] of [
      [visitor, 'フォルダ一覧へ'],
      [reader, 'Go to project list'],
    ] as const) {
      await on.navigate('/reset-password/sent')
      await on.page.getByRole('link', { name }).click()
      await on.page.waitForURL(FOLDER_PATH)
    }
    await reader.leave()
    const stranger = await journey.visit({ locale: 'en' })
    await stranger.open('/reset-password/sent')
    await stranger.page.getByRole('link', { name: 'Go to login' }).click()
    await stranger.page.waitForURL(/\/login$/)
    await stranger.leave()
  })

  it('AUTH-44 AUTH-45 an invalid, expired or used reset link shows the reason', async () => {
    await signOut(page)
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    await visitor.navigate('/reset-password/change?token=x&expires=soon')
    await page.getByRole('alert').getByText('無効なURLです').waitFor()
    await visitor.navigate('/reset-password/change?token=x&expires=1')
    await page.getByRole('alert').getByText('このURLは有効期限が切れています。もう一度お試しください。').waitFor()
    await visitor.navigate('/reset-password/change?token=x&expires=9999999999')
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill(password)
    await button(page, 'パスワードを変更する').click()
    await page
      .getByRole('alert')
      .getByText('リンクが無効か、有効期限が切れています。もう一度お試しください。')
      .waitFor()
  })

  it('AUTH-09 sign-in fills in the email address of the redirect', async () => {
    await visitor.navigate(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    await expect.poll(() => field(page, 'メールアドレス').inputValue()).toBe('somebody@kaiwa.example')
  })

  it('AUTH-02 AUTH-03 sign-in switches between password and email authentication, in Japanese', async () => {
    await visitor.navigate('/login')
    await passwordField(page).waitFor()
    await button(page, 'メール認証でログイン').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await button(page, 'ログイン用のメールを送る').waitFor()
    await button(page, 'パスワードでログイン').click()
    await passwordField(page).waitFor()
    await button(page, 'ログイン').waitFor()
  })

  it.each([
    ['en-GB', 'Log in', 'en'],
    ['ja-JP', 'ログイン', 'ja'],
    ['fr-FR', 'ログイン', 'ja'],
  ])('UI-01 a first visit with a browser in %s has the heading %s', async (locale, heading, lang) => {
    const context = await journey.browser.newContext({ locale, baseURL: journey.program.url })
    const first = await context.newPage()
    await first.goto('/login')
    await first.getByRole('heading', { level: 1, name: heading }).waitFor()
    await first.locator(`html[lang=${lang}]`).waitFor()
    await context.close()
  })

  it('UI-01 is Japanese by default, and keeps English after a switch and a reload', async () => {
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    await button(page, 'English').click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.locator('html[lang=en]').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  it('AUTH-02 AUTH-03 sign-in switches between password and email authentication, in English', async () => {
    await button(page, 'Log in with email authentication').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await button(page, 'Log in with a password').click()
    await passwordField(page).waitFor()
    await button(page, 'Log in').waitFor()
    await button(page, 'Log in with email authentication').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await field(page, 'Email address').fill(owner.email)
    await button(page, 'Send login email').click()
    await page.waitForURL(/\/verify\/magic-link\?type=login/)
  })

  it('AUTH-28 AUTH-26 AUTH-78 an invalid magic link offers a new one, which is sent when the page opens', async () => {
    const { email } = await createUser(journey.program.db)
    await visitor.navigate(`/verify/login-magic?token=dead&email=${email}&is_app=0`)
    await page.getByRole('alert').getByText('Invalid or expired token. Please try again.').waitFor()
    const resent = page.waitForRequest(/\/api\/auth\/login-magic\/resend\?.*is_app=0/)
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await resent
    await locked().waitFor()
    await page.getByText('We have resent the email.').waitFor()
  })

  it('AUTH-30 a magic link for the companion app opens the app route', async () => {
    await visitor.navigate('/verify/login-magic?token=t&email=jiro@kaiwa.example&is_app=1')
    await page.waitForURL(/\/application\?t=navigate&p=/)
    expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe(
      'web+kaiwa://verify/login-magic?token=t&email=jiro%40kaiwa.example&is_app=1',
    )
  })

  it('AUTH-14 AUTH-15 AUTH-21 registers without a password', async () => {
    await visitor.navigate('/register')
    await button(page, 'Register with email verification').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await field(page, 'Last name').fill('Sato')
    await field(page, 'First name').fill('Jiro')
    await field(page, 'Email address').fill('jiro@kaiwa.example')
    // From here on the next test controls the clock of the page.
    await page.clock.install()
    await pauseClock(page)
    await button(page, 'Create an account with email verification').click()
    await page.waitForURL(/\/verify\/magic-link\?type=register/)
  })

  it('AUTH-22 AUTH-23 AUTH-25 the waiting screen shows the address and the 15 minutes, and locks resending for 10 seconds', async () => {
    const resend = button(page, 'Resend email')
    const lockedFor = (seconds: number) =>
      page.getByRole('button', { name: `Locked for ${seconds} seconds`, disabled: true }).waitFor()
    await lockedFor(10)
    for (let seconds = 9; seconds >= 1; seconds -= 1) {
      await page.clock.runFor(1_000)
      await lockedFor(seconds)
    }
    await page.clock.runFor(1_000)
    await resend.and(page.locator(':enabled')).waitFor()
    // The ten seconds of the server end, too.
    await journey.program.db
      .updateTable('rate_limits')
      .set({ expires_at: new Date(0) })
      .execute()
    const firstMail = await journey.program.mailTo('jiro@kaiwa.example')
    const sent = page.waitForResponse(isCallOf('/api/register-magic/resend'))
    await resend.click()
    await page.getByText('We have resent the email.').waitFor()
    await lockedFor(10)
    expect((await sent).status()).toBe(200)
    await expect.poll(() => journey.program.mailTo('jiro@kaiwa.example')).not.toBe(firstMail)
    await page.getByText('We have sent an authentication email to jiro@kaiwa.example.').waitFor()
    await page.getByText('Click the URL in the email within 15 minutes.').waitFor()
    await page.clock.resume()
  })

  it('AUTH-29 AUTH-31 AUTH-27 the link signs in, and the waiting screen redirects a signed-in user', async () => {
    await visitor.navigate(linkIn(await journey.program.mailTo('jiro@kaiwa.example'), /^\/verify\/\w+-magic$/))
    await page.getByText('Login succeeded').waitFor()
    await page.waitForURL(FOLDER_PATH)
    await visitor.navigate('/verify/magic-link?type=login&email=jiro@kaiwa.example')
    await page.waitForURL(FOLDER_PATH)
  })
})

describe('the calls of the pages that a mail leads to', () => {
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    visitor = await journey.visit()
    page = visitor.page
    await visitor.open('/login')
  })
  afterAll(async () => {
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  })

  /** Query of the first request to `call` after the page at `path` was opened and `act` was done. */
  async function queryOf(call: string, path: string, act?: () => Promise<void>, on = visitor) {
    const sent = on.page.waitForRequest(isCallOf(call))
    await on.navigate(path)
    await act?.()
    const request = await sent
    expect(request.method()).toBe('GET')
    return Object.fromEntries(new URL(request.url()).searchParams)
  }

  it.each([
    ['type=login&link=1&is_app=0', '/api/auth/login-magic/resend', { type: 'login', link: '1', is_app: '0' }],
    ['type=login&link=1&is_app=1', '/api/auth/login-magic/resend', { type: 'login', link: '1', is_app: '1' }],
    ['type=register&link=1&is_app=0', '/api/register-magic/resend', { type: 'register', link: '1', is_app: '0' }],
    ['type=register&link=1&is_app=1', '/api/register-magic/resend', { type: 'register', link: '1', is_app: '1' }],
    ['type=register&link=1', '/api/register-magic/resend', { type: 'register', link: '1', is_app: '0' }],
  ])('AUTH-26 AUTH-28 AUTH-76 AUTH-77 AUTH-78 /verify/magic-link?%s calls %s', async (query, call, sent) => {
    // The server locks an address for 10 seconds.
    const email = `${query.replaceAll(/\W/g, '-')}@kaiwa.example`
    expect(await queryOf(call, `/verify/magic-link?${query}&email=${email}`)).toEqual({ ...sent, email })
    await page.getByText(`${email} 宛てに、認証用のメールを送信しました。`).waitFor()
    await page.getByText('メールを再送しました。').waitFor()
    await page.getByRole('button', { name: /^あと\d+秒お待ちください$/, disabled: true }).waitFor()
  })

  it('AUTH-28 without link nothing is sent, and without email the page says so', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await visitor.navigate('/verify/magic-link?type=login&email=quiet@kaiwa.example&is_app=0')
    await page.getByRole('button', { name: /^あと\d+秒お待ちください$/, disabled: true }).waitFor()
    await visitor.navigate('/verify/magic-link?type=login')
    await page
      .getByRole('alert')
      .getByText('リンクにメールアドレスが含まれていません。もう一度お試しください。')
      .waitFor()
    expect(sent.filter((path) => path.includes('magic'))).toEqual([])
    page.removeAllListeners('request')
  })

  it.each([
    ['/verify/login-magic', '', '/api/auth/login-magic/verify'],
    ['/verify/register-magic', '', '/api/register-magic/verify'],
    ['/verify/register-magic', '&type=login', '/api/auth/login-magic/verify'],
    ['/verify/login-magic', '&type=register', '/api/register-magic/verify'],
  ])('AUTH-29 AUTH-76 AUTH-78 the link %s with %j calls %s', async (path, type, call) => {
    const query = `token=dead&email=jiro@kaiwa.example&is_app=0${type}`
    expect(await queryOf(call, `${path}?${query}`)).toEqual(Object.fromEntries(new URLSearchParams(query)))
    await page
      .getByRole('alert')
      .getByText('リンクが無効か、有効期限が切れています。もう一度お試しください。')
      .waitFor()
  })

  it('AUTH-76 AUTH-77 the other verify and resend calls send the query string of their page', async () => {
    const link = { token: 'dead', email: 'jiro@kaiwa.example', from: 'mail' }
    const query = new URLSearchParams(link).toString()
    // Each page leads to another one after its response, which must not interrupt the next step.
    const failed = () => page.waitForURL(/\/failed$/)
    expect(await queryOf('/api/verify', `/accounts/verify?${query}`, failed)).toEqual({ ...link, in_page: '1' })
    expect(await queryOf('/api/email/verify', `/change-email/verify?${query}`, failed)).toEqual(link)
    const app = await journey.visit()
    await actAsInstalledApp(app.page)
    await app.open('/login')
    for (const [on, is_app] of [
      [visitor, '0'],
      [app, '1'],
    ] as const) {
      const press = async (): Promise<void> => {
        await button(on.page, '確認メールを再送する').click()
        await on.page.waitForURL(/\/(login|failed)$/)
      }
      for (const [call, path] of [
        ['/api/account/verify/resend', '/accounts/verify/resend'],
        ['/api/verify/change-email/resend', '/change-email/resend'],
      ] as const)
        expect(await queryOf(call, `${path}?${query}`, press, on)).toEqual({ ...link, is_app })
    }
    await app.leave()
  })

  it('ACC-27 a mail that cannot be sent again is reported, in both languages', async () => {
    const reader = await journey.visit({ locale: 'en' })
    await reader.open('/login')
    for (const [on, text] of [
      [visitor, 'メールを再送できませんでした。管理者にお問い合わせください。'],
      [reader, 'Could not resend email. Please contact administrator.'],
    ] as const) {
      for (const type of ['login', 'register']) {
        await cutNext(on.page, '**/api/**/resend?*')
        await on.navigate(`/verify/magic-link?type=${type}&email=lost@kaiwa.example&link=1`)
        await on.page
          .getByRole('region', { name: /^(お知らせ|Messages)$/ })
          .getByText(text)
          .waitFor()
      }
    }
    await reader.leave()
  })

  it('AUTH-31 AUTH-62 AUTH-70 the link of a login mail signs in, says so and opens the project list, in Japanese', async () => {
    const owner = await createOwner(journey.program.db)
    await visitor.navigate('/login')
    await button(page, 'メール認証でログイン').click()
    await field(page, 'メールアドレス').fill(owner.email)
    await button(page, 'ログイン用のメールを送る').click()
    await page.waitForURL(`**/verify/magic-link?type=login&email=${encodeURIComponent(owner.email)}&is_app=0`)
    const verified = page.waitForResponse(isCallOf('/api/auth/login-magic/verify'))
    await visitor.navigate(linkIn(await journey.program.mailTo(owner.email), /^\/verify\/login-magic$/))
    expect((await verified).status()).toBe(200)
    await page.getByRole('region', { name: 'お知らせ' }).getByText('ログインしました').waitFor()
    await page.waitForURL(FOLDER_PATH)
    await page.getByRole('treeitem', { name: 'ワークスペース' }).waitFor()
  })
})
