// Recordings that were not sent completely, in the real storage of the browser.
import type { Item } from '@kaiwa/contract/items.ts'
import type { RecordingHeader } from '@kaiwa/recording/journal.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../platform/query-client.ts'
import { treeQuery } from '../../platform/tree-query.ts'
import { openStore } from '../storage/open-store.ts'
import { lockRecording } from '../storage/recording-lock.ts'
import { currentSession } from '../session/current-session.ts'
import { setStoredHere } from './recorded-here.ts'
import { cleanUp, FOLDER, openPage, RecordingServer, USER } from './test/recording-pages.tsx'

let server: RecordingServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new RecordingServer()
})
afterEach(cleanUp)

const BYTES = new Uint8Array(3_000_000).fill(7)

/** A recording of 75 seconds that a crash has left behind. */
async function leave({ userId = USER, title = '定例会議', isConfirmed = false } = {}): Promise<RecordingHeader> {
  const header: RecordingHeader = {
    type: 'header',
    version: 1,
    uuid: crypto.randomUUID(),
    userId,
    startedAt: new Date(2026, 10, 27, 9, 30).toISOString(),
    title,
    folderId: FOLDER,
    language: 'ja',
    numSpeaker: 0,
  }
  const writer = await (await openStore()).create(header)
  await writer.append({
    type: 'segment',
    offset: 0,
    mime: 'audio/webm;codecs=opus',
    hasVideo: false,
    startedAt: header.startedAt,
  })
  await writer.appendPiece(new Blob([BYTES]), 75)
  if (isConfirmed) {
    await writer.append({ type: 'stopped', at: 1 })
    await writer.append({ type: 'confirmed', at: 1 })
  }
  await writer.close()
  return header
}

async function openList() {
  const screen = await openPage()
  const list = screen.getByRole('region', { name: '未完了の録音' })
  await expect.element(list).toBeVisible()
  return { screen, list }
}

