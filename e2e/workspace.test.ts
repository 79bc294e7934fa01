import { userChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import {
  assign,
  createFile,
  createFolder,
  rootOf,
  type TestFile,
  type TestFolder,
} from '@kaiwa/server/test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cutNext } from './test/intercept.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let viewer: TestUser
let visitor: Visitor
let page: Page
/** 商談 with one file and three folders: 2026年度 with 52 files, 書庫 with two folders and three files, 失注 with nothing. */
let deals: TestFolder
let year: TestFolder
let shelf: TestFolder
let left: TestFolder
let right: TestFolder
const files: TestFile[] = []

beforeAll(async () => {
  journey = await startJourney()
  const { db } = journey.program
  owner = await createOwner(db)
  deals = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  year = await createFolder(db, deals, { creator: owner, name: '2026年度' })
  await createFile(db, deals, { creator: owner, title: '初回訪問' })
  for (let count = 1; count <= 52; count += 1)
    await createFile(db, year, {
      creator: owner,
      title: `面談${String(count).padStart(2, '0')}`,
      original_size: count * 1_048_576,
    })
  shelf = await createFolder(db, deals, { creator: owner, name: '書庫' })
  left = await createFolder(db, shelf, { creator: owner, name: '左の棚' })
  right = await createFolder(db, shelf, { creator: owner, name: '右の棚' })
  for (const title of ['一回目', '二回目', '三回目']) files.push(await createFile(db, shelf, { creator: owner, title }))
  await createFolder(db, deals, { creator: owner, name: '失注' })
  viewer = await createMember(db, owner, ROLE.guest, { first_name: '健', last_name: '佐藤' })
  await assign(db, deals, viewer, ROLE.viewer)
  visitor = await journey.visit({ as: owner })
  page = visitor.page
})
afterEach((test) => resetAfterFailure(test, visitor))
afterAll(() => journey.end())

function treeitem(name: string, on: Page = page) {
  return on.getByRole('treeitem', { name, exact: true })
}

function row(name: string, on: Page = page) {
  return on.getByRole('row', { name, exact: true })
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true })
}

function atFolder(folder: TestFolder) {
  return page.waitForURL(`**/projects/${folder.projectId}`)
}

