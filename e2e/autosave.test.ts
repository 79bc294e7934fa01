// Autosave: the draft on the server, what readers see of it, and how it ends.
import { createEditingFixture, type EditingFixture } from '@kaiwa/server/test/factories/editing-fixture.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addressOf, button, edit, FIRST, openEditSteps, text, type } from './test/edit-steps.ts'
import { eventually } from './test/eventually.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let people: EditingFixture
let owner: Visitor
/** The same person in another browser, in English. */
let elsewhere: Visitor
let viewer: Visitor
let steps: ReturnType<typeof openEditSteps>

beforeAll(async () => {
  journey = await startJourney()
  people = await createEditingFixture(journey.program)
  steps = openEditSteps(journey, people)
  owner = await journey.visit({ as: people.owner })
  elsewhere = await journey.visit({ as: people.owner, locale: 'en' })
  viewer = await journey.visit({ as: people.viewer })
  // The tests advance the clock of the page to the next autosave. It is installed in a page of the server: about:blank has
  // no localStorage.
  for (const { page, open } of [owner, elsewhere]) {
    await open('/projects')
    await page.clock.install()
  }
})
afterAll(() => journey.end())
afterEach((test) => resetAfterFailure(test, owner, elsewhere, viewer))

const AUTOSAVE_MS = 10_000

function draftsOf({ transcriptId }: EditingFixture) {
  return journey.program.db
    .selectFrom('transcript_drafts')
    .select(['version', 'blocks'])
    .where('transcript_id', '=', transcriptId)
    .execute()
}

function saved(page: Page, words: RegExp) {
  return page.locator('output').getByText(words)
}

/** Advances the page to the next autosave and waits until the page shows its time. */
async function autosave(page: Page, words = /^下書き保存済み \d\d:\d\d$/) {
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/drafts/'),
  )
  await page.clock.runFor(AUTOSAVE_MS)
  expect((await stored).status()).toBe(200)
  await saved(page, words).waitFor()
}

/** Simulates that the lock has not been requested for five minutes: the queued job runs now. */
async function expire({ transcriptId }: EditingFixture) {
  const { db } = journey.program
  await sql`update edit_locks set until = clock_timestamp() - interval '1 second'
    where transcript_id = ${transcriptId}`.execute(db)
  await sql`update pgboss.job set start_after = now()
    where name = 'transcripts.expire-lock' and singleton_key = ${String(transcriptId)} and state = 'created'`.execute(
    db,
  )
}

/** Crashes the page, so that the server receives no event of it, and opens another one. */
async function crash(visitor: Visitor) {
  await visitor.page.goto('chrome://crash').catch(() => null)
  await visitor.page.close()
  visitor.page = await visitor.context.newPage()
}

