// A recording that takes its time: what is finished is read while the rest is still being heard.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './test/eventually.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { playsPast } from './test/plays-past.ts'

let journey: Journey
let visitor: Visitor
let work: string
let removeModels: () => Promise<void>
const SECONDS = 120

beforeAll(async () => {
  // Layers that change nothing and cost time: a part of 30 seconds takes its while, so that there is something to read before
  // the end, and no more of it than that takes.
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

type Chunks = { chunks: { position: number }[] }

/** How often each chunk of the recording is sent to the page; a read of the whole transcript sends what there is. */
const countReads = (page: Page) => {
  const whole: string[] = []
  const parts: Promise<number[]>[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (/^\/api\/files\/\d+\/transcript$/.test(pathname)) whole.push(pathname)
    if (!pathname.endsWith('/transcript/provisional') || !searchParams.has('after')) return
    const read = response.json().then(({ chunks }: Chunks) => chunks.map(({ position }) => position))
    // A read that the next one overtook has no body.
    parts.push(read.catch(() => []))
  })
  return async () => ({ whole: whole.length, parts: (await Promise.all(parts)).flat() })
}

it('PROC-08 opens at the first words, grows while one reads, and ends without a reload', async () => {
  const { page } = visitor
  const reads = countReads(page)
  const path = await makeToneRecording(work, '長い会議.wav', toneTalk(SECONDS), SECONDS)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'アップロード', exact: true }).first().click()
  await (await chooser).setFiles(path)
  await page.getByRole('combobox', { name: '長い会議.wavの音声の言語' }).selectOption('ja')
  await page.getByRole('button', { name: '1件をアップロード' }).click()

  const row = page.getByRole('row', { name: '長い会議', exact: true })
  await row.getByRole('progressbar', { name: '長い会議の進捗' }).waitFor()
  await row.getByRole('link', { name: '長い会議', exact: true }).click({ timeout: 60_000 })
  const blocks = page.locator('.kaiwa-block')
  await blocks.first().waitFor({ timeout: 60_000 })
  const strip = page.getByText('解析中です。完了した部分から読めます。')
  await strip.waitFor()
  const first = await blocks.count()
  // Reading it, searching it and hearing it need not wait for the end.
  await page.getByRole('searchbox', { name: '文字起こしを検索' }).fill('one')
  await page.getByText(/^1\/\d+$/).waitFor()
  await page.getByRole('button', { name: '再生', exact: true }).click()
  await playsPast(page, 1)
  await eventually('more blocks', async () => (await blocks.count()) > first)
  await strip.waitFor({ state: 'hidden', timeout: 60_000 })
  // Where one is stays where it is.
  expect(await page.getByRole('searchbox').inputValue()).toBe('one')
  expect(await page.getByRole('button', { name: '一時停止' }).count()).toBe(1)
  expect(visitor.errors).toEqual([])
  // At the opening, where the file and its transcript may be asked for apart, and at the end. Between them come parts.
  const { whole, parts } = await reads()
  expect(whole).toBeLessThanOrEqual(4)
  expect(parts.length).toBeGreaterThan(0)
  // A read that is overtaken at its end may have been answered already.
  expect(parts.length).toBeLessThanOrEqual(2 * new Set(parts).size)
})
