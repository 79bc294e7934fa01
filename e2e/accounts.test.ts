import { ROLE } from '@kaiwa/contract/roles.ts'
import { createMember, createOwner, PASSWORD, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, startJourney, type VisitOptions, type Visitor } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
const guests: Visitor[] = []
const visit = async (options?: VisitOptions): Promise<Page> => {
  const guest = await journey.visit(options)
  guests.push(guest)
  return guest.page
}

beforeAll(async () => {
  journey = await startJourney()
  owner = await createOwner(journey.program.db, { email: 'sato@kaiwa.example' })
})
afterAll(() => journey.end())
afterEach(async () => {
  for (const guest of guests.splice(0)) {
    expect(guest.errors).toEqual([])
    await guest.leave()
  }
})

/** A picture of one red point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const passwordField = (page: Page) => page.locator('input[type=password]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inWorkspace = /\/projects\/\d+$/
const signOut = async (page: Page): Promise<void> => {
  await button(page, 'アカウントメニュー').click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
}

describe('a new person registers', () => {
  let visitor: Visitor
  let page: Page
  const email = 'hanako@kaiwa.example'
  const password = 'Kaiwa-tegami1!'

  beforeAll(async () => {
    visitor = await journey.visit()
    page = visitor.page
  })
  afterAll(() => visitor.leave())

  it('AUTH-60 AUTH-06 is sent to sign in, from where a link leads to registration', async () => {
    await page.goto('/projects/1')
    await page.waitForURL(/\/login\?redirect=%2Fprojects%2F1$/)
    await page.getByRole('link', { name: '新規登録' }).click()
    await page.waitForURL(/\/register\?redirect=/)
  })

  it('is told the new page by its title, and goes on by keyboard from its content', async () => {
    const said = page.locator('[data-route-announcer][aria-live=polite]', { hasText: '新規登録 – Kaiwa' })
    await said.waitFor({ state: 'attached' })
    await page.locator('main:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('main :focus').waitFor()
  })

  it('AUTH-13 AUTH-17 is asked for names, address and password, and told of the terms', async () => {
    for (const name of ['姓', '名', 'メールアドレス']) await field(page, name).waitFor()
    expect(await passwordField(page).count()).toBe(1)
    await page.getByText('アカウントを作成すると、利用規約に同意したものとみなされます。').waitFor()
  })

  it('AUTH-15 AUTH-53 UI-18 sees the rules of a password while typing one, and a button that waits for them', async () => {
    const submit = button(page, 'アカウントを作成')
    await field(page, '姓').fill('山田')
    await field(page, '名').fill('花子')
    await field(page, 'メールアドレス').fill(email)
    expect(await submit.isDisabled()).toBe(true)
    const rules = page.getByRole('list', { name: 'パスワードの条件' }).getByRole('listitem')
    const met = () => rules.evaluateAll((items) => items.map((item) => item.getAttribute('data-met')))
    await passwordField(page).focus()
    await rules.first().waitFor()
    expect(await rules.allTextContents()).toEqual([
      expect.stringContaining('英大文字と英小文字を含む'),
      expect.stringContaining('記号を含む'),
      expect.stringContaining('8文字以上'),
    ])
    await passwordField(page).fill('Short')
    expect(await met()).toEqual(['true', 'false', 'false'])
    expect(await submit.isDisabled()).toBe(true)
    await passwordField(page).fill(password)
    expect(await met()).toEqual(['true', 'true', 'true'])
    await field(page, '名').focus()
    await rules.first().waitFor({ state: 'hidden' })
    await submit.click()
  })

  it('AUTH-20 is told that a mail was sent', async () => {
    await page.waitForURL(/\/register\/complete$/)
    await page.getByText('認証用のメールを送信しました').waitFor()
  })

  it('AUTH-32 AUTH-34 AUTH-55 opens the link of the mail and is in the workspace', async () => {
    const mail = await journey.program.mailTo(email)
    const link = /https?:\/\/\S+\/accounts\/verify\S*/.exec(mail)?.[0]
    await page.goto(link ?? 'no link in the mail')
    await page.getByText('アカウントの認証が完了しました。').waitFor()
    await page.waitForURL(inWorkspace)
    await page.getByRole('treeitem', { name: 'ワークスペース' }).waitFor({ state: 'attached' })
  })

  it('WS-03 ACC-28 is welcomed, and by Enter alone gets to where the first recording is uploaded', async () => {
    const welcome = page.getByRole('dialog', { name: 'Kaiwaへようこそ' })
    for (const title of [
      '録音をアップロードするだけ',
      '聞きながら読んで、その場で直す',
      '大事なところに、すぐ戻れる',
    ]) {
      await welcome.getByRole('heading', { name: title }).waitFor()
      await page.keyboard.press('Enter')
    }
    const told = page.waitForResponse(/\/api\/profile\/update-first-visited$/)
    await welcome.getByRole('textbox', { name: 'フォルダ名' }).and(page.locator(':focus')).waitFor()
    expect(await button(page, 'はじめる').isEnabled()).toBe(true)
    await page.keyboard.press('Enter')
    expect((await told).status()).toBe(200)
    await page.getByRole('treeitem', { name: 'はじめての録音', selected: true }).waitFor()
    await welcome.waitFor({ state: 'detached' })
    await button(page, 'アップロード').first().waitFor()
  })

  it('AUTH-19 is not asked to register again', async () => {
    await page.goto('/register')
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-59 is told when signing out failed, and is still there', async () => {
    await page.route('**/api/auth/logout', (route) => route.abort(), { times: 1 })
    await signOut(page)
    await page.getByText('ログアウトに失敗しました').waitFor()
    expect(new URL(page.url()).pathname).toMatch(inWorkspace)
  })

  it('AUTH-56 AUTH-58 signs out, and is nobody from then on', async () => {
    await signOut(page)
    await page.getByText('ログアウトしました').waitFor()
    await page.waitForURL(/\/login$/)
    await page.goto('/projects')
    await page.waitForURL(/\/login\?redirect=/)
  })

  it('AUTH-55 UI-03 UI-10 signs in again, under the logo, and stays signed in across a load', async () => {
    await field(page, 'メールアドレス').fill(email)
    await passwordField(page).fill(password)
    await button(page, 'ログイン').click()
    await page.waitForURL(inWorkspace)
    const folder = page.url()
    await page.goto(`${folder}?success=true&page=1`)
    await page.waitForURL(`${folder}?page=1`)
    await page.getByRole('treeitem', { name: 'ワークスペース' }).waitFor()
    const logo = page.getByRole('banner').getByRole('link', { name: 'Kaiwa: プロジェクト一覧へ' })
    expect(await logo.locator('svg').isVisible()).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('AUTH-57 a session that ended elsewhere clears everything that was shown', async () => {
    await journey.program.db.deleteFrom('sessions').where('user_id', '!=', owner.id).execute()
    const noticed = page.waitForURL(/\/login\?redirect=/)
    const act = async () => {
      await button(page, 'フォルダを作成').first().click()
      await field(page, 'フォルダ名').fill('商談')
      await button(page, '作成').click()
    }
    // The page may hear of it by itself before the last click.
    await Promise.race([noticed, act().catch(() => noticed)])
    await noticed
    await page.getByText('認証セッションの有効期限が切れました。再度ログインしてください。').waitFor()
    expect(await page.getByText('ワークスペース').count()).toBe(0)
  })

  it('throws no error in any of these pages', () => {
    expect(visitor.errors).toEqual([])
  })
})

