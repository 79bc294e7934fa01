// Comments of several people on one file: writing on selected text, realtime, mentions and their notifications.
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
} from '@kaiwa/server/test/factories/editing-fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addressOf, button, edit, text, type } from './test/edit-steps.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let people: EditingFixture
let owner: Visitor
let editor: Visitor
let viewer: Visitor

beforeAll(async () => {
  journey = await startJourney()
  people = await createEditingFixture(journey.program)
  owner = await journey.visit({ as: people.owner })
  editor = await journey.visit({ as: people.editor, locale: 'en' })
  viewer = await journey.visit({ as: people.viewer })
})
afterAll(() => journey.end())
afterEach((test) => resetAfterFailure(test, owner, editor, viewer))

/** The sign at the end of the block. */
function sign(page: Page, number: number) {
  return page.locator('.kaiwa-block').nth(number).locator('.kaiwa-comments')
}

/** The text that is painted as commented. */
function marked(page: Page, name: string) {
  return page.evaluate(
    (highlight) =>
      Array.from(CSS.highlights.get(highlight) ?? [], (range) => {
        const copy = document.createRange()
        copy.setStart(range.startContainer, range.startOffset)
        copy.setEnd(range.endContainer, range.endOffset)
        return copy.toString()
      }),
    name,
  )
}

it('RT-01 a viewer comments on selected words and mentions an editor; all open pages show it immediately, and the passage follows edits', async () => {
  const fixture = await createFixtureFile(journey.program, people)
  await owner.navigate(addressOf(fixture))
  await viewer.navigate(addressOf(fixture))
  await editor.navigate(`/projects/${fixture.folder.projectId}`)
  const { page } = viewer
  await text(page, 1).click({ clickCount: 3 })
  await button(page, '選択した箇所にコメント').click()
  const passage = (await text(page, 1).textContent())!
  const field = page.getByRole('textbox', { name: /コメントを入力/ })
  await expect.poll(() => marked(page, 'kaiwa-current-comment')).toEqual([passage])
  await field.pressSequentially('@太郎')
  await page.getByRole('option', { name: '佐藤 太郎' }).click()
  await field.pressSequentially('日付を確認してください。')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('日付を確認してください。').waitFor()

  // The owner has the file open: the thread appears without a reload, and the owner replies.
  await sign(owner.page, 1).click()
  const thread = owner.page.getByRole('article')
  await thread.getByText('@佐藤 太郎').waitFor()
  await expect.poll(() => marked(owner.page, 'kaiwa-current-comment')).toEqual([passage])
  await thread.getByRole('textbox', { name: '返信を入力' }).fill('十二日です。')
  await thread.getByRole('button', { name: '返信', exact: true }).click()
  await page.getByRole('article').getByText('十二日です。').waitFor()

  // The passage moves with text that is typed in front of it, before and after the save.
  await edit(owner)
  await text(owner.page, 1).click()
  await owner.page.keyboard.press('Home')
  await owner.page.keyboard.type('それでは、')
  await expect.poll(() => marked(owner.page, 'kaiwa-comment')).toEqual([passage])
  await type(owner, 0, 'はい。')
  await owner.page.keyboard.press('Control+s')
  await text(page, 1).getByText(`それでは、${passage}`).waitFor()
  await expect.poll(() => marked(page, 'kaiwa-comment')).toEqual([passage])
  await button(owner.page, '編集を終了').click()

  // The mentioned person opens the thread from the notification, and resolves it.
  await editor.page.getByRole('button', { name: /^Notifications/ }).click()
  await editor.page.getByText(/mentioned you in a comment/).click()
  const opened = editor.page.getByRole('article')
  await opened.getByText('十二日です。').waitFor()
  await expect.poll(() => opened.getAttribute('data-chosen')).toBe('true')
  await expect.poll(() => new URL(editor.page.url()).search).toBe('')
  await opened.getByRole('button', { name: 'Resolve' }).click()
  await sign(page, 1).waitFor({ state: 'detached' })
  await page.getByText('解決済み（1）').click()
  await page.getByText('佐藤 太郎さんが解決済みにしました').waitFor()
})