async function menuOf(name: string, item: string) {
  await button(`${name}のメニュー`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('the tree', () => {
  it('WS-12 WS-06 WS-09 WS-10 opens a folder by a click, and expands and collapses its subfolders', async () => {
    await visitor.open('/')
    await page.waitForURL(`**/projects/${owner.rootProjectId}`)
    await treeitem('商談').click()
    await atFolder(deals)
    await page.getByRole('heading', { name: '商談', level: 1 }).waitFor()
    await treeitem('2026年度').waitFor({ state: 'hidden' })
    await treeitem('商談').press('ArrowRight')
    await treeitem('2026年度').click()
    await atFolder(year)
    await treeitem('商談').press('ArrowLeft')
    await treeitem('2026年度').waitFor({ state: 'hidden' })
    expect(await treeitem('商談').getAttribute('aria-expanded')).toBe('false')
    await treeitem('商談').locator('[data-expanded]').click()
    await treeitem('2026年度').waitFor()
  })

  it('WS-05 has a sidebar of 240 px, whose width can be changed by mouse and keyboard, and is kept', async () => {
    await visitor.navigate(`/projects/${deals.projectId}`)
    const handle = page.getByRole('slider', { name: 'フォルダ一覧の幅を変更' })
    const width = async () => Math.round((await page.getByRole('tree').boundingBox())?.width ?? 0)
    const before = await width()
    expect(await handle.inputValue()).toBe('240')
    const box = await handle.boundingBox()
    if (!box) throw new Error('the handle has no bounding box')
    await page.mouse.move(box.x + box.width / 2, 400)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 60, 400, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => handle.inputValue()).toBe('300')
    await expect.poll(async () => (await width()) - before).toBe(60)
    await handle.press('ArrowRight')
    await expect.poll(() => handle.inputValue()).toBe('316')
    await page.reload()
    await expect.poll(() => handle.inputValue()).toBe('316')
  })
})

describe('a folder', () => {
  it('WS-24 opens from the table by a double click', async () => {
    await visitor.navigate(`/projects/${deals.projectId}`)
    await row('2026年度').dblclick()
    await atFolder(year)
  })

  it('WS-34 is created with a name of 1 to 100 characters', async () => {
    await visitor.navigate(`/projects/${deals.projectId}`)
    await button('フォルダを作成').click()
    const name = page.getByRole('textbox', { name: 'フォルダ名' })
    expect(await button('作成').isDisabled()).toBe(true)
    await name.fill('　 ')
    expect(await button('作成').isDisabled()).toBe(true)
    await name.fill('あ'.repeat(101))
    await name.blur()
    await page.getByText('100文字以内で入力してください').waitFor()
    expect(await button('作成').isDisabled()).toBe(true)
    await name.fill('見積もり')
    await button('作成').click()
    await page.getByText('フォルダを作成しました').waitFor()
    await row('見積もり').waitFor()
    await treeitem('商談').press('ArrowRight')
    await treeitem('見積もり').waitFor()
  })

  it('WS-15 WS-35 is renamed in the breadcrumb, with a name of 1 to 100 characters', async () => {
    await row('見積もり').dblclick()
    await page.getByRole('heading', { name: '見積もり', level: 1 }).waitFor()
    await button('名前を変更').click()
    const name = page.getByRole('textbox', { name: 'フォルダ名' })
    await name.fill('')
    await page.getByText('フォルダ名を入力してください').waitFor()
    await name.fill('あ'.repeat(101))
    await page.getByText('100文字以内で入力してください').waitFor()
    await name.fill('見積書')
    await name.press('Enter')
    await page.getByText('フォルダを更新しました').waitFor()
    await page.getByRole('heading', { name: '見積書', level: 1 }).waitFor()
    await treeitem('見積書').waitFor()
  })

  it('shows changes of other users live, and is read-only for a viewer', async () => {
    const reader = await journey.visit({ as: viewer })
    await reader.open(`/projects/${deals.projectId}`)
    await row('見積書', reader.page).waitFor()
    await reader.subscribed(userChannel(viewer.id))
    await visitor.navigate(`/projects/${deals.projectId}`)
    await menuOf('見積書', '名前を変更')
    await page.getByRole('textbox', { name: 'フォルダ名' }).fill('契約書')
    await page.getByRole('dialog').getByRole('button', { name: '名前を変更' }).click()
    await row('契約書', reader.page).waitFor()
    await treeitem('契約書', reader.page).waitFor()
    await menuOf('契約書', '削除')
    await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click()
    await page.getByText('フォルダを削除しました').waitFor()
    await row('契約書', reader.page).waitFor({ state: 'hidden' })
    await row('初回訪問', reader.page).waitFor()
    for (const name of ['フォルダを作成', 'アップロード', '名前を変更', '初回訪問のメニュー'])
      expect(await reader.page.getByRole('button', { name }).count()).toBe(0)
    expect(reader.errors).toEqual([])
    await reader.leave()
  })

  it('WS-16 WS-17 WS-18 cannot be renamed, moved or deleted when it is the root', async () => {
    await visitor.navigate(`/projects/${owner.rootProjectId}`)
    await row('商談').waitFor()
    expect(await button('名前を変更').count()).toBe(0)
    expect(await button('ワークスペースのメニュー').count()).toBe(0)
    expect(await row('ワークスペース').count()).toBe(0)
  })

  it('WS-19 shows its files in tab 1, and for an unknown tab in the URL', async () => {
    for (const tab of ['', '?tab=1', '?tab=9']) {
      await visitor.navigate(`/projects/${deals.projectId}${tab}`)
      await row('初回訪問').waitFor()
    }
  })

  it('WS-01 WS-12 WS-13 opens from the project list as the root, also instead of a folder without access', async () => {
    await visitor.navigate('/projects')
    await page.waitForURL(`**/projects/${owner.rootProjectId}`)
    await visitor.navigate('/projects/999999')
    await page.getByText('アクセスが拒否されました').waitFor()
    await page.waitForURL(`**/projects/${owner.rootProjectId}`)
  })
})

describe('the table', () => {
  const titles = () => page.getByRole('row').getByRole('link').allTextContents()

  it('WS-20 WS-21 WS-22 WS-23 is sorted by its columns, and the order is kept in the URL', async () => {
    await visitor.navigate(`/projects/${year.projectId}`)
    await button('ファイル').click()
    await page.waitForURL(/order_by=name$/)
    await row('面談01').waitFor()
    expect((await titles()).slice(0, 2)).toEqual(['面談01', '面談02'])
    await button('ファイル').click()
    await page.waitForURL(/order_by=-name$/)
    await row('面談52').waitFor()
    expect((await titles()).slice(0, 2)).toEqual(['面談52', '面談51'])
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'ファイル',
      '長さ',
      '話者',
      '言語',
      '状態',
      '最終更新者',
      '最終更新日時',
      'サイズ',
      '操作',
    ])
  })

  it('WS-21 has pages of 50', async () => {
    await page.getByRole('navigation', { name: 'ページ' }).getByRole('button', { name: '2ページ目' }).click()
    await page.waitForURL(/page=2/)
    await row('面談02').waitFor()
    expect(await titles()).toEqual(['面談02', '面談01'])
  })

  it('WS-21 reads query, order_by and page from the URL', async () => {
    await visitor.navigate(`/projects/${year.projectId}?order_by=name&page=2`)
    await row('面談52').waitFor()
    expect(await titles()).toEqual(['面談51', '面談52'])
    await visitor.navigate(`/projects/${deals.projectId}?query=面談1&order_by=-total_size`)
    await row('面談19').waitFor()
    expect(await titles()).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'].map((digit) => `面談1${digit}`))
    expect(await page.getByRole('searchbox', { name: 'このフォルダ以下を検索' }).inputValue()).toBe('面談1')
  })

  it('WS-21 searches below the folder, and shows when nothing matches', async () => {
    await visitor.navigate(`/projects/${deals.projectId}`)
    const search = page.getByRole('searchbox', { name: 'このフォルダ以下を検索' })
    await search.fill('面談07')
    await row('面談07').waitFor()
    await page.waitForURL(/query=/)
    await search.fill('どこにもない')
    await page
      .getByText('「どこにもない」に一致するフォルダ、ファイル、発話はありません。別の言葉で検索してください。')
      .waitFor()
  })

  it('Ctrl+K in a text field searches everywhere, and Enter opens what is found', async () => {
    await visitor.navigate(`/projects/${deals.projectId}`)
    await page.getByRole('searchbox', { name: 'このフォルダ以下を検索' }).focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'すべてを検索' }).fill('初回訪問')
    await page.getByRole('option', { name: '初回訪問' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/files\/\d+$/)
  })

  it('WS-01 WS-25 PROC-15 opens a processed file by a double click anywhere in its row, or by its name', async () => {
    await visitor.navigate(`/projects/${deals.projectId}`)
    const open = [
      () => row('初回訪問').getByText('10 MB').last().dblclick(),
      () => page.getByRole('link', { name: '初回訪問' }).dblclick(),
      () => page.getByRole('link', { name: '初回訪問' }).click(),
    ]
    for (const action of open) {
      await row('初回訪問').waitFor()
      await action()
      await page.waitForURL(/\/files\/\d+$/)
      await page.getByRole('heading', { name: '初回訪問' }).waitFor()
      // The double click must have created a single history entry.
      await page.goBack()
      await atFolder(deals)
    }
  })

  it('WS-24 WS-25 a double click in a dialog opens nothing', async () => {
    await row('初回訪問').waitFor()
    await menuOf('初回訪問', '名前を変更')
    await page.getByRole('textbox', { name: 'ファイル名' }).dblclick()
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
    expect(new URL(page.url()).pathname).toBe(`/projects/${deals.projectId}`)
  })

  it('WS-29 WS-30 WS-44 several rows are selected, moved by a dialog, and dragged to folders in the table and the tree', async () => {
    const parentOf = async ({ itemId }: { itemId: number }) => {
      const parent = journey.program.db.selectFrom('items').select('parent_id').where('id', '=', itemId)
      return (await parent.executeTakeFirstOrThrow()).parent_id
    }
    await visitor.navigate(`/projects/${shelf.projectId}?order_by=last_updated_at`)
    await page.getByRole('checkbox', { name: '一回目を選択' }).click()
    await row('三回目').click({ modifiers: ['Shift'] })
    await page.getByText('3件を選択中').waitFor()
    await row('二回目').click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2件を選択中').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: '移動' }).click()
    await page.getByRole('dialog').getByRole('treeitem', { name: '右の棚' }).click()
    await button('ここに移動').click()
    await page.getByText('ファイルを移動しました').waitFor()
    await row('三回目').waitFor({ state: 'hidden' })
    await row('二回目').dragTo(row('左の棚'))
    await row('二回目').waitFor({ state: 'hidden' })
    await treeitem('書庫').press('ArrowRight')
    await row('左の棚').dragTo(treeitem('右の棚'))
    await page.getByText('フォルダを移動しました').waitFor()
    await row('左の棚').waitFor({ state: 'hidden' })
    await expect
      .poll(() => Promise.all([left, ...files].map(parentOf)))
      .toEqual([right.itemId, right.itemId, left.itemId, right.itemId])
  })
})

