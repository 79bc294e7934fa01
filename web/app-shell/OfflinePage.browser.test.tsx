import { afterEach, expect, it, vi } from 'vitest'
import { DraftStore } from '../transcripts/editing/draft-store.ts'
import { openStore } from '../recording/storage/open-store.ts'
import { show } from '../test/show.tsx'
import OfflinePage from './OfflinePage.tsx'

const USER = 4_711
const KEY = 'A'.repeat(43)

afterEach(async () => {
  localStorage.clear()
  vi.restoreAllMocks()
  const store = await openStore()
  for (const { header } of await store.list(USER)) await (await store.open(header.uuid))?.remove()
})

async function record(userId: number, title: string): Promise<void> {
  const header = { type: 'header', version: 1, uuid: crypto.randomUUID(), userId, title, folderId: 1 } as const
  const store = await openStore()
  const writer = await store.create({ ...header, startedAt: '2026-11-27T01:00:00Z', language: 'ja', numSpeaker: 0 })
  await writer.append({
    type: 'segment',
    offset: 0,
    mime: 'audio/webm',
    hasVideo: false,
    startedAt: '2026-11-27T01:00:00Z',
  })
  await writer.appendPiece(new Blob(['a second of sound']), 65)
  await writer.close()
}

it('lists the unfinished recordings and drafts of the person who was signed in', async () => {
  localStorage.setItem('kaiwa.signed-in', String(USER))
  await record(USER, '朝の商談')
  await record(USER, '')
  await record(USER + 1, '他の人の録音')
  const drafts = new DraftStore(USER, async () => KEY)
  await drafts.put({ id: 'd1', transcriptId: 7, at: '2026-11-27T02:00:00.000Z', changes: [] })
  const screen = await show(<OfflinePage />, 'appShell')
  await expect.element(screen.getByText('朝の商談')).toBeVisible()
  await expect.element(screen.getByText('無題の録音')).toBeVisible()
  await expect.element(screen.getByText(/1:05/).first()).toBeVisible()
  await expect.element(screen.getByText(/の編集$/)).toBeVisible()
  expect(screen.getByText('他の人の録音').elements()).toEqual([])
  await drafts.delete({ id: 'd1', transcriptId: 7 })
})

it('lists nothing in a browser without a signed-in person', async () => {
  await record(USER, '朝の商談')
  const screen = await show(<OfflinePage />, 'appShell')
  await expect.element(screen.getByText('未完了の録音と下書きは、ログイン後に表示されます。')).toBeVisible()
  expect(screen.getByText('朝の商談').elements()).toEqual([])
})
