// Registration, sign-in and sign-out, and their error cases.
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, field, FOLDER_PATH, linkIn, passwordField, signOut } from './test/account-steps.ts'
import { expectFilm } from './test/expect-film.ts'
import { cutNext } from './test/intercept.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
/** A user who already has an account. */
let owner: TestOwner

beforeAll(async () => {
  journey = await startJourney()
  owner = await createOwner(journey.program.db, { email: 'sato@kaiwa.example' })
})
afterAll(() => journey.end())

/**
 * Opens the link of a verification mail: the page verifies it, fetches the user, and shows `text` and the project list
 * 500 ms later. The time is measured inside the page.
 */
async function opensAfterVerification(page: Page, link: string, text: string): Promise<void> {
  const calls: string[] = []
  const record = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (['/api/verify', '/api/auth/check'].includes(pathname)) calls.push(`${response.status()} ${pathname}`)
  }
  await page.addInitScript((awaited) => {
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent?.includes(awaited)) return
      Object.assign(window, { shownAt: performance.now() })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, text)
  page.on('response', record)
  await page.goto(link)
  await page
    .getByRole('region', { name: /^(お知らせ|Messages)$/ })
    .getByText(text)
    .waitFor()
  await page.waitForURL(FOLDER_PATH)
  page.off('response', record)
  expect(calls.slice(calls.indexOf('200 /api/verify'))).toEqual(['200 /api/verify', '200 /api/auth/check'])
  const pause = await page.evaluate(() => {
    const checks = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/auth/check'))
    const { responseEnd } = checks.at(-1) as PerformanceResourceTiming
    return (window as unknown as { shownAt: number }).shownAt - responseEnd
  })
  expect(pause).toBeGreaterThanOrEqual(499)
  expect(pause).toBeLessThan(5_000)
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

  it('AUTH-60 AUTH-06 a private page redirects to sign-in, which links to registration', async () => {
    await visitor.open('/projects/1')
    await page.waitForURL(/\/login\?redirect=%2Fprojects%2F1$/)
    await page.getByRole('link', { name: '新規登録' }).click()
    await page.waitForURL(/\/register\?redirect=/)
  })

  it('announces the title of the new page, and moves the keyboard focus to its content', async () => {
    const announcement = page.locator('[data-route-announcer][aria-live=polite]', { hasText: '新規登録 – Kaiwa' })
    await announcement.waitFor({ state: 'attached' })
    await page.locator('main:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('main :focus').waitFor()
  })

  it('AUTH-13 AUTH-17 shows fields for names, email address and password, and the note about the terms', async () => {
    for (const name of ['姓', '名', 'メールアドレス']) await field(page, name).waitFor()
    expect(await passwordField(page).count()).toBe(1)
    await page
      .getByText('アカウントを作成すると、利用規約とプライバシーポリシーに同意したものとみなされます。')
      .waitFor()
    for (const [link, heading] of [
      ['利用規約', '禁止事項'],
      ['プライバシーポリシー', '保存する期間'],
    ] as const) {
      const opened = page.waitForEvent('popup')
      await page.getByRole('link', { name: link }).click()
      const text = await opened
      await text.getByRole('heading', { level: 1, name: link }).waitFor()
      await text.getByRole('heading', { level: 2, name: heading }).waitFor()
      await text.close()
    }
  })

  it('AUTH-15 AUTH-53 UI-18 shows the password rules while typing, and enables the button when the fields are valid', async () => {
    const submit = button(page, 'アカウントを作成')
    const needed = page.getByText('入力が必要な項目：')
    expect(await needed.textContent()).toBe('入力が必要な項目：姓、名、メールアドレス、パスワード')
    await field(page, '姓').fill('山田')
    await field(page, '名').fill('花子')
    await field(page, 'メールアドレス').fill(email)
    expect(await submit.isDisabled()).toBe(true)
    await expect.poll(() => needed.textContent()).toBe('入力が必要な項目：パスワード')
    const rules = page.getByRole('list', { name: 'パスワードの条件' }).getByRole('listitem')
    const met = () => rules.evaluateAll((items) => items.map((item) => item.getAttribute('data-met')))
    await passwordField(page).focus()
    await rules.first().waitFor()
    expect(await rules.allTextContents()).toEqual([
      expect.stringContaining('英大文字と英小文字を含む'),
      expect.stringContaining('記号を含む'),
      expect.stringContaining('8文字以上'),
      expect.stringContaining('よく使われるパスワードではない'),
    ])
    await passwordField(page).fill('Short')
    await expect.poll(met).toEqual(['true', 'false', 'false', 'false'])
    expect(await submit.isDisabled()).toBe(true)
    for (const [weak, reason, problem] of [
      ['Passw0rd!', '多くの人が使っています', '推測されやすいパスワードです。よく使われる'],
      ['Hanako-山田1!', '文字を3文字以上含む', 'そのほかの文字を3文字以上加えてください'],
    ] as const) {
      await passwordField(page).fill(weak)
      await rules.last().filter({ hasText: reason }).waitFor()
      await page.getByText(problem).waitFor()
      await expect.poll(met).toEqual(['true', 'true', 'true', 'false'])
      await expect.poll(() => needed.textContent()).toBe('入力が必要な項目：パスワード')
      expect(await submit.isDisabled()).toBe(true)
    }
    await passwordField(page).fill(password)
    await expect.poll(met).toEqual(['true', 'true', 'true', 'true'])
    await needed.waitFor({ state: 'detached' })
    await field(page, '名').focus()
    await rules.first().waitFor({ state: 'hidden' })
    await submit.click()
  })

  it('AUTH-20 shows that a mail was sent', async () => {
    await page.waitForURL(/\/register\/complete$/)
    await page.getByText('認証用のメールを送信しました').waitFor()
  })

  it('AUTH-32 AUTH-34 AUTH-55 the link of the mail verifies the account and opens the workspace', async () => {
    const link = linkIn(await journey.program.mailTo(email), /^\/accounts\/verify/)
    await opensAfterVerification(page, link, 'アカウントの認証が完了しました。')
    await page.waitForURL(FOLDER_PATH)
    await page.getByRole('treeitem', { name: 'ワークスペース' }).waitFor({ state: 'attached' })
  })

  it('WS-03 ACC-28 the welcome dialog plays an intro with subtitles, and leads by Enter to the folder for the first upload', async () => {
    const welcome = page.getByRole('dialog', { name: 'Kaiwaへようこそ' })
    await expectFilm(welcome, { language: 'ja', subtitle: '録音をアップロードするだけで、話者ごとの文章になります。' })
    await welcome.getByRole('textbox', { name: 'フォルダ名' }).focus()
    const updated = page.waitForResponse(/\/api\/profile\/update-first-visited$/)
    await welcome.getByRole('textbox', { name: 'フォルダ名' }).and(page.locator(':focus')).waitFor()
    await expect.poll(() => button(page, 'はじめる').isEnabled()).toBe(true)
    await page.keyboard.press('Enter')
    expect((await updated).status()).toBe(200)
    await page.getByRole('treeitem', { name: 'はじめての録音', selected: true }).waitFor()
    await welcome.waitFor({ state: 'detached' })
    await button(page, 'アップロード').first().waitFor()
  })

  it('AUTH-19 a signed-in user is redirected from registration to the workspace', async () => {
    await visitor.navigate('/register')
    await page.waitForURL(FOLDER_PATH)
  })

  it('AUTH-59 shows when signing out failed, and stays on the page', async () => {
    await cutNext(page, '**/api/auth/logout')
    await signOut(page)
    await page.getByText('ログアウトできませんでした').waitFor()
    expect(new URL(page.url()).pathname).toMatch(FOLDER_PATH)
  })

  it('AUTH-56 AUTH-58 signs out, removes the cookie, and redirects private pages to sign-in', async () => {
    await signOut(page)
    await page.getByText('ログアウトしました').waitFor()
    await page.waitForURL(/\/login$/)
    await page.getByRole('heading', { name: 'ログイン' }).waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(SESSION_COOKIE)
    await visitor.navigate('/projects')
    await page.waitForURL(/\/login$/)
  })

  it('AUTH-55 UI-03 UI-10 signs in again, shows the logo, and stays signed in after a page load', async () => {
    await field(page, 'メールアドレス').fill(email)
    await passwordField(page).fill(password)
    await button(page, 'ログイン').click()
    await page.waitForURL(FOLDER_PATH)
    const folder = page.url()
    await visitor.open(`${folder}?success=true&page=1`)
    await page.waitForURL(`${folder}?page=1`)
    await page.getByRole('treeitem', { name: 'ワークスペース' }).waitFor()
    const logo = page.getByRole('banner').getByRole('link', { name: 'Kaiwa: フォルダ一覧へ' })
    await logo.locator('svg').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('AUTH-57 a session that was ended elsewhere clears all user data from the page', async () => {
    await journey.program.db.deleteFrom('sessions').where('user_id', '!=', owner.id).execute()
    const noticed = page.waitForURL(/\/login\?redirect=/)
    const act = async () => {
      await button(page, 'フォルダを作成').first().click()
      await field(page, 'フォルダ名').fill('商談')
      await button(page, '作成').click()
    }
    // The page may receive the message about the ended session before the last click.
    await Promise.race([noticed, act().catch(() => noticed)])
    await noticed
    await page.getByText('ログインの有効期限が切れました。もう一度ログインしてください。').waitFor()
    await expect.poll(() => page.getByText('ワークスペース').count()).toBe(0)
  })

  it('no page throws an error', () => {
    expect(visitor.errors).toEqual([])
  })
})

describe('error cases', () => {
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    visitor = await journey.visit({ locale: 'en' })
    page = visitor.page
  })
  afterEach((test) => resetAfterFailure(test, visitor))
  afterAll(() => visitor.leave())

  it('UI-08 UI-09 the error pages link to the project list and to support, and can be refreshed', async () => {
    await visitor.open('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to project list' }).waitFor()
    await visitor.navigate('/error')
    await page.getByRole('heading', { name: 'An error has occurred' }).waitFor()
    expect(await page.title()).toBe('An error has occurred – Kaiwa')
    expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/guide/support')
    await button(page, 'Refresh').click()
    await page.waitForURL(/\/login/)
    await field(page, 'Email address').waitFor()
  })

  it('AUTH-35 AUTH-36 an invalid verification link shows the failed page', async () => {
    await visitor.navigate('/accounts/verify?token=not-a-token')
    await page.waitForURL(/\/accounts\/verify\/failed$/)
    await page.getByText('Sorry, we could not verify your email address. Please try again.').waitFor()
  })

  it('AUTH-34 a verified account is confirmed in English, half a second after the user was fetched', async () => {
    const email = 'ann@kaiwa.example'
    const person = { first_name: 'Ann', last_name: 'Smith', email, password: 'Kaiwa-tegami1!', locale: 'en' }
    const reader = await journey.visit({ locale: 'en' })
    const registered = await reader.page.request.post('/api/register', { data: person })
    expect(registered.status()).toBe(201)
    const link = linkIn(await journey.program.mailTo(email), /^\/accounts\/verify/)
    await opensAfterVerification(reader.page, link, 'Account verification completed.')
    expect(reader.errors).toEqual([])
    await reader.leave()
  })

  it("WS-03 ACC-28 the welcome of the first visit plays an intro and ends with 'Get started', which a call records", async () => {
    const person = await createOwner(journey.program.db, { locale: 'en', isVisited: false })
    const reader = await journey.visit({ as: person, locale: 'en' })
    // The film starts automatically only when the browser does not ask for reduced motion.
    await reader.page.emulateMedia({ reducedMotion: 'no-preference' })
    await reader.open('/')
    const welcome = reader.page.getByRole('dialog', { name: 'Welcome to Kaiwa' })
    const isPlaying = (video: HTMLVideoElement) => !video.paused && video.currentTime > 0
    await expect.poll(() => welcome.locator('video').evaluate(isPlaying)).toBe(true)
    await expectFilm(welcome, {
      language: 'en',
      subtitle: 'Upload a recording, and it becomes text,speaker by speaker.',
    })
    const recorded = reader.page.waitForRequest((request) =>
      request.url().endsWith('/api/profile/update-first-visited'),
    )
    await welcome.getByRole('button', { name: 'Get started', exact: true }).click()
    const request = await recorded
    expect([request.method(), (await request.response())?.status()]).toEqual(['PUT', 200])
    await welcome.waitFor({ state: 'detached' })
    await reader.page.reload()
    await reader.page.getByRole('treeitem').first().waitFor()
    expect(await reader.page.getByRole('dialog').count()).toBe(0)
    expect(reader.errors).toEqual([])
    await reader.leave()
  })

  it('AUTH-33 AUTH-37 the verification mail can be sent again', async () => {
    await visitor.navigate('/accounts/verify/resend')
    await field(page, 'Email address').fill('nobody@kaiwa.example')
    await button(page, 'Resend verification email').click()
    await page.getByText('We have reissued the verification email.').waitFor()
    await page.waitForURL(/\/login$/)
  })

  it('AUTH-38 AUTH-39 a failed resend shows the failed page', async () => {
    await cutNext(page, '**/api/account/verify/resend*')
    await visitor.navigate('/accounts/verify/resend')
    await field(page, 'Email address').fill('nobody@kaiwa.example')
    await button(page, 'Resend verification email').click()
    await page.waitForURL(/\/accounts\/verify\/resend\/failed$/)
    await page.getByText('Failed to resend the account verification link.').waitFor()
  })

  it('AUTH-32 AUTH-33 each outcome of a verification and of a resend has its page', async () => {
    for (const [outcome, sentence] of [
      ['verify/success', 'Account verification completed.'],
      ['verify/failed', 'Sorry, we could not verify your email address. Please try again.'],
      ['verify/resend/success', 'We have reissued the verification email.'],
      ['verify/resend/failed', 'Failed to resend the account verification link.'],
    ] as const) {
      await visitor.navigate(`/accounts/${outcome}`)
      await page.getByRole('main').getByText(sentence).waitFor()
    }
  })

  it('AUTH-18 a registered address links to the sign-in page, where it is filled in', async () => {
    await visitor.navigate('/register')
    await field(page, 'Last name').fill('Sato')
    await field(page, 'First name').fill('Ken')
    await field(page, 'Email address').fill(owner.email)
    await passwordField(page).fill('Kaiwa-tegami1!')
    await button(page, 'Create an account').click()
    await page.getByRole('heading', { name: 'Already registered' }).waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL(/\/login$/)
    await expect.poll(() => field(page, 'Email address').inputValue()).toBe(owner.email)
  })

  it('UI-06 UI-07 shows a banner while offline, and for five seconds when back online', async () => {
    await page.clock.install()
    await visitor.context.setOffline(true)
    await page.getByText("I'm offline").waitFor()
    // From here on the test controls the clock of the page.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await visitor.context.setOffline(false)
    const back = page.getByText('Back online')
    await back.waitFor()
    await page.clock.fastForward(4_500)
    expect(await back.isVisible()).toBe(true)
    await page.clock.fastForward(1_000)
    await back.waitFor({ state: 'detached' })
  })

  it('no page throws an error', () => {
    expect(visitor.errors).toEqual([])
  })
})
