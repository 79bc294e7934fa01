// The account area of a workspace owner: members, usage and profile.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { recordUsage } from '@kaiwa/server/billing/record-usage.ts'
import { assign, createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import {
  createMember,
  createOwner,
  PASSWORD,
  type TestOwner,
  type TestUser,
} from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { button, field, FOLDER_PATH, linkIn, passwordField } from './test/account-steps.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { dismissMessages, type Journey, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let visitor: Visitor
let page: Page
beforeAll(async () => {
  journey = await startJourney()
  owner = await createOwner(journey.program.db, { locale: 'en', first_name: 'Ann', last_name: 'Smith' })
  await createMember(journey.program.db, owner, ROLE.member, { last_name: '佐藤', first_name: '健' })
  visitor = await journey.visit({ as: owner, locale: 'en' })
  page = visitor.page
})
afterAll(async () => {
  expect(visitor.errors).toEqual([])
  await journey.end()
})

const GB = 1024 ** 3

/** A PNG image with one red pixel. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

function dialog(name: string) {
  return page.getByRole('dialog', { name })
}

function rowOf(name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

async function choose(name: string, entry: string) {
  await rowOf(name)
    .getByRole('button', { name: /^Menu for/ })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Answers the next matching API call with status 503. Later calls reach the server. */
async function failOnce(method: string, path: string): Promise<void> {
  let isDone = false
  const isMeant = ({ pathname }: URL): boolean => pathname === `/api${path}`
  await page.route(isMeant, (route) => {
    if (isDone || route.request().method() !== method) return route.fallback()
    isDone = true
    return route.fulfill({ status: 503, body: '{}' })
  })
}

it('MEM-04 MEM-06 MEM-09 invites by email addresses with one of two roles, and requires an address', async () => {
  await visitor.open('/mypage/member')
  await page.getByRole('button', { name: 'Add members' }).click()
  const adding = dialog('Add members')
  const send = adding.getByRole('button', { name: 'Send invitations' })
  await adding.getByText('You can view and edit all folders and files.').waitFor()
  await adding.getByText('You can create your own folders.').waitFor()
  expect(await adding.getByRole('radio').count()).toBe(2)
  expect(await send.isDisabled()).toBe(true)
  await adding.getByLabel('Email addresses').fill('hana@kaiwa.example, jiro@kaiwa.example')
  await send.click()
  await page.getByText('Invitation email sent').waitFor()
  await rowOf('jiro@kaiwa.example').getByText('Invitation').waitFor()
})

it('MEM-07 MEM-15 MEM-16 MEM-17 saves a role only when it has changed, and shows success or failure', async () => {
  await choose('佐藤 健', 'User role change')
  const changing = dialog('User role change')
  const save = changing.getByRole('button', { name: 'Save' })
  await changing.getByText('You can only view folders/files you are invited to').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await changing.getByRole('radio', { name: 'Manager' }).check()
  await failOnce('PUT', '/workspace/members')
  await save.click()
  await page.getByText('Failed to change user role.').waitFor()
  await save.click()
  await page.getByText('User role has been changed.').waitFor()
  await rowOf('佐藤 健').getByText('Manager').waitFor()
})

it('MEM-19 MEM-20 removes a member, and shows success or failure', async () => {
  await choose('佐藤 健', 'Account delete')
  const removing = dialog('Account delete')
  await failOnce('DELETE', '/workspace/members')
  await removing.getByRole('button', { name: 'Account delete' }).click()
  await page.getByText('Failed to remove from workspace').waitFor()
  await removing.getByRole('button', { name: 'Account delete' }).click()
  await page.getByText('Successfully removed from workspace').waitFor()
  await rowOf('佐藤 健').waitFor({ state: 'detached' })
})

it("MEM-23 shows the usage of a chosen month, and returns by 'This month's usage'", async () => {
  await visitor.navigate('/mypage/usage?month=2026-01')
  const period = page.getByLabel('Period')
  await period.waitFor()
  await page.getByRole('link', { name: "This month's usage" }).click()
  await page.waitForURL('**/mypage/usage')
  expect(await period.inputValue()).toMatch(/^\d{4}-\d{2}$/)
})

it('SHARE-21 the list of many members scrolls within 260 px', async () => {
  const folder = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name: 'Deals' })
  for (let number = 0; number < 8; number += 1)
    await createMember(journey.program.db, owner, ROLE.manager, { last_name: `Manager ${number}`, first_name: 'A' })
  await visitor.navigate(`/projects/${folder.projectId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const list = dialog('Share the folder').getByRole('list').filter({ hasText: 'Manager 7' })
  await list.waitFor()
  const { shown, whole } = await list.evaluate(({ clientHeight, scrollHeight }) => ({
    shown: clientHeight,
    whole: scrollHeight,
  }))
  expect(shown).toBeLessThanOrEqual(260)
  expect(whole).toBeGreaterThan(260)
})

it('BILL-26 BILL-34 shows the owner the usage with its units, and which limits are reached', async () => {
  await limitSeats(journey.program.db, owner, { editor: 1 })
  await visitor.open('/mypage/member')
  const banner = page.getByRole('complementary', { name: 'Usage' })
  await banner.getByText('Editors').waitFor()
  expect(await banner.getByRole('link', { name: 'Contact us' }).count()).toBe(1)
  await button(page, 'Usage').click()
  const panel = dialog('Usage')
  for (const text of [/ minutes$/, / GB$/, / persons$/]) await panel.getByText(text).first().waitFor()
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Close' }).click()
  await banner.waitFor({ state: 'detached' })
})

const EN = {
  locale: 'en',
  manager: 'Manager',
  member: 'Member',
  guestEditor: 'Guest Editor',
  guestViewer: 'Guest Viewer',
  filter: 'Filter by role',
  all: 'All roles',
  page2: 'Page 2',
  menuOf: (name: string) => `Menu for ${name}`,
  changeRole: 'User role change',
  deletion: 'Account delete',
  invitation: 'Invitation',
  guest: 'Guest',
  save: 'Save',
  cancel: 'Cancel',
  warning:
    "If you change the role, the user's folder and file permissions pass to the paying owner and the user can no longer create folders as before.",
  changed: 'User role has been changed.',
  usageColumns: ['Name', 'Minutes', 'Storage (GB)', 'Chats (times)'],
  usage: 'Usage',
  counted: ['Analysis time', 'Storage', 'Editors', 'Viewers'],
  full: [
    'The analysis time limit has been reached',
    'The storage capacity has reached its limit',
    'The number of editors has reached the upper limit',
    'The number of viewers has reached the upper limit',
  ],
} as const

const JA = {
  locale: 'ja',
  manager: 'マネージャー',
  member: 'メンバー',
  guestEditor: 'ゲスト編集者',
  guestViewer: 'ゲスト閲覧者',
  filter: '権限で絞り込む',
  all: 'すべての権限',
  page2: '2ページ目',
  menuOf: (name: string) => `${name}さんのメニュー`,
  changeRole: 'ユーザー権限の変更',
  deletion: 'アカウントの削除',
  invitation: '招待中',
  guest: 'ゲスト',
  save: '保存',
  cancel: 'キャンセル',
  warning:
    '権限を変更すると、このユーザーのフォルダとファイルの権限は契約オーナーに引き継がれ、このユーザーは今までのようにフォルダを作成できなくなります。',
  changed: 'ユーザー権限を変更しました',
  usageColumns: ['名前', '解析時間（分）', 'ストレージ（GB）', 'チャット（回）'],
  usage: 'ご利用状況',
  counted: ['解析時間', 'ストレージ', '編集者', '閲覧者'],
  full: [
    '解析時間の上限に達しました',
    'ストレージ容量の上限に達しました',
    '編集者数の上限に達しました',
    '閲覧者数の上限に達しました',
  ],
} as const

describe.each([EN, ...onlyInFullRun(JA)])('the people and the plan of a workspace, in $locale', (texts) => {
  const { locale } = texts
  let boss: TestOwner
  let managers: TestUser[]
  let reader: Visitor
  let on: Page
  beforeAll(async () => {
    const { db } = journey.program
    boss = await createOwner(db, { locale, last_name: '社長', first_name: '一郎' })
    const people = (
      role: typeof ROLE.manager | typeof ROLE.member | typeof ROLE.guest,
      last_name: string,
      count: number,
    ) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => createMember(db, boss, role, { last_name, first_name: `${n + 1}` })),
      )
    managers = await people(ROLE.manager, '課長', 2)
    await people(ROLE.member, '社員', 22)
    const guests = await people(ROLE.guest, '客', 3)
    const folder = await createFolder(db, rootOf(boss), { creator: boss, name: '商談' })
    for (const [index, guest] of guests.entries())
      await assign(db, folder, guest, index === 0 ? ROLE.editor : ROLE.viewer)
    const invited = await fetch(`${journey.program.url}/api/workspace/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ emails: `invited-${locale}@kaiwa.example`, role: ROLE.member }),
    })
    expect(invited.status).toBe(201)
    await record('minute', 749)
    await record('storage', 1.5 * GB)
    await record('chat', 750)
    reader = await journey.visit({ as: boss, locale })
    on = reader.page
  })
  afterAll(async () => {
    expect(reader.errors).toEqual([])
    await reader.leave()
  })

  const rows = () => on.getByRole('table').locator('tbody').getByRole('row')
  const named = (name: string) => rows().filter({ hasText: name })
  const openMenu = (name: string) => on.getByRole('button', { name: texts.menuOf(name), exact: true }).click()
  const entry = (name: string) => on.getByRole('menuitem', { name, exact: true })

  it('MEM-01 MEM-02 MEM-03 MEM-26 the list has a card for each kind, a role filter, row menus and pages; empty values are not sent', async () => {
    const queries: Record<string, string>[] = []
    on.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname !== '/api/workspace/members' || request.method() !== 'GET') return
      const query = Object.fromEntries(searchParams)
      // The list is read again when a message about the members arrives.
      if (!isDeepStrictEqual(query, queries.at(-1))) queries.push(query)
    })
    await reader.open('/mypage/member')
    for (const [label, count] of [
      [texts.manager, 2],
      // The invited member is counted.
      [texts.member, 23],
      [texts.guestEditor, 1],
      [texts.guestViewer, 2],
    ] as const)
      await on
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`^${label}${count}$`) })
        .waitFor()
    await expect.poll(() => rows().count()).toBe(20)
    await openMenu('課長 1')
    await entry(texts.changeRole).waitFor()
    await entry(texts.deletion).waitFor()
    await on.keyboard.press('Escape')
    await button(on, texts.page2).click()
    await expect.poll(() => rows().count()).toBe(9)
    const filter = on.getByLabel(texts.filter)
    await filter.selectOption(texts.member)
    await expect.poll(() => rows().count()).toBe(20)
    await button(on, texts.page2).click()
    await expect.poll(() => rows().count()).toBe(3)
    await filter.selectOption(texts.guestEditor)
    await expect.poll(() => rows().allInnerTexts()).toEqual([expect.stringContaining('客 1')])
    await filter.selectOption(texts.guestViewer)
    await expect.poll(() => rows().count()).toBe(2)
    await filter.selectOption(texts.manager)
    await expect
      .poll(() => rows().allInnerTexts())
      .toEqual([expect.stringContaining('課長 1'), expect.stringContaining('課長 2')])
    await filter.selectOption(texts.all)
    await expect.poll(() => rows().count()).toBe(20)
    const [first, ...rest] = queries
    expect(first).toEqual({ page: '1' })
    expect(rest.slice(0, 6)).toEqual([
      { page: '2' },
      { role: '7', page: '1' },
      { role: '7', page: '2' },
      { role: '4', page: '1' },
      { role: '5', page: '1' },
      { role: '6', page: '1' },
    ])
    expect(queries.every((query) => Object.values(query).every((value) => value !== ''))).toBe(true)
  })

  it("MEM-10 an invited person has the badge 'Invitation' and no change of role", async () => {
    const email = `invited-${locale}@kaiwa.example`
    await reader.open('/mypage/member?role=7&page=2')
    await named(email).getByText(texts.invitation, { exact: true }).waitFor()
    await openMenu(email)
    await entry(texts.deletion).waitFor()
    expect(await entry(texts.changeRole).count()).toBe(0)
    await on.keyboard.press('Escape')
    expect(await named('社員').getByText(texts.invitation, { exact: true }).count()).toBe(0)
    await openMenu('社員 8')
    await entry(texts.changeRole).waitFor()
    await on.keyboard.press('Escape')
  })

  it('MEM-14 lowering a manager to member or guest warns that their permissions pass to the paying owner', async () => {
    const { db } = journey.program
    const [lowered] = managers
    if (!lowered) throw new Error('no manager')
    const own = await createFolder(db, rootOf(boss), { creator: lowered, name: '引き継ぎ' })
    await reader.open('/mypage/member?role=6')
    await openMenu('課長 1')
    await entry(texts.changeRole).click()
    const changing = on.getByRole('dialog', { name: texts.changeRole })
    const radio = (name: string) => changing.getByRole('radio', { name, exact: true })
    const warning = changing.getByRole('alert').getByText(texts.warning, { exact: true })
    await radio(texts.manager).waitFor()
    expect(await warning.count()).toBe(0)
    for (const role of [texts.guest, texts.member]) {
      await radio(role).check()
      await warning.waitFor()
      await radio(texts.manager).check()
      await warning.waitFor({ state: 'detached' })
    }
    await radio(texts.guest).check()
    await changing.getByRole('button', { name: texts.save, exact: true }).click()
    await on.getByText(texts.changed, { exact: true }).waitFor()
    // The person's folder belongs to the owner now, and they can no longer create folders.
    const item = await db
      .selectFrom('items')
      .select('creator_id')
      .where('id', '=', own.itemId)
      .executeTakeFirstOrThrow()
    expect(item.creator_id).toBe(boss.id)
    const create = await fetch(`${journey.program.url}/api/items/${boss.rootItemId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${lowered.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '無断' }),
    })
    expect(create.status).toBe(404)
    // Raising a person needs no warning.
    await reader.open('/mypage/member?role=7')
    await openMenu('社員 1')
    await entry(texts.changeRole).click()
    await radio(texts.manager).check()
    expect(await warning.count()).toBe(0)
    await changing.getByRole('button', { name: texts.cancel, exact: true }).click()
  })

  function record(kind: 'minute' | 'storage' | 'chat', amount: number) {
    const { db } = journey.program
    const entryOf = { workspaceId: boss.workspaceId, userId: boss.id, kind, amount, cause: randomUUID() }
    return db.transaction().execute((trx) => recordUsage(trx, entryOf))
  }

  it('MEM-24 the usage history is a paged table of minutes, storage in GB and chats by person', async () => {
    await reader.open('/mypage/usage')
    await expect.poll(() => on.getByRole('columnheader').allInnerTexts()).toEqual([...texts.usageColumns])
    // 28 people have joined.
    await expect.poll(() => rows().count()).toBe(20)
    const cells: string[][] = []
    const read = async () => {
      for (const row of await rows().all()) cells.push(await row.getByRole('cell').allInnerTexts())
    }
    await read()
    await button(on, texts.page2).click()
    await expect.poll(() => rows().count()).toBe(8)
    await read()
    expect(new Set(cells.map(([name]) => name)).size).toBe(28)
    expect(cells.filter(([, ...figures]) => figures.some((figure) => figure !== '0'))).toEqual([
      ['社長 一郎', '749', '1.5', '750'],
    ])
  })

  /** Gives the workspace a separate plan with these limits. Storage is in GB. */
  async function setPlan(limits: Record<'minute' | 'storage' | 'chat' | 'editor' | 'viewer', number>) {
    const { db } = journey.program
    const { id } = await db
      .insertInto('plans')
      .values({ name: randomUUID(), monthly_price: 1, yearly_price: 1, ...limits })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('subscriptions').set({ plan_id: id }).where('workspace_id', '=', boss.workspaceId).execute()
  }
  async function openPanel() {
    await reader.open('/mypage/profile')
    await button(on, texts.usage).click()
    const panel = on.getByRole('dialog', { name: texts.usage })
    await panel.waitFor()
    return panel
  }

  it('BILL-33 a usage bar is blue below 75 percent, yellow below 90, else red', async () => {
    // With what was recorded for all tests: 749 minutes, 750 chats and 899 GB.
    await record('storage', 897.5 * GB)
    await setPlan({ minute: 1_000, storage: 1_000, chat: 1_000, editor: 50, viewer: 0 })
    /** The colours of the bars, in their order, by their red, green and blue parts. */
    const colours = async (): Promise<string[]> => {
      const panel = await openPanel()
      const found: string[] = []
      for (const name of texts.counted) {
        const bar = panel.getByRole('progressbar', { name, exact: true })
        const parts = await bar.evaluate((part) =>
          getComputedStyle(part)
            .backgroundColor.match(/[\d.]+/g)
            ?.map(Number),
        )
        const [red = 0, green = 0, blue = 0] = parts ?? []
        found.push(blue > red && blue > green ? 'blue' : green > 130 ? 'yellow' : 'red')
      }
      return found
    }
    // Minutes, storage, 24 of 50 editors, and 2 viewers of none.
    expect(await colours()).toEqual(['blue', 'yellow', 'blue', 'red'])
    await record('minute', 1)
    await record('storage', GB)
    expect(await colours()).toEqual(['yellow', 'red', 'blue', 'red'])
  })

  it('BILL-35 BILL-36 BILL-37 BILL-39 each limit that is reached has a warning icon with its own tooltip', async () => {
    await setPlan({ minute: 1_000, storage: 1_000, chat: 1_000, editor: 50, viewer: 10 })
    const flags = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${boss.token}` }
      const answer = await fetch(`${journey.program.url}/api/usage`, { headers })
      return ((await answer.json()) as { flags: unknown }).flags
    }
    expect(await flags()).toEqual({ analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true })
    const open = await openPanel()
    for (const sentence of texts.full)
      expect(await open.getByRole('button', { name: sentence, exact: true }).count()).toBe(0)
    await setPlan({ minute: 1, storage: 1, chat: 1, editor: 1, viewer: 1 })
    expect(await flags()).toEqual({
      analyze: false,
      upload: false,
      chat: false,
      inviteEditor: false,
      inviteViewer: false,
    })
    const panel = await openPanel()
    for (const [index, sentence] of texts.full.entries()) {
      const row = panel.getByRole('listitem').filter({ hasText: texts.counted[index] ?? '' })
      const icon = row.getByRole('button', { name: sentence, exact: true })
      await expect.poll(() => icon.locator('svg').count()).toBe(1)
      await icon.hover()
      await on.getByRole('tooltip').getByText(sentence, { exact: true }).waitFor()
      await on.mouse.move(5, 500)
      await on.getByRole('tooltip').waitFor({ state: 'detached' })
    }
    // The first focus is on the link, so that no tooltip covers the panel when it opens.
    await openPanel()
    expect(await on.getByRole('tooltip').count()).toBe(0)
  })
})