describe('signing in', () => {
  it('AUTH-01 has address, password and a box for being remembered, whose cookie then outlives the browser', async () => {
    const page = await visit()
    await page.goto('/login')
    await field(page, 'メールアドレス').fill(owner.email)
    await passwordField(page).fill(PASSWORD)
    await page.getByRole('checkbox', { name: 'ログイン状態を保持する' }).check()
    await button(page, 'ログイン').click()
    await page.waitForURL(inWorkspace)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'kaiwa_session')
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400)
  })

  it('AUTH-07 leads back to where one wanted to go, or to the project list', async () => {
    const page = await visit({ as: owner })
    await page.goto('/login?redirect=%2Fguide')
    await page.waitForURL(/\/guide$/)
    await page.goto('/login')
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-08 leads to the project list when the way was meant for another address', async () => {
    const page = await visit({ as: owner })
    await page.goto(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-09 knows the address from where one comes', async () => {
    const page = await visit()
    await page.goto(`/login?redirect=${encodeURIComponent('/guide?email=somebody@kaiwa.example')}`)
    await field(page, 'メールアドレス').waitFor()
    expect(await field(page, 'メールアドレス').inputValue()).toBe('somebody@kaiwa.example')
  })

  it('UI-01 is Japanese at first, English by a switch, and stays so', async () => {
    const page = await visit()
    await page.goto('/login')
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    await button(page, 'English').click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })
})

