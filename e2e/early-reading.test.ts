// Reading the finished part of a recording while the rest is being transcribed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './test/eventually.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { recordFailures } from './test/record-failures.ts'
import { waitForPlayback } from './test/wait-for-playback.ts'

let journey: Journey
let visitor: Visitor
let work: string
let removeModels: () => Promise<void>
const SECONDS = 120

beforeAll(async () => {
  // `effort` adds model layers that cost time and change nothing. A chunk of 30 seconds then takes long enough for text to
  // be readable before the end.
  const models = await makeToneEngine({ effort: 20 })
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-early-'))
  journey = await startJourney({ KAIWA_MODELS: models.folder })
  const { db } = journey.program
  const owner = await createOwner(db)
  const folder = await createFolder(db, rootOf(owner), { creator: owner, name: '録音' })
  visitor = await journey.visit({ as: owner })
  await visitor.open(`/projects/${folder.projectId}`)
})
afterAll(async () => {
  await journey.end()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})

interface Chunks {
  chunks: { position: number }[]
}

/** Counts reads of the whole transcript, and collects the positions of chunks that were sent by provisional reads. */
function countReads(page: Page) {
  const whole: string[] = []
  const parts: Promise<number[]>[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (/^\/api\/files\/\d+\/transcript\/parts$/.test(pathname)) whole.push(pathname)
    if (!pathname.endsWith('/transcript/provisional') || !searchParams.has('after')) return
    const read = response.json().then(({ chunks }: Chunks) => chunks.map(({ position }) => position))
    // A read that was aborted by the next one has no body.
    parts.push(read.catch(() => []))
  })
  return async () => ({ whole: whole.length, parts: (await Promise.all(parts)).flat() })
}

it('PROC-08 a file opens at its first chunk, grows while it is read, and completes without a reload', async () => {
  const { page } = visitor
  const reads = countReads(page)
  const failures = recordFailures(page)
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(new URL(response.url()).pathname.split('/').at(-1) ?? '')
  })
  const path = await makeToneRecording(work, '長い会議.wav', toneTalk(SECONDS), SECONDS)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'アップロード', exact: true }).first().click()
  await (await chooser).setFiles(path)
  await page.getByRole('combobox', { name: '長い会議.wavの音声の言語' }).selectOption('ja')
  await page.getByRole('button', { name: '1件をアップロード' }).click()

  const row = page.getByRole('row', { name: '長い会議', exact: true })
  await row.getByRole('progressbar', { name: '長い会議の進捗' }).waitFor()
  const link = row.getByRole('link', { name: '長い会議', exact: true })
  await link.waitFor({ timeout: 60_000 })
  // No message aborts a request that another one has caused.
  expect(failures).toEqual([])
  await link.click()
  const blocks = page.locator('.kaiwa-block')
  await blocks.first().waitFor({ timeout: 60_000 })
  const strip = page.getByText('解析中です。完了した部分から読めます。')
  await strip.waitFor()
  const first = await blocks.count()
  // Reading, search and playback work before the end.
  await page.getByRole('searchbox', { name: '文字起こしを検索' }).fill('one')
  await page.getByText(/^1\/\d+$/).waitFor()
  await page.getByRole('button', { name: '再生', exact: true }).click()
  await waitForPlayback(page, 1)
  await eventually('more blocks', async () => (await blocks.count()) > first)
  await strip.waitFor({ state: 'hidden', timeout: 60_000 })
  // Search and playback continue.
  expect(await page.getByRole('searchbox').inputValue()).toBe('one')
  expect(await page.getByRole('button', { name: '一時停止' }).count()).toBe(1)
  expect(visitor.errors).toEqual([])
  // The waveform is requested when it exists.
  await page.locator('svg[class*=waveform]').waitFor({ state: 'attached' })
  expect(missing.filter((name) => /^(waveform\.json|thumbnail\.jpg)$/.test(name))).toEqual([])
  // Leaving the folder may end a request of its list; no other call failed, as that for saves of a text without any.
  // The browser sometimes reports a part answer as aborted that the page has read to its end.
  const isHarmless = /^aborted \/api\/(projects\/\d+\/files|files\/\d+\/transcript\/parts)$/
  expect(failures.filter((failure) => !isHarmless.test(failure))).toEqual([])
  // The whole transcript is read on opening, where file and transcript may be requested separately, and at the end. Other
  // reads fetch new chunks only.
  const { whole, parts } = await reads()
  expect(whole).toBeLessThanOrEqual(4)
  expect(parts.length).toBeGreaterThan(0)
  // The server may have answered a read that the client aborts, so a chunk may be sent twice.
  expect(parts.length).toBeLessThanOrEqual(2 * new Set(parts).size)
})