it.each([
  ['en', 'Menu for ', 'Move', 'Move here', 'Could not move this project. The maximum folder level is 5.'],
  ...onlyInFullRun([
    'ja',
    'のメニュー',
    '移動',
    'ここに移動',
    'このフォルダを移動できませんでした。フォルダの階層は5階層までです。',
  ]),
] as const)(
  'ERR-12 a move that would put a folder at level 6 is refused, in %s',
  async (locale, menu, move, here, text) => {
    const { db } = journey.program
    const boss = await createOwner(db, { locale })
    const target = await createFolder(db, rootOf(boss), { creator: boss, name: 'Target' })
    const top = await createFolder(db, rootOf(boss), { creator: boss, name: 'Deep' })
    let deepest = top
    for (const name of ['2', '3', '4', '5']) deepest = await createFolder(db, deepest, { creator: boss, name })
    const person = await journey.visit({ as: boss, locale })
    await person.open(`/projects/${boss.rootProjectId}`)
    await row('Deep', person.page).waitFor()
    const label = locale === 'ja' ? `Deep${menu}` : `${menu}Deep`
    await person.page.getByRole('button', { name: label, exact: true }).click()
    await person.page.getByRole('menuitem', { name: move, exact: true }).click()
    const dialog = person.page.getByRole('dialog')
    await dialog.getByRole('treeitem', { name: 'Target' }).click()
    await dialog.getByRole('button', { name: here }).click()
    await person.page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    const items = db.selectFrom('items').select('parent_id')
    const { parent_id: parent } = await items.where('id', '=', top.itemId).executeTakeFirstOrThrow()
    expect([parent, target.itemId === parent]).toEqual([boss.rootItemId, false])
    expect(person.errors).toEqual([])
    await person.leave()
  },
)