describe('what can go wrong', () => {
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    visitor = await journey.visit({ locale: 'en' })
    page = visitor.page
  })
  afterAll(() => visitor.leave())

  it('AUTH-35 AUTH-36 a dead link says so', async () => {
    await page.goto('/accounts/verify?token=not-a-token')
    await page.waitForURL(/\/accounts\/verify\/failed$/)
    await page.getByText('Sorry, we could not verify your email address. Please try again.').waitFor()
  })

  it('AUTH-33 AUTH-37 the mail can be sent again', async () => {
    await page.goto('/accounts/verify/resend')
    await field(page, 'Email address').fill('nobody@kaiwa.example')
    await button(page, 'Send the verification email again').click()
    await page.getByText('We have reissued the verification email.').waitFor()
    await page.waitForURL(/\/login$/)
  })

  it('AUTH-38 AUTH-39 a failed resend has its page', async () => {
    await page.route('**/api/account/verify/resend*', (route) => route.abort(), { times: 1 })
    await page.goto('/accounts/verify/resend')
    await field(page, 'Email address').fill('nobody@kaiwa.example')
    await button(page, 'Send the verification email again').click()
    await page.waitForURL(/\/accounts\/verify\/resend\/failed$/)
    await page.getByText('Failed to resend the account verification link.').waitFor()
  })

  it.each([
    ['/accounts/verify/success', 'Account verification completed.'],
    ['/accounts/verify/failed', 'Sorry, we could not verify your email address. Please try again.'],
    ['/accounts/verify/resend/success', 'We have reissued the verification email.'],
    ['/accounts/verify/resend/failed', 'Failed to resend the account verification link.'],
  ])('AUTH-32 AUTH-33 %s says: %s', async (address, sentence) => {
    await page.goto(address)
    await page.getByText(sentence).waitFor()
  })

  it('AUTH-18 an address that is taken leads to the sign-in page, which knows it', async () => {
    await page.goto('/register')
    await field(page, 'Last name').fill('Sato')
    await field(page, 'First name').fill('Ken')
    await field(page, 'Email address').fill(owner.email)
    await passwordField(page).fill('Kaiwa-tegami1!')
    await button(page, 'Create an account').click()
    await page.getByRole('heading', { name: 'Already registered' }).waitFor()
    await page.getByRole('link', { name: 'Login' }).click()
    await page.waitForURL(/\/login$/)
    expect(await field(page, 'Email address').inputValue()).toBe(owner.email)
  })

  it('UI-08 UI-09 the page of errors leads out, to support, and past its header', async () => {
    await page.goto('/error')
    await page.getByRole('heading', { name: 'An error has occurred' }).waitFor()
    expect(await page.title()).toBe('An error has occurred – Kaiwa')
    expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/guide/support')
    await button(page, 'Refresh').click()
    await page.waitForURL(/\/login/)
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to project list' }).waitFor()
  })

  it('UI-06 UI-07 a cut network is told at once, its return for five seconds', async () => {
    await page.clock.install()
    await page.goto('/login')
    await field(page, 'Email address').waitFor()
    await visitor.context.setOffline(true)
    await page.getByText("I'm offline").waitFor()
    await visitor.context.setOffline(false)
    const back = page.getByText('Back online')
    await back.waitFor()
    await page.clock.fastForward(4_500)
    expect(await back.isVisible()).toBe(true)
    await page.clock.fastForward(1_000)
    await back.waitFor({ state: 'detached' })
  })

  it('throws no error in any of these pages', () => {
    expect(visitor.errors).toEqual([])
  })
})

