import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Home as HomeData, HomeFile } from '@kaiwa/contract/home.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { sessionQuery } from '../../platform/session.ts'
import { treeQuery } from '../../platform/tree-query.ts'
import { PrivatePage } from '../../test/PrivatePage.tsx'
import { emulateTouch, show } from '../../test/show.tsx'
import { Home } from './Home.tsx'
import { withEstimate } from './queries.ts'

function file(id: number, columns: Partial<HomeFile> = {}): HomeFile {
  return {
    id,
    project_id: 7,
    title: `録音${id}`,
    status: 'processed',
    thumbnail: null,
    thumbnail_kind: 'is_audio',
    duration: 754,
    last_updated_at: '2026-04-01T03:00:00.000Z',
    transcript: { id: null, status: 'waiting', block_count: 0 },
    folder: { id: 7, name: '営業' },
    can: { open: true },
    upload: null,
    metadata: [],
    ...columns,
  } as HomeFile
}

const DONE = { sample: { id: 1, project_id: 1 }, has_uploaded: true, has_invited: true }
const NOTHING: HomeData = { recent: [], running: [], running_total: 0, shared: [], first_steps: DONE }
const SHARED = {
  item_id: 3,
  is_project: true,
  resource_id: 9,
  project_id: 9,
  name: '人事',
  shared_by: { id: 2, name: '佐藤 健', avatar: null },
  shared_at: '2026-04-01T03:00:00.000Z',
}

