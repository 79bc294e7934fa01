// Recordings in a session that expires, two recordings in two tabs, and a browser that denies the microphone.
import { randomUUID } from 'node:crypto'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { intercept } from './test/intercept.ts'
import { type Journey, startJourney, visit } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let folder: TestFolder
let address: string

beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
  owner = await createOwner(journey.program.db)
  folder = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name: '商談' })
  address = `/projects/${folder.projectId}/record`
})
afterAll(() => journey.end())

async function visitOwner() {
  const visitor = await journey.visit({ as: owner })
  onTestFinished(() => visitor.leave())
  return visitor
}

async function record(page: Page): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: '録音を開始' }).click()
  await page.getByText('録音中', { exact: true }).waitFor()
  // Sent up to here, so that the server knows it.
  await page.locator('[data-send="current"]').waitFor()
}

it('continues when the session expires, and is sent after a login in another tab', async () => {
  const { page, context } = await visitOwner()
  await record(page)
  const cookies = await context.cookies()
  await context.clearCookies()
  // A request of the page is refused.
  await page.keyboard.press('m')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('complementary', { name: '録音' })
  await bar.getByText(/ログインの有効期限が切れました。録音は続いており/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  const time = await bar.getByText(/^\d+:\d\d$/).innerText()
  await bar.getByText(time, { exact: true }).waitFor({ state: 'detached' })

  const [other] = await Promise.all([
    context.waitForEvent('page'),
    bar.getByRole('link', { name: '別のタブでログイン' }).click(),
  ])
  await other.getByRole('heading', { name: 'ログイン' }).waitFor()
  // The cookies stand for a login in this tab.
  await context.addCookies(cookies)
  await other.goto('/projects')
  await other.getByRole('banner').waitFor()

  // The first tab shows its recording again.
  await page.getByRole('region', { name: '録音中' }).waitFor()
  await page.locator('[data-send="current"], [data-send="sending"]').waitFor()
})

it('a recording that is left while its end is sent is sent from any page; the browser asks before', async () => {
  const { page } = await visitOwner()
  await record(page)
  const ending = Promise.withResolvers<void>()
  const endFailures = await intercept(page, '**/api/tus/**', (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    // Declared with the last bytes, after the choice of the details was stored.
    if (route.request().headers()['upload-length']) ending.resolve()
    return route.abort()
  })
  await page.getByRole('button', { name: '録音を終了' }).click()
  const title = `商談の録音 ${randomUUID()}`
  await page.getByRole('textbox', { name: 'タイトル' }).fill(title)
  await page.getByRole('button', { name: '保存して送信' }).click()
  await page.getByRole('heading', { name: '録音を送信しています' }).waitFor()
  await ending.promise
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('/trash')
  expect(asked).toEqual(['beforeunload'])
  await page.getByRole('complementary', { name: `送信中：${title}` }).waitFor()
  endFailures()
  await page.getByText(`「${title}」を送信しました`).waitFor()
  const file = await journey.program.db
    .selectFrom('files')
    .select('is_recording')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  expect(file.is_recording).toBe(false)
})

it('APP-12 the small window stays on top: it pauses the recording, and asks in the page before it stops', async () => {
  const { page, context } = await visitOwner()
  await record(page)
  const [small] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: '小さいウィンドウで表示' }).click(),
  ])
  await small.getByText('録音中', { exact: true }).waitFor()
  await small.getByText(/^\d+:\d\d$/).waitFor()
  await small.getByRole('meter', { name: 'マイクのレベル' }).waitFor()
  await small.getByRole('button', { name: '一時停止' }).click()
  await page.getByRole('region', { name: '一時停止中' }).waitFor()
  const closed = small.waitForEvent('close')
  const end = small.getByRole('button', { name: '録音を終了' })
  // The window may be closed before the browser confirms the click.
  await end.click().catch((error: unknown) => {
    if (!small.isClosed()) throw error
  })
  await page.getByRole('dialog', { name: '録音を保存' }).waitFor()
  await closed
})

it('two tabs record at the same time, each its own recording', async () => {
  const { page: first, context } = await visitOwner()
  const second = await context.newPage()
  await record(first)
  await record(second)
  await first.getByText('録音中', { exact: true }).waitFor()
  const third = await context.newPage()
  await third.goto(address)
  const rows = third.getByText('別のタブまたはウィンドウで録音または送信しています。')
  await rows.nth(1).waitFor()
  const uploads = await journey.program.db
    .selectFrom('files')
    .select('id')
    .where('project_id', '=', folder.projectId)
    .where('is_recording', '=', true)
    .execute()
  expect(uploads.length).toBeGreaterThanOrEqual(2)
})

it('APP-10 says what to do when the browser refuses the microphone', async () => {
  const browser = await openBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny')
  onTestFinished(() => browser.close())
  const { page, context } = await visit(browser, journey.program.url, { as: owner })
  // As after the person has blocked the microphone for this site.
  await context.grantPermissions([])
  await page.goto(address)
  await page.getByRole('button', { name: '録音を開始' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText(/^マイクの使用が許可されていません。アドレスバーの左にあるアイコンから/).waitFor()
  await alert.getByRole('button', { name: 'もう一度試す' }).waitFor()
})

it('APP-10 a page without https says to open it with https', async () => {
  const { page, context, errors } = await visitOwner()
  // The server of a journey answers at localhost only, which browsers count as secure.
  const insecure = 'http://kaiwa.example'
  await context.addCookies([{ name: SESSION_COOKIE, value: owner.token, url: insecure }])
  await page.route(`${insecure}/**`, async (route) => {
    const { url } = journey.program
    const headers = { ...(await route.request().allHeaders()), origin: url }
    const response = await route.fetch({ url: route.request().url().replace(insecure, url), headers })
    await route.fulfill({ response })
  })
  await page.goto(insecure + address)
  const alert = page.getByRole('alert')
  await alert.getByText(/アドレスバーのアドレスの先頭を https:\/\/ に変えて開き直してください/).waitFor()
  expect(await page.evaluate(() => globalThis.isSecureContext)).toBe(false)
  expect(await page.getByRole('button', { name: '録音を開始' }).count()).toBe(0)
  expect(errors).toEqual([])
})
