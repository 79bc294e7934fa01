// A Japanese recording on an installation without a Japanese engine, and passages that were not recognised.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createTranscriptOf } from '@kaiwa/server/test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let visitor: Visitor
let work: string
let owner: TestOwner
let folder: TestFolder

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'kaiwa-no-engine-'))
  for (const name of ['商談.wav', '会議.wav']) await makeToneRecording(work, name, toneTalk(10), 10)
  journey = await startJourney({ KAIWA_MODELS: join(work, 'models'), KAIWA_MODEL_DOWNLOAD: 'off' })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '録音' })
  visitor = await journey.visit({ as: owner })
  await visitor.open(`/projects/${folder.projectId}`)
})
afterEach((test) => resetAfterFailure(test, visitor))
afterAll(async () => {
  await journey.end()
  await rm(work, { recursive: true, force: true })
})

it('says before the upload that Japanese has no engine, and offers no automatic detection', async () => {
  const { page } = visitor
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'アップロード', exact: true }).first().click()
  await (await chooser).setFiles([join(work, '商談.wav'), join(work, '会議.wav')])
  const language = page.getByRole('combobox', { name: '商談.wavの音声の言語' })
  // Once for the language, below the list; each file has a short mark.
  const sentence = page.getByText(
    'この環境には日本語の音声認識エンジンがありません。日本語の録音のアップロードと再生はできますが、文字起こしはできません。文字起こしするには、運営者が日本語のモデルまたは音声認識サーバーを追加したあとに、解析を再開してください。',
    { exact: true },
  )
  await sentence.waitFor()
  expect(await sentence.count()).toBe(1)
  const marks = page.getByRole('listitem').getByText('文字起こしはまだできません', { exact: true })
  await expect.poll(() => marks.count()).toBe(2)
  expect(await language.inputValue()).toBe('ja')
  expect(await language.locator('option').allTextContents()).toEqual(['言語：日本語', '言語：英語'])
  await page.getByRole('button', { name: '会議.wavを一覧から外す' }).click()
})

it('is not transcribed in another language, and the file says what is missing and what to do', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: '1件をアップロード', exact: true }).click()
  const row = page.getByRole('row', { name: '商談', exact: true })
  await row
    .getByText('日本語の音声認識エンジンがないため、文字起こしできません。運営者が日本語のモデル')
    .waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: '商談', exact: true }).click()
  const sentence =
    '日本語の音声認識エンジンがないため、文字起こしできません。運営者が日本語のモデルまたは音声認識サーバーを追加したあとに、解析を再開してください。'
  await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
  const { db } = journey.program
  const chunks = await db.selectFrom('speech_chunks').select(['engine', 'language']).execute()
  expect(chunks).toEqual([{ engine: null, language: null }])
})

it('the language of the recording can be changed in the file', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: '商談の言語：日本語', exact: true }).click()
  await page.getByRole('menuitem', { name: '英語', exact: true }).click()
  const answer = page.waitForResponse((response) => response.url().endsWith('/language'))
  await page.getByRole('dialog').getByRole('button', { name: '解析し直す' }).click()
  expect((await answer).status()).toBe(200)
  const { db } = journey.program
  const recognised = () => db.selectFrom('speech_chunks').select('engine').where('language', '=', 'en').execute()
  await expect.poll(recognised, { timeout: 60_000 }).toEqual([{ engine: 'pocketsphinx' }])
})

it('a passage that was not recognised has a mark with a button, which recognises it again', async () => {
  const { page } = visitor
  const { db } = journey.program
  const note = JSON.stringify({ key: 'parts-missing', values: { count: '1' } })
  const file = await createFile(db, folder, { creator: owner, note })
  await createTranscriptOf(db, file, ['おはようございます。', '［聞き取り不能］', 'それでは始めます。'])
  await visitor.open(`/projects/${folder.projectId}/files/${file.id}`)
  await page.getByText('1か所を正しく文字起こしできませんでした。').waitFor()
  const mark = page.locator('.kaiwa-block', { hasText: '［聞き取り不能］' })
  await mark.getByRole('button', { name: 'もう一度文字起こしする' }).click()
  const answer = page.waitForResponse((response) => response.url().endsWith(`/files/${file.id}/retry`))
  await page.getByRole('dialog').getByRole('button', { name: 'もう一度文字起こしする' }).click()
  expect((await answer).status()).toBe(200)
})
