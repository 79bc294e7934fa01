import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import type { FileTableRow, Project } from '@kaiwa/contract/workspace.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { SignedIn } from '../platform/session.ts'
import { ShownTree } from '../platform/tree-query.ts'
import { show } from '../test/show.tsx'
import { FilesTab } from './FilesTab.tsx'

const CAN = { open: true, rename: true, move: true, delete: true, cancel: false, retry: true, change_language: true }
const PERSON = { id: 1, name: '山田 花子', avatar: null }
const AT = '2026-04-01T03:00:00.000Z'

function file(id: number, columns: object = {}): FileTableRow {
  return {
    id,
    item_id: id,
    is_project: false,
    project_id: 7,
    title: `録音${id}`,
    status: 'processed',
    failed_reason: null,
    note: null,
    thumbnail: null,
    thumbnail_kind: 'is_audio',
    duration: 754,
    original_size: 34,
    total_size: 55,
    language: 'auto',
    detected_language: 'en',
    speaker_count: 3,
    speaker_names: ['佐藤', '鈴木'],
    transcript: { id: 1, status: 'completed', block_count: 9 },
    last_updated_by: PERSON,
    last_updated_at: AT,
    upload: null,
    metadata: [],
    can: CAN,
    ...columns,
  } as unknown as FileTableRow
}

const folder = {
  id: 2,
  item_id: 90,
  is_project: true,
  title: '2026年度',
  name: '2026年度',
  original_size: 3,
  total_size: 4,
  last_updated_by: PERSON,
  last_updated_at: AT,
  can: { rename: true, move: true, delete: true },
} as FileTableRow
const failed = { status: 'failed', failed_reason: 'pre-processing-failed' }
const ROWS = [
  folder,
  file(1, { title: 'とても長い名前の録音'.repeat(8), note: { key: 'speakers-uncertain', values: {} } }),
  file(2, { status: 'canceled', detected_language: null, speaker_count: 0, speaker_names: [] }),
  file(3, { ...failed, note: { key: 'broken-media', values: {} }, can: { ...CAN, change_language: false } }),
  file(4, { ...failed, note: { key: 'media-program-missing', values: {} } }),
  file(5, { speaker_names: [], can: { ...CAN, change_language: false } }),
  file(6, {
    status: 'processing',
    can: { ...CAN, cancel: true },
    transcript_started_at: AT,
    estimate_completed_at: AT,
  }),
]

/** The calls that change something. */
let sent: [path: string, body: unknown][]
let list: () => Promise<Response>
beforeEach(() => {
  sent = []
  list = async () => Response.json({ data: ROWS, current_page: 1, last_page: 1 })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') {
      sent.push([pathname, await request.json()])
      return Response.json(ROWS[1])
    }
    if (pathname.endsWith('/installation')) return Response.json({ languages: ['ja', 'en'], detects_language: true })
    return pathname.endsWith('/files') ? list() : new Promise<Response>(() => undefined)
  })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

async function open(width: number) {
  await page.viewport(width, 900)
  const tree: Tree = { all_items: [], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [90, 5] }
  const project = { id: 7, item_id: 7, is_root_item: false, can: {} } as unknown as Project
  const identity = { user: { id: 1, settings: {} }, is_hubspot_connected: false } as unknown as Identity
  return show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SignedIn value={identity}>
          <ShownTree value={tree}>
            <FilesTab project={project} addButton={null} />
          </ShownTree>
        </SignedIn>
      </MemoryRouter>
    </QueryClientProvider>,
    'workspace',
    'uploads',
  )
}

/** The columns that are shown in the row of a file. */
function columns() {
  const cells = [...document.querySelectorAll<HTMLElement>('tbody tr:nth-child(2) td')]
  return cells.filter((cell) => cell.checkVisibility()).map(({ dataset }) => dataset['column'])
}

it('shows skeletons while the list is loading', async () => {
  const answer = Promise.withResolvers<Response>()
  list = () => answer.promise
  const screen = await open(1100)
  await expect.element(screen.getByRole('status', { name: '読み込み中' })).toBeVisible()
  answer.resolve(Response.json({ data: ROWS, current_page: 1, last_page: 1 }))
  await expect.element(screen.getByRole('link', { name: '録音5' })).toBeVisible()
  expect(screen.getByRole('status', { name: '読み込み中' }).query()).toBeNull()
})

it('shows a long name in two lines of its row', async () => {
  const title = '2026年11月27日_新製品の企画会議_営業部・開発部合同'
  list = () => Promise.resolve(Response.json({ data: [file(9, { title })], current_page: 1, last_page: 1 }))
  const screen = await open(1168)
  const link = screen.getByRole('link', { name: title })
  await expect.element(link).toBeVisible()
  const name = link.element()
  const row = name.closest('tr')
  expect(name.getBoundingClientRect().height).toBe(48)
  expect(Math.round(row?.getBoundingClientRect().height ?? 0)).toBe(56)
})

