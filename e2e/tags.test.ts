// Tags of a file: tagging text, live updates for others, finding passages, and ordering tags.
import { randomUUID } from 'node:crypto'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import {
  assign,
  createFile,
  createFolder,
  rootOf,
  type TestFile,
  type TestFolder,
} from '@kaiwa/server/test/factories/items.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cutNext, intercept } from './test/intercept.ts'
import { dismissMessages, type Journey, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let editor: TestUser
let viewer: TestUser
let folder: TestFolder
let file: TestFile
/** A file that is not processed yet and has no blocks to tag. */
let empty: TestFile
let visitor: Visitor
let page: Page

beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
  const { db } = journey.program
  const first = await createOwner(db)
  owner = first
  editor = await createMember(db, first, ROLE.member, { first_name: '太郎', last_name: '佐藤' })
  viewer = await createMember(db, first, ROLE.member)
  folder = await createFolder(db, rootOf(first), { creator: first, name: '商談' })
  await assign(db, folder, editor, ROLE.editor)
  file = await createFile(db, folder, { creator: first, title: '初回訪問' })
  await createTranscript(db, file, { blocks: 40, phrases: 1 })
  empty = await createFile(db, folder, { creator: first, title: '処理中', status: 'processing', is_playable: false })
  visitor = await journey.visit({ as: editor })
  page = visitor.page
  await openFile(visitor)
})
afterAll(() => journey.end())
afterEach(() => {
  expect(visitor.errors.splice(0)).toEqual([])
})

async function openFile({ navigate, page: on }: Visitor): Promise<void> {
  await navigate(`/projects/${file.projectId}/files/${file.id}`)
  await standsStill(on)
}

/** Waits until the transcript is rendered and its layout is stable. */
async function standsStill(on: Page): Promise<void> {
  await on.locator('.kaiwa-block').first().waitFor()
  // Fonts and the banner of the installation shift the text when they are loaded.
  await on.waitForLoadState('networkidle')
  await on.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Position of words of a block in the viewport, in CSS pixels. */
function placeOf(block: number, words: string, on: Page = page) {
  return on
    .locator('.kaiwa-block .kaiwa-text')
    .nth(block)
    .evaluate((element, text) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + text.length)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return { left, right, top, bottom, y: (top + bottom) / 2 }
      }
      throw new Error(`no ${text}`)
    }, words)
}

/** Selects with the mouse from the start of the words `from` to the end of the words `to`. */
async function select(from: [block: number, words: string], to = from): Promise<void> {
  const start = await placeOf(...from)
  const end = await placeOf(...to)
  await page.mouse.move(start.left + 1, start.y)
  await page.mouse.down()
  await page.mouse.move(end.right - 4, end.y, { steps: 4 })
  await page.mouse.move(end.right - 1, end.y)
  await page.mouse.up()
}

async function unselect() {
  const { left, y } = await placeOf(0, '。')
  await page.mouse.click(left + 200, y)
  await popover().waitFor({ state: 'hidden' })
}

function selected() {
  return page.evaluate(() => document.getSelection()?.toString())
}

function popover(on: Page = page) {
  return on.getByRole('dialog', { name: '選択箇所の操作' })
}

function option(name: string) {
  return popover().getByRole('option', { name })
}

function sidebar(on: Page = page) {
  return on.getByRole('complementary', { name: '使用中のタグ' })
}

function button(name: string | RegExp, on: Page = page) {
  return on.getByRole('button', { name, exact: true })
}

function toast(text: string) {
  return page.getByText(text, { exact: true }).waitFor()
}

/** Waits for an error in the console of the page. */
async function logged(text: string): Promise<void> {
  await page.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes(text))
}

function tab(name: string) {
  return page.getByRole('tab', { name })
}

/** Texts that are highlighted in the colour of a tag, given as six hexadecimal digits. */
function painted(colour: string, on: Page = page) {
  return on.evaluate(
    (name) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => {
        const live = document.createRange()
        live.setStart(range.startContainer, range.startOffset)
        live.setEnd(range.endContainer, range.endOffset)
        return live.toString()
      }),
    `kaiwa-tag-${colour}`,
  )
}

