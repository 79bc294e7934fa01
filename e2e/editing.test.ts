// Editing a transcript: saving, finding, leaving the page, and recovery from faults.
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
} from '@kaiwa/server/test/factories/editing-fixture.ts'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, button, edit, FIRST, openEditSteps, text, type } from './test/edit-steps.ts'
import { eventually } from './test/eventually.ts'
import { interceptNext } from './test/intercept.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { LOW_PRIORITY_MS } from './test/low-priority.ts'

let journey: Journey
let people: EditingFixture
let owner: Visitor
/** A second person who may edit, in English and with the keyboard of a Mac. */
let mac: Visitor
let steps: ReturnType<typeof openEditSteps>

beforeAll(async () => {
  journey = await startJourney()
  people = await createEditingFixture(journey.program)
  steps = openEditSteps(journey, people)
  owner = await journey.visit({ as: people.owner })
  mac = await journey.visit({ as: people.editor, locale: 'en' })
  await mac.context.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }))
})
afterAll(() => journey.end())
afterEach((test) => resetAfterFailure(test, owner, mac))

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
    await page.keyboard.press('Control+z')
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.keyboard.press('Control+y')
    await expect.poll(() => save.isEnabled()).toBe(true)
    await page.keyboard.press('Control+s')
    await steps.waitForText(fixture, `${FIRST}一つ目。`)
    await expect.poll(() => save.isDisabled()).toBe(true)
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
    await history.getByRole('button', { name: /^復元 山田 花子/ }).waitFor({ timeout: LOW_PRIORITY_MS })
    expect((await steps.stored(fixture))[0]).toBe(FIRST)
    await steps.waitForUnlock(fixture)
  })

  it('W1 the page loads at most 260 kB of JavaScript, and the code of edit mode when its button is pointed at or the page is pressed', async () => {
    const fixture = await createFixtureFile(journey.program, people)
    const { page } = await journey.visit({ as: people.owner })
    const scripts = new Map<string, Request>()
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) scripts.set(pathname, request)
    })
    const isLoaded = (name: string) => [...scripts.keys()].some((path) => path.startsWith(`/assets/${name}-`))
    await page.goto(addressOf(fixture))
    await text(page, 0).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => isLoaded('CommentLayer')).toBe(true)
    expect([isLoaded('edit-mode'), isLoaded('edit-tools')]).toEqual([false, false])
    const sizes = await Promise.all([...scripts.values()].map((script) => script.sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    expect(bytes).toBeLessThan(260_000)
    expect(bytes).toBeGreaterThan(100_000)
    await button(page, '編集').hover()
    await expect.poll(() => [isLoaded('edit-mode'), isLoaded('edit-tools')]).toEqual([true, true])
    await page.mouse.move(0, 0)
    scripts.clear()
    await page.reload()
    await button(page, '編集').waitFor()
    expect([isLoaded('edit-mode'), isLoaded('edit-tools')]).toEqual([false, false])
    await text(page, 0).click()
    await expect.poll(() => [isLoaded('edit-mode'), isLoaded('edit-tools')]).toEqual([true, true])
    expect(await steps.isLocked(fixture)).toBe(false)
    await page.context().close()
  })

  it('a new analysis during editing keeps unsaved changes and the undo history', async () => {
    const fixture = await createFixtureFile(journey.program, people)
    const { db, url } = journey.program
    const { transcriptId } = fixture
    await db.updateTable('blocks').set({ sentiment: -1 }).where('transcript_id', '=', transcriptId).execute()
    await owner.navigate(addressOf(fixture))
    const { page } = owner
    const block = page.locator('.kaiwa-block').first()
    await block.getByLabel('ネガティブ').waitFor()
    const before = await text(page, 1).innerText()
    await edit(owner)
    await type(owner, 0, '一つ目。')
    await type(owner, 1, '二つ目。')
    const answer = await page.request.fetch(`/api/transcripts/${transcriptId}/reanalyze`, {
      method: 'POST',
      headers: { origin: url },
    })
    expect(answer.status()).toBe(200)
    await block.getByLabel('ポジティブ').waitFor()
    const texts = () => Promise.all([text(page, 0).innerText(), text(page, 1).innerText()])
    expect(await texts()).toEqual([`${FIRST}一つ目。`, `${before}二つ目。`])
    await page.keyboard.press('Control+z')
    await expect.poll(texts).toEqual([`${FIRST}一つ目。`, before])
    await button(page, '元に戻す').click()
    await expect.poll(texts).toEqual([FIRST, before])
    await block.getByLabel('ポジティブ').waitFor()
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+y')
    await expect.poll(texts).toEqual([`${FIRST}一つ目。`, `${before}二つ目。`])
    await page.keyboard.press('Control+s')
    await steps.waitForText(fixture, `${FIRST}一つ目。`)
    expect((await steps.stored(fixture))[1]).toBe(`${before}二つ目。`)
    await expect.poll(() => button(page, '一時保存（Ctrl+S）').isDisabled()).toBe(true)
    await button(page, '編集を終了').click()
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

  it('EDIT-03 EDIT-04 EDIT-05 EDIT-06 EDIT-07 finds and replaces one hit or all, of everybody or of the selected speaker', async () => {
    const fixture = await steps.openFile(mac)
    const { page } = mac
    await button(page, 'Edit').click()
    await button(page, 'Find and replace').click()
    const panel = page.getByRole('dialog', { name: 'Find and replace' })
    const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
    const shows = (count: string, ...enabled: string[]) =>
      expect
        .poll(async () => [
          await panel.locator('output').textContent(),
          ...(await panel.locator('button:enabled', { hasText: /./ }).allTextContents()),
        ])
        .toEqual([count, ...enabled])
    /** Text of the block with the selected hit. */
    const current = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('kaiwa-current-hit') ?? []
        return range?.startContainer.parentElement?.closest('.kaiwa-text')?.textContent
      })
    const ends = async () => (await steps.stored(fixture)).map((content) => content.at(-1)).join('')

    await expect.poll(() => panel.locator('label').allTextContents()).toEqual(['Search', 'Replace with'])
    const buttons = await panel.getByRole('button').allTextContents()
    expect(buttons).toEqual(['Previous', 'Next', 'Replace', 'Replace all', ''])
    await shows('')
    const words = panel.getByRole('textbox', { name: 'Search' })
    await words.fill('ない言葉')
    await shows('Not found', 'Replace all')
    await words.fill('。')
    await shows('1/6', 'Previous', 'Next', 'Replace', 'Replace all')
    await press('Next')
    await shows('2/6', 'Previous', 'Next', 'Replace', 'Replace all')
    for (let hit = 3; hit <= 6; hit += 1) await press('Next')
    await shows('6/6', 'Previous', 'Next', 'Replace', 'Replace all')
    await press('Previous')
    await shows('5/6', 'Previous', 'Next', 'Replace', 'Replace all')

    await button(page, 'Filter by speaker: All').click()
    await page.getByRole('menuitemradio', { name: '話者2' }).click()
    await shows('1/3', 'Previous', 'Next', 'Replace', 'Replace all')
    await press('Next')
    await expect.poll(current).toBe('予算は年間で百万円を考えています。')
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('！')
    await press('Replace')
    await shows('2/2', 'Previous', 'Next', 'Replace', 'Replace all')
    await expect.poll(current).toBe('現在の課題は議事録の作成です。')
    await press('Replace')
    await shows('Reached the end', 'Previous', 'Next', 'Replace all')
    await page.keyboard.press('Meta+s')
    await eventually('two replacements', async () => (await ends()) === '。。。！。！')
    await press('Replace all')
    await page.getByText('1 replaced', { exact: true }).waitFor()
    await shows('Reached the end', 'Replace all')
    await page.keyboard.press('Meta+s')
    await eventually('the replacements of one speaker', async () => (await ends()) === '。！。！。！')

    await button(page, 'Filter by speaker: 話者2').click()
    await page.getByRole('menuitemradio', { name: 'All' }).click()
    await shows('1/3', 'Previous', 'Next', 'Replace', 'Replace all')
    await press('Replace all')
    await page.getByText('3 replaced', { exact: true }).waitFor()
    await page.keyboard.press('Meta+s')
    await eventually('all replacements', async () => (await ends()) === '！！！！！！')
    await button(page, 'Undo').click()
    await shows('1/3', 'Previous', 'Next', 'Replace', 'Replace all')
    await words.fill('')
    await shows('')
    await page.keyboard.press('Meta+s')
    await eventually('the undone step', async () => (await ends()) === '。！。！。！')
    await button(page, 'Finish editing').click()
    await steps.waitForUnlock(fixture)
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

  it('edit mode that is used by keyboard begins in the text, and returns the focus to the buttons', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    const press = async (name: string) => {
      await button(page, name).focus()
      await page.keyboard.press('Enter')
    }
    const hasFocus = (selector: string) =>
      expect.poll(() => page.evaluate((one) => document.activeElement?.matches(one), selector)).toBe(true)
    await press('編集')
    await hasFocus('.kaiwa-transcript[contenteditable=true]')
    await page.keyboard.type('朝')
    await text(page, 0).filter({ hasText: /^朝/ }).waitFor()
    await press('検索と置換')
    await hasFocus('[role=dialog] input')
    await page.keyboard.press('Escape')
    await hasFocus('[aria-label=検索と置換]')
    await page.keyboard.press('Control+s')
    await page.getByText(/^保存済み /).waitFor()
    await press('編集を終了')
    await hasFocus('button[data-variant=light]')
    await steps.waitForUnlock(fixture)
  })

  it.each<[string, string, () => Visitor, string[]]>([
    [
      'Ctrl',
      'Control',
      () => owner,
      ['編集', 'ショートカット', 'Enter: 改行', 'Ctrl+Enter: 発話を区切る', 'Ctrl+Enter × 2: 話者を区切る'],
    ],
    [
      '⌘',
      'Meta',
      () => mac,
      ['Edit', 'Shortcuts', 'Enter: New line', '⌘+Enter: Separate the statement', '⌘+Enter × 2: Separate the speakers'],
    ],
  ])(
    'EDIT-19 EDIT-20 EDIT-21 the guide shows Enter, %s+Enter, and %s+Enter twice, which do what it says',
    async (_, modifier, visitorOf, [start = '', guide = '', ...expected]) => {
      const visitor = visitorOf()
      const fixture = await steps.openFile(visitor)
      const { page } = visitor
      await button(page, start).click()
      await button(page, guide).click()
      const list = page.getByRole('dialog', { name: guide })
      await list.waitFor()
      const rows = await list.locator('dl > div').evaluateAll((all) =>
        all.map((row) => {
          const keys = [...row.querySelectorAll('kbd')].map(({ textContent }) => textContent).join('+')
          const isTwice = row.querySelector('dt')?.textContent?.endsWith(' × 2')
          return `${keys}${isTwice ? ' × 2' : ''}: ${row.querySelector('dd')?.textContent}`
        }),
      )
      expect(rows.slice(0, 3)).toEqual(expected)
      await page.keyboard.press('Escape')

      await text(page, 0).click()
      for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowRight']) await page.keyboard.press(key)
      await page.keyboard.press(`${modifier}+Enter`)
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press(`${modifier}+Enter`)
      await page.keyboard.press(`${modifier}+Enter`)
      await page.getByRole('option', { name: '話者2' }).click()
      await page.keyboard.press(`${modifier}+s`)
      const stored = () =>
        journey.program.db
          .selectFrom('blocks')
          .select(['content', 'is_break', 'speaker_id'])
          .where('transcript_id', '=', fixture.transcriptId)
          .orderBy('position')
          .limit(3)
          .execute()
      const [first, second] = fixture.speakerIds
      await expect.poll(stored).toEqual([
        { content: '本日\nは', is_break: false, speaker_id: first },
        { content: 'お時間', is_break: false, speaker_id: first },
        { content: 'をいただきありがとうございます。', is_break: true, speaker_id: second },
      ])
      await page.getByRole('button', { name: /^(編集を終了|Finish editing)$/ }).click()
      await steps.waitForUnlock(fixture)
    },
  )

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
    // The question is shown after the page has returned to its own entry of the history.
    await expect.poll(() => new URL(page.url()).pathname).toBe(addressOf(fixture))
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

    // The first answer saves.
    await edit(owner)
    await type(owner, 0, '保存する。')
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await dialog.getByText('保存せずに移動しても、編集した内容は下書きとして残り').waitFor()
    const first = dialog.getByRole('button', { name: '保存して移動' })
    await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${fixture.file.projectId}`)
    await steps.waitForUnlock(fixture)
    expect((await steps.stored(fixture))[0]).toBe(`${FIRST}保存する。`)
  })

  it('FILE-17 the warning of the browser has the text of the leave dialog, while there are unsaved changes', async () => {
    const fixture = await steps.openFile(mac)
    const { page } = mac
    /** The text that the page returns for the beforeunload event. Some browsers show it. */
    const warning = () =>
      page.evaluate(() => {
        const event = document.createEvent('BeforeUnloadEvent')
        event.initEvent('beforeunload', false, true)
        dispatchEvent(event)
        return { text: event.returnValue as unknown, asks: event.defaultPrevented }
      })
    await button(page, 'Edit').click()
    await button(page, 'Finish editing').waitFor()
    expect(await warning()).toEqual({ text: '', asks: false })
    await type(mac, 0, 'まだ。')
    await page.getByRole('link', { name: 'Back to the folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Do you want to leave this page?' })
    const shown = 'Edited content has not been saved. Do you want to continue moving?'
    await dialog.getByText(shown, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await warning()).toEqual({ text: shown, asks: true })
    await page.keyboard.press('Meta+s')
    await steps.waitForText(fixture, `${FIRST}まだ。`)
    await page.getByText(/^Saved \d{2}:\d{2}$/).waitFor()
    await expect.poll(warning).toEqual({ text: '', asks: false })
    await button(page, 'Finish editing').click()
    await steps.waitForUnlock(fixture)
  })

  describe('while the response of a save is pending', () => {
    /** Types and saves; the server has it, and `answer` lets the page know. */
    const saveWithoutAnswer = async () => {
      const fixture = await steps.openFile(owner)
      const { page } = owner
      await edit(owner)
      await type(owner, 0, '保存中。')
      const gate = Promise.withResolvers<void>()
      await interceptNext(page, '**/api/transcripts/*/blocks', async (route) => {
        const response = await route.fetch()
        await gate.promise
        await route.fulfill({ response })
      })
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

    it('EDIT-41 the button is disabled until the response, also when more has been typed', async () => {
      const { fixture, page, answer } = await saveWithoutAnswer()
      const save = button(page, '一時保存（Ctrl+S）')
      await page.keyboard.type('続き。')
      await text(page, 0).getByText('保存中。続き。').waitFor()
      expect(await save.isDisabled()).toBe(true)
      answer()
      await expect.poll(() => save.isEnabled()).toBe(true)
      await save.click()
      await steps.waitForText(fixture, `${FIRST}保存中。続き。`)
      await expect.poll(() => save.isDisabled()).toBe(true)
      await button(page, '編集を終了').click()
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

  it('EDIT-59 EDIT-72 a change repeats the lock request and the search: 300 ms after typing, immediately after a split', async () => {
    const fixture = await createFixtureFile(journey.program, people)
    const { projectId, id } = fixture.file
    // A page of the other editor without realtime messages, so that it does not know about the lock.
    const late = await mac.context.newPage()
    await late.routeWebSocket(/.*/, () => undefined)
    await late.goto(addressOf(fixture))
    await button(late, 'Edit').waitFor()
    const { page, leave } = await journey.visit({ as: people.owner })
    await page.goto(addressOf(fixture))
    await text(page, 0).waitFor()
    const uuid = (await page.locator('.kaiwa-block').first().getAttribute('data-block')) ?? ''
    const requests: { path: string; body: { changed_block_uuids: string[]; lock_version?: number } }[] = []
    page.on('request', (request) => {
      const path = `${request.method()} ${new URL(request.url()).pathname}`
      if (path.endsWith('/request-lock')) requests.push({ path, body: request.postDataJSON() })
    })
    const path = `POST /api/projects/${projectId}/files/${id}/request-lock`
    await page.clock.install()
    await edit({ page })
    expect(requests).toEqual([{ path, body: { changed_block_uuids: [], take_over: false } }])
    await page.clock.pauseAt(new Date(Date.now() + 60_000))

    const count = () => page.locator('search output').textContent()
    await page.getByRole('searchbox').fill('本日')
    await page.clock.runFor(299)
    expect(await count()).toBe('')
    await page.clock.runFor(1)
    await expect.poll(count).toBe('1/2')

    await type({ page }, 0, '本日')
    await page.clock.runFor(299)
    expect([await count(), requests.length]).toEqual(['1/2', 1])
    await page.clock.runFor(1)
    await expect.poll(count).toBe('1/3')
    const report = { path, body: { changed_block_uuids: [uuid], lock_version: 1 } }
    /** Requests from a number on. Changes during a request are reported after its response, without another pause. */
    const reported = async (from: number) => {
      await page.clock.runFor(0)
      return requests.slice(from)
    }
    await expect.poll(() => reported(1)).toEqual([report])
    // Another change of the same block.
    await page.keyboard.type('は')
    await page.clock.runFor(200)
    await page.keyboard.type('本日')
    await page.clock.runFor(299)
    expect([await count(), requests.length]).toEqual(['1/3', 2])
    await page.clock.runFor(1)
    await expect.poll(count).toBe('1/4')
    await expect.poll(() => reported(1)).toEqual([report, report])

    for (const key of ['Home', 'ArrowRight', 'Control+Enter']) await page.keyboard.press(key)
    await expect.poll(count).toBe('1/3')
    const added = await page.locator('.kaiwa-block').nth(1).getAttribute('data-block')
    await expect
      .poll(async () => (await reported(3)).map(({ body }) => body.changed_block_uuids.toSorted()))
      .toEqual([[uuid, added].toSorted()])

    const refused = late.waitForResponse(`**${path.slice('POST '.length)}`)
    await button(late, 'Edit').click()
    expect((await refused).status()).toBe(409)
    expect(await (await refused).json()).toMatchObject({ error: 'E_LOCKED', lock: { by: { id: people.owner.id } } })
    await late.getByText('This file is being edited by another user').waitFor()
    await late.getByText('山田 花子 is currently editing').waitFor()
    expect(await button(late, 'Finish editing').count()).toBe(0)
    await late.close()
    await leave()
  })

  it('EDIT-37 edits again while the release of the lock is pending', async () => {
    const fixture = await steps.openFile(owner)
    const { page } = owner
    await edit(owner)
    const gate = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await interceptNext(page, '**/release-lock', async (route) => {
      await gate.promise
      await route.fulfill({ response: await route.fetch() })
      released.resolve()
    })
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
    await interceptNext(page, '**/api/transcripts/*/blocks', async (route) => {
      await route.fetch()
      stored.resolve()
      await gate.promise
      await route.abort()
    })
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
  expect([...owner.errors, ...mac.errors]).toEqual([])
})