describe.each([
  {
    locale: 'en',
    unread: 'Unread',
    denied: 'Access denied',
    noAccess: ['No access privileges', 'You do not have permission to access the project'],
    toProjects: 'Go to project list',
    nothing: 'Nothing is shared with you yet',
    select: (name: string) => `Select ${name}`,
    remove: 'Delete',
    removed: 'Successfully deleted folder and project file',
    menu: (name: string) => `Menu for ${name}`,
    download: 'Download',
    downloadFailed: 'Could not download file',
    offline: "I'm offline",
  },
  ...onlyInFullRun({
    locale: 'ja',
    unread: '未読あり',
    denied: 'アクセスが拒否されました',
    noAccess: ['アクセス権限がありません', 'フォルダにアクセスする権限がありません'],
    toProjects: 'フォルダ一覧へ',
    nothing: '共有されているものはありません',
    select: (name: string) => `${name}を選択`,
    remove: '削除',
    removed: 'フォルダとファイルを削除しました',
    menu: (name: string) => `${name}のメニュー`,
    download: 'ダウンロード',
    downloadFailed: 'ファイルをダウンロードできませんでした',
    offline: 'オフラインです',
  }),
] as const)('what a folder page says, in $locale', (texts) => {
  const { locale } = texts
  let boss: TestOwner
  let plain: TestFolder
  let shared: TestFolder
  let fresh: TestFolder
  let talk: TestFile
  let person: Visitor
  let on: Page
  beforeAll(async () => {
    const { db } = journey.program
    boss = await createOwner(db, { locale })
    plain = await createFolder(db, rootOf(boss), { creator: boss, name: 'Plain' })
    shared = await createFolder(db, rootOf(boss), { creator: boss, name: 'Shared' })
    fresh = await createFolder(db, rootOf(boss), { creator: boss, name: 'Fresh' })
    talk = await createFile(db, plain, { creator: boss, title: 'Talk' })
    await createFolder(db, plain, { creator: boss, name: 'Inner' })
    await assign(db, shared, await createMember(db, boss, ROLE.guest), ROLE.viewer)
    await db.insertInto('unread_items').values({ user_id: boss.id, item_id: fresh.itemId }).execute()
    person = await journey.visit({ as: boss, locale })
    on = person.page
    await person.open(`/projects/${plain.projectId}`)
  })
  afterAll(async () => {
    expect(person.errors).toEqual([])
    await person.leave()
  })

  const inTree = (name: string) => on.getByRole('treeitem', { name })
  const alert = (text: string) => on.getByRole('alert').getByText(text, { exact: true })
  /** Changes the title of the file without an event, so that only a reload shows it. */
  const retitle = (title: string) =>
    journey.program.db.updateTable('files').set({ title }).where('id', '=', talk.id).execute()

  it('WS-07 the tree shows different icons for the open, a shared and a plain folder', async () => {
    await inTree('Shared').waitFor()
    const iconOf = (name: string) => inTree(name).locator('svg').last().innerHTML()
    const [active, ofShared, ofPlain] = [await iconOf('Plain'), await iconOf('Shared'), await iconOf('Fresh')]
    expect(new Set([active, ofShared, ofPlain]).size).toBe(3)
    await inTree('Shared').click()
    await on.getByRole('heading', { name: 'Shared', level: 1 }).waitFor()
    await expect.poll(() => Promise.all(['Shared', 'Plain', 'Fresh'].map(iconOf))).toEqual([active, ofPlain, ofPlain])
  })

  it('WS-08 the tree shows a dot on a folder with something unread, until it is opened', async () => {
    const dot = inTree('Fresh').locator('[class*=dot]')
    await inTree('Fresh').getByText(texts.unread).waitFor({ state: 'attached' })
    const seen = await dot.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect()
      const { backgroundColor, borderTopLeftRadius } = getComputedStyle(element)
      return { width, height, backgroundColor, isRound: Number.parseFloat(borderTopLeftRadius) > 0 }
    })
    expect(seen).toEqual({
      width: expect.toSatisfy((px: number) => px >= 6),
      height: seen.width,
      backgroundColor: expect.not.stringMatching(/^(transparent|rgba\(.*, 0\))$/),
      isRound: true,
    })
    for (const name of ['Plain', 'Shared']) expect(await inTree(name).locator('[class*=dot]').count()).toBe(0)
    await inTree('Fresh').click()
    await dot.waitFor({ state: 'detached' })
  })

  it('WS-13 a folder that is not accessible leads to the project list, with an error', async () => {
    const stranger = await createOwner(journey.program.db)
    for (const path of [`/projects/${stranger.rootProjectId}`, '/projects/999999', '/projects/none']) {
      await person.navigate(path)
      await alert(texts.denied).waitFor()
      await on.waitForURL(`**/projects/${boss.rootProjectId}`)
    }
  })

  it('WS-14 a user without any folder sees that access is missing, and goes to the project list', async () => {
    const guest = await journey.visit({
      as: await createMember(journey.program.db, boss, ROLE.guest, { locale }),
      locale,
    })
    await guest.open(`/projects/${plain.projectId}`)
    await guest.page.getByRole('heading', { name: texts.noAccess[0], exact: true }).waitFor()
    await guest.page.getByText(texts.noAccess[1], { exact: true }).waitFor()
    await guest.page.getByRole('link', { name: texts.toProjects, exact: true }).click()
    await guest.page.waitForURL('**/projects')
    await guest.page.getByText(texts.nothing).waitFor()
    expect(guest.errors).toEqual([])
    await guest.leave()
  })

  it('WS-21 refresh in the URL reloads the list, and is removed from the URL', async () => {
    await person.navigate(`/projects/${plain.projectId}`)
    await row('Talk', on).waitFor()
    await retitle('Talk 2')
    await on.evaluate((path) => {
      const state = { usr: null, key: 'refresh', idx: (history.state?.idx ?? 0) + 1 }
      history.pushState(state, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state }))
    }, `/projects/${plain.projectId}?refresh=1&order_by=name`)
    await row('Talk 2', on).waitFor()
    await on.waitForURL(`**/projects/${plain.projectId}?order_by=name`)
  })

  it('WS-32 the page is refreshed after it was offline and after it was asleep', async () => {
    await person.context.setOffline(true)
    await on.getByText(texts.offline).waitFor()
    await retitle('Talk 3')
    await person.context.setOffline(false)
    await row('Talk 3', on).waitFor()
    await on.clock.install()
    await person.open(`/projects/${plain.projectId}`)
    await row('Talk 3', on).waitFor()
    await retitle('Talk 4')
    // The clock jumps and due timers fire once, as after a closed lid.
    await on.clock.fastForward(3_600_000)
    await row('Talk 4', on).waitFor()
    await on.clock.resume()
  })

  it('WS-49 a failed download is reported', async () => {
    await cutNext(on, `**/api/files/${talk.id}/download`)
    await on.getByRole('button', { name: texts.menu('Talk 4'), exact: true }).click()
    await on.getByRole('menuitem', { name: texts.download, exact: true }).click()
    await alert(texts.downloadFailed).waitFor()
  })

  it('WS-47 deleting a selection of folders and files is confirmed', async () => {
    for (const name of ['Inner', 'Talk 4']) await on.getByRole('checkbox', { name: texts.select(name) }).click()
    await on.getByRole('toolbar').getByRole('button', { name: texts.remove, exact: true }).click()
    await on.getByRole('dialog').getByRole('button', { name: texts.remove, exact: true }).click()
    await on
      .getByRole('region', { name: /^(お知らせ|Messages)$/ })
      .getByText(texts.removed, { exact: true })
      .waitFor()
    for (const name of ['Inner', 'Talk 4']) await row(name, on).waitFor({ state: 'detached' })
  })
})