/** Returns the response to `GET /home`. Other requests of the page stay pending. */
let answer: () => Promise<Response>
beforeEach(() => {
  const server = (input: RequestInfo | URL): Promise<Response> =>
    new URL(input instanceof Request ? input.url : String(input), location.href).pathname === '/api/home'
      ? answer()
      : new Promise<Response>(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(server)
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

/** May see the members of the workspace. */
const user = {
  id: 1,
  workspaces: [],
  can: { view_members: true },
  settings: { is_first_steps_closed: false },
} as unknown as User

/** The home above a table, as on the root. */
function Root({ project }: { project: Project }) {
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  return (
    <div ref={setSurface}>
      <Home project={project} surface={surface} />
      <p>表</p>
    </div>
  )
}

async function open({ canCreate = true } = {}) {
  queryClient.setQueryData(sessionQuery.queryKey, { user } as Identity)
  const tree: Tree = { all_items: [], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }
  queryClient.setQueryData(treeQuery.queryKey, tree)
  const project = { id: 1, item_id: 1, is_root_item: true, can: { create_folder: canCreate } } as Project
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter>
          <Root project={project} />
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'workspace',
    'uploads',
    'home',
  )
}

describe('the home', () => {
  it('shows a skeleton while it is loading, and a failure with a retry', async () => {
    const failure = Promise.withResolvers<Response>()
    answer = () => failure.promise
    const screen = await open()
    await expect.element(screen.getByRole('status', { name: '読み込み中' })).toBeVisible()
    failure.resolve(Response.json({ error: 'E_FORBIDDEN' }, { status: 403 }))
    const retry = screen.getByRole('alert').getByRole('button', { name: '再試行' })
    await expect.element(retry).toBeVisible()
    answer = async () => Response.json({ ...NOTHING, recent: [file(2)] })
    await retry.click()
    await expect.element(screen.getByRole('link', { name: '録音2' })).toBeVisible()
  })

  it.each([
    [true, '録音はまだありません。アップロードすると、ここに並びます。'],
    [false, '閲覧できる録音が追加されると、ここに並びます。'],
  ])('says what an empty workspace waits for; may upload: %s', async (canCreate, text) => {
    answer = async () => Response.json(NOTHING)
    const screen = await open({ canCreate })
    await expect.element(screen.getByRole('region', { name: '最近の録音' }).getByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'アップロード' }).query() !== null).toBe(canCreate)
  })

  it('ticks the first steps that are done, until all are done or they are closed', async () => {
    const steps = { sample: null, has_uploaded: true, has_invited: false }
    answer = async () => Response.json({ ...NOTHING, first_steps: steps })
    const screen = await open()
    const part = screen.getByRole('region', { name: 'はじめに' })
    await expect.element(part.getByRole('button', { name: 'サンプルを追加' })).toBeVisible()
    const titles = () =>
      part
        .getByRole('listitem')
        .elements()
        .map((item) => item.querySelector('div > div')?.textContent)
    expect(titles()).toEqual(['サンプルを試す', '録音をアップロードする（完了）', '同僚を招待する'])
    await expect.element(part.getByRole('link', { name: 'メンバーを招待' })).toHaveAttribute('href', '/mypage/member')
    answer = async () => Response.json({ ...NOTHING, first_steps: { ...steps, sample: { id: 5, project_id: 4 } } })
    await queryClient.invalidateQueries({ queryKey: ['home'] })
    const link = part.getByRole('link', { name: 'サンプルを開く' })
    await expect.element(link).toHaveAttribute('href', '/projects/4/files/5')
    await part.getByRole('button', { name: '閉じる' }).click()
    await expect.element(part).not.toBeInTheDocument()
    expect(fetch).toHaveBeenCalledWith(
      expect.stringMatching(/\/api\/profile\/settings$/),
      expect.objectContaining({ body: JSON.stringify({ settings: { is_first_steps_closed: true } }) }),
    )
  })

  it('shows no first steps when all are done', async () => {
    answer = async () => Response.json({ ...NOTHING, recent: [file(2)] })
    const screen = await open()
    await expect.element(screen.getByRole('link', { name: '録音2' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'はじめに' }).query()).toBeNull()
  })

  it('shows recordings with folder and duration, who shared what, and how many are left out', async () => {
    const running = [file(1, { status: 'processing', title: '定例', can: { open: false } as HomeFile['can'] })]
    answer = async () => Response.json({ ...NOTHING, recent: [file(2)], running, running_total: 9, shared: [SHARED] })
    const screen = await open()
    const recent = screen.getByRole('region', { name: '最近の録音' })
    await expect.element(recent.getByRole('link', { name: '録音2' })).toHaveAttribute('href', '/projects/7/files/2')
    await expect.element(recent.getByRole('link', { name: '営業' })).toHaveAttribute('href', '/projects/7')
    await expect.element(recent.getByText('12:34')).toBeVisible()
    const inProgress = screen.getByRole('region', { name: '進行中' })
    await expect.element(inProgress.getByText('ほか8件')).toBeVisible()
    // As in the table: the state, the progress, and no link to a file that cannot be opened.
    await expect.element(inProgress.getByRole('progressbar', { name: '定例の進捗' })).toBeInTheDocument()
    expect(inProgress.getByRole('link', { name: '定例' }).query()).toBeNull()
    const shared = screen.getByRole('region', { name: '共有されたもの' })
    await expect.element(shared.getByRole('link', { name: '人事' })).toHaveAttribute('href', '/projects/9')
    await expect.element(shared.getByText(/^佐藤 健さん・/)).toBeVisible()
  })

  it.each([
    [false, 'ここにドロップするか、ファイルを選択します。'],
    [true, '音声や動画のファイルを選択します。'],
  ])('mentions dropping only where files can be dragged; touched: %s', async (isTouched, text) => {
    emulateTouch(isTouched)
    onTestFinished(() => emulateTouch(false))
    answer = async () => Response.json(NOTHING)
    const screen = await open()
    const box = screen.getByRole('region', { name: '録音をアップロード' })
    await expect.element(box.getByRole('paragraph')).toHaveTextContent(text)
  })

  it('asks for the folder of files that are dropped on the table below it', async () => {
    answer = async () => Response.json(NOTHING)
    const screen = await open()
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['recording'], '朝会.wav'))
    const drag = (type: string) =>
      screen
        .getByText('表')
        .element()
        .dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    await expect.element(screen.getByRole('button', { name: 'アップロード' })).toBeVisible()
    drag('dragenter')
    await expect.element(screen.getByText('ここにドロップしてアップロード')).toBeVisible()
    drag('drop')
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('朝会.wav')).toBeVisible()
    await expect.element(dialog.getByRole('combobox', { name: '保存先のフォルダ' })).toBeVisible()
    expect(screen.getByText('ここにドロップしてアップロード').query()).toBeNull()
  })
})

it('a new estimate changes the running file that it is about, and no other', () => {
  const home = { ...NOTHING, running: [file(1, { status: 'processing' }), file(2, { status: 'processing' })] }
  const estimate = {
    project_file_id: 2,
    transcript_started_at: '2026-04-01T03:00:00.000Z',
    estimate_completed_at: '2026-04-01T03:05:00.000Z',
    progress_share: 0.5,
    progress_at: '2026-04-01T03:01:00.000Z',
    duration: 60,
    block_count: 4,
  }
  const { running } = withEstimate(home, estimate)
  expect(running[0]).toBe(home.running[0])
  expect(running[1]).toMatchObject({
    duration: 60,
    estimate_completed_at: '2026-04-01T03:05:00.000Z',
    transcript: { block_count: 4 },
  })
  expect(running[1]).not.toHaveProperty('project_file_id')
})
