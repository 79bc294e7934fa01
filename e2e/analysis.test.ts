// The Parse tab: word cloud, emotions, keywords and talk of a file; a viewer receives the change of an emotion.
import { createEditingFixture, type EditingFixture } from '@kaiwa/server/test/factories/editing-fixture.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addressOf, button, edit } from './test/edit-steps.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { setLocale } from './test/set-locale.ts'

let journey: Journey
let people: EditingFixture
let editor: Visitor
let viewer: Visitor
beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
  people = await createEditingFixture(journey.program, { blocks: 45, phrases: 2 })
  ;[editor, viewer] = await Promise.all([
    journey.visit({ as: people.editor }),
    journey.visit({ as: people.viewer, locale: 'en' }),
  ])
})
afterAll(() => journey.end())
afterEach(() => {
  expect([...editor.errors.splice(0), ...viewer.errors.splice(0)]).toEqual([])
})

function tab({ page }: Visitor, name: string) {
  return page.getByRole('tab', { name, exact: true })
}

it('ANA-01 FILE-09 the key 3 opens the Parse tab with its side tabs, which the address keeps', async () => {
  const { page } = editor
  await editor.navigate(addressOf(people))
  await page.locator('.kaiwa-block').first().waitFor()
  await page.keyboard.press('3')
  await tab(editor, 'ワードクラウド').waitFor()
  expect(await tab(editor, '解析').getAttribute('aria-selected')).toBe('true')
  await page.waitForURL(/\?tab=parse$/)
  await tab(editor, '感情評価').click()
  await page.waitForURL(/view=emotions$/)
  await page.reload()
  await page.getByRole('table', { name: '感情評価' }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=parse&view=emotions')
})

it('ANA-02 a worker places the words, and a click searches for one in the transcript', async () => {
  const { page } = editor
  await tab(editor, 'ワードクラウド').click()
  const word = page.getByRole('list', { name: 'ワードクラウド' }).getByRole('button', { name: /^予算/ })
  await word.waitFor()
  await word.click()
  await expect.poll(() => page.getByRole('searchbox', { name: '文字起こしを検索' }).inputValue()).toBe('予算')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByText(/^1\/\d+$/).waitFor()
})

it('ANA-06 ANA-07 an editor changes an emotion, and a viewer who watches sees it without a choice', async () => {
  await viewer.navigate(`${addressOf(people)}?tab=parse&view=emotions`)
  await editor.navigate(`${addressOf(people)}?tab=parse&view=emotions`)
  const rows = (who: Visitor, name: string) => who.page.getByRole('table', { name }).locator('tbody > tr')
  const watched = rows(viewer, 'Emotional assessment')
  await watched.first().waitFor()
  await expect.poll(() => watched.count()).toBe(20)
  expect(await watched.getByRole('combobox').count()).toBe(0)
  await rows(editor, '感情評価').first().getByRole('combobox').selectOption('ネガティブ')
  await editor.page.getByText('変更を保存しました', { exact: true }).waitFor()
  await watched.first().getByText('Negative', { exact: true }).waitFor()
  await watched.first().getByRole('img', { name: 'Set by hand' }).waitFor()
})

it('ANA-09 the keywords have ten rows per page, and a place leads to its block', async () => {
  const { page } = editor
  await tab(editor, 'キーワード').click()
  const table = page.getByRole('table', { name: 'キーワード' })
  await table.waitFor()
  await expect.poll(() => table.locator('tbody > tr').count()).toBe(10)
  await table.getByRole('button', { name: '課題', exact: true }).click()
  const places = page.getByRole('list', { name: '「課題」が話された箇所' })
  await places.getByRole('button', { name: /課題/ }).first().click()
  await page.locator('.kaiwa-block', { hasText: '課題' }).first().waitFor()
  await expect.poll(() => tab(editor, 'ファイル').getAttribute('aria-selected')).toBe('true')
})

it('the figures of talk are shown', async () => {
  await editor.navigate(`${addressOf(people)}?tab=parse&view=talk`)
  await editor.page
    .getByRole('table', { name: '会話' })
    .getByText(/文字\/分/)
    .first()
    .waitFor()
})

it('ANA-01 ANA-02 ANA-07 ANA-09 in English an editor analyses, edits an emotion, and plays a word', async () => {
  const { page } = editor
  await editor.navigate(`${addressOf(people)}?tab=parse&view=emotions`)
  await setLocale(page, 'en')
  const table = page.getByRole('table', { name: 'Emotional assessment' })
  const row = table.locator('tbody > tr').nth(1)
  await row.getByRole('combobox').selectOption('Positive')
  await page.getByText('Changes saved', { exact: true }).waitFor()
  await row.getByRole('img', { name: 'Set by hand' }).waitFor()
  await tab(editor, 'Keywords').click()
  await page.getByRole('table', { name: 'Keywords' }).getByRole('button', { name: '課題', exact: true }).click()
  await page.getByRole('list', { name: 'Places of ‘課題’' }).getByRole('button').first().waitFor()
  await tab(editor, 'Talk').click()
  await page
    .getByRole('table', { name: 'Talk' })
    .getByText(/chars\/min/)
    .first()
    .waitFor()
  await tab(editor, 'Word cloud').click()
  await page
    .getByRole('list', { name: 'Word cloud' })
    .getByRole('button', { name: /^予算 \(\d+×\)$/ })
    .click()
  await expect.poll(() => page.getByRole('searchbox', { name: 'Search transcript' }).inputValue()).toBe('予算')
  await page.getByText(/^1\/\d+$/).waitFor()
  await setLocale(page, 'ja')
})

it('EDIT-08 EDIT-09 four tabs leave the tools of edit mode their room, from a phone to 1,280 px', async () => {
  const { page } = editor
  await editor.navigate(addressOf(people))
  await edit(editor)
  const toolbar = page.getByRole('toolbar', { name: '文字起こしのツールバー' })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => toolbar.getAttribute('data-room')).toBe('icon')
  await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(120)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  for (const width of [769, 900, 1024, 1100, 1279]) {
    await page.setViewportSize({ width, height: 844 })
    const search = page.getByRole('searchbox', { name: '文字起こしを検索' })
    await search.waitFor()
    // The toolbar chooses the form of its buttons after it has got its new width.
    await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThanOrEqual(160)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await button(page, '編集を終了').click()
  await button(page, '編集').waitFor()
})