/** Inserts a session of the owner on another machine. */
function openStolenSession() {
  return journey.program.db
    .insertInto('sessions')
    .values({
      user_id: owner.id,
      token_hash: Buffer.alloc(32, 7),
      remember: false,
      expires_at: new Date(Date.now() + 3_600_000),
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      address: '203.0.113.9',
    })
    .execute()
}

it('UI-05 ACC-01 ACC-05 ACC-19 the account menu opens the profile and shows a changed name', async () => {
  await openStolenSession()
  await visitor.navigate('/projects')
  await button(page, 'Account menu').click()
  const guide = page.getByRole('menuitem', { name: 'User guide', exact: true })
  expect(await guide.getAttribute('href')).toBe('/guide')
  for (const [name, path] of [
    ['Member', '/mypage/member'],
    ['Payment', '/mypage/payment'],
  ] as const)
    expect(await page.getByRole('menuitem', { name, exact: true }).getAttribute('href')).toBe(path)
  await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
  await page.waitForURL(/\/mypage\/profile$/)
  await field(page, 'Last name').fill('Ito')
  await field(page, 'First name').fill('Ken')
  await button(page, 'Save').click()
  await page.getByText('Successfully updated profile').waitFor()
  await button(page, 'Account menu').click()
  await page.getByText('Ken Ito').waitFor()
  await page.keyboard.press('Escape')
})

