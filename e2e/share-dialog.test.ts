// The share dialog of a member who created a folder: its parts and their limits, roles over quota,
// a pending invitation, and the transfer of ownership. Each step is compared with the screen and with the calls.
import { ROLE } from '@kaiwa/contract/roles.ts'
import {
  assign,
  createFile,
  createFolder,
  rootOf,
  type TestFile,
  type TestFolder,
} from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
})
afterAll(() => journey.end())

const EN = {
  locale: 'en',
  share: 'Share',
  folderTitle: 'Share the folder',
  fileTitle: 'File sharing',
  placeholder: 'Enter a name or email address',
  members: 'Who has access',
  invite: 'Invite',
  picker: { editor: 'Role: Editor', viewer: 'Role: Viewer' },
  menuOf: /^Role of /,
  owner: 'Owner',
  manager: 'Manager',
  editor: 'Editor',
  viewer: 'Viewer',
  pending: 'Invited',
  detach: 'Remove folder permissions',
  makeOwner: 'Make owner',
  cancel: 'Cancel',
  go: 'Continue',
  change: 'Change',
  remove: 'Remove permissions',
  charge: 'Additional charges apply.',
  pendingText: (email: string) => `Change the role of the invitation to ${email} to “Viewer”?`,
  ownerText: 'You lose ownership. Also, this operation cannot be undone.',
  invited: 'Invitation email sent',
  editorsFull: 'Not enough seats. The number of editors has reached the upper limit',
  viewersFull: 'Not enough seats. The number of viewers has reached the upper limit',
  notAllowed: 'Not enough seats or permissions',
} as const

const JA = {
  locale: 'ja',
  share: '共有',
  folderTitle: 'フォルダを共有',
  fileTitle: 'ファイルを共有',
  placeholder: '名前またはメールアドレスを入力',
  members: 'アクセスできるユーザー',
  invite: '招待する',
  picker: { editor: '権限：編集者', viewer: '権限：閲覧者' },
  menuOf: /さんの権限/,
  owner: 'オーナー',
  manager: 'マネージャー',
  editor: '編集者',
  viewer: '閲覧者',
  pending: '招待中',
  detach: 'フォルダの権限を削除',
  makeOwner: 'オーナーにする',
  cancel: 'キャンセル',
  go: '続ける',
  change: '変更する',
  remove: '権限の削除',
  charge: '追加料金が発生します。',
  pendingText: (email: string) => `${email} への招待の権限を「閲覧者」に変更しますか？`,
  ownerText: 'あなたはオーナーではなくなります。また、この操作は取り消せません。',
  invited: '招待メールを送信しました',
  editorsFull: '人数の上限に達しています。 編集者数の上限に達しました',
  viewersFull: '人数の上限に達しています。 閲覧者数の上限に達しました',
  notAllowed: '人数の上限に達しているか、権限がありません',
} as const

type Call = [method: string, path: string, body: unknown]

/** Collects the calls of the share dialog, as sent: method, path with its query, and body. */
function watchCalls(on: Page, { itemId }: { itemId: number }): Call[] {
  const calls: Call[] = []
  on.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    const prefix = `/api/projects/${itemId}/`
    if (!pathname.startsWith(prefix) || request.method() === 'GET') return
    calls.push([request.method(), pathname.slice(prefix.length) + search, request.postDataJSON()])
  })
  return calls
}

