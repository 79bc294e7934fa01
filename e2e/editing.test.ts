// Editing a transcript: saving, finding, leaving the page, and recovery from faults.
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
} from '@kaiwa/server/test/factories/editing-fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, button, edit, FIRST, openEditSteps, text, type } from './test/edit-steps.ts'
import { eventually } from './test/eventually.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let people: EditingFixture
let owner: Visitor
let steps: ReturnType<typeof openEditSteps>

beforeAll(async () => {
  journey = await startJourney()
  people = await createEditingFixture(journey.program)
  steps = openEditSteps(journey, people)
  owner = await journey.visit({ as: people.owner })
})
afterAll(() => journey.end())
afterEach((test) => resetAfterFailure(test, owner))

/** Whether IndexedDB of this browser holds a draft of the file. */
function isDraftKept(page: Page, { transcriptId }: EditingFixture): Promise<boolean> {
  return page.evaluate(async (id) => {
    // `indexedDB.open` would create a database that does not exist.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'kaiwa')) return false
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no drafts')))
      })
    const database = await settled(indexedDB.open('kaiwa'))
    const keys = await settled(database.transaction('drafts').objectStore('drafts').getAllKeys())
    database.close()
    return keys.some((key) => typeof key === 'string' && key.split('/')[1] === String(id))
  }, transcriptId)
}

