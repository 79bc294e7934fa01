// Sign-in through a browser: Google (with an OpenID provider of the tests), two-factor authentication, password, password
// reset, and magic link.
import { codeAt } from '@kaiwa/server/accounts/two-factor/time-codes.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createOwner, createUser, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { type OpenidProvider, openProvider } from '@kaiwa/server/test/openid-provider.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { button, field, FOLDER_PATH, linkIn, passwordField, signOut } from './test/account-steps.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

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
    await page.getByText('ログインしています。しばらくお待ちください...').waitFor()
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
    await page.getByRole('alert').getByText('メールアドレスが存在しません。').waitFor()
  })

  it('AUTH-41 shows that the mail was sent, with a link back to sign-in', async () => {
    await field(page, 'メールアドレス').fill(owner.email)
    await button(page, '再設定用のメールを送る').click()
    await page.waitForURL(/\/reset-password\/sent$/)
    await page.getByText(owner.email).waitFor()
    await page.getByRole('link', { name: 'ログイン画面へ' }).waitFor()
  })

  it('AUTH-42 AUTH-54 the link asks for the new password twice', async () => {
    await visitor.navigate(linkIn(await journey.program.mailTo(owner.email), /^\/reset-password\/change$/))
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill('something else')
    await passwordField(page).first().focus()
    await page.getByText('入力した2つのパスワードが一致しません').waitFor()
    expect(await button(page, 'パスワードを変更する').isDisabled()).toBe(true)
    await passwordField(page).last().fill(password)
    await button(page, 'パスワードを変更する').click()
    await page.waitForURL(/\/reset-password\/complete$/)
  })

  it('AUTH-43 AUTH-01 signs in with the new password, with a cookie that persists when the browser is closed', async () => {
    await page.getByRole('link', { name: 'ログイン画面へ' }).click()
    expect(await field(page, 'メールアドレス').inputValue()).toBe(owner.email)
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
      .getByText('トークンが無効か、有効期限が切れています。もう一度お試しください。')
      .waitFor()
  })

  it('AUTH-09 sign-in fills in the email address of the redirect', async () => {
    await visitor.navigate(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    expect(await field(page, 'メールアドレス').inputValue()).toBe('somebody@kaiwa.example')
  })

  it('UI-01 is Japanese by default, and keeps English after a switch and a reload', async () => {
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    await button(page, 'English').click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  it('AUTH-02 AUTH-03 sign-in hides the password field for email authentication', async () => {
    await button(page, 'Login with email authentication').click()
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
    await page.getByText('We have sent the email again.').waitFor()
  })

  it('AUTH-30 a magic link for the desktop app opens the app route', async () => {
    await visitor.navigate('/verify/login-magic?token=t&email=jiro@kaiwa.example&is_app=1')
    await page.waitForURL(/\/application\?t=navigate&p=/)
    expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toMatch(/^kaiwa:\/\//)
  })

  it('AUTH-14 AUTH-15 AUTH-21 registers without a password', async () => {
    await visitor.navigate('/register')
    await button(page, 'Register with email verification').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await field(page, 'Last name').fill('Sato')
    await field(page, 'First name').fill('Jiro')
    await field(page, 'Email address').fill('jiro@kaiwa.example')
    await button(page, 'Create an account with email verification').click()
    await page.waitForURL(/\/verify\/magic-link\?type=register/)
  })

  it('AUTH-22 AUTH-23 AUTH-25 the waiting screen shows the address and the 15 minutes, and locks resending', async () => {
    await locked().waitFor()
    await page.getByText('We have sent an authentication email to jiro@kaiwa.example.').waitFor()
    await page.getByText('Click the URL in the email within 15 minutes.').waitFor()
  })

  it('AUTH-29 AUTH-31 AUTH-27 the link signs in, and the waiting screen redirects a signed-in user', async () => {
    await visitor.navigate(linkIn(await journey.program.mailTo('jiro@kaiwa.example'), /^\/verify\/\w+-magic$/))
    await page.getByText('Login succeeded').waitFor()
    await page.waitForURL(FOLDER_PATH)
    await visitor.navigate('/verify/magic-link?type=login&email=jiro@kaiwa.example')
    await page.waitForURL(FOLDER_PATH)
  })
})