function paints(colour: string, texts: string[], on: Page = page) {
  return expect.poll(() => painted(colour, on).then((found) => found.toSorted())).toEqual(texts.toSorted())
}

describe('selected text', () => {
  it('TAG-14 opens the popover, which does not cover it and keeps the selection', async () => {
    await select([0, 'お時間'])
    await popover().waitFor()
    expect(await selected()).toBe('お時間')
    const isBeside = async (): Promise<boolean> => {
      const words = await placeOf(0, 'お時間')
      const card = await popover().boundingBox()
      return card !== null && (card.y >= words.bottom || card.y + card.height <= words.top)
    }
    await expect.poll(isBeside).toBe(true)
    await page.keyboard.press('Escape')
    await popover().waitFor({ state: 'hidden' })
    expect(await selected()).toBe('お時間')
  })

  it('TAG-17 TAG-20 creates a tag with the typed name, but not by the Enter of a conversion', async () => {
    await unselect()
    await select([0, 'お時間'])
    await popover().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const session = await visitor.context.newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'かだい', selectionStart: 3, selectionEnd: 3 })
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await session.send('Input.dispatchKeyEvent', { type, key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 })
    await session.send('Input.insertText', { text: '課題' })
    await option('「課題」を作成して付ける').waitFor()
    expect(await painted('fd6f2c')).toEqual([])
    await page.keyboard.press('Enter')
    await option('課題').and(page.locator('[aria-selected=true]')).waitFor()
    await paints('fd6f2c', ['お時間'])
    await page.keyboard.press('Escape')
    await expect.poll(selected).toBe('お時間')
  })

  it('TAG-15 TAG-16 TAG-26 can be tagged and untagged across several blocks', async () => {
    await unselect()
    await select([0, '時間'], [2, '水曜日'])
    await option('課題').waitFor()
    await expect.poll(() => option('課題').textContent()).toContain('一部に付いています')
    await option('課題').click()
    await paints('fd6f2c', ['お時間をいただきありがとうございます。', '現在の課題は議事録の作成です。', '来週の水曜日'])
    await option('課題').click()
    await toast('タグを外しました')
    await paints('fd6f2c', [])
  })

  it('TAG-18 has a tag list 200 px high with rows of 36 px', async () => {
    for (let n = 1; n <= 8; n += 1)
      await page.request.post(`/api/files/${file.id}/tags`, {
        headers: { origin: journey.program.url },
        data: { name: `論点${n}` },
      })
    await option('論点8').waitFor({ state: 'attached' })
    const list = popover().getByRole('listbox')
    await expect.poll(async () => (await list.boundingBox())?.height).toBe(200)
    await expect.poll(async () => (await option('論点1').boundingBox())?.height).toBe(36)
    await page.keyboard.press('Escape')
  })

  it('can be tagged with the keyboard alone, by a tag found with half-width kana', async () => {
    await unselect()
    await select([1, '議事録'])
    await popover().waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await popover().getByText('「議事録の」を選択中').waitFor({ state: 'attached' })
    // The first stop is the toolbar.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ﾛﾝﾃﾝ')
    await expect.poll(() => popover().getByRole('option').count()).toBe(1)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('論点3')
    await page.keyboard.press('Enter')
    await paints('fd6f2c', ['議事録の'])
    await page.keyboard.press('Tab')
    await expect.poll(selected).toBe('議事録の')
    await page.keyboard.press('Escape')
  })

  it('TAG-27 logs and shows an error when adding or removing a tag fails', async () => {
    await unselect()
    const failsOnce = () => cutNext(page, '**/api/transcripts/*/tags*')
    await failsOnce()
    await select([4, '本日'])
    let isLogged = logged('ApiError: OFFLINE')
    await option('論点1').click()
    await isLogged
    await toast('タグを付けられませんでした。サーバーに接続できません。通信状況を確認してください。')
    await paints('fd6f2c', ['議事録の'])
    await option('論点1').click()
    await paints('fd6f2c', ['議事録の', '本日'])
    await failsOnce()
    isLogged = logged('ApiError: OFFLINE')
    await option('論点1').click()
    await isLogged
    await toast('タグを外せませんでした。サーバーに接続できません。通信状況を確認してください。')
    await paints('fd6f2c', ['議事録の', '本日'])
    await page.keyboard.press('Escape')
    await unselect()
  })
})