it('lists the sessions of the account, and ends an unknown one', async () => {
  await page.getByRole('listitem').filter({ hasText: 'This browser' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: '203.0.113.9' }).waitFor()
  await button(page, 'Log out of Firefox · Windows').click()
  await page.getByText('Logged out of Firefox · Windows').waitFor()
  await page.getByRole('listitem').filter({ hasText: '203.0.113.9' }).waitFor({ state: 'detached' })
  const left = await journey.program.db
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', owner.id)
    .execute()
  expect(left.map(({ address }) => address)).not.toContain('203.0.113.9')
})

const NEW_PASSWORD = 'Kaiwa-profile1!'

it('ACC-07 ACC-16 ACC-20 changes the password only with the current password', async () => {
  const [current, fresh, again] = [0, 1, 2].map((at) => passwordField(page).nth(at))
  await current?.fill('Wrong-one1!')
  await fresh?.fill(NEW_PASSWORD)
  await again?.fill(NEW_PASSWORD)
  await button(page, 'Change password').click()
  await page.getByText('The password is incorrect').waitFor()
  await current?.fill(PASSWORD)
  await button(page, 'Change password').click()
  await page.getByText('Successfully updated password').waitFor()
  await expect.poll(() => current?.inputValue()).toBe('')
})

it('ACC-04 ACC-19 a photo can be chosen, appears in the header, and can be removed', async () => {
  // The message about the name has the same text and may still be visible.
  await dismissMessages(page)
  await page.getByText('Successfully updated profile').waitFor({ state: 'detached' })
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose a photo').click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: POINT })
  // The message disappears after a time. The picture may take longer: it is resized at the lowest priority.
  await page.getByText('Successfully updated profile').waitFor()
  const shown = button(page, 'Account menu').locator('img')
  await shown.waitFor({ timeout: 60_000 })
  expect(await shown.evaluate(async (img: HTMLImageElement) => (await img.decode(), img.naturalWidth))).toBe(256)
  await button(page, 'Remove photo').click()
  await shown.waitFor({ state: 'detached' })
})

