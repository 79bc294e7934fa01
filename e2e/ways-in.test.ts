// The ways of signing in, in a real browser and with a real provider: Google, the second step behind it, a password, one
// that was forgotten, and a link in a mail.
import { codeAt } from '@kaiwa/server/accounts/two-factor/time-codes.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createOwner, createUser, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { type OpenidProvider, openProvider } from '@kaiwa/server/test/openid-provider.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { button, field, inWorkspace, linkIn, passwordField, signOut } from './test/account-steps.ts'
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

/** What the authenticator app of this secret shows; `off` steps ahead. */
const appShows = async (secret: string, off = 0): Promise<string> => {
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

  it('AUTH-12 whoever cancels at Google is told so on the sign-in page', async () => {
    provider.account = null
    await visitor.open('/login')
    await button(page, 'Googleでログイン').click()
    await page.getByText('Googleでログインできませんでした').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('AUTH-16 AUTH-11 AUTH-10 registers with Google, is asked to wait, and is in the workspace', async () => {
    provider.account = person
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/auth/google/code', async (route) => {
      await held
      await route.continue()
    })
    await visitor.walk('/register')
    await button(page, 'Googleで登録').click()
    await page.getByText('ログインしています。しばらくお待ちください...').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login/google/callback')
    goOn()
    await page.waitForURL(inWorkspace)
    // The welcome is another journey's.
    const told = page.waitForResponse(/\/api\/profile\/update-first-visited$/)
    await button(page, 'スキップ').click()
    expect((await told).status()).toBe(200)
  })

  it('turns two-factor on by the keyboard alone, and keeps the recovery codes', async () => {
    await visitor.walk('/mypage/profile')
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
    await page.waitForURL(inWorkspace)

    await signOut(page)
    await page.waitForURL(/\/login$/)
    await button(page, 'Googleでログイン').click()
    await button(page, 'リカバリーコードを使う').click()
    await codeField('リカバリーコード').fill(codes[0] ?? '')
    await button(page, '確認する').click()
    await page.waitForURL(inWorkspace)
  })
})

