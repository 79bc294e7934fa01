// Two ways of signing in, in a real browser and with a real provider: Google, and the second step behind it.
import { codeAt } from '@kaiwa/server/accounts/two-factor/time-codes.ts'
import { type OpenidProvider, openProvider } from '@kaiwa/server/test/openid-provider.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

let provider: OpenidProvider
let journey: Journey
let visitor: Visitor
let page: Page
beforeAll(async () => {
  provider = await openProvider()
  journey = await startJourney({ ...provider.env, KAIWA_ROLES: 'api,realtime' })
  visitor = await journey.visit()
  page = visitor.page
})
afterAll(async () => {
  expect(visitor.errors).toEqual([])
  await journey.end()
  await provider.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })
const inWorkspace = /\/projects\/\d+$/
const person = { sub: '1', email: 'hana@kaiwa.example', email_verified: true, given_name: '花子', family_name: '山田' }

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
const signOut = async (): Promise<void> => {
  await button('アカウントメニュー').click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await page.waitForURL(/\/login$/)
}

it('AUTH-12 whoever cancels at Google is told so on the sign-in page', async () => {
  provider.account = null
  await page.goto('/login')
  await button('Googleでログイン').click()
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
  await page.goto('/register')
  await button('Googleで登録').click()
  await page.getByText('ログインしています。しばらくお待ちください...').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login/google/callback')
  goOn()
  await page.waitForURL(inWorkspace)
  // The welcome is another journey's.
  await journey.program.db.updateTable('users').set({ is_visited: true }).execute()
})

it('turns two-factor on by the keyboard alone, and keeps the recovery codes', async () => {
  await page.goto('/mypage/profile')
  const press = async (name: string) => {
    await button(name).focus()
    await page.keyboard.press('Enter')
  }
  await press('2段階認証を有効にする')
  await press('次へ')
  await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor()
  const secret = (await page.getByRole('group', { name: 'セットアップキー' }).textContent()) ?? ''
  expect(await field('認証コード').evaluate((input) => input === document.activeElement)).toBe(true)
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

  await signOut()
  await button('Googleでログイン').click()
  await page.waitForURL(/\/login\/second-step$/)
  await field('認証コード').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('コードが正しくありません').waitFor()
  const wide = [...(await appShows(secret, 1))].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  await field('認証コード').fill(wide)
  await page.keyboard.press('Enter')
  await page.waitForURL(inWorkspace)

  await signOut()
  await button('Googleでログイン').click()
  await button('リカバリーコードを使う').click()
  await field('リカバリーコード').fill(codes[0] ?? '')
  await button('確認する').click()
  await page.waitForURL(inWorkspace)
})