describe('one person', () => {
  it('EDIT-10 EDIT-18 EDIT-36 EDIT-37 EDIT-41 edits, saves temporarily and when finishing', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    expect(await button(page, '元に戻す').count()).toBe(0)
    await edit(owner)
    expect(await button(page, '元に戻す').isDisabled()).toBe(true)
    const save = button(page, '一時保存（Ctrl+S）')
    expect(await save.isDisabled()).toBe(true)
    await type(owner, 0, '一つ目。')
    await expect.poll(() => save.isEnabled()).toBe(true)
    await page.keyboard.press('Control+s')
    await steps.waitForText(fixture, `${FIRST}一つ目。`)
    await page.keyboard.type('二つ目。')
    await button(page, '編集を終了').click()
    await page.getByRole('dialog', { name: '変更内容が保存されていません。' }).waitFor()
    await button(page, '保存して終了').click()
    await button(page, '編集').waitFor()
    expect((await steps.stored(fixture))[0]).toBe(`${FIRST}一つ目。二つ目。`)
    await steps.waitForUnlock(fixture)
    await page.getByText(/^最終保存: 山田 花子 \d{4}\/\d\d\/\d\d \d\d:\d\d$/).waitFor()
    // The history lists both saves. A restore is stored as another save.
    await button(page, '変更履歴').click()
    const history = page.getByRole('dialog', { name: '変更履歴' })
    await history.locator('ins').getByText('二つ目。').waitFor()
    await history.getByRole('button', { name: /^自動文字起こし/ }).click()
    await history.getByRole('button', { name: '全体をこの時点に戻す' }).click()
    await history.getByRole('button', { name: /^復元 山田 花子/ }).waitFor()
    expect((await steps.stored(fixture))[0]).toBe(FIRST)
    await steps.waitForUnlock(fixture)
  })

  it('EDIT-38 discards unsaved changes', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    await edit(owner)
    await type(owner, 0, 'いらない。')
    await button(page, '編集を終了').click()
    await button(page, '破棄して終了').click()
    await button(page, '編集').waitFor()
    await text(page, 0).getByText(FIRST, { exact: true }).waitFor()
    expect((await steps.stored(fixture))[0]).toBe(FIRST)
  })

  it('saves text that was entered through an input method', async () => {
    const fixture = await steps.openFile(owner)
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
    await steps.waitForText(fixture, `${FIRST}会議`)
    await button(page, '編集を終了').click()
  })

  it('EDIT-03 EDIT-04 replaces all hits in one step, which can be undone', async () => {
    const fixture = await steps.openFile(owner)
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
    await steps.waitForText(fixture, FIRST.replace('。', '！'))
    expect((await steps.stored(fixture)).every((content) => content.endsWith('！'))).toBe(true)
    await button(page, '元に戻す').click()
    await page.keyboard.press('Control+s')
    await steps.waitForText(fixture, FIRST)
    await button(page, '編集を終了').click()
  })

  it('EDIT-03 FILE-05 Esc closes the panel from any of its buttons, and the search is back when edit mode ends', async () => {
    await steps.openFile(owner)
    const { page } = owner
    const panel = page.getByRole('dialog', { name: '検索と置換' })
    await edit(owner)
    await page.keyboard.press('Control+h')
    await panel.getByRole('textbox', { name: '検索' }).fill('。')
    await panel.getByRole('button', { name: 'すべて置換' }).focus()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+h')
    await panel.waitFor()
    await button(page, '編集を終了').click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: '文字起こしを検索' }).fill('は')
    await page.getByText(/^1\/\d+$/).waitFor()
    await edit(owner)
    expect(await panel.count()).toBe(0)
    await button(page, '編集を終了').click()
  })

  it('EDIT-39 FILE-16 FILE-17 FILE-18 asks before any navigation away from unsaved changes, and releases the lock', async () => {
    const fixture = await createFixtureFile(journey.program, people)
    const { page } = owner
    await owner.navigate(`/projects/${fixture.file.projectId}`)
    await page
      .locator(`a[href="${addressOf(fixture)}"]`)
      .first()
      .click()
    await edit(owner)
    await type(owner, 0, 'まだ。')
    const dialog = page.getByRole('dialog', { name: 'このページを離れますか？' })
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await dialog.getByText('編集した内容が保存されていません。このまま移動しますか？').waitFor()
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    expect(new URL(page.url()).pathname).toBe(addressOf(fixture))
    await page.evaluate(() => history.back())
    await dialog.waitFor()
    expect(new URL(page.url()).pathname).toBe(addressOf(fixture))
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await dialog.getByRole('button', { name: '移動する' }).click()
    await eventually('the folder', async () => new URL(page.url()).pathname === `/projects/${fixture.file.projectId}`)
    await steps.waitForUnlock(fixture)
    expect((await steps.stored(fixture))[0]).toBe(FIRST)
    // The unsaved changes are offered as a draft.
    await page.evaluate(() => history.back())
    await page.getByText('保存されていない編集が残っています').waitFor()
  })

  describe('while the response of a save is pending', () => {
    /** Types and saves; the server has it, and `answer` lets the page know. */
    const saveWithoutAnswer = async () => {
      const fixture = await steps.openFile(owner)
      const { page } = owner
      await edit(owner)
      await type(owner, 0, '保存中。')
      const gate = Promise.withResolvers<void>()
      await page.route(
        '**/api/transcripts/*/blocks',
        async (route) => {
          const response = await route.fetch()
          await gate.promise
          await route.fulfill({ response })
        },
        { times: 1 },
      )
      await page.keyboard.press('Control+s')
      await steps.waitForText(fixture, `${FIRST}保存中。`)
      return { fixture, page, answer: () => gate.resolve() }
    }
    const question = (page: Page) => page.getByRole('dialog')

    it('EDIT-18 EDIT-37 ends edit mode without a dialog', async () => {
      const { fixture, page, answer } = await saveWithoutAnswer()
      await button(page, '編集を終了').click()
      await page.locator('button[data-loading]').waitFor()
      expect(await question(page).count()).toBe(0)
      answer()
      await button(page, '編集').waitFor()
      await steps.waitForUnlock(fixture)
    })

    it('EDIT-36 asks about text typed after the save', async () => {
      const { fixture, page, answer } = await saveWithoutAnswer()
      await page.keyboard.type('その後。')
      await button(page, '編集を終了').click()
      await question(page).waitFor()
      answer()
      await button(page, '保存して終了').click()
      await button(page, '編集').waitFor()
      expect((await steps.stored(fixture))[0]).toBe(`${FIRST}保存中。その後。`)
    })

    it('FILE-16 closes the dialog and leaves the page once everything is saved', async () => {
      const { fixture, page, answer } = await saveWithoutAnswer()
      await page.getByRole('link', { name: 'フォルダに戻る' }).click()
      await question(page).getByText('編集した内容が保存されていません。このまま移動しますか？').waitFor()
      answer()
      await page.waitForURL(`**/projects/${fixture.file.projectId}`)
      await steps.waitForUnlock(fixture)
      await page.evaluate(() => history.back())
      await text(page, 0).getByText(`${FIRST}保存中。`).waitFor()
      expect(await page.getByText('保存されていない編集が残っています').count()).toBe(0)
    })
  })

  it('EDIT-37 edits again while the release of the lock is pending', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    await edit(owner)
    const gate = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route(
      '**/release-lock',
      async (route) => {
        await gate.promise
        await route.fulfill({ response: await route.fetch() })
        released.resolve()
      },
      { times: 1 },
    )
    await button(page, '編集を終了').click()
    await edit(owner)
    gate.resolve()
    await released.promise
    expect(await steps.isLocked(fixture)).toBe(true)
    await button(page, '編集を終了').click()
    await steps.waitForUnlock(fixture)
  })
})

