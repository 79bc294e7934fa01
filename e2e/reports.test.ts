// The report of a folder: a pair of classifications, a filter, a number that leads to its rows, and the CSV.
import { readFile } from 'node:fs/promises'
import { createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, startJourney } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime,worker' })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  for (const [title, person] of [
    ['初回訪問', '鈴木'],
    ['=二回目', '佐藤'],
  ] as const) {
    const file = await createFile(db, folder, { creator: owner, title })
    const { speakerIds } = await createTranscript(db, file, { blocks: 40, phrases: 1 })
    await db.updateTable('speakers').set({ name: person, is_manual: true }).where('id', '=', speakerIds[1]!).execute()
  }
}, 120_000)
afterAll(() => journey.end())

async function cellTexts(rows: Locator, column: string): Promise<string[]> {
  return rows.locator(`td[data-column=${column}]`).allInnerTexts()
}

function searchOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).search)
}

const texts = {
  ja: {
    report: 'レポート',
    first: '分類1',
    second: '分類2',
    keyword: 'キーワード',
    partners: ['発話', '話者'],
    filters: '絞り込み',
    emotion: '感情',
    positive: 'ポジティブ',
    option: '品詞',
    noun: '名詞・固有名詞',
    number: /^議事録 × 鈴木：\d+。該当する行を表示$/,
    chosen: /^選択中：議事録 × 鈴木/,
    csv: 'CSVをダウンロード',
    head: 'ファイル,開始,話者,感情,キーワード,品詞,表記,本文,更新日時',
    nounCell: '名詞・固有名詞',
    playIn: (time: string) => `「初回訪問」を${time}から再生`,
  },
  en: {
    report: 'Report',
    first: 'Classification 1',
    second: 'Classification 2',
    keyword: 'Keyword',
    partners: ['Sentence', 'Speakers'],
    filters: 'Filters',
    emotion: 'Emotion',
    positive: 'Positive',
    option: 'Part of speech',
    noun: 'Noun, proper noun',
    number: /^議事録 × 鈴木: \d+\. Show the rows$/,
    chosen: /^Selected: 議事録 × 鈴木/,
    csv: 'Download CSV',
    head: 'File,Start,Speaker,Emotion,Keyword,Part of speech,Spoken form,Text,Updated',
    nounCell: '"Noun, proper noun"',
    playIn: (time: string) => `Play “初回訪問” from ${time}`,
  },
}

it.each(['ja', ...onlyInFullRun('en')] as const)(
  'REP-01 REP-02 REP-03 REP-06 REP-07 in %s a report from its tab to the sentence and the CSV',
  async (locale) => {
    const text = texts[locale]
    const visitor = await journey.visit({ as: owner, locale })
    const { page } = visitor
    await visitor.open(`/projects/${folder.projectId}`)
    await page.getByRole('tab', { name: text.report, exact: true }).click()

    // Two classifications; the options of the second depend on the first.
    await page.getByLabel(text.first, { exact: true }).selectOption({ label: text.keyword })
    await page.getByRole('rowheader', { name: '議事録' }).waitFor()
    const partners = page.getByLabel(text.second, { exact: true }).locator('option:not([disabled])')
    await expect.poll(async () => (await partners.allInnerTexts()).toSorted()).toEqual(text.partners.toSorted())
    const rows = page.locator('section[aria-labelledby=report-rows] tbody tr')
    await expect.poll(() => rows.count()).toBe(50)

    // A filter, and a number that leads to its rows.
    await page.getByRole('button', { name: text.filters, exact: true }).click()
    await page.getByLabel(text.emotion, { exact: true }).selectOption({ label: text.positive })
    await page.getByLabel(text.option, { exact: true }).selectOption({ label: text.noun })
    const number = page.getByRole('button', { name: text.number })
    await page.waitForURL(/(?=.*emotion=positive)(?=.*keyword_option=3)/)
    await number.click()
    await page.getByRole('button', { name: text.chosen }).waitFor()
    // Blocks 1, 13, 25 and 37 of the recording: the filters may still be loading.
    const shown = 4
    await expect.poll(async () => [await number.innerText(), await rows.count()]).toEqual(['4', shown])
    expect(new Set(await cellTexts(rows, 'keyword'))).toEqual(new Set(['議事録']))
    expect(new Set(await cellTexts(rows, 'emotion'))).toEqual(new Set([text.positive]))
    for (const person of await cellTexts(rows, 'speaker')) expect(person).toContain('鈴木')
    expect(searchOf(page)).toContain('first_condition=keyword')

    // The CSV has the rows that are shown.
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: text.csv }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^商談_\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe(`\ufeff${text.head}`)
    expect(lines.at(-1)).toBe('')
    expect(lines.slice(1, -1)).toHaveLength(shown)
    for (const line of lines.slice(1, -1))
      expect(line).toContain(`,鈴木,${text.positive},議事録,${text.nounCell},議事録,`)

    // The link is the report; each row plays.
    const link = page.url()
    await visitor.open(new URL(link).pathname + new URL(link).search)
    await page.getByRole('button', { name: text.chosen }).waitFor()
    await expect.poll(() => rows.count()).toBe(shown)
    const [time = ''] = await cellTexts(rows, 'time')
    await rows
      .first()
      .getByRole('link', { name: text.playIn(time.trim()) })
      .click()
    await page.locator('.kaiwa-block').first().waitFor()
    expect(searchOf(page)).toMatch(/block=.*t=\d/)
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  },
  120_000,
)

it('the talk of the files side by side, in the order of a column, from a share to the Talk tab of the file', async () => {
  const visitor = await journey.visit({ as: owner })
  const { page } = visitor
  await visitor.open(`/projects/${folder.projectId}?tab=3&sort=created`)
  await page.getByRole('radiogroup', { name: 'レポートの表示' }).getByText('会話', { exact: true }).click()
  const table = page.getByRole('table', { name: 'ファイルごとの会話' })
  const titles = () => table.getByRole('link', { name: /の会話を表示$/ }).allInnerTexts()
  await expect.poll(titles).toEqual(['初回訪問', '=二回目'])
  expect(searchOf(page)).toBe('?tab=3&sort=created&report=talk')
  await table.getByRole('button', { name: 'ファイル', exact: true }).click()
  await page.waitForURL(/sort=title/)
  await expect.poll(titles).toEqual(['=二回目', '初回訪問'])
  await table.getByRole('button', { name: 'ファイル', exact: true }).click()
  await page.waitForURL(/sort=-title/)
  await expect.poll(titles).toEqual(['初回訪問', '=二回目'])

  // One speaker is in one file.
  await page.getByRole('combobox', { name: '話者' }).click()
  await page.getByRole('option', { name: '鈴木' }).click()
  await expect.poll(titles).toEqual(['初回訪問'])
  await page.reload()
  await expect.poll(titles).toEqual(['初回訪問'])
  await table.getByRole('link', { name: /^鈴木 \d+%$/ }).click()
  const own = page.getByRole('table', { name: '会話' })
  await own.getByRole('row', { name: /鈴木/ }).and(page.locator('[aria-current]')).waitFor()
  expect(await own.locator('[aria-current]').count()).toBe(1)
  expect(visitor.errors).toEqual([])
  await visitor.leave()
}, 120_000)