it('on a phone the deal of a file keeps its size next to a long name', async () => {
  const title = '2026年11月27日_新製品の企画会議_営業部・開発部合同'
  const hubspot_deal = { deal_name: '全社導入', hubspot_id: '12345', deal_id: '901' }
  const data = [file(9, { title, hubspot_deal })]
  list = () => Promise.resolve(Response.json({ data, current_page: 1, last_page: 1 }))
  const screen = await open(390)
  const deal = screen.getByTitle('全社導入')
  await expect.element(deal).toBeVisible()
  const { width, height, left } = deal.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  // It does not overlap the name, and leaves most of the width to it.
  const name = screen.getByRole('link', { name: title }).element().getBoundingClientRect()
  expect(name.right).toBeLessThanOrEqual(left)
  expect(name.width).toBeGreaterThan(width)
  expect(deal.element().parentElement!.getBoundingClientRect().width).toBeGreaterThanOrEqual(24)
})

it('marks the folders and files that are unread, as the tree does', async () => {
  const screen = await open(1440)
  const unread = (name: string) => screen.getByRole('row', { name }).getByText('未読あり')
  await expect.element(unread('2026年度')).toBeInTheDocument()
  await expect.element(unread('録音5')).toBeInTheDocument()
  expect(screen.getByText('未読あり').elements()).toHaveLength(2)
})

it('every row has 56 px', async () => {
  const screen = await open(1168)
  await expect.element(screen.getByRole('link', { name: '録音5' })).toBeVisible()
  const heights = screen
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => Math.round(row.getBoundingClientRect().height))
  expect(heights).toEqual(ROWS.map(() => 56))
})

it.each([
  [1168, 'name duration speakers language status last_updated_by last_updated_at original_size menu'],
  [1000, 'name duration speakers language status last_updated_at original_size menu'],
  [800, 'name duration language status last_updated_at menu'],
  [390, 'name duration status menu'],
])('a list of %d px shows the columns %s', async (width, shown) => {
  const screen = await open(width)
  await expect.element(screen.getByRole('link', { name: '録音5' })).toBeVisible()
  expect(columns().join(' ')).toBe(shown)
})

it('on a phone a row has two lines: name, then duration and status', async () => {
  const screen = await open(390)
  const row = screen.getByRole('row', { name: '録音5' })
  const top = (text: string) => row.getByText(text, { exact: true }).element().getBoundingClientRect().top
  await expect.element(row.getByText('12:34')).toBeVisible()
  expect(top('12:34')).toBeGreaterThan(top('録音5') + 10)
  expect(Math.abs(top('解析済み') - top('12:34'))).toBeLessThan(4)
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(57)
})

it('shows the size of the upload, with the total in a tooltip, and the speakers', async () => {
  const screen = await open(1168)
  const row = screen.getByRole('row', { name: /^とても長い/ })
  await expect.element(row.getByTitle('再生用データなどを含む合計：55 MB')).toHaveTextContent('34 MB')
  await expect.element(row.getByText('佐藤、鈴木 ほか1人')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: '録音5' }).getByText('3人')).toBeVisible()
})

it('an unreadable recording can be uploaded again, but not resumed', async () => {
  const screen = await open(1168)
  const offers = (name: string) =>
    screen
      .getByRole('row', { name })
      .element()
      .querySelectorAll('[data-status] :is(button, a)')
      .values()
      .map(({ textContent }) => textContent)
      .toArray()
  await expect.poll(() => offers('録音3')).toEqual(['再アップロード', 'お問い合わせ'])
  expect(offers('録音4')).toEqual(['解析を再開', 'お問い合わせ'])
})

it('has a recording analysed in another language by the menu of its chip; after an edit there is no menu', async () => {
  const screen = await open(1168)
  await screen.getByRole('button', { name: /^とても長い.*の言語：英語$/ }).click()
  await screen.getByRole('menuitem', { name: '日本語' }).click()
  const dialog = screen.getByRole('dialog', { name: '日本語で解析し直しますか？' })
  await dialog.getByRole('button', { name: '解析し直す' }).click()
  await expect.poll(() => sent).toEqual([['/api/files/1/language', { language: 'ja' }]])
  const edited = screen.getByRole('row', { name: '録音5' })
  await expect.element(edited.getByText('英語')).toBeVisible()
  expect(edited.getByRole('button', { name: /言語/ }).query()).toBeNull()
})
