// Several users of one file: the edit lock, watching, drafts after a lost lock, and export and import of the transcript.
import { readFile } from 'node:fs/promises'
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
} from '@kaiwa/server/test/factories/editing-fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, button, edit, FIRST, openEditSteps, text, type } from './test/edit-steps.ts'
import { eventually } from './test/eventually.ts'
import { intercept } from './test/intercept.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { LOW_PRIORITY_MS } from './test/low-priority.ts'

let journey: Journey
let people: EditingFixture
let owner: Visitor
let editor: Visitor
let viewer: Visitor
let steps: ReturnType<typeof openEditSteps>

beforeAll(async () => {
  journey = await startJourney()
  people = await createEditingFixture(journey.program)
  steps = openEditSteps(journey, people)
  owner = await journey.visit({ as: people.owner })
  editor = await journey.visit({ as: people.editor, locale: 'en' })
  viewer = await journey.visit({ as: people.viewer })
})
afterAll(() => journey.end())
afterEach((test) => resetAfterFailure(test, owner, editor, viewer))

describe('two people', () => {
  it('EDIT-17 EDIT-22 EDIT-35 FILE-05 one edits and the other watches live; the search is cleared when editing ends', async () => {
    const fixture = await createFixtureFile(journey.program, people)
    const { page } = editor
    await editor.navigate(addressOf(fixture))
    await owner.navigate(`${addressOf(fixture)}?search=${encodeURIComponent('本日')}`)
    await edit(owner)
    await page.getByText('山田 花子 is currently editing').waitFor()
    const taken = button(page, 'Edit')
    await expect.poll(() => taken.isDisabled()).toBe(true)
    expect(await taken.getAttribute('title')).toBe('Cannot be edited until someone else saves their edits')
    await type(owner, 1, 'ここを直しました。')
    await owner.page.keyboard.press('Control+s')
    await page.getByText('ここを直しました。').waitFor()
    await button(owner.page, '編集を終了').click()
    await page.getByText('山田 花子 is currently editing').waitFor({ state: 'hidden' })
    await expect.poll(() => owner.page.getByRole('searchbox').inputValue()).toBe('')
    await expect.poll(() => new URL(owner.page.url()).search).toBe('')
    await taken.click()
    await button(page, 'Finish editing').waitFor()
    await owner.page.getByText('佐藤 太郎さんが編集中です').waitFor()
    await button(page, 'Finish editing').click()
    await steps.waitForUnlock(fixture)
  })

  it('EDIT-14 EDIT-15 EDIT-16 FILE-19 after a save, editors see who saved last; a viewer, whose text is 704 px wide, does not', async () => {
    const fixture = await steps.openFile(owner, editor, viewer)
    await edit(owner)
    await type(owner, 0, '直しました。')
    await owner.page.keyboard.press('Control+s')
    for (const { page } of [editor, viewer]) await text(page, 0).getByText(`${FIRST}直しました。`).waitFor()
    await button(owner.page, '編集を終了').click()
    await steps.waitForUnlock(fixture)
    const { last_edited_at: at } = await journey.program.db
      .selectFrom('transcripts')
      .select('last_edited_at')
      .where('id', '=', fixture.transcriptId)
      .executeTakeFirstOrThrow()
    if (!at) throw new Error('nothing was saved')
    // YYYY/MM/DD HH:mm
    const date = at.toLocaleString('ja-JP', { dateStyle: 'medium', timeStyle: 'short' }).replace(/ (\d):/, ' 0$1:')
    const finalSave = (page: Page, label: string) => {
      const toolbar = page.getByRole('toolbar')
      return {
        label: toolbar.getByText(label, { exact: true }),
        avatar: toolbar.getByText('山', { exact: true }),
        date: toolbar.getByText(date, { exact: true }),
      }
    }
    for (const [page, label] of [
      [owner.page, '最終保存'],
      [editor.page, 'Final save'],
    ] as const) {
      const seen = finalSave(page, label)
      for (const part of Object.values(seen)) await part.waitFor()
      await page.setViewportSize({ width: 1279, height: 900 })
      await seen.date.waitFor({ state: 'detached' })
      expect(await seen.avatar.isVisible()).toBe(true)
      await page.setViewportSize({ width: 1280, height: 900 })
      await seen.date.waitFor()
      await page.setViewportSize({ width: 390, height: 900 })
      await seen.date.waitFor({ state: 'detached' })
      expect(await seen.avatar.isVisible()).toBe(true)
      await page.setViewportSize({ width: 1440, height: 900 })
      await seen.date.waitFor()
    }
    for (const look of [async () => undefined, () => viewer.page.reload()]) {
      const { page } = viewer
      await look()
      await text(page, 0).getByText(`${FIRST}直しました。`).waitFor()
      await page.getByRole('searchbox').waitFor()
      expect(await button(page, '編集').count()).toBe(0)
      expect(await page.getByText('最終保存').count()).toBe(0)
      for (const part of Object.values(finalSave(page, '最終保存'))) expect(await part.count()).toBe(0)
      await expect.poll(async () => (await page.locator('.kaiwa-transcript').boundingBox())?.width).toBe(704)
    }
  })

  it('EDIT-09 the toolbar changes at 768, 1024 and 1280 px, and its controls never overlap', async () => {
    const languages = [
      [owner, '編集', '編集を終了', '一時保存（Ctrl+S）', '最終保存', /^下書き保存済み/],
      [editor, 'Edit', 'Finish editing', 'Save temporarily (Ctrl+S)', 'Final save', /^Draft saved/],
    ] as const
    for (const [visitor, start, end, save, finalSave, draft] of languages) {
      const fixture = await steps.openFile(visitor)
      await journey.program.db
        .updateTable('transcripts')
        .set({ last_edited_by: people.owner.id, last_edited_at: new Date() })
        .where('id', '=', fixture.transcriptId)
        .execute()
      const { page } = visitor
      await page.reload()
      await text(page, 0).waitFor()
      /** Reads which parts the toolbar shows, and whether controls overlap or lie outside the toolbar. */
      const look = () =>
        page.getByRole('toolbar').evaluate(
          (bar, labels) => {
            const outer = bar.getBoundingClientRect()
            const boxes = [...bar.querySelectorAll('button, input, output, [title]')]
              .filter((part) => !part.parentElement?.closest('button, [title]'))
              .map((part) => part.getBoundingClientRect())
              .filter(({ width }) => width > 0)
            const meets = (a: DOMRect, b: DOMRect) =>
              a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
            return {
              width: outer.width,
              room: bar.getAttribute('data-room'),
              search: bar.querySelector('input[type=search]') !== null,
              date: [...bar.querySelectorAll('span')].some(({ textContent }) => textContent === labels.finalSave),
              save: bar.querySelector(`[aria-label="${labels.save}"]`)?.textContent,
              isCrowded: boxes.some(
                (a) => a.left < outer.left || a.right > outer.right || boxes.some((b) => meets(a, b)),
              ),
            }
          },
          { save, finalSave },
        )
      const shows = async (width: number, expected: object) => {
        await page.setViewportSize({ width, height: 700 })
        const room = width <= 768 ? 'icon' : width <= 1024 ? 'narrow' : width < 1280 ? 'middle' : 'wide'
        await expect.poll(look).toEqual({ search: true, date: false, isCrowded: false, ...expected, width, room })
      }
      await shows(768, { search: false })
      for (const width of [769, 1024, 1025, 1279]) await shows(width, {})
      await shows(1280, { date: true })
      await page.clock.install()
      await button(page, start).click()
      await button(page, end).waitFor()
      await text(page, 0).click()
      await page.keyboard.type('あ')
      // The longest state of saving.
      await page.clock.runFor(10_000)
      await page.locator('output').getByText(draft).waitFor()
      await shows(768, { search: false, save: '' })
      for (const width of [769, 1024]) await shows(width, { save: '' })
      for (const width of [1025, 1279, 1280]) await shows(width, { save })
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Control+s')
      await button(page, end).click()
      await steps.waitForUnlock(fixture)
    }
  })

  it('EDIT-46 editing ends when another user took the lock, and the text is offered as a draft', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    await edit(owner)
    await type(owner, 0, '下書き。')
    // Simulates a machine that slept until the lock had expired, while another user took and released the lock.
    const { db } = journey.program
    const { transcriptId } = fixture
    await db
      .updateTable('edit_locks')
      .set((eb) => ({ version: eb('version', '+', 1), user_id: people.editor.id, state: 'released' }))
      .where('transcript_id', '=', transcriptId)
      .execute()
    await page.keyboard.press('Control+s')
    await page.getByText('このファイルはほかのユーザーが編集中です').waitFor()
    await page.getByText('保存されていない編集が残っています').waitFor()
    await text(page, 0).getByText(FIRST, { exact: true }).waitFor()
    await button(page, '内容を確認').click()
    const draft = page.getByRole('dialog', { name: '保存されていない編集' })
    await draft.locator('ins').getByText('下書き。').waitFor()
    await draft.getByRole('button', { name: '適用して編集' }).click()
    await text(page, 0).getByText(`${FIRST}下書き。`).waitFor()
    await page.keyboard.press('Control+s')
    await steps.waitForText(fixture, `${FIRST}下書き。`)
    await button(page, '編集を終了').click()
    await steps.waitForUnlock(fixture)
  })
})