describe('the home', () => {
  it('shows recordings, follows those in progress, and asks for the folder of an upload', async () => {
    const { db } = journey.program
    const boss = await createOwner(db)
    const member = await createMember(db, boss, ROLE.member)
    const sales = await createFolder(db, rootOf(boss), { creator: boss, name: '営業' })
    const person = await journey.visit({ as: boss })
    const on = person.page
    const part = (name: string) => on.getByRole('region', { name, exact: true })
    await person.open('/')
    await part('最近の録音').getByText('録音はまだありません。アップロードすると、ここに並びます。').waitFor()
    // Another person adds a recording far below the root: the home follows without a reload.
    const talk = await createFile(db, sales, { creator: member, title: '定例', status: 'waiting' })
    const rename = async (title: string) => {
      const { status } = await fetch(`${journey.program.url}/api/projects/${sales.projectId}/files/${talk.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      })
      expect(status).toBe(200)
    }
    await rename('定例会議')
    await part('進行中').getByTitle('定例会議').waitFor()
    await part('進行中').getByRole('link', { name: '営業' }).waitFor()
    await db.updateTable('files').set({ status: 'processed' }).where('id', '=', talk.id).execute()
    await rename('四月の定例')
    await part('最近の録音').getByRole('link', { name: '四月の定例' }).waitFor()
    await part('進行中').waitFor({ state: 'detached' })
    // The first steps are closed for good, in every browser of the account.
    await part('はじめに').getByRole('button', { name: 'サンプルを追加' }).waitFor()
    const saved = on.waitForResponse((response) => response.url().endsWith('/api/profile/settings'))
    await part('はじめに').getByRole('button', { name: '閉じる' }).click()
    await part('はじめに').waitFor({ state: 'detached' })
    expect((await saved).status()).toBe(200)
    const elsewhere = await journey.visit({ as: boss })
    await elsewhere.open('/')
    await elsewhere.page.getByRole('region', { name: '最近の録音' }).waitFor()
    expect(await elsewhere.page.getByRole('region', { name: 'はじめに' }).count()).toBe(0)
    await elsewhere.leave()
    // An upload on the home makes the folder for it.
    const chooser = on.waitForEvent('filechooser')
    await part('録音をアップロード').getByRole('button', { name: 'アップロード', exact: true }).click()
    await (await chooser).setFiles([{ name: '朝会.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') }])
    const folders = on.getByRole('dialog').getByRole('combobox', { name: '保存先のフォルダ' })
    const choices = () => folders.locator('option').allTextContents()
    await expect.poll(choices).toEqual(['「録音」フォルダ（新規作成）', '営業'])
    await on.getByRole('button', { name: '1件をアップロード', exact: true }).click()
    await treeitem('録音', on).waitFor()
    await on.getByRole('main').getByRole('link', { name: '録音', exact: true }).first().waitFor()
    // The dialog closes when the recording is announced.
    await folders.waitFor({ state: 'detached' })
    const { rows } = await sql<{ name: string; title: string }>`
      select projects.name, files.title from files join projects on projects.id = files.project_id
      where files.workspace_id = ${boss.workspaceId} and files.title = '朝会'`.execute(db)
    expect(rows).toEqual([{ name: '録音', title: '朝会' }])
    // The last used folder is offered first.
    const again = on.waitForEvent('filechooser')
    await part('録音をアップロード').getByRole('button', { name: 'アップロード', exact: true }).click()
    await (await again).setFiles([{ name: '夕会.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') }])
    await expect.poll(choices).toEqual(['録音', '営業'])
    await on.keyboard.press('Escape')
    // Opening a recording of the home.
    await part('最近の録音').getByRole('link', { name: '四月の定例' }).click()
    await on.waitForURL(`**/projects/${sales.projectId}/files/${talk.id}`)
    expect(person.errors).toEqual([])
    await person.leave()
  })
})

describe('the trash', () => {
  it('WS-45 holds deleted items, which the message or the trash page restores', async () => {
    const remove = async () => {
      await menuOf('失注', '削除')
      await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click()
      await page.getByText('フォルダを削除しました').waitFor()
    }
    await visitor.navigate(`/projects/${deals.projectId}`)
    await remove()
    await button('元に戻す').click()
    await page.getByText('元に戻しました').waitFor()
    await row('失注').waitFor()
    await remove()
    await page.getByRole('link', { name: 'ごみ箱' }).click()
    await row('失注').getByTitle('ワークスペース › 商談').waitFor()
    await button('失注を元に戻す').click()
    await page.getByText('「失注」を「商談」に戻しました').waitFor()
    await row('失注').waitFor({ state: 'hidden' })
    await treeitem('商談').click()
    await row('失注').waitFor()
  })
})

it('no page throws an error', () => {
  expect(visitor.errors).toEqual([])
})
