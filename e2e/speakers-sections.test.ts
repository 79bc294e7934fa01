// Correcting the speakers and sections of a recording while another editor and a viewer have it open.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { requestLock } from '@kaiwa/contract/transcript-edits.ts'
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
} from '@kaiwa/server/test/factories/editing-fixture.ts'
import { assign, createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectFilm } from './test/expect-film.ts'
import { cutNext, intercept } from './test/intercept.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { setLocale } from './test/set-locale.ts'

let journey: Journey
let people: EditingFixture
let fixture: EditingFixture
let owner: Visitor
let viewer: Visitor
let page: Page

function address() {
  return `/projects/${fixture.folder.projectId}/files/${fixture.file.id}`
}

beforeAll(async () => {
  journey = await startJourney()
  people = await createEditingFixture(journey.program)
  owner = await journey.visit({ as: people.owner })
  viewer = await journey.visit({ as: people.viewer, locale: 'en' })
  page = owner.page
})
afterAll(() => journey.end())
// Each test uses its own file in its own folder, so that tests share no speakers.
beforeEach(async () => {
  const { db } = journey.program
  const folder = await createFolder(db, rootOf(people.owner), { creator: people.owner })
  await assign(db, folder, people.editor, ROLE.editor)
  fixture = await createFixtureFile(journey.program, { ...people, folder }, { blocks: 8, speakers: 3 })
  await open(owner)
})
afterEach(async (test) => {
  await resetAfterFailure(test, owner, viewer)
  expect([...owner.errors.splice(0), ...viewer.errors.splice(0)]).toEqual([])
})

async function open(visitor: Visitor): Promise<void> {
  await visitor.navigate(address())
  await blocks(visitor.page).first().waitFor()
}

function blocks(on: Page = page) {
  return on.locator('.kaiwa-block')
}

function button(name: string | RegExp, on: Page = page) {
  return on.getByRole('button', { name, exact: true })
}

function dialog(name: string, on: Page = page) {
  return on.getByRole('dialog', { name })
}

function option(name: string) {
  return page.getByRole('option', { name })
}

function toast(text: string, on: Page = page) {
  return on.getByText(text, { exact: true }).first().waitFor()
}

/** Speaker names on the page, one per paragraph. */
function headers(on: Page = page) {
  return on.locator('.kaiwa-speaker').allTextContents()
}

function shows(on: Page, ...names: string[]) {
  return expect.poll(() => headers(on)).toEqual(names)
}

function header(index: number) {
  return blocks().nth(index).locator('.kaiwa-speaker-name')
}

async function openPopover(index: number): Promise<void> {
  await header(index).click()
  await page.getByRole('combobox', { name: '話者名' }).waitFor()
}

async function startEditing(): Promise<void> {
  await button('編集').click()
  await button('編集を終了').waitFor()
}

function requestAs(by: Visitor) {
  return (path: string, method: string, data: object) =>
    by.page.request.fetch(`/api${path}`, { method, data, headers: { origin: journey.program.url } })
}

async function makeSpeaker(name: string): Promise<number> {
  const answer = await requestAs(owner)(`/files/${fixture.file.id}/speakers`, 'POST', { name })
  return ((await answer.json()) as { id: number }).id
}

async function lockByEditor(): Promise<void> {
  const [method, path] = [requestLock.method, requestLock.path]
  const url = `${journey.program.url}/api${path.replace('{projectId}', String(fixture.folder.projectId)).replace('{fileId}', String(fixture.file.id))}`
  const headersOf = { authorization: `Bearer ${fixture.editor.token}`, 'content-type': 'application/json' }
  expect((await fetch(url, { method, headers: headersOf, body: '{}' })).status).toBe(200)
}

/** Name of an RGB colour: strong ones whose hue is that of pink or of green. */
function hueOf(colour: string): 'pink' | 'green' | 'other' {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 50) return 'other'
  if (red > blue && blue > green) return 'pink'
  return green > red && green > blue ? 'green' : 'other'
}