describe('APP-12 unfinished recordings', () => {
  it('are listed with title, start, length and size; those of another person are not', async () => {
    await leave()
    await leave({ userId: USER + 1, title: '他人の録音' })
    const { list } = await openList()
    await expect.element(list.getByText('定例会議')).toBeVisible()
    await expect.element(list.getByText('2026/11/27 09:30・1:15・2.86 MB')).toBeVisible()
    expect(list.getByText('他人の録音').query()).toBeNull()
  })

  it('go on in a new segment, with an interruption', async () => {
    await leave()
    const { screen, list } = await openList()
    await list.getByRole('button', { name: '「定例会議」の録音を続ける' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    await expect.element(screen.getByRole('timer')).toHaveTextContent('1:16')
    expect(currentSession()?.get().details.title).toBe('定例会議')
    await expect.element(screen.getByRole('region', { name: '中断' })).toBeVisible()
  })

  it('are saved to the disk as they are', async () => {
    await leave()
    const saved: Blob[] = []
    const createObjectURL = URL.createObjectURL.bind(URL)
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return createObjectURL(blob)
    })
    const { list } = await openList()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await list.getByRole('button', { name: '「定例会議」をこの端末にファイルとして保存' }).click()
    await expect
      .poll(() => click.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
      .toContain('定例会議.weba')
    const file = saved.find(({ size }) => size === BYTES.length)
    expect(file && new Uint8Array(await file.arrayBuffer())).toEqual(BYTES)
  })

  it('are discarded after a question', async () => {
    await leave()
    const { screen, list } = await openList()
    await list.getByRole('button', { name: '「定例会議」を破棄' }).click()
    const question = screen.getByRole('dialog', { name: '録音を破棄しますか？' })
    await expect.element(question.getByText(/元に戻すことはできません/)).toBeVisible()
    await question.getByRole('button', { name: '破棄', exact: true }).click()
    await expect.element(list).not.toBeInTheDocument()
    expect(await (await openStore()).list(USER)).toEqual([])
  })

  it('are sent into the folder that is chosen', async () => {
    await leave()
    const { screen, list } = await openList()
    await list.getByRole('button', { name: '「定例会議」を保存して送信' }).click()
    const dialog = screen.getByRole('dialog', { name: '録音を保存' })
    await dialog.getByRole('combobox', { name: '保存先のフォルダ' }).selectOptions('人事')
    await dialog.getByRole('button', { name: '保存して送信' }).click()
    await expect.poll(() => server.calls).toContain('POST /api/projects/8/uploads/upload-url')
    await expect.element(screen.getByRole('complementary', { name: '送信中：定例会議' })).toBeVisible()
    expect(list.query()).toBeNull()
  })

  it('of another tab are named, and nothing is offered', async () => {
    const { uuid } = await leave()
    const unlock = await lockRecording(uuid)
    const { list } = await openList()
    await expect.element(list.getByText('別のタブまたはウィンドウで録音または送信しています。')).toBeVisible()
    expect(list.getByRole('button').elements()).toEqual([])
    await unlock?.()
  })
})

/** A server that takes one recording. Returns the ranges of bytes that arrive. */
function takeUploads({ uuid }: RecordingHeader): string[] {
  const ranges: string[] = []
  const credentials = { id: 5, name: '定例会議', video_id: 'v', expired_at: 1, is_audio: true, tus_signature: 's' }
  const libraries = { library_id: 'video', audio_library_id: 'audio' }
  Object.assign(server.answers, {
    [`POST /api/projects/${FOLDER}/uploads/upload-url`]: () =>
      Response.json({ uploads: { [uuid]: credentials }, ...libraries, endpoint: `${location.origin}/api/tus` }),
    'POST /api/tus': () => new Response(null, { status: 201 }),
    'PUT /api/uploads/5/recording': () => Response.json({ success: true }),
    'PATCH /api/tus/v': async (request: Request) => {
      const from = Number(request.headers.get('upload-offset'))
      const to = from + (await request.arrayBuffer()).byteLength
      ranges.push(`${from}-${to}`)
      return new Response(null, { status: 204, headers: { 'upload-offset': String(to) } })
    },
    'PUT /api/uploads/5': () => Response.json({ id: 12, item_id: 120, project_id: FOLDER, title: '定例会議' }),
  })
  return ranges
}

function isAsked(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

describe('APP-12 recordings that were finished but not sent completely', () => {
  beforeEach(() => setStoredHere(true))

  it('are sent by themselves on any page', async () => {
    const ranges = takeUploads(await leave({ isConfirmed: true }))
    const screen = await openPage('/trash')
    await expect.element(screen.getByText('「定例会議」を送信しました')).toBeVisible()
    expect(ranges).toEqual(['0-1048576', '1048576-3000000'])
    expect(await (await openStore()).list(USER)).toEqual([])
  })

  it('are shown while they are sent: the browser asks before the page is closed, and sending can be stopped', async () => {
    const header = await leave({ isConfirmed: true })
    await leave({ title: '未完了の会議' })
    takeUploads(header)
    // The answer does not come.
    Reflect.deleteProperty(server.answers, 'PATCH /api/tus/v')
    const { screen, list } = await openList()
    const bar = screen.getByRole('complementary', { name: '送信中：定例会議' })
    await expect.poll(() => server.calls).toContain('PATCH /api/tus/v')
    await expect.element(bar.getByText('0%')).toBeVisible()
    expect(isAsked()).toBe(true)
    // The unfinished recording is not sent.
    await expect.element(list.getByText('未完了の会議')).toBeVisible()
    await bar.getByRole('button', { name: '送信を中断' }).click()
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(list.getByRole('button', { name: '「定例会議」を破棄' })).toBeEnabled()
    expect(isAsked()).toBe(false)
    // No other tab sends it either, until it is saved again.
    const stored = await (await openStore()).list(USER)
    expect(stored.map(({ isConfirmed }) => isConfirmed)).toEqual([false, false])
  })

  it.each([
    ['no storage', 422, 'PROJECT_MAX_STORAGE_EXCEEDED', 'ストレージ容量の上限を超えました。'],
    ['no folder', 404, 'E_NOT_FOUND', 'フォルダが削除されたか、アップロードする権限がなくなりました。'],
    ['refused by the server', 413, 'UNREADABLE', 'サーバーが録音を受け付けませんでした。あとで再試行するか、'],
  ])('stay stored when they are refused, and the reason is said: %s', async (_case, status, error, reason) => {
    await leave({ isConfirmed: true })
    server.answers[`POST /api/projects/${FOLDER}/uploads/upload-url`] = () => Response.json({ error }, { status })
    const { screen, list } = await openList()
    const text = `「定例会議」を送信できませんでした。録音はこの端末に保存されています。${reason}`
    await expect.element(screen.getByText(text, { exact: false })).toBeVisible()
    await expect.element(list.getByRole('button', { name: '「定例会議」を保存して送信' })).toBeEnabled()
    expect(isAsked()).toBe(false)
  })

  it('are not sent by another person at this browser', async () => {
    await leave({ userId: USER + 1, isConfirmed: true })
    const screen = await openPage('/trash', <p>ごみ箱</p>)
    await expect.element(screen.getByText('ごみ箱')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.calls).not.toContain(`POST /api/projects/${FOLDER}/uploads/upload-url`)
  })
})

describe('a folder that changes while the form is open', () => {
  const GONE = /^フォルダが削除されたか、アップロードする権限がなくなりました/

  async function openForm() {
    const { screen, list } = await openList()
    await list.getByRole('button', { name: '「定例会議」を保存して送信' }).click()
    const dialog = screen.getByRole('dialog', { name: '録音を保存' })
    const folder = dialog.getByRole('combobox', { name: '保存先のフォルダ' })
    await expect.element(folder).toHaveDisplayValue('営業')
    return { dialog, folder, save: dialog.getByRole('button', { name: '保存して送信' }) }
  }

  /** Changes the folder in the tree, as a message of the server does. */
  function changeFolder(change: (folder: Item) => Item[]): void {
    queryClient.setQueryData(treeQuery.queryKey, (tree) => {
      const [root] = tree!.all_items
      const children = root!.children.flatMap((one) => (one.resource_id === FOLDER ? change(one) : [one]))
      return { ...tree!, all_items: [{ ...root!, children }] }
    })
  }

  it.each([
    ['is deleted', () => []],
    ['may no longer be used', (folder: Item) => [{ ...folder, can: { ...folder.can, upload: false } }]],
  ])('and %s is said, and another one is asked for', async (_case, change) => {
    await leave()
    const { dialog, folder, save } = await openForm()
    changeFolder(change)
    await expect.element(dialog.getByText(GONE)).toBeVisible()
    await expect.element(folder).toHaveDisplayValue('–')
    await save.click()
    await expect.element(dialog).toBeVisible()
    expect(server.calls.filter((call) => call.endsWith('/upload-url'))).toEqual([])
    await folder.selectOptions('人事')
    await expect.element(dialog.getByText(GONE)).not.toBeInTheDocument()
    await save.click()
    await expect.poll(() => server.calls).toContain('POST /api/projects/8/uploads/upload-url')
  })

  it('and is renamed has its new name', async () => {
    await leave()
    const { folder } = await openForm()
    changeFolder((one) => [{ ...one, name: '営業部' }])
    await expect.element(folder).toHaveDisplayValue('営業部')
  })
})

describe('two tabs', () => {
  it('a recording that another tab has taken since it was listed is not touched, and the reason is said', async () => {
    const { uuid } = await leave()
    const { screen, list } = await openList()
    await list.getByRole('button', { name: '「定例会議」を保存して送信' }).click()
    const unlock = await lockRecording(uuid)
    await screen.getByRole('button', { name: '保存して送信', exact: true }).click()
    const said = screen.getByText('別のタブまたはウィンドウで録音または送信しています。')
    await expect.element(said.first()).toBeVisible()
    expect(server.calls).not.toContain(`POST /api/projects/${FOLDER}/uploads/upload-url`)
    await unlock?.()
  })

  it('a recording that another tab has ended since it was listed does not go on, and the reason is said', async () => {
    const { uuid } = await leave()
    const { screen, list } = await openList()
    const other = await (await openStore()).open(uuid)
    await other?.append({ type: 'stopped', at: 1 })
    await other?.close()
    await list.getByRole('button', { name: '「定例会議」の録音を続ける' }).click()
    await expect
      .element(screen.getByText('別のタブまたはウィンドウで、この録音は終了、送信、または破棄されました。'))
      .toBeVisible()
    // The list shows its new state.
    await expect.element(list.getByRole('button', { name: '「定例会議」の録音を続ける' })).not.toBeInTheDocument()
  })
})