describe('two tabs of one person', () => {
  it('EDIT-33 the second takes over; unsaved changes and text typed after the lock expired are offered as drafts', async () => {
    const fixture = await steps.openFile(owner)
    const { page, context } = owner
    const offer = page.getByText('保存されていない編集が残っています')
    const apply = async (words: string) => {
      await button(page, '内容を確認').click()
      const draft = page.getByRole('dialog', { name: '保存されていない編集' })
      await draft.locator('ins').getByText(words).waitFor()
      await draft.getByRole('button', { name: '適用して編集' }).click()
      await text(page, 0).getByText(words).waitFor()
    }
    await edit(owner)
    await type(owner, 0, '一枚目。')
    const second = await context.newPage()
    await second.goto(page.url())
    await button(second, '編集').click()
    await second.getByRole('dialog', { name: '別のタブまたは端末で編集中です' }).waitFor()
    await button(second, 'こちらで編集する').click()
    await button(second, '編集を終了').waitFor()
    await page.getByText('別のタブまたは端末で編集が始まったため').waitFor()
    await offer.waitFor()
    await button(second, '編集を終了').click()
    await steps.waitForUnlock(fixture)
    await second.close()
    await apply('一枚目。')
    // Expires the lock in the database. This tab is not notified, and its requests to keep the lock are lost.
    const { db } = journey.program
    await eventually('the lock of the draft', async () => {
      const lock = await db
        .selectFrom('edit_locks')
        .select('block_uuids')
        .where('transcript_id', '=', fixture.transcriptId)
        .executeTakeFirst()
      return (lock?.block_uuids.length ?? 0) > 0
    })
    await db
      .updateTable('edit_locks')
      .set({ until: new Date(Date.now() - 60_000) })
      .where('transcript_id', '=', fixture.transcriptId)
      .execute()
    const endFailures = await intercept(page, '**/request-lock', (route) => route.abort())
    await type(owner, 0, '続き。')
    await editor.navigate(addressOf(fixture))
    await button(editor.page, 'Edit').click()
    await button(editor.page, 'Finish editing').waitFor()
    await page.getByText('このファイルはほかのユーザーが編集中です').waitFor()
    endFailures()
    await offer.waitFor()
    await button(editor.page, 'Finish editing').click()
    await steps.waitForUnlock(fixture)
    await apply('一枚目。続き。')
    await page.keyboard.press('Control+s')
    await steps.waitForText(fixture, `${FIRST}一枚目。続き。`)
    await button(page, '編集を終了').click()
  })
})

