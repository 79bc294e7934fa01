// A conversation is recorded in the browser, survives a reload, and becomes a transcript while it is recorded.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { eventually } from './test/eventually.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

/** Milliseconds before the recording is continued: an interruption of less than a second has another text. */
const INTERRUPTION_MS = 1_500
/** Length of the talk on the fake microphone, in seconds. A chunk has up to 30. */
const SECONDS = 600
/** Seconds of recording after which the first chunk is complete. */
const UNTIL_TEXT = 34

let journey: Journey
let visitor: Visitor
let owner: TestOwner
let folder: TestFolder
let work: string
let removeModels: () => Promise<void>

beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-recording-'))
  const microphone = await makeToneRecording(work, 'talk.wav', toneTalk(SECONDS), SECONDS)
  journey = await startJourney({ KAIWA_MODELS: models.folder }, { microphone })
  owner = await createOwner(journey.program.db)
  folder = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name: '商談' })
  visitor = await journey.visit({ as: owner })
})
afterAll(async () => {
  await journey.end()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})
afterEach((test) => resetAfterFailure(test, visitor))

/** The running time of the recording in seconds. */
async function timeOf(page: Page): Promise<number> {
  const [seconds = 0, minutes = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number).toReversed()
  return minutes * 60 + seconds
}

/** Waits for real seconds: the microphone plays no faster. */
async function recordUntil(page: Page, seconds: number): Promise<void> {
  while ((await timeOf(page)) < seconds) await page.waitForTimeout(250)
}

it('APP-06 records in the browser, continues after a reload, and has its transcript soon after the end', async () => {
  const { page } = visitor
  await visitor.open(`/projects/${folder.projectId}`)
  await page.getByRole('banner').getByRole('button', { name: '録音', exact: true }).click()
  await page.getByRole('button', { name: 'このブラウザで録音' }).click()
  await page.getByRole('button', { name: '録音を開始' }).click()
  await page.getByText('録音中', { exact: true }).waitFor()
  await recordUntil(page, 3)
  await page.keyboard.press('m')
  await page.getByRole('textbox', { name: /のメモ（省略可）$/ }).fill('予算の話')
  await page.keyboard.press('Enter')

  // The text is shown during the recording.
  await recordUntil(page, UNTIL_TEXT)
  await page
    .getByText(/\b(one|two|three) /)
    .first()
    .waitFor({ timeout: 60_000 })
  await page.getByText('録音中', { exact: true }).waitFor()

  // The browser asks before it leaves the page. After leaving, the recording is listed as unfinished.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const unfinished = page.getByRole('region', { name: '未完了の録音' })
  await unfinished.waitFor()
  await page.waitForTimeout(INTERRUPTION_MS)
  await unfinished.getByRole('button', { name: /の録音を続ける$/ }).click()
  await page.getByText('録音中', { exact: true }).waitFor()
  await page.getByText(/録音されませんでした（ページを閉じたため）/).waitFor()
  const before = await timeOf(page)
  await recordUntil(page, before + 4)
  await page.getByRole('button', { name: '録音を終了', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '録音を保存' })
  await dialog.getByRole('textbox', { name: 'タイトル' }).fill('北星製作所との商談')
  await dialog.getByRole('button', { name: '保存して送信' }).click()
  await page.getByRole('link', { name: '文字起こしを開く' }).click({ timeout: 60_000 })

  await page.getByRole('heading', { name: '北星製作所との商談' }).waitFor()
  await page.getByText('解析中です。完了した部分から読めます。').waitFor({ state: 'hidden', timeout: 60_000 })
  await page.locator('.kaiwa-block').first().waitFor({ timeout: 60_000 })
  await page.getByText('予算の話').first().waitFor()
  const file = await eventually('a recording that plays', async () => {
    const found = await journey.program.db
      .selectFrom('files')
      .select(['status', 'duration', 'is_recording', 'is_playable'])
      .where('title', '=', '北星製作所との商談')
      .executeTakeFirstOrThrow()
    return found.is_playable ? found : null
  })
  expect(file).toMatchObject({ status: 'processed', is_recording: false })
  expect(file.duration).toBeGreaterThan(UNTIL_TEXT + 3)
  expect(visitor.errors).toEqual([])
}, 240_000)
