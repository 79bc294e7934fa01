import { ROLE } from '@kaiwa/contract/roles.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createSpoken } from '@kaiwa/server/test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let guest: TestUser
let deals: TestFolder
let page: Page

beforeAll(async () => {
  journey = await startJourney()
  const { db } = journey.program
  owner = await createOwner(db)
  deals = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  const year = await createFolder(db, deals, { creator: owner, name: '2026年度' })
  const meeting = await createFile(db, year, { creator: owner, title: '定例会議' })
  await createSpoken(
    db,
    meeting,
    Array.from({ length: 70 }, (_, n) => (n % 7 === 3 ? `${n}番目のﾃﾞｰﾀです。` : 'はい。')),
  )
  await createFile(db, deals, { creator: owner, title: 'データ移行の相談' })
  guest = await createMember(db, owner, ROLE.guest)
  await assign(db, deals, guest, ROLE.viewer)
  ;({ page } = await journey.visit({ as: guest }))
})
afterAll(() => journey.end())

const box = () => page.getByRole('searchbox', { name: 'このフォルダ以下を検索' })
const row = (name: string) => page.getByRole('row', { name, exact: true })
const hits = () => row('定例会議').getByRole('link').filter({ hasText: '番目' })

it('WS-26 WS-27 WS-28 finds what was said below a folder while one types, and opens the recording there', async () => {
  await page.goto(`/projects/${deals.projectId}`)
  await box().pressSequentially('データ')
  await hits().first().waitFor()
  await row('データ移行の相談').waitFor()
  expect(await hits().allInnerTexts()).toEqual(
    ['0:03', '0:10', '0:17'].map((time, n) => `${time}\n${3 + 7 * n}番目のﾃﾞｰﾀです。`),
  )
  expect(await hits().first().locator('mark').allInnerTexts()).toEqual(['ﾃﾞｰﾀ'])
  await page.getByRole('button', { name: 'ほか 7 件...' }).press('Enter')
  await hits().nth(9).waitFor()
  // Whoever came by keyboard is at the first new one.
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('24番目'))
  expect(await page.getByRole('button', { name: /^ほか/ }).count()).toBe(0)
  await hits().nth(1).click()
  await page.waitForURL(/\/files\/\d+\?/)
  const address = new URL(page.url()).searchParams
  expect([address.get('search'), address.get('t'), address.get('block')?.length]).toEqual(['データ', '10', 36])
  await page.locator('.kaiwa-block[data-current]', { hasText: '10番目' }).waitFor()
})

it('WS-21 a conversion that is not confirmed searches nothing; what is not there says so; a failure can be tried again', async () => {
  await page.goto(`/projects/${deals.projectId}`)
  const asked: string[] = []
  page.on('request', (request) => {
    const query = new URL(request.url()).searchParams.get('query')
    if (query !== null && request.url().includes('/api/')) asked.push(query)
  })
  await box().focus()
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'かいぎ', selectionStart: 3, selectionEnd: 3 })
  await page.waitForTimeout(600)
  expect(asked).toEqual([])
  await input.send('Input.insertText', { text: '会議' })
  await row('定例会議').waitFor()
  expect(asked).toEqual(['会議'])
  await box().fill('ありません')
  await page.getByText('見つかりませんでした').waitFor()
  await page.route('**/api/projects/*/files?*', (route) => route.abort())
  await box().fill('会')
  await page.getByRole('button', { name: '再試行' }).waitFor()
  await page.unroute('**/api/projects/*/files?*')
  await page.getByRole('button', { name: '再試行' }).click()
  await row('定例会議').waitFor()
})