/** A PNG image with one red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const A_B_C = ['話者1', '話者2', '話者3', '話者1', '話者2', '話者3', '話者1', '話者2']

describe('speakers', () => {
  it('SPK-01 SPK-02 SPK-03 SPK-05 SPK-07 SPK-27 SPK-28 can be changed for one block, and watchers see it', async () => {
    await open(viewer)
    await makeSpeaker('ﾃﾞｰﾀ担当')
    for (const [index, description] of [
      [1, '営業部'],
      [2, '大阪支店の法人営業を担当し、議事録の承認も行います。'],
    ] as const)
      await journey.program.db
        .updateTable('speakers')
        .set({ description })
        .where('id', '=', fixture.speakerIds[index] ?? 0)
        .execute()
    // The page may have read the speakers before, and keeps what it has read.
    await owner.open(address())
    await blocks().first().waitFor()
    await openPopover(0)
    await expect
      .poll(() => page.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(['individual', 'multi'])
    await expect.poll(async () => (await page.getByRole('listbox').boundingBox())?.height).toBeCloseTo(292, 0)
    const group = (name: string) => page.getByRole('group', { name }).getByRole('option').count()
    await expect.poll(() => group('その他の話者')).toBe(1)
    await expect.poll(() => group('ファイル内の話者')).toBe(3)
    const rows = page.getByRole('listbox').locator('[class*=title], [class*=separator], [role=option]')
    const heights = () =>
      rows.evaluateAll((all) =>
        all
          .map((row) => row.getBoundingClientRect())
          .toSorted((a, b) => a.top - b.top)
          .map(({ height }) => height),
      )
    // Title, names without, with a short and with a long description, separator, title, name.
    await expect.poll(heights).toEqual([36, 48, 56, 74, 12, 36, 48])
    const search = page.getByRole('combobox', { name: '話者名' })
    await search.fill(' データ ')
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1)
    await search.fill('いない人')
    await page.getByText('該当する話者がいません').waitFor()
    await search.fill('話者')
    await search.press('ArrowDown')
    await search.press('Enter')
    await toast('変更を保存しました')
    const after = ['話者2', '話者2', ...A_B_C.slice(2)]
    await shows(page, ...after.slice(1))
    await shows(viewer.page, ...after.slice(1))
    expect(await viewer.page.locator('.kaiwa-speaker-name').count()).toBe(0)
  })

  it('SPK-06 can be changed for all blocks of a speaker, SPK-04 and the Enter of a conversion chooses none', async () => {
    await openPopover(0)
    const search = page.getByRole('combobox', { name: '話者名' })
    const session = await owner.context.newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'わ', selectionStart: 1, selectionEnd: 1 })
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await session.send('Input.dispatchKeyEvent', { type, ...enter })
    await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    expect(await search.isVisible()).toBe(true)
    await page.getByText('ファイル内一括変更').click()
    await option('話者3').click()
    await shows(page, '話者3', '話者2', '話者3', '話者2', '話者3', '話者2')
  })

  it('SPK-11 SPK-12 SPK-13 SPK-14 SPK-15 can be added and renamed in a form, and watchers see the name', async () => {
    await open(viewer)
    await openPopover(0)
    await page.getByRole('combobox', { name: '話者名' }).fill('佐藤')
    await button('話者を追加').click()
    const form = dialog('話者を追加')
    const name = form.getByRole('textbox', { name: '話者名' })
    expect(await name.inputValue()).toBe('佐藤')
    await form.getByRole('textbox', { name: '説明' }).fill('あ'.repeat(256))
    await form.getByText('256/255').waitFor()
    await expect.poll(() => form.getByRole('button', { name: '追加', exact: true }).isDisabled()).toBe(true)
    await form.getByRole('textbox', { name: '説明' }).fill('営業部')
    await page.keyboard.press('Escape')
    await dialog('入力内容を破棄しますか？').getByRole('button', { name: 'キャンセル' }).click()
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: '画像を選択' }).click()
    await (await chooser).setFiles({ name: '顔.png', mimeType: 'image/png', buffer: PNG })
    await form.locator('img[src^="blob:"]').waitFor()
    await name.fill('  ')
    await expect.poll(() => form.getByRole('button', { name: '追加', exact: true }).isDisabled()).toBe(true)
    await name.fill('佐藤')
    await form.getByRole('button', { name: '追加', exact: true }).click()
    await shows(page, '佐藤', ...A_B_C.slice(1))
    await shows(viewer.page, '佐藤', ...A_B_C.slice(1))

    await openPopover(0)
    await option('佐藤').locator('img[src^="/avatars/"]').waitFor()
    await button('話者を編集').click()
    await dialog('話者を編集').getByRole('textbox', { name: '話者名' }).fill('佐藤 花子')
    await dialog('話者を編集').getByRole('button', { name: '保存' }).click()
    await option('佐藤 花子').waitFor()
    await page.keyboard.press('Escape')
    await shows(page, '佐藤 花子', ...A_B_C.slice(1))
    await shows(viewer.page, '佐藤 花子', ...A_B_C.slice(1))
  })

  it('SPK-08 changes in edit mode, by the popover or by Alt and a digit, are pending until saved', async () => {
    await open(viewer)
    await startEditing()
    await blocks().nth(1).locator('.kaiwa-text').click()
    await page.keyboard.press('Alt+1')
    await shows(page, ...A_B_C.slice(1).with(0, '話者1'))
    await openPopover(0)
    await option('話者3').click()
    await shows(page, '話者3', '話者1', ...A_B_C.slice(2))
    await shows(viewer.page, ...A_B_C)
    await button('一時保存（Ctrl+S）').click()
    await shows(viewer.page, '話者3', '話者1', ...A_B_C.slice(2))
    await button('編集を終了').click()
    await button('編集').waitFor()
  })

  it('asks who speakers without a name are: a known person takes their blocks, another name becomes theirs', async () => {
    await open(viewer)
    await makeSpeaker('佐藤 花子')
    await page.reload()
    await button('名前のない話者（3人）は誰ですか？').click()
    const asking = dialog('この話者は誰ですか？')
    await asking.getByRole('button', { name: '佐藤 花子' }).click()
    await shows(page, ...A_B_C.map((name) => (name === '話者1' ? '佐藤 花子' : name)))
    await asking.getByText('1 / 2').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toBe('話者名')
    await asking.getByRole('textbox', { name: '話者名' }).fill('高橋')
    await asking.getByRole('textbox', { name: '話者名' }).press('Enter')
    const named = A_B_C.map((name) => ({ 話者1: '佐藤 花子', 話者2: '高橋' })[name] ?? name)
    await shows(page, ...named)
    await shows(viewer.page, ...named)
    await button('名前のない話者（1人）は誰ですか？').waitFor()
    expect(await viewer.page.getByRole('button', { name: /without a name/ }).count()).toBe(0)
  })

  it('EDIT-43 EDIT-44 cannot be edited or merged while another user edits the file', async () => {
    await lockByEditor()
    await page.getByText('編集中です').waitFor()
    await header(0).click()
    await toast('編集中のユーザーがいるため、話者を編集できません')
    await button(/^話者で絞り込む/).click()
    await page.getByRole('menuitem', { name: '話者1に話者を統合' }).click()
    await toast('編集中のユーザーがいるため、話者を統合できません')
  })

  it('SPK-10 SPK-16 SPK-17 SPK-24 a failed change shows an error and changes nothing', async () => {
    await makeSpeaker('統合される人')
    await openPopover(0)
    await page.getByRole('combobox', { name: '話者名' }).fill('統合される人')
    await option('統合される人').click()
    await shows(page, '統合される人', ...A_B_C.slice(1))
    const broken = /\/api\/(blocks\/speaker|files\/\d+\/speakers|speakers\/.+)$/
    const endFailures = await intercept(page, broken, (route) =>
      route.fulfill({ status: 500, json: { error: 'E_INTERNAL' } }),
    )
    await openPopover(1)
    await option('話者3').click()
    await toast('発話の話者を更新できませんでした')
    await openPopover(1)
    await button('話者を追加').click()
    await dialog('話者を追加').getByRole('textbox', { name: '話者名' }).fill('新しい人')
    await dialog('話者を追加').getByRole('button', { name: '追加', exact: true }).click()
    await toast('話者を作成できませんでした')
    await page.keyboard.press('Escape')
    await dialog('入力内容を破棄しますか？').getByRole('button', { name: '破棄' }).click()
    await button('話者を編集').click()
    await dialog('話者を編集').getByRole('button', { name: '保存' }).click()
    await toast('話者名を更新できませんでした')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await button(/^話者で絞り込む/).click()
    await page.getByRole('menuitem', { name: '話者1に話者を統合' }).click()
    await dialog('話者の統合').getByRole('radio').click()
    await dialog('話者の統合').getByRole('button', { name: '統合', exact: true }).click()
    await toast('話者を統合できませんでした')
    endFailures()
    await shows(page, '統合される人', ...A_B_C.slice(1))
  })

  it('UI-20 EDIT-12 EDIT-13 SPK-26 SPK-18 SPK-19 SPK-20 SPK-21 SPK-23 can be merged after unsaved text is saved', async () => {
    const id = await makeSpeaker('同じ人')
    await openPopover(0)
    await page.getByRole('combobox', { name: '話者名' }).fill('同じ人')
    await option('同じ人').click()
    await shows(page, '同じ人', ...A_B_C.slice(1))
    await startEditing()
    await blocks().nth(1).locator('.kaiwa-text').click()
    await page.keyboard.type('ええと、')

    await button(/^話者で絞り込む/).click()
    await expect
      .poll(() =>
        page
          .getByRole('menuitemradio')
          .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? one.textContent)),
      )
      .toEqual(['すべて', '同じ人', '話者1', '話者2', '話者3'])
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(4)
    await page.getByRole('menuitem', { name: '話者1に話者を統合' }).click()
    const unsaved = dialog('編集中のテキストがあります')
    await unsaved.getByText('話者を統合する前に、編集中のテキストを保存してください。').waitFor()
    await unsaved.getByRole('button', { name: '保存' }).click()
    const merging = dialog('話者の統合')
    const merge = merging.getByRole('button', { name: '統合', exact: true })
    expect(await merge.isDisabled()).toBe(true)
    await expect.poll(() => merging.getByRole('radio').allTextContents()).toEqual([expect.stringContaining('同じ人')])
    await merging.getByRole('radio').click()
    await merging.getByRole('combobox').selectOption({ label: '統合先の話者を選択' })
    await merging.getByText('統合先の話者を選択してください').waitFor()
    expect(await merge.isDisabled()).toBe(true)
    await merging.getByRole('combobox').selectOption({ label: '話者1' })
    await merge.click()
    await toast('話者を統合しました')
    await shows(page, ...A_B_C)
    const left = await journey.program.db
      .selectFrom('speakers')
      .select('merged_into')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(left?.merged_into).not.toBeNull()
    await button('編集を終了').click()
    await button('編集').waitFor()
  })
})

it('SPK-22 1.3 s after a merge the page shows the transcript of the server, at the same place', async () => {
  const { db } = journey.program
  const long = await createFixtureFile(journey.program, fixture, { blocks: 60, speakers: 4 })
  const [, , same = 0] = long.speakerIds
  await db.updateTable('speakers').set({ name: '同じ人', is_manual: true }).where('id', '=', same).execute()
  // A page that no message reaches: it shows what it asks for.
  const { page: quiet, leave } = await journey.visit({ as: people.owner })
  await quiet.routeWebSocket(/.*/, () => undefined)
  await quiet.goto(`/projects/${long.file.projectId}/files/${long.file.id}`)
  await blocks(quiet).nth(59).waitFor({ state: 'attached' })
  await quiet.clock.install()
  const scroller = quiet.getByRole('region', { name: '文字起こし', exact: true })
  await quiet.getByRole('slider', { name: '再生位置' }).fill('40')
  await blocks(quiet).nth(30).scrollIntoViewIfNeeded()
  await quiet.evaluate(() => {
    document.body.dataset['same'] = 'true'
  })
  const top = (await scroller.boundingBox())?.y ?? 0
  /** The first block that can be seen whole. */
  const seen = await blocks(quiet).evaluateAll(
    (all, above) => all.findIndex((block) => block.getBoundingClientRect().top >= above),
    top,
  )
  expect(seen).toBeGreaterThan(10)
  const place = async () => ({
    words: Math.round((await blocks(quiet).nth(seen).locator('.kaiwa-text').boundingBox())?.y ?? 0),
    time: await quiet.getByRole('slider', { name: '再生位置' }).inputValue(),
    isSameDocument: await quiet.evaluate(() => document.body.dataset['same']),
  })
  const before = await place()
  expect(before).toMatchObject({ time: '40', isSameDocument: 'true' })
  await button(/^話者で絞り込む/, quiet).click()
  await quiet.getByRole('menuitem', { name: '話者1に話者を統合' }).click()
  await dialog('話者の統合', quiet).getByRole('radio').click()
  let reads = 0
  quiet.on('request', (request) => {
    if (/\/transcripts?\b/.test(new URL(request.url()).pathname)) reads += 1
  })
  await quiet.clock.pauseAt(new Date(Date.now() + 60_000))
  const names = async () => [...new Set(await headers(quiet))].sort()
  await dialog('話者の統合', quiet).getByRole('button', { name: '統合', exact: true }).click()
  await toast('話者を統合しました', quiet)
  await dialog('話者の統合', quiet).waitFor({ state: 'detached' })
  await quiet.clock.runFor(1_299)
  expect([await names(), reads]).toEqual([['同じ人', '話者1', '話者2', '話者4'], 0])
  await quiet.clock.runFor(1)
  await expect.poll(names).toEqual(['話者1', '話者2', '話者4'])
  expect(reads).toBeGreaterThan(0)
  await expect.poll(place).toEqual(before)
  await leave()
})