it('EDIT-36 EDIT-41 shows when the draft was saved; readers do not see it; the temporary save publishes it', async () => {
  const fixture = await steps.openFile(owner, viewer)
  const { page } = owner
  await edit(owner)
  await type(owner, 0, '下書き。')
  await page.getByText('未保存', { exact: true }).waitFor()
  await autosave(page)
  expect(await draftsOf(fixture)).toEqual([{ version: 1, blocks: 1 }])
  expect(await steps.stored(fixture)).toContain(FIRST)
  await viewer.page.reload()
  await text(viewer.page, 0).getByText(FIRST, { exact: true }).waitFor()
  expect(await viewer.page.getByText('下書き。').count()).toBe(0)
  // The change is still unsaved: it can be saved, and finishing asks.
  expect(await button(page, '一時保存（Ctrl+S）').isEnabled()).toBe(true)
  await button(page, '編集を終了').click()
  await page.getByRole('dialog', { name: '変更内容が保存されていません。' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await text(viewer.page, 0).getByText(`${FIRST}下書き。`).waitFor()
  await expect.poll(() => button(page, '一時保存（Ctrl+S）').isDisabled()).toBe(true)
  await expect.poll(() => saved(page, /下書き保存済み/).count()).toBe(0)
  await expect.poll(() => draftsOf(fixture)).toEqual([])
  await button(page, '編集を終了').click()
  await steps.waitForUnlock(fixture)
})

it('EDIT-36 another browser of the same person is offered the draft, in English, and continues with it', async () => {
  const fixture = await steps.openFile(owner)
  const { page } = elsewhere
  await edit(owner)
  await type(owner, 0, '会社で入力。')
  await autosave(owner.page)
  await elsewhere.navigate(addressOf(fixture))
  await page.getByText('You are currently editing in another tab or on another device').waitFor()
  await page.getByText(/^You have unsaved edits \(\d{4}\/\d\d\/\d\d \d\d:\d\d\)$/).waitFor()
  await button(page, 'Review').click()
  const draft = page.getByRole('dialog', { name: 'Unsaved edits' })
  await draft.locator('ins').getByText('会社で入力。').waitFor()
  await draft.getByRole('button', { name: 'Apply and edit' }).click()
  await text(page, 0).getByText(`${FIRST}会社で入力。`).waitFor()
  await owner.page.getByText('別のタブまたは端末で編集が始まったため').waitFor()
  await text(page, 0).click()
  await page.keyboard.press('End')
  await page.keyboard.type('家で続き。')
  await autosave(page, /^Draft saved \d\d:\d\d$/)
  // The applied draft is deleted once the new one is stored.
  await eventually('one draft', async () => (await draftsOf(fixture)).length === 1)
  await button(page, 'Finish editing').click()
  const question = page.getByRole('dialog', { name: 'Your changes have not been saved.', exact: true })
  await question.getByRole('button', { name: 'Discard and end', exact: true }).waitFor()
  await question.getByRole('button', { name: 'Save and Done', exact: true }).click()
  await steps.waitForText(fixture, `${FIRST}会社で入力。家で続き。`)
  await steps.waitForUnlock(fixture)
  await expect.poll(() => draftsOf(fixture)).toEqual([])
})

it('EDIT-33 the expiry of the lock publishes the draft of a crashed browser, once and with its author', async () => {
  const fixture = await steps.openFile(owner, viewer)
  await edit(owner)
  await type(owner, 0, '落ちる前。')
  await autosave(owner.page)
  await crash(owner)
  await viewer.page.getByText('山田 花子さんが編集中です').waitFor()
  await expire(fixture)
  // The reader's open page shows it without a reload.
  await text(viewer.page, 0).getByText(`${FIRST}落ちる前。`).waitFor()
  await steps.waitForUnlock(fixture)
  await expect.poll(() => draftsOf(fixture)).toEqual([])
  await owner.page.goto(addressOf(fixture))
  await text(owner.page, 0).getByText(`${FIRST}落ちる前。`).waitFor()
  // Nothing is left to offer, and the history has one save by the author.
  await button(owner.page, '変更履歴').click()
  const history = owner.page.getByRole('dialog', { name: '変更履歴' })
  await history.getByRole('button', { name: /^編集 山田 花子/ }).waitFor()
  expect(await history.getByRole('button', { name: /^編集 / }).count()).toBe(1)
  await owner.page.keyboard.press('Escape')
  expect(await owner.page.getByText('保存されていない編集が残っています').count()).toBe(0)
})

it('EDIT-38 discarding deletes the draft: it is neither published nor offered', async () => {
  const fixture = await steps.openFile(owner)
  const { page } = owner
  await edit(owner)
  await type(owner, 0, '捨てる。')
  await autosave(page)
  await button(page, '編集を終了').click()
  await button(page, '破棄して終了').click()
  await button(page, '編集').waitFor()
  await text(page, 0).getByText(FIRST, { exact: true }).waitFor()
  await steps.waitForUnlock(fixture)
  await expect.poll(() => draftsOf(fixture)).toEqual([])
  const listed = page.waitForResponse((response) => response.url().endsWith(`${fixture.transcriptId}/drafts`))
  await page.reload()
  expect(await (await listed).json()).toEqual({ data: [] })
  await text(page, 0).getByText(FIRST, { exact: true }).waitFor()
  expect(await page.getByText('保存されていない編集が残っています').count()).toBe(0)
})

it('EDIT-37 Save and Done publishes the draft and deletes it', async () => {
  const fixture = await steps.openFile(owner)
  const { page } = owner
  await edit(owner)
  await type(owner, 0, '仕上げ。')
  await autosave(page)
  await button(page, '編集を終了').click()
  await button(page, '保存して終了').click()
  await button(page, '編集').waitFor()
  expect((await steps.stored(fixture))[0]).toBe(`${FIRST}仕上げ。`)
  await eventually('no draft', async () => (await draftsOf(fixture)).length === 0)
  await steps.waitForUnlock(fixture)
})

it('no page throws an error', () => {
  expect([owner, elsewhere, viewer].flatMap(({ errors }) => errors)).toEqual([])
})
