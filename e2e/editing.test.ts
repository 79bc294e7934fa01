// Editing a transcript as people do it: alone, beside a colleague, and through everything that can go wrong.
import { type Studio, createStudio, createStudioFile } from '@kaiwa/server/test/factories/editing.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from './test/eventually.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let people: Studio
let owner: Visitor
let editor: Visitor

beforeAll(async () => {
  journey = await startJourney()
  people = await createStudio(journey.program)
  owner = await journey.visit({ as: people.owner })
  editor = await journey.visit({ as: people.editor, locale: 'en' })
})
afterAll(() => journey.end())

const FIRST = '本日はお時間をいただきありがとうございます。'
const addressOf = ({ file }: Studio) => `/projects/${file.projectId}/files/${file.id}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const text = (page: Page, number: number) => page.locator('.kaiwa-block .kaiwa-text').nth(number)

/** A file of their own for each journey, so that none depends on another's end. */
const openFile = async (...visitors: Visitor[]): Promise<Studio> => {
  const studio = await createStudioFile(journey.program, people)
  for (const { open, page } of visitors) {
    await open(addressOf(studio))
    await text(page, 0).waitFor()
  }
  return studio
}
const edit = async ({ page }: Visitor): Promise<void> => {
  await button(page, '編集').click()
  await button(page, '編集を終了').waitFor()
}
/** Types at the end of a block. */
const type = async ({ page }: Visitor, number: number, words: string): Promise<void> => {
  await text(page, number).click()
  await page.keyboard.press('End')
  await page.keyboard.type(words)
}
const stored = async ({ transcriptId }: Studio): Promise<string[]> => {
  const { db } = journey.program
  const rows = await db
    .selectFrom('blocks')
    .select('content')
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .execute()
  return rows.map(({ content }) => content)
}
const becomes = (studio: Studio, content: string) =>
  eventually(`the saved text ${content}`, async () => (await stored(studio))[0] === content)
const isHeld = async ({ transcriptId }: Studio): Promise<boolean> => {
  const { db } = journey.program
  const lock = await db
    .selectFrom('edit_locks')
    .select('state')
    .where('transcript_id', '=', transcriptId)
    .executeTakeFirst()
  return lock?.state === 'held'
}
const freed = (studio: Studio) => eventually('the free lock', async () => !(await isHeld(studio)))

describe('one person', () => {
  it('EDIT-10 EDIT-18 EDIT-36 EDIT-37 EDIT-41 edits, saves in between and at the end', async () => {
    const studio = await openFile(owner)
    const { page } = owner
    expect(await button(page, '元に戻す').count()).toBe(0)
    await edit(owner)
    expect(await button(page, '元に戻す').isDisabled()).toBe(true)
    const save = button(page, '一時保存（Ctrl+S）')
    expect(await save.isDisabled()).toBe(true)
    await type(owner, 0, '一つ目。')
    expect(await save.isEnabled()).toBe(true)
    await page.keyboard.press('Control+s')
    await becomes(studio, `${FIRST}一つ目。`)
    await page.keyboard.type('二つ目。')
    await button(page, '編集を終了').click()
    await page.getByRole('dialog', { name: '変更内容が保存されていません。' }).waitFor()
    await button(page, '保存して終了').click()
    await button(page, '編集').waitFor()
    expect((await stored(studio))[0]).toBe(`${FIRST}一つ目。二つ目。`)
    await freed(studio)
    expect(await page.getByText(/^最終保存: 山田 花子 \d{4}\/\d\d\/\d\d \d\d:\d\d$/).count()).toBe(1)
    // Both saves stand in the history, and the way back is a save like any other.
    await button(page, '変更履歴').click()
    const history = page.getByRole('dialog', { name: '変更履歴' })
    await history.locator('ins').getByText('二つ目。').waitFor()
    await history.getByRole('button', { name: /^自動文字起こし/ }).click()
    await history.getByRole('button', { name: '全体をこの時点に戻す' }).click()
    await history.getByRole('button', { name: /^復元 山田 花子/ }).waitFor()
    expect((await stored(studio))[0]).toBe(FIRST)
    await freed(studio)
  })

  it('EDIT-38 drops what is not wanted', async () => {
    const studio = await openFile(owner)
    const { page } = owner
    await edit(owner)
    await type(owner, 0, 'いらない。')
    await button(page, '編集を終了').click()
    await button(page, '破棄して終了').click()
    await button(page, '編集').waitFor()
    await text(page, 0).getByText(FIRST, { exact: true }).waitFor()
    expect((await stored(studio))[0]).toBe(FIRST)
  })

  it('saves what was composed', async () => {
    const studio = await openFile(owner)
    const { page, context } = owner
    await edit(owner)
    await text(page, 0).click()
    await page.keyboard.press('End')
    const session = await context.newCDPSession(page)
    for (const composed of ['か', 'かい', '会議'])
      await session.send('Input.imeSetComposition', {
        text: composed,
        selectionStart: composed.length,
        selectionEnd: composed.length,
      })
    await session.send('Input.insertText', { text: '会議' })
    await page.keyboard.press('Control+s')
    await becomes(studio, `${FIRST}会議`)
    await button(page, '編集を終了').click()
  })

  it('EDIT-03 EDIT-04 replaces everything in one step, and takes it back', async () => {
    const studio = await openFile(owner)
    const { page } = owner
    await edit(owner)
    await button(page, '検索と置換').click()
    const panel = page.getByRole('dialog', { name: '検索と置換' })
    const all = panel.getByRole('button', { name: 'すべて置換' })
    expect(await all.isDisabled()).toBe(true)
    await panel.getByRole('textbox', { name: '検索' }).fill('。')
    await panel.getByText('1/6').waitFor()
    await panel.getByRole('textbox', { name: '置換後の文字列' }).fill('！')
    await all.click()
    await panel.getByText('0/0').waitFor()
    await page.keyboard.press('Control+s')
    await becomes(studio, FIRST.replace('。', '！'))
    expect((await stored(studio)).every((content) => content.endsWith('！'))).toBe(true)
    await button(page, '元に戻す').click()
    await page.keyboard.press('Control+s')
    await becomes(studio, FIRST)
    await button(page, '編集を終了').click()
  })

  it('FILE-16 FILE-17 FILE-18 is asked before leaving, whatever the way, and gives the lock back', async () => {
    const studio = await createStudioFile(journey.program, people)
    const { page } = owner
    await owner.open(`/projects/${studio.file.projectId}`)
    await page
      .locator(`a[href="${addressOf(studio)}"]`)
      .first()
      .click()
    await edit(owner)
    await type(owner, 0, 'まだ。')
    const dialog = page.getByRole('dialog', { name: 'このページを離れますか？' })
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await dialog.getByText('編集した内容が保存されていません。このまま移動しますか？').waitFor()
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    expect(new URL(page.url()).pathname).toBe(addressOf(studio))
    await page.evaluate(() => history.back())
    await dialog.waitFor()
    expect(new URL(page.url()).pathname).toBe(addressOf(studio))
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await dialog.getByRole('button', { name: '移動する' }).click()
    await eventually('the folder', async () => new URL(page.url()).pathname === `/projects/${studio.file.projectId}`)
    await freed(studio)
    expect((await stored(studio))[0]).toBe(FIRST)
    // What was not saved is offered again.
    await page.evaluate(() => history.back())
    await page.getByText('保存されていない編集が残っています').waitFor()
  })
})

describe('two people', () => {
  it('EDIT-17 EDIT-22 EDIT-35 FILE-05 one edits, the other watches it live; the search ends with the editing', async () => {
    const studio = await createStudioFile(journey.program, people)
    const { page } = editor
    await editor.open(addressOf(studio))
    await owner.open(`${addressOf(studio)}?search=${encodeURIComponent('本日')}`)
    await edit(owner)
    await page.getByText('山田 花子 is currently editing').waitFor()
    const taken = button(page, 'Edit')
    expect(await taken.isDisabled()).toBe(true)
    expect(await taken.getAttribute('title')).toBe('Cannot be edited until someone else saves their edits')
    await type(owner, 1, 'ここを直しました。')
    await owner.page.keyboard.press('Control+s')
    await page.getByText('ここを直しました。').waitFor()
    await button(owner.page, '編集を終了').click()
    await page.getByText('山田 花子 is currently editing').waitFor({ state: 'hidden' })
    expect(await owner.page.getByRole('searchbox').inputValue()).toBe('')
    expect(new URL(owner.page.url()).search).toBe('')
    await taken.click()
    await button(page, 'Finish editing').waitFor()
    await owner.page.getByText('佐藤 太郎さんが編集中です').waitFor()
    await button(page, 'Finish editing').click()
    await freed(studio)
  })

  it('EDIT-15 EDIT-16 FILE-19 a viewer reads in the column of the text, and is offered nothing else', async () => {
    const viewer = await journey.visit({ as: people.viewer })
    await openFile(viewer)
    const { page } = viewer
    expect(await button(page, '編集').count()).toBe(0)
    expect(await page.getByText('最終保存').count()).toBe(0)
    expect((await page.locator('.kaiwa-transcript').boundingBox())?.width).toBe(704)
    await viewer.leave()
  })

  it('EDIT-46 a lock that another took ends editing, and the text comes back as a draft', async () => {
    const studio = await openFile(owner)
    const { page } = owner
    await edit(owner)
    await type(owner, 0, '下書き。')
    // As if the machine had slept for longer than the lock held, and a colleague had come, edited and left.
    const { db } = journey.program
    const { transcriptId } = studio
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
    await becomes(studio, `${FIRST}下書き。`)
    await button(page, '編集を終了').click()
    await freed(studio)
  })
})

describe('faults', () => {
  it('a cut network and a server that starts anew lose nothing', async () => {
    const studio = await openFile(owner)
    const { page, context } = owner
    await edit(owner)
    await context.setOffline(true)
    await type(owner, 0, '切断中。')
    await page.keyboard.press('Control+s')
    await page.getByText('保存できていません').waitFor()
    await page.keyboard.type('続き。')
    await context.setOffline(false)
    await becomes(studio, `${FIRST}切断中。続き。`)
    await journey.program.kill()
    await page.keyboard.type('再起動。')
    await page.keyboard.press('Control+s')
    await page.getByText('保存できていません').waitFor()
    await journey.program.restart()
    await becomes(studio, `${FIRST}切断中。続き。再起動。`)
    await button(page, '編集を終了').click()
  })

  it('a browser that was killed offers the draft back, to its person only', async () => {
    const studio = await openFile(owner)
    await edit(owner)
    await type(owner, 0, '消えない。')
    const { page } = owner
    await page.waitForTimeout(700)
    // Chromium's own crash: no event reaches the page.
    await page.goto('chrome://crash').catch(() => null)
    await page.close()
    owner.page = await owner.context.newPage()
    const other = await owner.context.cookies()
    await owner.context.clearCookies()
    const [cookie] = other
    if (!cookie) throw new Error('nobody was signed in')
    await owner.context.addCookies([{ ...cookie, value: people.editor.token }])
    await owner.page.goto(addressOf(studio))
    await text(owner.page, 0).waitFor()
    expect(await owner.page.getByText('保存されていない編集が残っています').count()).toBe(0)
    await owner.context.addCookies([cookie])
    await owner.page.reload()
    await owner.page.getByText('保存されていない編集が残っています').waitFor()
    await button(owner.page, '内容を確認').click()
    await button(owner.page, '適用して編集').click()
    await text(owner.page, 0).getByText(`${FIRST}消えない。`).waitFor()
    await owner.page.keyboard.press('Control+s')
    await becomes(studio, `${FIRST}消えない。`)
  })
})

it('threw nothing on the way', () => {
  expect([...owner.errors, ...editor.errors]).toEqual([])
})