describe('a tagged passage', () => {
  it('shows its tags at the pointer, where they can be removed', async () => {
    const { left, right, y } = await placeOf(4, '本日')
    await page.mouse.move((left + right) / 2, y)
    const card = page.getByRole('group', { name: 'この箇所のタグ' })
    await card.getByText('論点1').waitFor()
    await button('「論点1」を外す', page).click()
    await toast('タグを外しました')
    await paints('fd6f2c', ['議事録の'])
  })
})

describe('the sidebar', () => {
  it('TAG-06 TAG-07 TAG-09 opens by its icon, lists the tags in use, and stays open after a reload', async () => {
    expect(await sidebar().count()).toBe(0)
    await dismissMessages(page)
    await button('使用中のタグ').click()
    await sidebar().getByRole('heading', { name: '使用中のタグ' }).waitFor()
    await page.reload({ waitUntil: 'commit' })
    await sidebar().getByText('論点3').waitFor()
    await expect.poll(() => sidebar().getByRole('listitem').count()).toBe(1)
  })

  it('TAG-08 TAG-10 TAG-12 finds a tag and lists its passages, which can be played and opened in the text', async () => {
    await sidebar().getByRole('searchbox', { name: 'タグを検索' }).fill('無い')
    await sidebar().getByText('一致するタグはありません').waitFor()
    await sidebar().getByRole('searchbox', { name: 'タグを検索' }).fill('論点')
    await sidebar()
      .getByRole('button', { name: /^論点3.*1.*件の箇所を表示$/ })
      .click()
    const dialog = page.getByRole('dialog', { name: '「論点3」の箇所（1件）' })
    expect(await dialog.locator('mark').textContent()).toBe('議事録の')
    await dialog.getByText('話者2').waitFor()
    // The file has no media, for which the player would give up: its requests wait until the end of the route.
    const endWaiting = await intercept(page, '**/media/**', () => undefined)
    await dialog.getByRole('button', { name: /から再生$/ }).click()
    await dialog.getByRole('button', { name: /からの再生を一時停止$/ }).click()
    await dialog.getByRole('button', { name: /から再生$/ }).waitFor()
    endWaiting()
    await dialog.getByRole('button', { name: 'この箇所へ移動' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button('検索をクリア').click()
  })

  it('TAG-27 logs and shows an error when changing the colour of a tag fails', async () => {
    await cutNext(page, '**/api/files/*/tags')
    await button('「論点3」の操作').click()
    const colours = page.getByRole('radio')
    await expect.poll(() => colours.count()).toBe(8)
    const isLogged = logged('ApiError: OFFLINE')
    await page.getByRole('radio', { name: '青', exact: true }).click()
    await isLogged
    await toast('サーバーに接続できません。通信状況を確認してください。')
    await expect.poll(() => page.getByRole('radio', { name: 'オレンジ' }).isChecked()).toBe(true)
    await paints('fd6f2c', ['議事録の'])
    await page.keyboard.press('Escape')
    await colours.first().waitFor({ state: 'detached' })
  })

  it('TAG-11 TAG-21 TAG-23 RT-08 RT-09 renames and recolours a tag, and a watcher sees it live', async () => {
    const other = await journey.visit({ as: viewer })
    await openFile(other)
    await button('使用中のタグ', other.page).click()
    await sidebar(other.page).getByText('論点3').waitFor()
    await other.subscribed(fileChannel(file.id))
    expect(await button('「論点3」の操作', other.page).count()).toBe(0)
    await button('「論点3」の操作').click()
    await page.getByRole('textbox', { name: 'タグ名' }).fill('要望')
    await page.getByRole('textbox', { name: 'タグ名' }).press('Enter')
    await sidebar().getByText('要望').waitFor()
    await sidebar(other.page).getByText('要望').waitFor()
    // The form closes when all lists are read again, after the sidebar has the new name.
    await page.getByRole('textbox', { name: 'タグ名' }).waitFor({ state: 'detached' })
    await button('「要望」の操作').click()
    await expect.poll(() => page.getByRole('radio').count()).toBe(8)
    await page.getByRole('radio', { name: '緑', exact: true }).click()
    await paints('4caf50', ['議事録の'], other.page)
    await page.keyboard.press('Escape')
    await select([2, '来週'])
    await option('要望').click()
    await paints('4caf50', ['議事録の', '来週'], other.page)
    // A viewer can copy a selection, but neither tag it nor export a clip.
    await other.page.locator('.kaiwa-text').first().dblclick()
    await popover(other.page).getByRole('button', { name: '話者と時刻を付けてコピー' }).waitFor()
    await expect
      .poll(() => popover(other.page).getByRole('button').allTextContents())
      .toEqual(['コメント', 'コピー', 'リンク'])
    expect(await popover(other.page).getByRole('combobox').count()).toBe(0)
    await other.leave()
    await page.keyboard.press('Escape')
    await unselect()
  })

  it('PERM-28 PERM-29 owner, manager and a guest who edits the file change colour and name of its tags, viewers do not', async () => {
    const { db } = journey.program
    const guest = () => createMember(db, owner, ROLE.guest)
    const [manager, editing, viewing] = [await createMember(db, owner, ROLE.manager), await guest(), await guest()]
    await assign(db, file, editing, ROLE.editor)
    await assign(db, file, viewing, ROLE.viewer)
    let name = '要望'
    for (const [person, next, colour, code] of [
      [owner, '所有者の要望', '青', '2f8fed'],
      [manager, '管理者の要望', '紫', '8e4ec6'],
      [editing, 'ゲストの要望', '赤', 'e5484d'],
    ] as const) {
      const other = await journey.visit({ as: person })
      await openFile(other)
      await button('使用中のタグ', other.page).click()
      await button(`「${name}」の操作`, other.page).click()
      await other.page.getByRole('radio', { name: colour, exact: true }).click()
      // The other editor sees the colour and the name live.
      await paints(code, ['議事録の', '来週'])
      const field = other.page.getByRole('textbox', { name: 'タグ名' })
      await field.fill(next)
      await field.press('Enter')
      await sidebar().getByText(next, { exact: true }).waitFor()
      name = next
      expect(other.errors).toEqual([])
      await other.leave()
    }
    const reader = await journey.visit({ as: viewing })
    await openFile(reader)
    await button('使用中のタグ', reader.page).click()
    await sidebar(reader.page).getByText(name, { exact: true }).waitFor()
    expect(await button(`「${name}」の操作`, reader.page).count()).toBe(0)
    await reader.leave()
  })

  it('TAG-11 deletes a tag after a confirmation', async () => {
    await button('「ゲストの要望」の操作').click()
    await button('タグを削除').click()
    await page.getByRole('dialog', { name: 'タグを削除しますか？' }).getByRole('button', { name: '削除' }).click()
    await toast('タグを削除しました')
    await sidebar().getByText('使用中のタグはありません。').waitFor()
    await paints('4caf50', [])
  })
})

describe('the tabs', () => {
  it('TAG-05 FILE-09 open by their keys, except while typing in a field', async () => {
    await page.getByRole('searchbox', { name: '文字起こしを検索' }).fill('2')
    expect(await tab('ファイル').getAttribute('aria-selected')).toBe('true')
    await page.getByRole('searchbox', { name: '文字起こしを検索' }).fill('')
    await page.locator('body').click({ position: { x: 700, y: 5 } })
    await page.keyboard.press('2')
    await page.getByRole('heading', { name: 'タグの使用状況' }).waitFor()
    await expect.poll(() => tab('タグ').getAttribute('aria-selected')).toBe('true')
  })

  it('TAG-01 TAG-36 the board creates categories and moves tags by keyboard', async () => {
    await button('カテゴリーを追加').click()
    await page.getByRole('textbox', { name: 'カテゴリー名' }).fill('営業')
    await page.keyboard.press('Enter')
    const target = page.getByRole('region', { name: '営業' })
    await target.getByText('タグはありません。').waitFor()
    let stored = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/tags/update-display-order') && response.ok()) stored += 1
    })
    await button('「論点8」を移動').focus()
    await page.keyboard.press('ArrowDown')
    await target.getByText('論点8').waitFor()
    await page.keyboard.press('ArrowUp')
    const names = page.getByRole('region', { name: 'タグ', exact: true }).getByRole('listitem')
    const last = (count: number) => names.allTextContents().then((texts) => texts.slice(-count))
    await expect.poll(() => last(1)).toEqual(['論点8'])
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => last(2)).toEqual(['論点8', '論点7'])
    await expect.poll(() => stored).toBe(3)
    await page.reload({ waitUntil: 'commit' })
    await tab('タグ').click()
    await expect.poll(() => last(2)).toEqual(['論点8', '論点7'])
  })

  it('TAG-36 the board moves tags by dragging', async () => {
    const target = page.getByRole('region', { name: '営業' })
    const stored = page.waitForResponse('**/api/tags/update-display-order')
    await page.getByText('論点5', { exact: true }).dragTo(target.getByRole('heading'))
    await target.getByText('論点5').waitFor()
    expect((await stored).status()).toBe(200)
  })

  it('TAG-12 FILE-09 the chart opens the passages of a tag, and the key 1 returns to the text', async () => {
    await page.keyboard.press('1')
    await page.locator('.kaiwa-block').first().waitFor()
    await select([3, '予算'])
    await option('論点1').click()
    await paints('fd6f2c', ['予算'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('2')
    await page.getByRole('list', { name: 'タグの使用状況' }).getByRole('button').click()
    await page.getByRole('dialog', { name: '「論点1」の箇所（1件）' }).getByText('予算').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('表', { exact: true }).click()
    await expect.poll(() => page.getByRole('row').allTextContents()).toEqual(['タグカテゴリー箇所の数', '論点1タグ1'])
    await page.keyboard.press('1')
    await page.locator('.kaiwa-block').first().waitFor()
  })

  it("TAG-13 numbers of uses are exact up to 99, then '99+': in the sidebar, the chart, the table, the board and the folder", async () => {
    const { db } = journey.program
    const own = await createFile(db, folder, { creator: owner, title: 'タグの多い録音' })
    const { transcriptId } = await createTranscript(db, own, { blocks: 40, phrases: 1 })
    await visitor.navigate(`/projects/${own.projectId}/files/${own.id}`)
    await page.locator('.kaiwa-block').first().waitFor()
    const toggle = button('使用中のタグ')
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    await sidebar().waitFor()
    const call = (path: string, data: object) =>
      page.request
        .post(`/api/${path}`, { headers: { origin: journey.program.url }, data })
        .then((answer) => answer.json() as Promise<{ id: number }>)
    const { id } = await call(`files/${own.id}/tags`, { name: 'よく使う' })
    const { rows } = await sql<{ uuid: string; content: string }>`
      select uuid, content from blocks where transcript_id = ${transcriptId} order by position`.execute(db)
    // Single characters with gaps between them, so that each one is a separate passage.
    const ranges = rows
      .flatMap(({ uuid, content }) =>
        [0, 2, 4].map((offset) => ({
          block_uuid: uuid,
          tag_id: id,
          offset,
          text: content.charAt(offset),
          tag_uuid: randomUUID(),
        })),
      )
      .slice(0, 100)
    const numbers = async () => {
      await page.keyboard.press('1')
      const inSidebar = sidebar()
        .getByRole('button', { name: /^よく使う/ })
        .locator('[class*=count]')
      await inSidebar.waitFor()
      const shown = [await inSidebar.textContent()]
      await page.keyboard.press('2')
      const usage = page.getByRole('region', { name: 'タグの使用状況' })
      shown.push(
        await usage
          .getByRole('button', { name: /^よく使う/ })
          .locator('[class*=count]')
          .textContent(),
      )
      await usage.getByText('表', { exact: true }).click()
      shown.push(
        await usage
          .getByRole('row', { name: /^よく使う/ })
          .getByRole('cell')
          .last()
          .textContent(),
      )
      await usage.getByText('グラフ', { exact: true }).click()
      shown.push(await page.getByText(/^このファイルで(\d{2,}|99\+)件$/).textContent())
      return shown
    }
    await call(`transcripts/${transcriptId}/tags-multi-blocks`, { ranges: ranges.slice(0, 99) })
    await expect.poll(numbers).toEqual(['99', '99', '99', 'このファイルで99件'])
    await call(`transcripts/${transcriptId}/tags`, { ranges: ranges.slice(99) })
    await expect.poll(numbers).toEqual(['99+', '99+', '99+', 'このファイルで99+件'])
    await visitor.navigate(`/projects/${file.projectId}`)
    await tab('タグ').click()
    const usage = page.getByRole('list', { name: 'タグの使用状況' }).getByRole('button', { name: /^よく使う/ })
    expect(await usage.locator('[class*=count]').textContent()).toBe('99+')
    await page.getByText('99+件', { exact: true }).waitFor()
  })

  it('FILE-10 the tabs Tags and Parse are disabled until there is a block', async () => {
    await visitor.navigate(`/projects/${empty.projectId}/files/${empty.id}`)
    await tab('タグ').waitFor()
    expect(await tab('タグ').isDisabled()).toBe(true)
    expect(await tab('解析').isDisabled()).toBe(true)
    await page.keyboard.press('2')
    await page.keyboard.press('3')
    expect(await tab('ファイル').getAttribute('aria-selected')).toBe('true')
  })
})

describe('during edit mode', () => {
  it('tagging can be undone and redone, and is saved with the text', async () => {
    await openFile(visitor)
    await button('編集').click()
    await page.locator('.kaiwa-transcript[contenteditable=true]').waitFor()
    await select([6, '来週'])
    await option('論点2').click()
    await paints('fd6f2c', ['予算', '来週'])
    await page.keyboard.press('Control+Z')
    await paints('fd6f2c', ['予算'])
    await page.keyboard.press('Control+Shift+Z')
    await paints('fd6f2c', ['予算', '来週'])
    await page.keyboard.press('Escape')
    const saved = page.waitForResponse(/\/api\/transcripts\/\d+\/blocks$/)
    await page.keyboard.press('Control+S')
    expect((await saved).status()).toBe(200)
    await button('編集を終了').click()
    await button('編集').waitFor()
    await page.reload({ waitUntil: 'commit' })
    await standsStill(page)
    await paints('fd6f2c', ['予算', '来週'])
  })

  it('EDIT-42 a user cannot tag blocks that another user has changed, and sees why', async () => {
    const uuid = await page.locator('.kaiwa-block').nth(1).getAttribute('data-block')
    const lock = (name: string, data: object) =>
      fetch(`${journey.program.url}/api/projects/${file.projectId}/files/${file.id}/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(data),
      })
    expect((await lock('request-lock', { changed_block_uuids: [uuid] })).status).toBe(200)
    await page.locator('.kaiwa-block').nth(1).and(page.locator('[data-locked]')).waitFor()
    await select([1, '現在'])
    await popover().getByText('テキストが編集されているため、タグを付けられません').waitFor()
    expect(await popover().getByRole('option').count()).toBe(0)
    await unselect()
    await select([2, '来週'])
    await option('論点1').waitFor()
    expect((await lock('release-lock', {})).status).toBe(200)
    await page.keyboard.press('Escape')
    await unselect()
  })
})