describe('a forgotten password', () => {
  let visitor: Visitor
  let page: Page
  const password = 'Kaiwa-again1!'

  beforeAll(async () => {
    visitor = await journey.visit()
    page = visitor.page
  })
  afterAll(() => visitor.leave())

  it('AUTH-04 AUTH-40 the sign-in page leads to the reset, which knows the address and says who is unknown', async () => {
    await page.goto('/login')
    await field(page, 'メールアドレス').fill('nobody@kaiwa.example')
    await page.getByRole('link', { name: 'パスワードをお忘れですか？' }).click()
    await page.waitForURL(/\/reset-password$/)
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
    const link = /https?:\S+\/reset-password\/change\S*/.exec(await journey.program.mailTo(owner.email))?.[0]
    await page.goto(link ?? 'no link in the mail')
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill('something else')
    await passwordField(page).first().focus()
    await page.getByText('入力した2つのパスワードが一致しません').waitFor()
    expect(await button(page, 'パスワードを変更する').isDisabled()).toBe(true)
    await passwordField(page).last().fill(password)
    await button(page, 'パスワードを変更する').click()
  })

  it('AUTH-43 it is done, and one signs in with it', async () => {
    await page.waitForURL(/\/reset-password\/complete$/)
    await page.getByRole('link', { name: 'ログイン画面へ' }).click()
    expect(await field(page, 'メールアドレス').inputValue()).toBe(owner.email)
    await passwordField(page).fill(password)
    await button(page, 'ログイン').click()
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-44 AUTH-45 a link that is none, is over, or was used says so', async () => {
    await page.goto('/reset-password/change?token=x&expires=soon')
    await page.getByRole('alert').getByText('無効なURLです').waitFor()
    await page.goto('/reset-password/change?token=x&expires=1')
    await page.getByRole('alert').getByText('このURLは有効期限が切れています。もう一度お試しください。').waitFor()
    await page.goto('/reset-password/change?token=x&expires=9999999999')
    await passwordField(page).first().fill(password)
    await passwordField(page).last().fill(password)
    await button(page, 'パスワードを変更する').click()
    await page
      .getByRole('alert')
      .getByText('トークンが無効か、有効期限が切れています。もう一度お試しください。')
      .waitFor()
    expect(visitor.errors).toEqual([])
  })
})