describe('a transcript as a file', () => {
  const blocks = (page: Page) => page.locator('.kaiwa-block')
  const dialog = () => owner.page.getByRole('dialog')
  const choose = async (item: string) => {
    await owner.page.getByRole('button', { name: 'ファイルのメニュー' }).click()
    await owner.page.getByRole('menuitem', { name: item }).click()
    await dialog().waitFor()
  }
  const bring = (name: string, content: string) =>
    dialog()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  const takeJson = async (): Promise<string> => {
    await owner.page.getByRole('button', { name: '書き出し', exact: true }).click()
    await dialog().waitFor()
    await dialog().getByRole('radio', { name: 'JSON' }).check()
    await dialog().getByText('"format": "kaiwa-transcript"').waitFor({ timeout: LOW_PRIORITY_MS })
    const [download] = await Promise.all([
      owner.page.waitForEvent('download', { timeout: LOW_PRIORITY_MS }),
      dialog().getByRole('button', { name: 'ダウンロード' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^録音\d+\.json$/)
    await dialog().waitFor({ state: 'detached' })
    return readFile(await download.path(), 'utf8')
  }
  const substance = (json: string) => ({ ...(JSON.parse(json) as object), exported_at: null })

  it('a JSON export can be imported into the same file without a difference, while a viewer watches', async () => {
    const fixture = await createFixtureFile(journey.program, people, { blocks: 8 })
    for (const { navigate, page } of [owner, viewer]) {
      await navigate(addressOf(fixture))
      await blocks(page).nth(7).waitFor()
    }
    const json = await takeJson()
    await choose('文字起こしを取り込む')
    await bring('話.srt', '1\n00:00:01,000 --> 00:00:02,000\n別の内容です。\n')
    await dialog().getByText('8件の発話').waitFor({ timeout: LOW_PRIORITY_MS })
    await dialog().getByRole('button', { name: '置き換える' }).click()
    await owner.page.getByText('文字起こしを取り込みました').waitFor({ timeout: LOW_PRIORITY_MS })
    for (const { page } of [owner, viewer]) await blocks(page).filter({ hasText: '別の内容です。' }).waitFor()
    await choose('文字起こしを取り込む')
    await bring('元.json', json)
    await dialog().getByRole('button', { name: '置き換える' }).click({ timeout: LOW_PRIORITY_MS })
    for (const { page } of [owner, viewer]) await blocks(page).nth(7).waitFor({ timeout: LOW_PRIORITY_MS })
    expect(substance(await takeJson())).toEqual(substance(json))
  })

  it('an SRT with invalid times is reported with its line, and changes nothing', async () => {
    const bad = '2\n00:00:0x,000 --> 00:00:04,000\nいいえ\n\n'
    await steps.openFile(owner)
    await choose('文字起こしを取り込む')
    await bring('一つ壊れた字幕.srt', `1\n00:00:01,000 --> 00:00:02,000\nはい\n\n${bad}`)
    await dialog()
      .getByText('6行目：時刻を読み取れない字幕を除外しました（1件）：00:00:0x,000 --> 00:00:04,000')
      .waitFor({ timeout: LOW_PRIORITY_MS })
    expect(await dialog().getByRole('button', { name: '置き換える' }).isEnabled()).toBe(true)
    await bring('壊れた字幕.srt', bad)
    await dialog()
      .getByRole('alert')
      .getByText('2行目：時刻を読み取れません：00:00:0x,000')
      .waitFor({ timeout: LOW_PRIORITY_MS })
    expect(await dialog().getByRole('button', { name: '取り込む', exact: true }).isDisabled()).toBe(true)
    await owner.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await blocks(owner.page).count()).toBe(6)
  })
})

it('no page throws an error', () => {
  expect([owner, editor, viewer].flatMap(({ errors }) => errors)).toEqual([])
})