describe('a password and a mail', () => {
  let visitor: Visitor
  let page: Page
  let owner: TestOwner
  const password = 'Kaiwa-again1!'
  /** The button that sends again, in the ten seconds in which it does not. */
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

  it('AUTH-04 AUTH-40 the sign-in page leads to the reset, which knows the address and says who is unknown', async () => {
    await field(page, 'メールアドレス').fill('nobody@kaiwa.example')
    await page.getByRole('link', { name: 'パスワードをお忘れですか？' }).click()
    await page.waitForURL(/\/reset-password$/)
    await page.getByRole('heading', { name: 'パスワードの再設定' }).waitFor()
    expect(await field(page, 'メールアドレス').inputValue()).toBe('nobody@kaiwa.example')
    await button(page, '再設定用のメールを送る').click()
    await page.getByRole('alert').getByText('メールアドレスが存在しません。').waitFor()
  })

  it('AUTH-41 the mail is on its way, and a link leads back', async () => {
    await field(page, 'メールアドレス').fill(owner.email)
    await button(page, '再設定用のメールを送る').click()
    await page.waitForURL(/\/reset-password\/sent$/)
    await page.getByText(owner.email).waitFor()
    await page.getByRole('link', { name: 'ログイン画面へ' }).waitFor()
  })

  it('AUTH-42 AUTH-54 the link asks for the new password twice', async () => {
    await visitor.walk(linkIn(await journey.program.mailTo(owner.email), /^\/reset-password\/change$/))
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill('something else')
    await passwordField(page).first().focus()
    await page.getByText('入力した2つのパスワードが一致しません').waitFor()
    expect(await button(page, 'パスワードを変更する').isDisabled()).toBe(true)
    await passwordField(page).last().fill(password)
    await button(page, 'パスワードを変更する').click()
    await page.waitForURL(/\/reset-password\/complete$/)
  })

  it('AUTH-43 AUTH-01 signs in with it, and is remembered by a cookie that outlives the browser', async () => {
    await page.getByRole('link', { name: 'ログイン画面へ' }).click()
    expect(await field(page, 'メールアドレス').inputValue()).toBe(owner.email)
    await passwordField(page).fill(password)
    await page.getByRole('checkbox', { name: 'ログイン状態を保持する' }).check()
    await button(page, 'ログイン').click()
    await page.waitForURL(inWorkspace)
    const cookie = (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE)
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400)
  })

  it('AUTH-07 AUTH-08 the sign-in page leads on: to the redirect, or to the project list without one or with another address', async () => {
    await visitor.walk('/login?redirect=%2Fguide')
    await page.waitForURL(/\/guide$/)
    await visitor.walk('/login')
    await page.waitForURL(inWorkspace)
    await visitor.walk(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-44 AUTH-45 a link that is none, is over, or was used says so', async () => {
    await signOut(page)
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    await visitor.walk('/reset-password/change?token=x&expires=soon')
    await page.getByRole('alert').getByText('無効なURLです').waitFor()
    await visitor.walk('/reset-password/change?token=x&expires=1')
    await page.getByRole('alert').getByText('このURLは有効期限が切れています。もう一度お試しください。').waitFor()
    await visitor.walk('/reset-password/change?token=x&expires=9999999999')
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill(password)
    await button(page, 'パスワードを変更する').click()
    await page
      .getByRole('alert')
      .getByText('トークンが無効か、有効期限が切れています。もう一度お試しください。')
      .waitFor()
  })

  it('AUTH-09 knows the address from where one comes', async () => {
    await visitor.walk(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    expect(await field(page, 'メールアドレス').inputValue()).toBe('somebody@kaiwa.example')
  })

  it('UI-01 is Japanese at first, English by a switch, and stays so', async () => {
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    await button(page, 'English').click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  it('AUTH-02 AUTH-03 the sign-in page hides the password when a mail is to do', async () => {
    await button(page, 'Login with email authentication').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await field(page, 'Email address').fill(owner.email)
    await button(page, 'Send login email').click()
    await page.waitForURL(/\/verify\/magic-link\?type=login/)
  })

  it('AUTH-28 AUTH-26 AUTH-78 a dead link leads to another one, sent at once', async () => {
    const { email } = await createUser(journey.program.db)
    await visitor.walk(`/verify/login-magic?token=dead&email=${email}&is_app=0`)
    await page.getByRole('alert').getByText('Invalid or expired token. Please try again.').waitFor()
    const resent = page.waitForRequest(/\/api\/auth\/login-magic\/resend\?.*is_app=0/)
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await resent
    await locked().waitFor()
    await page.getByText('We have sent the email again.').waitFor()
  })

  it('AUTH-30 a link of the desktop app leads into it', async () => {
    await visitor.walk('/verify/login-magic?token=t&email=jiro@kaiwa.example&is_app=1')
    await page.waitForURL(/\/application\?t=navigate&p=/)
    expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toMatch(/^kaiwa:\/\//)
  })

  it('AUTH-14 AUTH-15 AUTH-21 registers without a password', async () => {
    await visitor.walk('/register')
    await button(page, 'Register with email verification').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await field(page, 'Last name').fill('Sato')
    await field(page, 'First name').fill('Jiro')
    await field(page, 'Email address').fill('jiro@kaiwa.example')
    await button(page, 'Create an account with email verification').click()
    await page.waitForURL(/\/verify\/magic-link\?type=register/)
  })

  it('AUTH-22 AUTH-23 AUTH-25 waits with the address, told of 15 minutes, while sending again is locked', async () => {
    await locked().waitFor()
    await page.getByText('We have sent an authentication email to jiro@kaiwa.example.').waitFor()
    await page.getByText('Click the URL in the email within 15 minutes.').waitFor()
  })

  it('AUTH-29 AUTH-31 AUTH-27 the link signs in, and whoever is signed in does not wait', async () => {
    await visitor.walk(linkIn(await journey.program.mailTo('jiro@kaiwa.example'), /^\/verify\/\w+-magic$/))
    await page.getByText('Login succeeded').waitFor()
    await page.waitForURL(inWorkspace)
    await visitor.walk('/verify/magic-link?type=login&email=jiro@kaiwa.example')
    await page.waitForURL(inWorkspace)
  })
})
