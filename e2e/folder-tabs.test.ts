// The tabs of a folder: speakers, tags, and search in the transcripts of many recordings.
import { randomUUID } from 'node:crypto'
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { tagPassages } from '@kaiwa/contract/tags.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import {
  assign,
  createFile,
  createFolder,
  rootOf,
  type TestFile,
  type TestFolder,
} from '@kaiwa/server/test/factories/items.ts'
import { createTranscriptOf } from '@kaiwa/server/test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { intercept } from './test/intercept.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let visitor: Visitor
let page: Page
let owner: TestOwner
let folder: TestFolder
let file: TestFile
let calls: TestFolder
let transcriptId: number

function headers() {
  return { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${journey.program.url}/api${path}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Tags `text` at the start of the block at a position. Returns the uuid of the block. */
async function mark(position: number, text: string, tagId: number) {
  const { uuid } = await journey.program.db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .where('position', '=', String(position))
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
  transcriptId = await createTranscriptOf(db, file, ['予算の話です', '納期の話です'])
  calls = await createFolder(db, rootOf(owner), { creator: owner, name: '定例' })
  const year = await createFolder(db, calls, { creator: owner, name: '2026年度' })
  await createTranscriptOf(
    db,
    await createFile(db, year, { creator: owner, title: '定例会議' }),
    Array.from({ length: 70 }, (_, n) => (n % 7 === 3 ? `${n}番目のﾃﾞｰﾀです。` : 'はい。')),
  )
  await createFile(db, calls, { creator: owner, title: 'データ移行の相談' })
  visitor = await journey.visit({ as: owner })
  page = visitor.page
})
afterEach((test) => resetAfterFailure(test, visitor))
afterAll(async () => {
  expect(visitor.errors).toEqual([])
  await journey.end()
})

it('SPK-30 SPK-31 SPK-33 WS-19 the Speakers tab lists, describes and merges speakers', async () => {
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
  // A speaker that another client adds appears.
  await visitor.subscribed(folderChannel(folder.projectId))
  await post(`/projects/${source.projectId}/speakers`, { name: '田中（誤）' })
  await table.getByText('田中（誤）', { exact: true }).waitFor()
  await page.getByRole('button', { name: '田中にほかの話者を統合' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '田中（誤）' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '統合', exact: true }).click()
  await table.getByText('田中（誤）', { exact: true }).waitFor({ state: 'hidden' })
})

it('PERM-30 a viewer of the folder edits its speakers, and is offered no merge', async () => {
  const { db } = journey.program
  const guest = await createMember(db, owner, ROLE.guest)
  await assign(db, folder, guest, ROLE.viewer)
  const viewer = await journey.visit({ as: guest })
  await viewer.open(`/projects/${folder.projectId}?tab=4`)
  await viewer.page.getByRole('button', { name: '田中を編集' }).click()
  expect(await viewer.page.getByRole('button', { name: /にほかの話者を統合$/ }).count()).toBe(0)
  const dialog = viewer.page.getByRole('dialog')
  await dialog.getByLabel('話者名').fill('田中 誠')
  await dialog.getByRole('button', { name: '保存' }).click()
  for (const on of [viewer.page, page])
    await on.getByRole('table', { name: '話者の一覧' }).getByText('田中 誠', { exact: true }).waitFor()
  expect(viewer.errors).toEqual([])
  await viewer.leave()
})

it('TAG-03 TAG-04 WS-19 the Tags tab counts new passages of others, and links to the recording', async () => {
  const tag = await post<{ id: number }>(`/projects/${folder.projectId}/tags`, { name: '決裁' })
  await visitor.navigate(`/projects/${folder.projectId}?tab=2&folder=below`)
  await page.getByText('使用中のタグはありません', { exact: false }).waitFor()
  await visitor.subscribed(folderChannel(folder.projectId))
  const uuid = await mark(1, '納期', tag.id)
  // The count is updated by a realtime message, without a reload.
  await page.getByRole('button', { name: /決裁.*1/ }).click()
  const play = page.getByRole('dialog').getByRole('link', { name: '「初回訪問」を00:01から再生' })
  expect(decodeURIComponent((await play.getAttribute('href')) ?? '')).toBe(
    `/projects/${file.projectId}/files/${file.id}?block=${uuid}|1&t=1`,
  )
  await play.click()
  await page.waitForURL((url) => url.pathname === `/projects/${file.projectId}/files/${file.id}`)
})

function box() {
  return page.getByRole('searchbox', { name: 'このフォルダ以下を検索' })
}

function row(name: string) {
  return page.getByRole('row', { name, exact: true })
}

function hits() {
  return row('定例会議').getByRole('link').filter({ hasText: '番目' })
}

it('WS-26 WS-27 WS-28 searches transcripts below a folder while typing, and opens the recording at the hit', async () => {
  await visitor.navigate(`/projects/${calls.projectId}`)
  await box().pressSequentially('データ')
  // Hits for the first letters may have been shown before.
  await expect.poll(() => hits().locator('mark').allInnerTexts()).toEqual(['ﾃﾞｰﾀ', 'ﾃﾞｰﾀ', 'ﾃﾞｰﾀ'])
  expect(await hits().allInnerTexts()).toEqual(
    ['0:03', '0:10', '0:17'].map((time, n) => `${time}\n${3 + 7 * n}番目のﾃﾞｰﾀです。`),
  )
  await row('データ移行の相談').waitFor()
  await page.getByRole('button', { name: 'ほか7件を表示' }).press('Enter')
  await hits().nth(9).waitFor()
  // The keyboard focus moves to the first new hit.
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('24番目'))
  await page.getByRole('button', { name: /^ほか/ }).waitFor({ state: 'detached' })
  await hits().nth(1).click()
  await page.waitForURL(/\/files\/\d+\?/)
  const address = new URL(page.url()).searchParams
  expect([address.get('search'), address.get('t'), address.get('block')?.length]).toEqual(['データ', '10', 36])
  await page.locator('.kaiwa-block[data-current]', { hasText: '10番目' }).waitFor()
})

it('WS-21 does not search an unconfirmed conversion, shows when nothing is found, and offers a retry after a failure', async () => {
  await visitor.navigate(`/projects/${calls.projectId}`)
  await box().waitFor()
  // The fake clock passes any delay of the search box without waiting.
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
  const endFailures = await intercept(page, '**/api/projects/*/files?*', (route) => route.abort())
  await box().fill('会')
  await page.getByRole('button', { name: '再試行' }).waitFor()
  endFailures()
  await page.getByRole('button', { name: '再試行' }).click()
  await row('定例会議').waitFor()
})