it('ACC-08 ACC-21 the model of the AI chat can be chosen', async () => {
  await page.getByRole('radio', { name: /^GPT-4o/ }).check()
  await button(page, 'Save model').click()
  await page.getByText('Successfully updated AI Chat model').waitFor()
})

it('ACC-06 ACC-22 ACC-23 ACC-24 ACC-26 the email address changes by a mailed link, which works once', async () => {
  const next = 'moved@kaiwa.example'
  await button(page, 'Change email address').click()
  await field(page, 'New email address').fill(next)
  await passwordField(page).first().fill(NEW_PASSWORD)
  await button(page, 'Send confirmation email').click()
  await page.getByText(`We have sent a confirmation email to ${next}.`).waitFor()
  const link = linkIn(await journey.program.mailTo(next), /^\/change-email\/verify$/)
  await visitor.navigate(link)
  await page.waitForURL(/\/change-email\/verify\/success$/)
  await page.getByText('The email address change is complete!').waitFor()
  await page.getByRole('link', { name: 'Go to account' }).click()
  await page.getByRole('region', { name: 'Email address' }).getByText(next, { exact: true }).waitFor()
  await visitor.navigate(link)
  await page.waitForURL(/\/change-email\/verify\/failed$/)
  await page.getByRole('link', { name: 'Resend confirmation email' }).click()
  await button(page, 'Resend confirmation email').click()
  await page.waitForURL(/\/change-email\/resend\/failed$/)
  await page.getByText('Failed to resend the email change confirmation link.').waitFor()
})

