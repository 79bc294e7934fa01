// A transcript leaves as a file and comes back from one.
import { readFile } from 'node:fs/promises'
import { createStudio, type Studio } from '@kaiwa/server/test/factories/editing.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let visitor: Visitor
let page: Page
let studio: Studio
beforeAll(async () => {
  journey = await startJourney()
  studio = await createStudio(journey.program, { blocks: 8 })
  visitor = await journey.visit({ as: studio.owner })
  page = visitor.page
  await visitor.open(address())
  await blocks().first().waitFor()
})
afterAll(() => journey.end())
afterEach(() => {
  expect(visitor.errors.splice(0)).toEqual([])
})

const address = () => `/projects/${studio.file.projectId}/files/${studio.file.id}`
const blocks = () => page.locator('.kaiwa-block')
const dialog = () => page.getByRole('dialog')
const choose = async (item: string) => {
  await page.getByRole('button', { name: 'ファイルのメニュー' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await dialog().waitFor()
}
const bring = (name: string, content: string) =>
  dialog()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const takeJson = async (): Promise<string> => {
  await choose('文字起こしを書き出す')
  await dialog().getByRole('radio', { name: 'JSON' }).check()
  await dialog().getByText('"format": "kaiwa-transcript"').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'ダウンロード' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^録音\d+\.json$/)
  await dialog().waitFor({ state: 'detached' })
  return readFile(await download.path(), 'utf8')
}
const substance = (json: string) => ({ ...(JSON.parse(json) as object), exported_at: null })

it('an export as JSON is imported again into the same file without a difference, while somebody watches', async () => {
  const json = await takeJson()
  const watcher = await journey.visit({ as: studio.viewer })
  await watcher.open(address())
  await watcher.page.locator('.kaiwa-block').nth(7).waitFor()
  await choose('文字起こしを取り込む')
  await bring('話.srt', '1\n00:00:01,000 --> 00:00:02,000\n別の内容です。\n')
  await dialog().getByText('8件の発話').waitFor()
  await dialog().getByRole('button', { name: '置き換える' }).click()
  await page.getByText('文字起こしを取り込みました').waitFor()
  await blocks().filter({ hasText: '別の内容です。' }).waitFor()
  await watcher.page.locator('.kaiwa-block').filter({ hasText: '別の内容です。' }).waitFor()
  await choose('文字起こしを取り込む')
  await bring('元.json', json)
  await dialog().getByRole('button', { name: '置き換える' }).click()
  await blocks().nth(7).waitFor()
  await watcher.page.locator('.kaiwa-block').nth(7).waitFor()
  expect(watcher.errors).toEqual([])
  await watcher.leave()
  expect(substance(await takeJson())).toEqual(substance(json))
})

it('an SRT with broken times says which line, and changes nothing', async () => {
  await choose('文字起こしを取り込む')
  await bring('壊れた字幕.srt', '1\n00:00:01,000 --> 00:00:02,000\nはい\n\n2\n00:00:0x,000 --> 00:00:04,000\nいいえ\n')
  await dialog().getByRole('alert').getByText('6行目：時刻を読み取れません：00:00:0x,000').waitFor()
  expect(await dialog().getByRole('button', { name: '取り込む', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  expect(await blocks().count()).toBe(8)
})
