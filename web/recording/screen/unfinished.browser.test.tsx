// Recordings that were not sent completely, in the real storage of the browser.
import type { RecordingHeader } from '@kaiwa/recording/journal.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openStore } from '../storage/open-store.ts'
import { lockRecording } from '../storage/recording-lock.ts'
import { currentSession } from '../session/current-session.ts'
import { cleanUp, FOLDER, openPage, RecordingServer, USER } from './test/recording-pages.tsx'

let server: RecordingServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new RecordingServer()
})
afterEach(cleanUp)

const BYTES = new Uint8Array(3_000_000).fill(7)

/** A recording of 75 seconds that a crash has left behind. */
async function leave({ userId = USER, title = '定例会議' } = {}): Promise<RecordingHeader> {
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
    // Its tab owns it while it is sent.
    await expect.element(list.getByRole('button', { name: '「定例会議」を破棄' })).toBeDisabled()
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