describe('faults', () => {
  it('no change is lost by a network failure or a restart of the server', async () => {
    const fixture = await steps.openFile(owner)
    const { page, context } = owner
    await edit(owner)
    await context.setOffline(true)
    await type(owner, 0, '切断中。')
    await page.keyboard.press('Control+s')
    await page.getByText('保存できていません').waitFor()
    await page.keyboard.type('続き。')
    await context.setOffline(false)
    await steps.waitForText(fixture, `${FIRST}切断中。続き。`)
    await journey.program.kill()
    await page.keyboard.type('再起動。')
    await page.keyboard.press('Control+s')
    await page.getByText('保存できていません').waitFor()
    await journey.program.restart()
    await steps.waitForText(fixture, `${FIRST}切断中。続き。再起動。`)
    await button(page, '編集を終了').click()
  })

  it('text typed during a save stays when the response of the save is lost', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    await edit(owner)
    await type(owner, 0, '保存済み。')
    const stored = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await page.route(
      '**/api/transcripts/*/blocks',
      async (route) => {
        await route.fetch()
        stored.resolve()
        await gate.promise
        await route.abort()
      },
      { times: 1 },
    )
    await page.keyboard.press('Control+s')
    await stored.promise
    await page.keyboard.type('その間。')
    gate.resolve()
    await steps.waitForText(fixture, `${FIRST}保存済み。その間。`)
    await button(page, '編集を終了').click()
    await button(page, '編集').waitFor()
  })

  it('a crashed browser offers the draft afterwards, only to the same user', async () => {
    const fixture = await steps.openFile(owner)
    await edit(owner)
    const { page } = owner
    await text(page, 0).click()
    await page.keyboard.press('End')
    // One insertion, so that the first stored draft is complete.
    await page.keyboard.insertText('消えない。')
    await eventually('the draft', () => isDraftKept(page, fixture))
    // Crashes the renderer: the page receives no event.
    await page.goto('chrome://crash').catch(() => null)
    await page.close()
    owner.page = await owner.context.newPage()
    const other = await owner.context.cookies()
    await owner.context.clearCookies()
    const [cookie] = other
    if (!cookie) throw new Error('nobody was signed in')
    await owner.context.addCookies([{ ...cookie, value: people.editor.token }])
    await owner.page.goto(addressOf(fixture))
    await text(owner.page, 0).waitFor()
    expect(await owner.page.getByText('保存されていない編集が残っています').count()).toBe(0)
    await owner.context.addCookies([cookie])
    await owner.page.reload()
    await owner.page.getByText('保存されていない編集が残っています').waitFor()
    await button(owner.page, '内容を確認').click()
    await button(owner.page, '適用して編集').click()
    await text(owner.page, 0).getByText(`${FIRST}消えない。`).waitFor()
    await owner.page.keyboard.press('Control+s')
    await steps.waitForText(fixture, `${FIRST}消えない。`)
  })
})

it('no page throws an error', () => {
  expect(owner.errors).toEqual([])
})
