// The summary of a file: characteristic passages while it is off, and one written by a stand-in for the provider: from the
// switch of the owner and the upload of a recording to the export.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpokenFile } from '@kaiwa/server/test/factories/chats.ts'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording, storeStream } from '@kaiwa/server/test/factories/recordings.ts'
import { faithful, partsIn } from '@kaiwa/server/test/factories/summaries.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { openStandInModels, type StandInModels, standInEnvironment } from '@kaiwa/server/test/stand-in-models.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { button, edit, text, type } from './test/edit-steps.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { waitForPlayback } from './test/wait-for-playback.ts'

let models: StandInModels
let journey: Journey
let owner: TestOwner
let folder: TestFolder
let visitor: Visitor
let english: Visitor
let work: string
let removeModels: () => Promise<void>
const SECONDS = 20

beforeAll(async () => {
  models = await openStandInModels(faithful)
  const engine = await makeToneEngine()
  removeModels = engine.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-summary-'))
  journey = await startJourney({ ...standInEnvironment(models.url), KAIWA_MODELS: engine.folder })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '録音' })
  ;[visitor, english] = await Promise.all([
    journey.visit({ as: owner }),
    journey.visit({ as: owner, locale: 'en', width: 390, height: 844 }),
  ])
})
afterAll(async () => {
  await journey.end()
  await models.close()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})
afterEach(async (test) => {
  await resetAfterFailure(test, visitor, english)
  expect([...visitor.errors.splice(0), ...english.errors.splice(0)]).toEqual([])
})

/** Uploads a recording, and opens its page when it is processed. Returns its path. */
async function upload(name: string): Promise<string> {
  const { page, open } = visitor
  await open(`/projects/${folder.projectId}`)
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'アップロード').first().click()
  await (await chooser).setFiles(await makeToneRecording(work, `${name}.wav`, toneTalk(SECONDS), SECONDS))
  await page.getByRole('combobox', { name: `${name}.wavの音声の言語` }).selectOption('ja')
  await button(page, '1件をアップロード').click()
  const row = page.getByRole('row', { name, exact: true })
  await row.getByText('解析済み', { exact: true }).waitFor({ timeout: 60_000 })
  await row.getByRole('link', { name, exact: true }).click()
  await text(page, 0).waitFor()
  return new URL(page.url()).pathname
}

function part({ page }: Visitor, name: string) {
  return page.getByRole('region', { name, exact: true })
}

it('shows characteristic passages without a model: they play, and a topic becomes a section', async () => {
  const { page } = visitor
  const path = await upload('初回訪問')
  await page.keyboard.press('4')
  await page.getByText('自動抽出（AI不使用）', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=summary')
  const topics = part(visitor, '話題ごとの主な発話')
  const passage = topics.getByRole('listitem').first().getByTitle('文字起こしで表示して再生').first()
  const said = await passage.locator('q').innerText()
  await topics
    .getByRole('button', { name: /から再生$/ })
    .first()
    .click()
  await waitForPlayback(page, 1)

  await topics
    .getByRole('button', { name: /をセクションにする$/ })
    .first()
    .click()
  await topics.getByText('セクション設定済み').waitFor()
  // The passage leads to the transcript, where its block is the current one.
  await passage.click()
  await page.locator('.kaiwa-block[data-current]', { hasText: said }).waitFor()
  expect(new URL(page.url()).search).toBe('')

  await english.open(`${path}?tab=summary`)
  await part(english, 'Main passages by topic').getByText(said).first().waitFor()
  await english.page.getByText('Extracted without AI', { exact: true }).waitFor()
  await part(english, 'Main passages by topic').getByText('Already a section').waitFor()
  expect(models.requests).toEqual([])
})

it('the owner switches summaries on, and the next recording gets one that plays, is edited, renewed and exported', async () => {
  const { page } = visitor
  const { program } = journey
  const earlier = await createSpokenFile(program, { folder, owner, title: '以前の訪問' }, [
    '本日はありがとうございます。',
  ])
  await storeStream(program.storage, earlier, { seconds: 10 })
  await visitor.open(`/projects/${folder.projectId}/files/${earlier.id}?tab=summary`)
  await page.getByRole('switch', { name: 'このワークスペースで要約を使う' }).click()
  await button(page, '内容を確認する').click()
  await page.getByRole('dialog').getByRole('button', { name: '同意する' }).click()
  await button(page, '要約を作成').waitFor()

  // Starts automatically after processing; parts appear without a reload.
  const path = await upload('二回目の訪問')
  await page.keyboard.press('4')
  const overview = part(visitor, '概要')
  const said = await overview.getByTitle('文字起こしで表示して再生').first().locator('q').innerText()
  const toDos = part(visitor, 'ToDo')
  await toDos.getByText('担当：佐藤').waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await english.open(`${path}?tab=summary`)
  await part(english, 'To-dos').getByText('Due: 来週').waitFor()

  // Evidence leads to the transcript, plays and marks the quote.
  await overview.getByTitle('文字起こしで表示して再生').first().click()
  await page.locator('.kaiwa-block[data-current]', { hasText: said }).waitFor()
  const marked = () => page.evaluate(() => CSS.highlights.get('kaiwa-citation')?.size ?? 0)
  await expect.poll(marked).toBeGreaterThan(0)

  // An edit is seen by everybody.
  await page.keyboard.press('4')
  await button(page, '「ToDo」を編集').click()
  await page.getByLabel('1番目の内容').fill('見積書を送る')
  await button(page, '保存').click()
  await toDos.getByText('見積書を送る').waitFor()
  await part(english, 'To-dos').getByText('見積書を送る').waitFor()

  // A change of the text makes all parts out of date; one of them is written again.
  await page.keyboard.press('1')
  await edit(visitor)
  await type(visitor, 0, '追記です。')
  await button(page, '編集を終了').click()
  await button(page, '保存して終了').click()
  await button(page, '編集').waitFor()
  await page.keyboard.press('4')
  await toDos.getByText('要更新').waitFor()
  await part(english, 'Overview').getByText('Out of date').waitFor()
  models.requests.length = 0
  await button(page, '「概要」を作り直す').click()
  await overview.getByText('追記です。', { exact: false }).first().waitFor()
  await overview.getByText('要更新').waitFor({ state: 'detached' })
  expect(models.requests.map(partsIn)).toEqual([['overview']])
  await toDos.getByText('要更新').waitFor()

  await button(page, '書き出し').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Markdown' }).check()
  expect(await dialog.getByRole('checkbox', { name: '要約を先頭に入れる' }).isChecked()).toBe(true)
  await dialog.getByText('見積書を送る', { exact: false }).waitFor()
  await dialog.getByRole('checkbox', { name: '要約を先頭に入れる' }).uncheck()
  await dialog.getByText('見積書を送る', { exact: false }).waitFor({ state: 'detached' })
})