describe('signing in by mail', () => {
  let visitor: Visitor
  let page: Page
  const email = 'jiro@kaiwa.example'
  const linkOf = async () => /https?:\S+\/verify\/\w+-magic\S*/.exec(await journey.program.mailTo(email))?.[0] ?? ''

  beforeAll(async () => {
    visitor = await journey.visit({ locale: 'en' })
    page = visitor.page
  })
  afterAll(() => visitor.leave())

  it('AUTH-14 AUTH-15 AUTH-21 registers without a password', async () => {
    await page.goto('/register')
    await button(page, 'Register with email verification').click()
    expect(await passwordField(page).count()).toBe(0)
    await field(page, 'Last name').fill('Sato')
    await field(page, 'First name').fill('Jiro')
    await field(page, 'Email address').fill(email)
    await button(page, 'Create an account with email verification').click()
    await page.waitForURL(/\/verify\/magic-link\?type=register/)
  })

  it('AUTH-22 AUTH-23 AUTH-25 waits with the address, told of 15 minutes, while sending again is locked', async () => {
    await page.getByText(`We have sent an authentication email to ${email}.`).waitFor()
    await page.getByText('Click the URL in the email within 15 minutes.').waitFor()
    const locked = page.getByRole('button', { name: /^Locked for \d+ seconds$/ })
    expect(await locked.isDisabled()).toBe(true)
  })

  it('AUTH-29 AUTH-31 the link signs in', async () => {
    await page.goto(await linkOf())
    await page.getByText('Login succeeded').waitFor()
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-27 somebody who is signed in does not wait', async () => {
    await page.goto(`/verify/magic-link?type=login&email=${email}`)
    await page.waitForURL(inWorkspace)
  })

  it('AUTH-28 AUTH-26 AUTH-78 a dead link leads to another one, sent at once', async () => {
    await page.context().clearCookies()
    await page.goto(`/verify/login-magic?token=dead&email=${email}&is_app=0`)
    await page.getByRole('alert').getByText('Invalid or expired token. Please try again.').waitFor()
    const resent = page.waitForRequest(/\/api\/auth\/login-magic\/resend\?.*is_app=0/)
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await resent
    await page.getByText('We have sent the email again.').waitFor()
    await page.getByRole('button', { name: /^Locked for \d+ seconds$/ }).waitFor()
  })

  it('AUTH-30 a link of the desktop app leads into it', async () => {
    await page.goto(`/verify/login-magic?token=t&email=${email}&is_app=1`)
    await page.waitForURL(/\/application\?t=navigate&p=/)
    expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toMatch(/^kaiwa:\/\//)
  })

  it('AUTH-02 AUTH-03 the sign-in page hides the password when a mail is to do', async () => {
    await page.goto('/login')
    await button(page, 'Login with email authentication').click()
    await passwordField(page).waitFor({ state: 'detached' })
    await field(page, 'Email address').fill(owner.email)
    await button(page, 'Send login email').click()
    await page.waitForURL(/\/verify\/magic-link\?type=login/)
    expect(visitor.errors).toEqual([])
  })
})

describe('the account', () => {
  let visitor: Visitor
  let page: Page
  const password = 'Kaiwa-profile1!'

  beforeAll(async () => {
    const person = await createOwner(journey.program.db, { locale: 'en' })
    visitor = await journey.visit({ as: person, locale: 'en' })
    page = visitor.page
  })
  afterAll(() => visitor.leave())

  it('UI-05 ACC-01 ACC-05 ACC-19 the menu leads to it, and the name changes everywhere', async () => {
    await page.goto('/projects')
    await button(page, 'Account menu').click()
    const guide = page.getByRole('menuitem', { name: 'User guide', exact: true })
    expect(await guide.getAttribute('href')).toBe('/guide')
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
    await page.waitForURL(/\/mypage\/profile$/)
    await field(page, 'Last name').fill('Ito')
    await field(page, 'First name').fill('Ken')
    await button(page, 'Save').click()
    await page.getByText('Successfully updated profile').waitFor()
    await button(page, 'Account menu').click()
    await page.getByText('Ken Ito').waitFor()
    await page.keyboard.press('Escape')
  })

  it('ACC-07 ACC-16 ACC-20 the password changes for whoever knows it', async () => {
    const [current, fresh, again] = [0, 1, 2].map((at) => passwordField(page).nth(at))
    await current?.fill('Wrong-one1!')
    await fresh?.fill(password)
    await again?.fill(password)
    await button(page, 'Change password').click()
    await page.getByText('The password is incorrect').waitFor()
    await current?.fill(PASSWORD)
    await button(page, 'Change password').click()
    await page.getByText('Successfully updated password').waitFor()
    expect(await current?.inputValue()).toBe('')
  })

  it('lists where one is signed in, and ends what one does not know', async () => {
    const { db } = journey.program
    const { user_id } = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('user_id')
      .where('users.first_name', '=', 'Ken')
      .executeTakeFirstOrThrow()
    const stolen = { user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', address: '203.0.113.9' }
    await db
      .insertInto('sessions')
      .values({
        user_id,
        token_hash: Buffer.alloc(32, 7),
        remember: false,
        expires_at: new Date(Date.now() + 3_600_000),
        ...stolen,
      })
      .execute()
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: 'This browser' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: '203.0.113.9' }).waitFor()
    await button(page, 'Sign out Firefox · Windows').click()
    await page.getByText('Firefox · Windows was signed out').waitFor()
    await page.getByRole('listitem').filter({ hasText: '203.0.113.9' }).waitFor({ state: 'detached' })
    const left = await db.selectFrom('sessions').select('address').where('user_id', '=', user_id).execute()
    expect(left.map(({ address }) => address)).not.toContain('203.0.113.9')
    expect(visitor.errors).toEqual([])
  })

  it('ACC-04 ACC-19 a photo is chosen, shown in the header too, and taken away', async () => {
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choose a photo').click()
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: POINT })
    const shown = button(page, 'Account menu').locator('img')
    // Pictures are drawn at the lowest priority: on a busy machine that takes its time.
    await shown.waitFor({ timeout: 60_000 })
    expect(await shown.evaluate(async (img: HTMLImageElement) => (await img.decode(), img.naturalWidth))).toBe(256)
    await page.getByText('Successfully updated profile').waitFor()
    await button(page, 'Remove photo').click()
    await shown.waitFor({ state: 'detached' })
  })

  it('ACC-08 ACC-21 the model of the AI chat is chosen', async () => {
    await page.getByRole('radio', { name: /^GPT-4o/ }).check()
    await button(page, 'Save model').click()
    await page.getByText('Successfully updated AI Chat model').waitFor()
  })

  it('ACC-06 ACC-22 ACC-23 ACC-24 ACC-26 the address changes by the link of a mail, once', async () => {
    const next = 'moved@kaiwa.example'
    await button(page, 'Change email address').click()
    await field(page, 'New email address').fill(next)
    await passwordField(page).first().fill(password)
    await button(page, 'Send confirmation email').click()
    await page.getByText(`We have sent a confirmation email to ${next}.`).waitFor()
    const link = /https?:\S+\/change-email\/verify\S*/.exec(await journey.program.mailTo(next))?.[0] ?? ''
    await page.goto(link)
    await page.waitForURL(/\/change-email\/verify\/success$/)
    await page.getByText('The email address change is complete!').waitFor()
    await page.getByRole('link', { name: 'Go to account' }).click()
    await page.getByRole('region', { name: 'Email address' }).getByText(next).waitFor()
    await page.goto(link)
    await page.waitForURL(/\/change-email\/verify\/failed$/)
    await page.getByRole('link', { name: 'Send the confirmation email again' }).click()
    await button(page, 'Send the confirmation email again').click()
    await page.waitForURL(/\/change-email\/resend\/failed$/)
    await page.getByText('Failed to resend the email change confirmation link.').waitFor()
  })

  it('ACC-01 ACC-02 who may not open a page of the account area is led to the project list', async () => {
    const member = await createMember(journey.program.db, owner, ROLE.member)
    const visited = await visit({ as: member })
    await visited.goto('/mypage/payment')
    await visited.waitForURL(inWorkspace)
  })

  it('ACC-07 ACC-18 somebody without a password has a mail sent, again after 30 seconds', async () => {
    const person = await createOwner(journey.program.db)
    await journey.program.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
    const page = await visit({ as: person })
    await page.goto('/mypage/profile')
    await button(page, '設定用のメールを送る').click()
    await page.getByRole('button', { name: /^あと(30|29)秒お待ちください$/ }).waitFor()
    expect(await journey.program.mailTo(person.email)).toContain('is_set_password=1')
  })
})