describe.each([EN, ...onlyInFullRun(JA)])('the share dialog, in $locale', (texts) => {
  const { locale } = texts
  let boss: TestOwner
  let manager: TestUser
  let maker: TestUser
  let colleague: TestUser
  /** Is editor of the folder above. */
  let inheriting: TestUser
  /** Is viewer of the folder itself. */
  let direct: TestUser
  /** Has no access. */
  let outside: TestUser
  let above: TestFolder
  let folder: TestFolder
  let file: TestFile
  let visitor: Visitor
  let page: Page
  let calls: Call[]
  beforeAll(async () => {
    const { db } = journey.program
    boss = await createOwner(db, { locale, last_name: '佐藤', first_name: '恵' })
    const person = (role: typeof ROLE.manager | typeof ROLE.member | typeof ROLE.guest, last_name: string) =>
      createMember(db, boss, role, { locale, last_name, first_name: '誠' })
    manager = await person(ROLE.manager, '管理')
    maker = await person(ROLE.member, '山本')
    colleague = await person(ROLE.member, '同僚')
    inheriting = await person(ROLE.guest, '上位')
    direct = await person(ROLE.guest, '直接')
    outside = await person(ROLE.guest, '外部')
    above = await createFolder(db, rootOf(boss), { creator: maker, name: '営業' })
    folder = await createFolder(db, above, { creator: maker, name: '商談' })
    file = await createFile(db, folder, { creator: maker, title: '初回訪問' })
    await assign(db, above, inheriting, ROLE.editor)
    await assign(db, folder, direct, ROLE.viewer)
    await limitSeats(db, boss, {}, 'credit_card')
    const sent = await fetch(`${journey.program.url}/api/projects/${folder.itemId}/invite-members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maker.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to_email: 'saki@invited.example', temp_role_id: ROLE.editor }),
    })
    expect(sent.status).toBe(201)
    visitor = await journey.visit({ as: maker, locale })
    page = visitor.page
    calls = watchCalls(page, folder)
  })
  afterEach((test) => resetAfterFailure(test, visitor))
  afterAll(async () => {
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  })

  async function openDialog(path: string, on: Page = page): Promise<void> {
    await on.goto(path)
    await on.getByRole('button', { name: texts.share, exact: true }).click()
    await on.getByRole('list', { name: texts.members }).waitFor()
  }
  const folderPage = () => `/projects/${folder.projectId}`
  const filePage = () => `/projects/${folder.projectId}/files/${file.id}`
  const field = (on: Page = page) => on.getByPlaceholder(texts.placeholder)
  const rowOf = (name: string) =>
    page.getByRole('list', { name: texts.members }).getByRole('listitem').filter({ hasText: name })
  const menuOf = (name: string) => rowOf(name).getByRole('button', { name: texts.menuOf })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Picks a role in the open menu. */
  const choose = (role: string) => page.getByRole('menuitemradio', { name: role }).click()
  const pickerOf = (role: 'editor' | 'viewer') => page.getByRole('button', { name: texts.picker[role], exact: true })
  /** The role of a person on the folder itself, as stored. */
  async function storedRole({ id }: TestUser): Promise<number | null | undefined> {
    const row = await journey.program.db
      .selectFrom('item_roles')
      .select('role_id')
      .where('item_id', '=', folder.itemId)
      .where('user_id', '=', id)
      .executeTakeFirst()
    return row?.role_id
  }
  async function sees({ token }: TestUser): Promise<boolean> {
    const answer = await fetch(`${journey.program.url}/api/projects/${folder.projectId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return answer.ok
  }

  it('SHARE-01 SHARE-02 SHARE-15 SHARE-16 has its title, an invite input with a role picker, and labels for owners and managers', async () => {
    await openDialog(filePage())
    await page.getByRole('dialog', { name: texts.fileTitle, exact: true }).waitFor()
    await field().and(page.locator(':focus')).waitFor()
    await pickerOf('viewer').waitFor()

    await openDialog(folderPage())
    await page.getByRole('dialog', { name: texts.folderTitle, exact: true }).waitFor()
    // The owner of the workspace, and the member who created the folder.
    for (const [name, label] of [
      ['佐藤 恵', texts.owner],
      ['山本 誠', texts.owner],
      ['管理 誠', texts.manager],
    ] as const) {
      await rowOf(name).getByText(label, { exact: true }).waitFor()
      expect(await menuOf(name).count(), `a menu for ${name}`).toBe(0)
    }
    await menuOf('直接 誠').waitFor()

    await pickerOf('viewer').click()
    await choose(texts.editor)
    await pickerOf('editor').waitFor()
    await field().fill('hana@invited.example')
    calls.length = 0
    await press(texts.invite)
    await rowOf('hana@invited.example').getByText(texts.pending, { exact: true }).waitFor()
    await menuOf('hana@invited.example').getByText(texts.editor, { exact: true }).waitFor()
    await field().press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(calls).toEqual([
      ['POST', 'validate-invitation', { email: 'hana@invited.example', role_id: 4, is_invite: true }],
      ['POST', 'invite-members', { to_email: 'hana@invited.example', temp_role_id: 4 }],
    ])
  })

  it('SHARE-04 searches members from two characters on, 300 ms after the last one', async () => {
    const other = await journey.visit({ as: maker, locale })
    const { page: on } = other
    // Notes each search with the time of the page's clock.
    await other.context.addInitScript(() => {
      const send = globalThis.fetch
      const searches: [number, string | null][] = []
      Object.assign(globalThis, { searches })
      globalThis.fetch = (input, init) => {
        const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
        if (pathname.endsWith('/members/search')) searches.push([Date.now(), searchParams.get('query')])
        return send(input, init)
      }
    })
    await openDialog(folderPage(), on)
    // Time passes only where the test lets it pass.
    await on.clock.install()
    await on.clock.pauseAt(Date.now() + 60_000)
    const start = await on.evaluate(() => Date.now())
    const searches = () => on.evaluate(() => (globalThis as { searches?: unknown }).searches)
    await field(on).pressSequentially('外')
    await on.clock.runFor(5_000)
    await field(on).pressSequentially('部')
    await on.clock.runFor(200)
    // Typed at 5,200 ms: one search for all three characters, at 5,500 ms.
    await field(on).pressSequentially('誠')
    await on.clock.runFor(299)
    await on.clock.runFor(1)
    await expect.poll(searches).toEqual([[start + 5_500, '外部誠']])
    await field(on).fill('外部')
    await on.clock.runFor(299)
    await on.clock.runFor(1)
    await expect.poll(searches).toEqual([
      [start + 5_500, '外部誠'],
      [start + 5_800, '外部'],
    ])
    await expect
      .poll(async () => {
        await on.clock.runFor(50)
        return on.getByRole('option', { name: outside.email }).count()
      })
      .toBe(1)
    expect(other.errors).toEqual([])
    await other.leave()
  })

  it('SHARE-06 SHARE-07 BILL-35 a role is checked against the quota, and given over quota only after the charge is confirmed', async () => {
    await limitSeats(journey.program.db, boss, { editor: 0 }, 'credit_card')
    await openDialog(folderPage())
    const question = page.getByText(texts.charge, { exact: true })
    const check = ['POST', 'validate-invitation', { email: direct.email, role_id: 4, is_invite: false }]
    const pickEditor = async (): Promise<void> => {
      calls.length = 0
      await menuOf('直接 誠').click()
      await choose(texts.editor)
      await question.waitFor()
      expect(calls).toEqual([check])
      expect(await storedRole(direct)).toBe(ROLE.viewer)
    }
    await pickEditor()
    await press(texts.cancel)
    await question.waitFor({ state: 'detached' })
    await menuOf('直接 誠').getByText(texts.viewer, { exact: true }).waitFor()
    expect(calls).toEqual([check])
    await pickEditor()
    await press(texts.go)
    await menuOf('直接 誠').getByText(texts.editor, { exact: true }).waitFor()
    expect(calls).toEqual([check, ['PATCH', 'update-role', { user_id: direct.id, role_id: 4 }]])
    await expect.poll(() => storedRole(direct)).toBe(ROLE.editor)

    // Within the quota, the same calls without a question.
    calls.length = 0
    await menuOf('直接 誠').click()
    await choose(texts.viewer)
    await menuOf('直接 誠').getByText(texts.viewer, { exact: true }).waitFor()
    expect(calls).toEqual([
      ['POST', 'validate-invitation', { email: direct.email, role_id: 5, is_invite: false }],
      ['PATCH', 'update-role', { user_id: direct.id, role_id: 5 }],
    ])
    expect(await question.count()).toBe(0)

    // An invitation asks too.
    await pickerOf('viewer').click()
    await choose(texts.editor)
    await field().fill('jiro@invited.example')
    await press(texts.invite)
    await question.waitFor()
    expect(await rowOf('jiro@invited.example').count()).toBe(0)
    await press(texts.go)
    await page.getByText(texts.invited, { exact: true }).waitFor()
    await rowOf('jiro@invited.example').getByText(texts.pending, { exact: true }).waitFor()
  })

  it('SHARE-12 the role of a pending invitation changes after a confirmation', async () => {
    const email = 'saki@invited.example'
    await limitSeats(journey.program.db, boss, {}, 'credit_card')
    await openDialog(folderPage())
    const question = page.getByText(texts.pendingText(email), { exact: true })
    const pickViewer = async (): Promise<void> => {
      await menuOf(email).click()
      await choose(texts.viewer)
      await question.waitFor()
    }
    calls.length = 0
    await pickViewer()
    await press(texts.cancel)
    await question.waitFor({ state: 'detached' })
    await menuOf(email).getByText(texts.editor, { exact: true }).waitFor()
    expect(calls).toEqual([])
    await pickViewer()
    expect(calls).toEqual([])
    await press(texts.change)
    await menuOf(email).getByText(texts.viewer, { exact: true }).waitFor()
    await rowOf(email).getByText(texts.pending, { exact: true }).waitFor()
    expect(calls).toEqual([
      ['POST', 'validate-invitation', { email, role_id: 5, is_invite: false }],
      ['PATCH', 'update-role-members-not-activate', { to_email: email, role_id: 5 }],
    ])
  })

  it('SHARE-17 inherited access is ended by its own button, after a confirmation', async () => {
    await openDialog(folderPage())
    expect(await menuOf('上位 誠').count()).toBe(0)
    await rowOf('上位 誠').getByText(texts.editor, { exact: true }).waitFor()
    // Access that was given here is removed by the menu.
    expect(await rowOf('直接 誠').getByRole('button', { name: texts.detach }).count()).toBe(0)
    expect(await sees(inheriting)).toBe(true)
    calls.length = 0
    await rowOf('上位 誠').getByRole('button', { name: texts.detach, exact: true }).click()
    await page.getByRole('dialog', { name: texts.remove, exact: true }).waitFor()
    expect(calls).toEqual([])
    await press(texts.remove)
    await rowOf('上位 誠').waitFor({ state: 'detached' })
    expect(calls).toEqual([['DELETE', `detach-editor?user_id=${inheriting.id}`, null]])
    await expect.poll(() => sees(inheriting)).toBe(false)
  })

  it('SHARE-18 BILL-35 BILL-39 roles that cannot be given are disabled, with the reason in a tooltip', async () => {
    const { db } = journey.program
    const tooltip = page.getByRole('tooltip')
    const expectReason = async (role: string, reason: string): Promise<void> => {
      const entry = page.getByRole('menuitemradio', { name: role })
      await entry.waitFor()
      await expect.poll(() => entry.isDisabled()).toBe(true)
      await entry.locator('svg').first().waitFor()
      const box = await entry.boundingBox()
      if (!box) throw new Error('the entry has no place')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await tooltip.getByText(reason, { exact: true }).waitFor()
      await page.mouse.move(5, 5)
      await tooltip.waitFor({ state: 'detached' })
    }
    // Neither points nor a card pay for more seats.
    await limitSeats(db, boss, { editor: 0, viewer: 0 })
    await openDialog(folderPage())
    await pickerOf('viewer').click()
    await expectReason(texts.editor, texts.editorsFull)
    await page.keyboard.press('Escape')
    // A viewer keeps their own role.
    await menuOf('直接 誠').click()
    await expectReason(texts.editor, texts.editorsFull)
    await expect.poll(() => page.getByRole('menuitemradio', { name: texts.viewer }).isDisabled()).toBe(false)
    await page.keyboard.press('Escape')
    await limitSeats(db, boss, { viewer: 0 })
    await openDialog(folderPage())
    await pickerOf('editor').click()
    await expectReason(texts.viewer, texts.viewersFull)
    await page.keyboard.press('Escape')
    // A member is viewer of the root, and gives no higher role there.
    await limitSeats(db, boss, {})
    await openDialog(`/projects/${boss.rootProjectId}`)
    await pickerOf('viewer').click()
    await expectReason(texts.editor, texts.notAllowed)
  })

  it('SHARE-19 only people who may invite see the invite input', async () => {
    const { db } = journey.program
    const editing = await createMember(db, boss, ROLE.member, { locale })
    const guest = await createMember(db, boss, ROLE.guest, { locale })
    for (const person of [editing, guest]) await assign(db, folder, person, ROLE.editor)
    const yes = { [folderPage()]: 1, [filePage()]: 1 }
    const no = { [folderPage()]: 0, [filePage()]: 0 }
    const people: [who: string, person: TestUser, shown: Record<string, number>][] = [
      ['owner', boss, yes],
      ['manager', manager, yes],
      ['member who edits', editing, yes],
      ['member', colleague, { ...no, [`/projects/${boss.rootProjectId}`]: 1 }],
      ['guest who edits', guest, no],
    ]
    for (const [who, person, shown] of people) {
      const other = await journey.visit({ as: person, locale })
      for (const [path, count] of Object.entries(shown)) {
        await openDialog(path, other.page)
        await expect.poll(() => field(other.page).count(), { message: `${who} on ${path}` }).toBe(count)
      }
      expect(other.errors).toEqual([])
      await other.leave()
    }
  })

  it('SHARE-13 SHARE-15 SHARE-16 ownership is given away after a confirmation, and the new owner is labelled', async () => {
    await openDialog(folderPage())
    // The label of a manager stays a label, although they may become owner.
    await rowOf('管理 誠').getByRole('button', { name: texts.makeOwner, exact: true }).waitFor()
    await rowOf('管理 誠').getByText(texts.manager, { exact: true }).waitFor()
    expect(await rowOf('直接 誠').getByRole('button', { name: texts.makeOwner }).count()).toBe(0)
    const question = page.getByText(texts.ownerText, { exact: true })
    calls.length = 0
    await rowOf('同僚 誠').getByRole('button', { name: texts.makeOwner, exact: true }).click()
    await question.waitFor()
    await press(texts.cancel)
    await question.waitFor({ state: 'detached' })
    expect(calls).toEqual([])
    await rowOf('同僚 誠').getByRole('button', { name: texts.makeOwner, exact: true }).click()
    await question.waitFor()
    expect(calls).toEqual([])
    await press(texts.change)
    await rowOf('同僚 誠').getByText(texts.owner, { exact: true }).waitFor()
    expect(await menuOf('同僚 誠').count()).toBe(0)
    await rowOf('山本 誠').getByText(texts.editor, { exact: true }).waitFor()
    // Without ownership there is nothing to give away.
    await page.getByRole('button', { name: texts.makeOwner, exact: true }).first().waitFor({ state: 'detached' })
    expect(calls).toEqual([['PATCH', 'update-role', { user_id: colleague.id, role_id: 3 }]])
  })
})
