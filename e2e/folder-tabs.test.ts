// The tabs of a folder, as its owner uses them over many recordings: speakers, tags, and what was said.
import { randomUUID } from 'node:crypto'
import { tagPassages } from '@kaiwa/contract/tags.ts'
import { createFile, createFolder, rootOf, type TestFile, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createSpoken } from '@kaiwa/server/test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Journey, startAnewAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let visitor: Visitor
let page: Page
let owner: TestOwner
let folder: TestFolder
let file: TestFile
let calls: TestFolder
let transcriptId: number
const headers = () => ({ authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' })
const post = async <T>(path: string, body: unknown): Promise<T> => {
  const answer = await fetch(`${journey.program.url}/api${path}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
/** Tags the whole of a block. */
const mark = async (place: number, text: string, tagId: number) => {
  const { uuid } = await journey.program.db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .where('position', '=', String(place))
    .executeTakeFirstOrThrow()
  const range = { block_uuid: uuid, tag_id: tagId, tag_uuid: randomUUID(), offset: 0, text }
  await post(tagPassages.path.replace('{id}', String(transcriptId)), { ranges: [range] })
  return uuid
}

beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime,worker' })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  const inner = await createFolder(db, folder, { creator: owner, name: '新規' })
  file = await createFile(db, inner, { creator: owner, title: '初回訪問' })
  transcriptId = await createSpoken(db, file, ['予算の話です', '納期の話です'])
  calls = await createFolder(db, rootOf(owner), { creator: owner, name: '定例' })
  const year = await createFolder(db, calls, { creator: owner, name: '2026年度' })
  await createSpoken(
    db,
    await createFile(db, year, { creator: owner, title: '定例会議' }),
    Array.from({ length: 70 }, (_, n) => (n % 7 === 3 ? `${n}番目のﾃﾞｰﾀです。` : 'はい。')),
  )
  await createFile(db, calls, { creator: owner, title: 'データ移行の相談' })
  visitor = await journey.visit({ as: owner })
  page = visitor.page
})
afterEach((test) => startAnewAfterFailure(test, visitor))
afterAll(async () => {
  expect(visitor.errors).toEqual([])
  await journey.end()
})

it('SPK-30 SPK-31 SPK-33 WS-19 the Speakers tab names, describes and merges', async () => {
  const source = { projectId: folder.projectId }
  await post(`/projects/${source.projectId}/speakers`, { name: '田中' })
  await visitor.open(`/projects/${folder.projectId}?tab=4`)
  const table = page.getByRole('table', { name: '話者の一覧' })
  await table.getByText('田中', { exact: true }).waitFor()
  expect(await page.getByRole('tab', { name: '話者' }).getAttribute('aria-selected')).toBe('true')
  await page.getByRole('button', { name: '田中を編集' }).click()
  await page.getByRole('dialog').getByLabel('説明').fill('あ'.repeat(81))
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await table
    .getByText(`${'あ'.repeat(79)}…`)
    .first()
    .waitFor({ state: 'attached' })
  // Somebody else adds one: it appears.
  await post(`/projects/${source.projectId}/speakers`, { name: '田中（誤）' })
  await table.getByText('田中（誤）', { exact: true }).waitFor()
  await page.getByRole('button', { name: '田中にほかの話者を統合' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '田中（誤）' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '統合', exact: true }).click()
  await table.getByText('田中（誤）', { exact: true }).waitFor({ state: 'hidden' })
})

it('TAG-03 TAG-04 WS-19 the Tags tab counts what others tag, and leads into the recording', async () => {
  const tag = await post<{ id: number }>(`/projects/${folder.projectId}/tags`, { name: '決裁' })
  await visitor.walk(`/projects/${folder.projectId}?tab=2&folder=below`)
  await page.getByText('使用中のタグはありません', { exact: false }).waitFor()
  const uuid = await mark(1, '納期', tag.id)
  // Told, not reloaded.
  await page.getByRole('button', { name: /決裁.*1/ }).click()
  const play = page.getByRole('dialog').getByRole('link', { name: '「初回訪問」を00:01から再生' })
  expect(decodeURIComponent((await play.getAttribute('href')) ?? '')).toBe(
    `/projects/${file.projectId}/files/${file.id}?block=${uuid}|1&t=1`,
  )
  await play.click()
  await page.waitForURL((url) => url.pathname === `/projects/${file.projectId}/files/${file.id}`)
})

const box = () => page.getByRole('searchbox', { name: 'このフォルダ以下を検索' })
const row = (name: string) => page.getByRole('row', { name, exact: true })
const hits = () => row('定例会議').getByRole('link').filter({ hasText: '番目' })

it('WS-26 WS-27 WS-28 finds what was said below a folder while one types, and opens the recording there', async () => {
  await visitor.walk(`/projects/${calls.projectId}`)
  await box().pressSequentially('データ')
  // What was found for the first letters alone may have been there before.
  await expect.poll(() => hits().locator('mark').allInnerTexts()).toEqual(['ﾃﾞｰﾀ', 'ﾃﾞｰﾀ', 'ﾃﾞｰﾀ'])
  expect(await hits().allInnerTexts()).toEqual(
    ['0:03', '0:10', '0:17'].map((time, n) => `${time}\n${3 + 7 * n}番目のﾃﾞｰﾀです。`),
  )
  await row('データ移行の相談').waitFor()
  await page.getByRole('button', { name: 'ほか 7 件...' }).press('Enter')
  await hits().nth(9).waitFor()
  // Whoever came by keyboard is at the first new one.
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('24番目'))
  await page.getByRole('button', { name: /^ほか/ }).waitFor({ state: 'detached' })
  await hits().nth(1).click()
  await page.waitForURL(/\/files\/\d+\?/)
  const address = new URL(page.url()).searchParams
  expect([address.get('search'), address.get('t'), address.get('block')?.length]).toEqual(['データ', '10', 36])
  await page.locator('.kaiwa-block[data-current]', { hasText: '10番目' }).waitFor()
})

it('WS-21 a conversion that is not confirmed searches nothing; what is not there says so; a failure can be tried again', async () => {
  await visitor.walk(`/projects/${calls.projectId}`)
  await box().waitFor()
  // Time enough for any delay of the box, without waiting for it.
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    const query = new URL(request.url()).searchParams.get('query')
    if (query !== null && request.url().includes('/api/')) asked.push(query)
  })
  await box().focus()
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'かいぎ', selectionStart: 3, selectionEnd: 3 })
  await page.clock.fastForward(10_000)
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