describe('sections', () => {
  const sidebar = (on: Page = page) => on.getByRole('complementary', { name: /^(セクション（|Section \()/ })
  const addSection = async (index: number, name: string): Promise<void> => {
    await blocks().nth(index).locator('.kaiwa-time').hover()
    await page.locator('.kaiwa-actions [data-action=section]').click()
    await dialog('セクション').getByRole('textbox', { name: 'セクション名' }).fill(name)
    await page.keyboard.press('Enter')
    await page.locator('.kaiwa-section-name').getByText(name.trim(), { exact: true }).waitFor()
  }

  /** Length of the recording, and where its blocks start, in seconds. */
  const readTimes = async () => {
    const rows = await journey.program.db
      .selectFrom('blocks')
      .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
      .innerJoin('files', 'files.id', 'transcripts.file_id')
      .select(['blocks.start_time', 'files.duration'])
      .where('transcript_id', '=', fixture.transcriptId)
      .orderBy('blocks.position')
      .execute()
    return { duration: rows[0]?.duration ?? 0, times: rows.map(({ start_time }) => start_time) }
  }

  it('FILE-13 SEC-01 SEC-03 SEC-04 have a sidebar, whose state the account remembers, with a film and a hint while it is empty', async () => {
    const films: string[] = []
    page.on('request', (request) => {
      if (/\/sections\.\w+-[^/]+\.(mp4|vtt)$/.test(request.url())) films.push(request.url())
    })
    await owner.open(address())
    await blocks().first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(films, 'not loaded before the sidebar is open').toEqual([])
    await button('セクションを表示').click()
    await sidebar()
      .getByText('セクションを追加するには、タイムスタンプにカーソルを合わせて登録してください。')
      .waitFor()
    await expectFilm(sidebar(), { language: 'ja', subtitle: '発話の時刻にカーソルを合わせます。' })
    await setLocale(page, 'en')
    await sidebar().getByText('To add a section, hover over the timestamp and register.', { exact: true }).waitFor()
    await expectFilm(sidebar(), { language: 'en', subtitle: 'Move the pointer to the time of a block.' })
    await setLocale(page, 'ja')
    await expect.poll(async () => (await sidebar().boundingBox())?.width).toBe(272)
    // The sidebar is to the left of the text, can be resized, and ends above the player.
    await page.getByRole('slider', { name: /^セクション（.*の幅$/ }).press('ArrowRight')
    await expect.poll(async () => (await sidebar().boundingBox())?.width).toBe(288)
    const [side, column, bar] = await Promise.all(
      [sidebar(), page.locator('.kaiwa-transcript'), page.getByRole('slider', { name: '再生位置' })].map((part) =>
        part.boundingBox(),
      ),
    )
    expect(side!.x + side!.width).toBeLessThanOrEqual(column!.x)
    expect(bar!.y).toBeGreaterThan(side!.y + side!.height - 1)
    await page.getByRole('slider', { name: /^セクション（.*の幅$/ }).press('ArrowLeft')
    await owner.open(address())
    await sidebar().waitFor()
    await button('編集').click()
    await sidebar().waitFor({ state: 'hidden' })
    await button('編集を終了').click()
    await sidebar().getByRole('button', { name: '閉じる' }).click()
    await sidebar().waitFor({ state: 'hidden' })
    await open(viewer)
    await button('Show sections', viewer.page).click()
    await sidebar(viewer.page).getByText('There are no sections configured.').waitFor()
    expect(await sidebar(viewer.page).locator('video').count()).toBe(0)
    await button('Hide sections', viewer.page).click()
  })

  it('SEC-02 SEC-05 SEC-06 SEC-07 PLAY-13 PLAY-17 ERR-24 can be added at a time, listed, sought, renamed and deleted', async () => {
    await button('セクションを表示').click()
    await sidebar().waitFor()
    await addSection(1, '  導入 ')
    await addSection(4, '本題')
    await sidebar().getByRole('heading', { name: 'セクション（2）', exact: true }).waitFor()
    const slider = page.getByRole('slider', { name: '再生位置' })
    const starts = page.locator('[class*=progress] [class*=mark]')
    await expect.poll(() => starts.count()).toBe(2)
    // The marks are where the blocks start, and are shown while the sidebar is open, also after a reload.
    const [bar, ...marks] = await Promise.all([slider, starts.first(), starts.last()].map((part) => part.boundingBox()))
    const places = [bar!.x, ...marks.map((mark) => mark!.x + mark!.width / 2)]
    const { duration, times } = await readTimes()
    const expected = [0, times[1]!, times[4]!].map((time) => bar!.x + (bar!.width * time) / duration)
    for (const [index, place] of places.entries()) expect(Math.abs(place - expected[index]!)).toBeLessThan(1)
    await button('セクションを隠す').click()
    await expect.poll(() => starts.count()).toBe(0)
    await owner.open(address())
    await blocks().first().waitFor()
    await slider.and(page.locator(':enabled')).waitFor()
    expect(await starts.count()).toBe(0)
    await button('セクションを表示').click()
    await expect.poll(() => starts.count()).toBe(2)
    const rows = sidebar().getByRole('listitem')
    const { rows: begins } = await sql<{ start: number }>`select start_time as start from blocks
      where transcript_id = ${fixture.transcriptId} and section_name is not null order by position`.execute(
      journey.program.db,
    )
    const clock = (seconds: number) =>
      `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
    const shownTimes = begins.map(({ start }) => clock(start))
    expect(new Set(shownTimes).size).toBe(2)
    for (const [index, name] of ['導入', '本題'].entries()) {
      const entry = rows.nth(index)
      await entry.getByText(name, { exact: true }).waitFor()
      await entry.getByText(shownTimes[index] ?? '', { exact: true }).waitFor()
      await entry.getByRole('button', { name: `セクション「${name}」の名前を変更` }).waitFor()
      await entry.getByRole('button', { name: `セクション「${name}」を削除` }).waitFor()
    }
    // Viewers see the same list without its buttons, in English, too.
    await open(viewer)
    await button('Show sections', viewer.page).click()
    const seen = sidebar(viewer.page)
    await seen.getByRole('heading', { name: 'Section (2)', exact: true }).waitFor()
    expect(await seen.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`${shownTimes[0]}[^]*導入|導入[^]*${shownTimes[0]}`)),
      expect.stringMatching(new RegExp(`${shownTimes[1]}[^]*本題|本題[^]*${shownTimes[1]}`)),
    ])
    expect(await seen.getByRole('button', { name: /edit|rename|delete/i }).count()).toBe(0)
    await button('Hide sections', viewer.page).click()
    await sidebar()
      .getByRole('button', { name: /本題へ移動$/ })
      .click()
    await expect.poll(() => rows.nth(1).getByRole('button').first().getAttribute('aria-current')).toBe('true')
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(1)
    await sidebar().getByRole('button', { name: 'セクション「導入」の名前を変更' }).click()
    await dialog('セクション').getByRole('textbox').fill('はじめに')
    await page.keyboard.press('Enter')
    await sidebar().getByText('はじめに').waitFor()
    const logged = page.waitForEvent('console', (message) => message.text().includes('ApiError: OFFLINE'))
    await cutNext(page, '**/api/blocks/section-name')
    await sidebar().getByRole('button', { name: 'セクション「本題」を削除' }).click()
    await toast('サーバーに接続できません。通信状況を確認してください。')
    expect((await logged).type()).toBe('error')
    await expect.poll(() => rows.count()).toBe(2)
    await sidebar().getByRole('button', { name: 'セクション「本題」を削除' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'セクション「はじめに」を編集' }).click()
    await dialog('セクション').getByRole('textbox').fill('　')
    await page.keyboard.press('Enter')
    await sidebar().getByRole('heading', { name: 'セクション（0）' }).waitFor()
    await sidebar().getByRole('button', { name: '閉じる' }).click()
  })

  it('SEC-08 a change in edit mode is pending until it is saved, and refreshes the lock', async () => {
    const named = () =>
      journey.program.db
        .selectFrom('blocks')
        .select('section_name')
        .where('transcript_id', '=', fixture.transcriptId)
        .where('section_name', 'is not', null)
        .execute()
    const lockedUntil = async (): Promise<number> => {
      const lock = await journey.program.db
        .selectFrom('edit_locks')
        .select('until')
        .where('transcript_id', '=', fixture.transcriptId)
        .executeTakeFirstOrThrow()
      return lock.until.getTime()
    }
    const refreshed = async (change: () => Promise<void>): Promise<unknown> => {
      const before = await lockedUntil()
      // A refresh within a second of the last one extends nothing.
      const extendsAt = before - LIMITS.lockMinutes * 60_000 + 1_100
      await expect.poll(() => Date.now()).toBeGreaterThan(extendsAt)
      const answer = page.waitForResponse((response) => response.url().endsWith('/request-lock'))
      await change()
      const { lock } = (await (await answer).json()) as { lock: { until: string } }
      expect(Date.parse(lock.until)).toBeGreaterThan(before)
      await expect.poll(lockedUntil).toBe(Date.parse(lock.until))
      return (await answer).request().postDataJSON()
    }
    await open(viewer)
    await startEditing()
    const uuid = await blocks().nth(2).getAttribute('data-block')
    expect(await refreshed(() => addSection(2, '待つ章'))).toMatchObject({ changed_block_uuids: [uuid] })
    // The block is reported already: the second change of its section refreshes the lock, too.
    await refreshed(async () => {
      await page.getByRole('button', { name: 'セクション「待つ章」を編集' }).click()
      await dialog('セクション').getByRole('textbox').fill('待った章')
      await page.keyboard.press('Enter')
      await page.locator('.kaiwa-section-name').getByText('待った章', { exact: true }).waitFor()
    })
    expect(await named()).toEqual([])
    expect(await viewer.page.locator('.kaiwa-section-name').count()).toBe(0)
    await button('一時保存（Ctrl+S）').click()
    await expect.poll(named).toEqual([{ section_name: '待った章' }])
    await viewer.page.locator('.kaiwa-section-name').getByText('待った章', { exact: true }).waitFor()
    // Taken away in edit mode, it is there for others until that is saved.
    await refreshed(async () => {
      await blocks().nth(2).hover()
      await page.locator('[data-action=removeSection]').first().click()
      await page.locator('.kaiwa-section-name').waitFor({ state: 'detached' })
    })
    expect(await named()).toEqual([{ section_name: '待った章' }])
    await button('一時保存（Ctrl+S）').click()
    await expect.poll(named).toEqual([])
    await button('編集を終了').click()
  })

  it('PLAY-14 the pointer on the progress bar is pink and labelled over negative speech, green over other speech', async () => {
    const { db } = journey.program
    const { duration } = await db
      .selectFrom('files')
      .select('duration')
      .where('id', '=', fixture.file.id)
      .executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('blocks')
      .select(['start_time', 'sentiment'])
      .where('transcript_id', '=', fixture.transcriptId)
      .orderBy('position')
      .execute()
    await open(viewer)
    for (const [on, slider, positive, negative] of [
      [page, '再生位置', 'ポジティブ', 'ネガティブ'],
      [viewer.page, 'Playback position', 'Positive', 'Negative'],
    ] as const) {
      const label = on.locator('[class*=hoverTime]')
      /** Moves the pointer to a time; returns the name of the sentiment and the colour of its label. */
      const hover = async (time: number) => {
        const box = await on.getByRole('slider', { name: slider }).boundingBox()
        if (!box) throw new Error('the slider has no bounding box')
        await on.mouse.move(box.x + (box.width * time) / duration, box.y + box.height / 2)
        await label.waitFor()
        return label.evaluate((element) => ({
          // The first part is the time.
          names: [...element.children].slice(1).map(({ textContent }) => textContent),
          colour: getComputedStyle(element).backgroundColor,
        }))
      }
      const colours: string[] = []
      for (const [index, tone] of [
        [1, positive],
        [2, negative],
        [3, positive],
      ] as const) {
        const shown = () => hover((rows[index]?.start_time ?? 0) + 0.3)
        await expect.poll(async () => (await shown()).names).toEqual([tone])
        colours.push(hueOf((await shown()).colour))
      }
      expect(colours).toEqual(['green', 'pink', 'green'])
      // A pause has no sentiment.
      const pause = () => hover((rows[2]?.start_time ?? 0) - 0.25)
      await expect.poll(async () => (await pause()).names).toEqual([])
      expect(hueOf((await pause()).colour)).toBe('other')
    }
    expect(rows.slice(1, 4).map(({ sentiment }) => Math.sign(sentiment))).toEqual([1, -1, 0])
  })
})