it('UI-05 ACC-01 ACC-02 ACC-07 ACC-18 a manager sees no payment and usage, and can request the mail for a first password again after 30 seconds', async () => {
  const { db } = journey.program
  const manager = await createMember(db, owner, ROLE.manager)
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', manager.id).execute()
  const other = await journey.visit({ as: manager })
  /** Responses of usage requests. The page of an owner sends one as soon as the session is known. */
  const asked: Promise<unknown>[] = []
  other.page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/usage') asked.push(request.response())
  })
  await other.open('/mypage/payment')
  await other.page.waitForURL(FOLDER_PATH)
  await button(other.page, 'アカウントメニュー').click()
  await other.page.getByRole('menuitem', { name: 'メンバー', exact: true }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'お支払い' }).count()).toBe(0)
  await other.page.keyboard.press('Escape')
  await other.navigate('/mypage/profile')
  const send = button(other.page, '設定用のメールを送る')
  await send.waitFor()
  await Promise.all(asked)
  // The page's clock is paused, so that the countdown does not depend on the speed of the test.
  await other.page.clock.install()
  await other.page.clock.pauseAt(Date.now() + 30_000)
  await send.click()
  await button(other.page, 'あと30秒お待ちください').waitFor()
  expect(await button(other.page, 'ご利用状況').count()).toBe(0)
  expect(await other.page.getByRole('complementary', { name: 'ご利用状況' }).count()).toBe(0)
  expect(await journey.program.mailTo(manager.email)).toContain('is_set_password=1')
  await other.page.clock.fastForward(20_000)
  await button(other.page, 'あと10秒お待ちください').waitFor()
  expect(await button(other.page, 'あと10秒お待ちください').isDisabled()).toBe(true)
  await other.page.clock.fastForward(10_000)
  await send.waitFor()
  expect(await send.isEnabled()).toBe(true)
  expect(other.errors).toEqual([])
  await other.leave()
})
