// Two users in two browsers: one shares folders, changes roles and removes access; the other sees it without a reload.
import { userChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import {
  createMember,
  createOwner,
  createUser,
  PASSWORD,
  type TestOwner,
  type TestUser,
} from '@kaiwa/server/test/factories/users.ts'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { button, field, linkIn, passwordField } from './test/account-steps.ts'
import { eventually } from './test/eventually.ts'
import { intercept, interceptNext } from './test/intercept.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

/** Number of earlier notifications: two pages of the list and one more. */
const OLD = 41

let journey: Journey
let owner: TestOwner
let guest: TestUser
let deals: TestFolder
let plans: TestFolder
let talks: TestFolder
/** Page of the owner, who shares folders. */
let page: Page
/** Browser of the guest, with whom folders are shared. */
let other: Visitor
beforeAll(async () => {
  journey = await startJourney()
  const { db } = journey.program
  owner = await createOwner(db, { locale: 'en', first_name: 'Ann', last_name: 'Smith' })
  guest = await createMember(db, owner, ROLE.guest, { locale: 'en', last_name: '佐藤', first_name: '健' })
  deals = await createFolder(db, rootOf(owner), { creator: owner, name: 'Deals' })
  plans = await createFolder(db, rootOf(owner), { creator: owner, name: 'Plans' })
  talks = await createFolder(db, rootOf(owner), { creator: owner, name: 'Talks' })
  await createFile(db, talks, { creator: owner, title: 'First visit' })
  await sql`
    insert into notifications (user_id, type, topic, flag, item_id, actor_id, event_id, created_at)
    select ${guest.id}, 'project-joined', 'old:' || n, 1, ${deals.itemId}, ${owner.id}, 0, now() - make_interval(days => n)
    from generate_series(1, ${OLD}::integer) n`.execute(db)
  other = await journey.visit({ as: guest, locale: 'en' })
})
afterAll(async () => {
  expect(other.errors).toEqual([])
  await journey.end()
})

/** Calls the API as the owner, without a browser. */
async function callAsOwner(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${journey.program.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok).toBe(true)
}

function share({ itemId }: TestFolder) {
  return callAsOwner('POST', `/projects/${itemId}/invite-members`, { to_email: guest.email, temp_role_id: ROLE.viewer })
}

function dialog(name: string) {
  return page.getByRole('dialog', { name })
}

function rowOf(name: string) {
  return page.getByRole('listitem').filter({ hasText: name })
}

async function pickRole(name: string, entry: string) {
  await rowOf(name)
    .getByRole('button', { name: /^Role of/ })
    .click()
  await page
    .getByRole('menuitemradio', { name: entry })
    .or(page.getByRole('menuitem', { name: entry }))
    .click()
}

function linkTo(email: string) {
  return eventually('the mail', async () => {
    const mail = await journey.program.db
      .selectFrom('mails')
      .select('text_body')
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return mail && linkIn(mail.text_body, /^\/verify\/join-project$/)
  })
}

it('NOTI-01 NOTI-05 NOTI-07 NOTI-11 NOTI-13 NOTI-15 RT-01 RT-02 shows new notifications live, opens their folder, and denies access to a folder that is no longer shared', async () => {
  const recipient = other.page
  const bell = recipient.getByRole('button', { name: /^Notifications/ })
  const panel = recipient.getByRole('dialog', { name: 'Notifications' })
  await other.open('/')
  await bell.waitFor()
  await other.subscribed(userChannel(guest.id))
  await share(deals)
  await recipient.getByText('You have a new notification').waitFor()
  await recipient.getByRole('button', { name: 'Notifications (1 unread)' }).click()
  const first = panel.getByRole('button', { name: 'Ann Smith shared “Deals” with you' })
  await first.waitFor()
  const height = async () => (await recipient.locator('.mantine-Popover-dropdown').boundingBox())?.height
  await expect.poll(height).toBe(509)
  await recipient.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  const rows = panel.getByRole('listitem')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(20)
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded()
      return rows.count()
    })
    .toBe(OLD + 1)
  await first.click()
  await recipient.waitForURL(`**/projects/${deals.projectId}?refresh=1`)
  await recipient.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
  await panel.waitFor({ state: 'detached' })

  await share(plans)
  await recipient.getByRole('button', { name: 'Notifications (1 unread)' }).click()
  const taken = panel.getByRole('button', { name: 'Ann Smith shared “Plans” with you' })
  await taken.waitFor()
  // The list of the guest is not updated after the access was removed.
  const endFailures = await intercept(recipient, '**/api/notifications?*', (route) => route.abort())
  await callAsOwner('DELETE', `/projects/${plans.itemId}/detach-editor?user_id=${guest.id}`)
  await taken.click()
  await recipient.getByText('Access denied').waitFor()
  await recipient.waitForURL(`**/projects/${deals.projectId}`)
  endFailures()
})

it('SHARE-03 SHARE-05 SHARE-09 SHARE-10 shares with a user found by name, and changes of the role are visible without a reload', async () => {
  const recipient = other.page
  const visitor = await journey.visit({ as: owner, locale: 'en' })
  page = visitor.page
  await visitor.open(`/projects/${talks.projectId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog('Share the folder').waitFor()
  const field = page.getByPlaceholder('Enter a name or email address')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await field.fill('佐藤')
  expect(await invite.isDisabled()).toBe(true)
  await page.getByRole('option', { name: guest.email }).click()
  await invite.click()
  await page.getByText('Invitation email sent').waitFor()
  await rowOf('佐藤 健').getByText('Viewer').waitFor()
  await recipient.getByRole('treeitem', { name: 'Talks' }).click()
  await recipient.getByRole('heading', { name: 'Talks', level: 1 }).waitFor()
  await recipient.getByRole('row', { name: 'First visit' }).waitFor()
  const upload = recipient.getByRole('button', { name: 'Upload', exact: true })
  expect(await upload.count()).toBe(0)
  await pickRole('佐藤 健', 'Editor')
  await upload.first().waitFor()
  await pickRole('佐藤 健', 'Remove access')
  await page.getByRole('button', { name: 'Remove permissions' }).click()
  await recipient.waitForURL(`**/projects/${deals.projectId}`)
  await recipient.getByText('Access denied').waitFor()
  await recipient.getByRole('treeitem', { name: 'Talks' }).waitFor({ state: 'detached' })
  await rowOf('佐藤 健').waitFor({ state: 'detached' })
})

it('FILE-05 a guest of a single file sees its changes in the folder live', async () => {
  const { db } = journey.program
  const single = await createMember(db, owner, ROLE.guest, { locale: 'en' })
  const mine = await createFile(db, deals, { creator: owner, title: 'Shared alone' })
  await createFile(db, deals, { creator: owner, title: 'Not shared' })
  await assign(db, mine, single, ROLE.viewer)
  const visitor = await journey.visit({ as: single, locale: 'en' })
  await visitor.open(`/projects/${deals.projectId}`)
  await visitor.page.getByText('Shared alone').waitFor()
  // The channel of the folder is refused: the messages about this part come on that of the user.
  await visitor.subscribed(userChannel(single.id))
  await callAsOwner('PUT', `/projects/${deals.projectId}/files/${mine.id}`, { title: 'Renamed' })
  await visitor.page.getByText('Renamed').waitFor()
  expect(await visitor.page.getByText('Not shared').count()).toBe(0)
  expect(visitor.errors).toEqual([])
  await visitor.leave()
})

it('SHARE-11 SHARE-25 SHARE-27 SHARE-29 SHARE-30 SHARE-33 an invitation leads to registration, to sign-in or to the folder, depending on the visitor', async () => {
  const email = 'hana@kaiwa.example'
  await page.getByPlaceholder('Enter a name or email address').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await rowOf(email).getByText('Invited').waitFor()
  const link = await linkTo(email)
  const nobody = await journey.visit()
  await nobody.open(link)
  await nobody.page.waitForURL('**/register?**')
  await nobody.page.getByText('Ann Smithさんから「Talks」に招待されました。').waitFor()
  const address = field(nobody.page, 'メールアドレス')
  expect([await address.inputValue(), await address.isEditable()]).toEqual([email, false])
  await field(nobody.page, '姓').fill('山本')
  await field(nobody.page, '名').fill('花')
  await passwordField(nobody.page).fill(PASSWORD)
  await button(nobody.page, 'アカウントを作成').click()
  // The mail of the invitation proved the address: the folder opens without another mail.
  await nobody.page.getByText('「Talks」に参加しました').waitFor()
  await nobody.page.waitForURL(`**/projects/${talks.projectId}`)
  expect(nobody.errors).toEqual([])
  await nobody.leave()
  const invited = await journey.visit()
  await invited.open(link)
  await invited.page.waitForURL('**/login?**')
  await invited.page.getByText('Ann Smithさんから「Talks」に招待されました。').waitFor()
  expect(await field(invited.page, 'メールアドレス').inputValue()).toBe(email)
  await passwordField(invited.page).fill(PASSWORD)
  await button(invited.page, 'ログイン').click()
  await invited.page.getByText('「Talks」に参加しました').waitFor()
  await invited.page.waitForURL(`**/projects/${talks.projectId}`)
  // The list of the inviting owner shows the member without a reload.
  await rowOf('山本 花').waitFor()
  await pickRole('山本 花', 'Remove access')
  await page.getByRole('button', { name: 'Remove permissions' }).click()
  await rowOf('山本 花').waitFor({ state: 'detached' })
  // Loads the link: the page leaves the folder when it is notified of the removal, which could disturb a navigation.
  await invited.open(link)
  await invited.page.waitForURL('**/verify/join-project/invite-member/failed')
  await invited.page.getByText('この招待は取り消されたか').waitFor()
  expect(invited.errors).toEqual([])
  await invited.leave()
})

it('SHARE-31 SHARE-45 an invitation is verified by a GET with the query string of its link; after it was accepted the items are loaded again', async () => {
  const taro = await createUser(journey.program.db, { email: 'taro@kaiwa.example', locale: 'en' })
  await callAsOwner('POST', `/projects/${talks.itemId}/invite-members`, {
    to_email: taro.email,
    temp_role_id: ROLE.viewer,
  })
  const link = `${await linkTo(taro.email)}&is_app=0`
  const invited = await journey.visit({ as: taro, locale: 'en' })
  await invited.open('/projects')
  await invited.page.getByRole('button', { name: 'Account menu' }).waitFor()
  const paths = [
    '/api/projects/verify-member',
    '/api/projects/accept-invitation',
    '/api/tree',
    `/api/projects/${talks.projectId}`,
  ]
  const calls: [call: string, query: string][] = []
  invited.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (paths.includes(pathname)) calls.push([`${request.method()} ${pathname}`, search])
  })
  // The document stays open, with the tree of a person without folders.
  await invited.navigate(link)
  await invited.page.getByText('Participated in Talks').waitFor()
  await invited.page.getByRole('treeitem', { name: 'Talks' }).waitFor()
  // A message about the acceptance may have the items loaded again.
  expect([...new Set(calls.map(([call]) => call))]).toEqual([
    'GET /api/projects/verify-member',
    'POST /api/projects/accept-invitation',
    'GET /api/tree',
    `GET /api/projects/${talks.projectId}`,
  ])
  expect(calls[0]?.[1]).toBe(new URL(link, journey.program.url).search)
  // An invitation for another address is not accepted.
  const other = 'jiro@kaiwa.example'
  await callAsOwner('POST', `/projects/${talks.itemId}/invite-members`, { to_email: other, temp_role_id: ROLE.viewer })
  await invited.navigate(await linkTo(other))
  await invited.page.waitForURL(({ pathname }) => pathname === '/projects' || pathname.startsWith('/projects/'))
  await invited.page.getByText(`This invitation is for ${other}. Log in with that address to join.`).waitFor()
  expect(invited.errors).toEqual([])
  await invited.leave()
})

it('SHARE-35 a failing invitation leads to sign-in when the session has ended, otherwise to the failed page', async () => {
  const { db } = journey.program
  const saki = await createUser(db, { email: 'saki@kaiwa.example', locale: 'en' })
  await callAsOwner('POST', `/projects/${talks.itemId}/invite-members`, {
    to_email: saki.email,
    temp_role_id: ROLE.viewer,
  })
  const link = await linkTo(saki.email)
  const invited = await journey.visit({ as: saki, locale: 'en' })
  const { page: on } = invited
  // The session ends between the verification of the link and its acceptance.
  await interceptNext(on, '**/api/projects/accept-invitation', async (route) => {
    await db.deleteFrom('sessions').where('user_id', '=', saki.id).execute()
    await route.continue()
  })
  await invited.open(link)
  await on.waitForURL(({ pathname }) => pathname === '/login')
  await field(on, 'Email address').fill(saki.email)
  await passwordField(on).fill(PASSWORD)
  await button(on, 'Log in').click()
  await on.getByText('Participated in Talks').waitFor()
  await on.waitForURL(`**/projects/${talks.projectId}`)

  await invited.open('/verify/join-project?token=nonsense')
  await on.waitForURL('**/verify/join-project/invite-member/failed')
  await on.getByRole('alert').getByText('This invitation was withdrawn or is no longer valid.').waitFor()
  expect(invited.errors).toEqual([])
  await invited.leave()
})

describe.each([
  {
    locale: 'en',
    failed: {
      [ROLE.editor]: 'Could not join project. Maximum number of editors exceeded.',
      [ROLE.viewer]: 'Could not join project. Maximum number of viewers exceeded.',
    },
    limit:
      'Editor or Viewer limit reached. If you would like to increase the number of people you can invite, please contact the Owner.',
    other: 'This email address belongs to a user who joined another workspace. Please try a different one.',
    share: 'Share',
    placeholder: 'Enter a name or email address',
    invite: 'Invite',
    addMembers: 'Add members',
    emails: 'Email addresses',
    send: 'Send invitations',
    bell: /^Notifications/,
    noAccess: ['No access privileges', 'You do not have permission to access the project'],
    toProjects: 'Go to project list',
  },
  ...onlyInFullRun({
    locale: 'ja',
    failed: {
      [ROLE.editor]: 'フォルダに参加できませんでした。編集者数の上限を超えました。',
      [ROLE.viewer]: 'フォルダに参加できませんでした。閲覧者数の上限を超えました。',
    },
    limit: '編集者または閲覧者の上限に達しました。招待できる人数を増やすには、オーナーにお問い合わせください。',
    other: '別のワークスペースに参加しているユーザーのメールアドレスです。ほかのメールアドレスをお試しください。',
    share: '共有',
    placeholder: '名前またはメールアドレスを入力',
    invite: '招待する',
    addMembers: 'メンバーを追加',
    emails: 'メールアドレス',
    send: '招待を送信',
    bell: /^通知/,
    noAccess: ['アクセス権限がありません', 'フォルダにアクセスする権限がありません'],
    toProjects: 'フォルダ一覧へ',
  }),
] as const)('refused invitations, in $locale', (texts) => {
  const { locale } = texts
  let boss: TestOwner
  let folder: TestFolder
  let sharer: Visitor
  beforeAll(async () => {
    const { db } = journey.program
    boss = await createOwner(db, { locale })
    folder = await createFolder(db, rootOf(boss), { creator: boss, name: 'Offers' })
    sharer = await journey.visit({ as: boss, locale })
  })
  afterAll(async () => {
    expect(sharer.errors).toEqual([])
    await sharer.leave()
  })

  /** The border of an outlined field is red: red is the strongest part of its colour by far. */
  async function expectRedOutline(field: Locator): Promise<void> {
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const [red = 0, green = 0, blue = 0] = await field.evaluate((input) => {
      const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(input)
      if (borderTopStyle !== 'solid' || Number.parseFloat(borderTopWidth) < 1) return []
      return (borderTopColor.match(/[\d.]+/g) ?? []).map(Number)
    })
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green, blue)).toBeLessThan(red - 80)
  }

  async function invite({ itemId }: TestFolder, to_email: string, temp_role_id: number): Promise<void> {
    const response = await fetch(`${journey.program.url}/api/projects/${itemId}/invite-members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to_email, temp_role_id }),
    })
    expect(response.status).toBe(201)
  }

  async function openDialog(): Promise<void> {
    await sharer.open(`/projects/${folder.projectId}`)
    await sharer.page.getByRole('button', { name: texts.share, exact: true }).click()
  }

  it.each([
    ['ERR-18', ROLE.editor],
    ['ERR-19', ROLE.viewer],
  ] as const)('%s the failed page says that the plan has no seat left for role %i', async (_id, role) => {
    const { db } = journey.program
    await limitSeats(db, boss, {})
    const [known, unknown] = [`known-${role}-${locale}@kaiwa.example`, `unknown-${role}-${locale}@kaiwa.example`]
    for (const email of [known, unknown]) await invite(folder, email, role)
    await limitSeats(db, boss, { editor: 0, viewer: 0 })
    const invited = await createUser(db, { email: known, locale })
    // A signed-in user, and a person without an account.
    for (const [email, visit] of [
      [known, { locale, as: invited }],
      [unknown, { locale }],
    ] as const) {
      const person = await journey.visit(visit)
      await person.open(await linkTo(email))
      await person.page.waitForURL('**/verify/join-project/invite-member/failed')
      await person.page.getByRole('alert').getByText(texts.failed[role], { exact: true }).waitFor()
      expect(person.errors).toEqual([])
      await person.leave()
    }
  })

  it.each([
    ['editors', { editor: 0 }],
    ['viewers', { viewer: 0 }],
  ])('ERR-20 the dialog warns when the limit of %s is reached', async (_role, seats) => {
    await limitSeats(journey.program.db, boss, {})
    await openDialog()
    const field = sharer.page.getByPlaceholder(texts.placeholder)
    await field.waitFor()
    const warning = sharer.page.getByRole('status').getByText(texts.limit, { exact: true })
    expect(await warning.count()).toBe(0)
    await limitSeats(journey.program.db, boss, seats)
    await openDialog()
    await warning.waitFor()
  })

  it('ERR-20 a limit that is reached while the dialog is open is reported when a person is invited', async () => {
    const { db } = journey.program
    await limitSeats(db, boss, {})
    await openDialog()
    await sharer.page.getByPlaceholder(texts.placeholder).fill('somebody@kaiwa.example')
    await limitSeats(db, boss, { viewer: 0 })
    await sharer.page.getByRole('button', { name: texts.invite, exact: true }).click()
    await sharer.page.getByRole('alert').getByText(texts.limit, { exact: true }).waitFor()
    await sharer.page.getByRole('status').getByText(texts.limit, { exact: true }).waitFor()
  })

  it('ERR-21 ERR-22 lists the addresses of other workspaces below the field, which is outlined red', async () => {
    const { db } = journey.program
    await limitSeats(db, boss, {})
    const other = await createOwner(db)
    const bound = [await createMember(db, other, ROLE.member), await createMember(db, other, ROLE.guest)] as const
    await openDialog()
    const { page: on } = sharer
    const one = on.getByPlaceholder(texts.placeholder)
    await one.fill(bound[0].email)
    await on.getByRole('button', { name: texts.invite, exact: true }).click()
    await on.getByText(`${texts.other} ${bound[0].email}`, { exact: true }).waitFor()
    await expectRedOutline(one)
    await one.fill('another@kaiwa.example')
    await expect.poll(() => one.getAttribute('aria-invalid')).not.toBe('true')

    await sharer.open('/mypage/member')
    await on.getByRole('button', { name: texts.addMembers, exact: true }).click()
    const several = on.getByLabel(texts.emails)
    await several.fill(bound.map(({ email }) => email).join(', '))
    await on.getByRole('button', { name: texts.send, exact: true }).click()
    const problem = on.getByText(texts.other)
    for (const { email } of bound) await problem.filter({ hasText: email }).waitFor()
    await expectRedOutline(several)
  })

  it('NOTI-10 opening an invitation that cannot be accepted shows that there is no access', async () => {
    const { db } = journey.program
    await limitSeats(db, boss, {})
    const newcomer = await createUser(db, { locale })
    const drafts = await createFolder(db, rootOf(boss), { creator: boss, name: 'Drafts' })
    await invite(folder, newcomer.email, ROLE.viewer)
    await invite(drafts, newcomer.email, ROLE.editor)
    const person = await journey.visit({ as: newcomer, locale })
    const { page: on } = person
    const isOpening = (url: URL) => /^\/api\/notifications\/\d+$/.test(url.pathname)
    const expectNoAccess = async ({ name }: TestFolder, code: string): Promise<void> => {
      await person.open('/projects')
      await on.getByRole('button', { name: texts.bell }).click()
      const answer = on.waitForResponse((response) => isOpening(new URL(response.url())))
      await on.getByRole('listitem').getByRole('button', { name }).click()
      expect(await (await answer).json()).toMatchObject({ error: code })
      const [title, text] = texts.noAccess
      const shown = on.getByRole('dialog', { name: title, exact: true })
      await shown.getByText(text, { exact: true }).waitFor()
      await shown.getByRole('link', { name: texts.toProjects }).click()
      await shown.waitFor({ state: 'detached' })
      await on.waitForURL(({ pathname }) => pathname.startsWith('/projects'))
    }
    await limitSeats(db, boss, { viewer: 0 })
    await expectNoAccess(folder, 'PROJECT_MAX_VIEWER_EXCEEDED')
    await limitSeats(db, boss, { editor: 0 })
    await expectNoAccess(drafts, 'PROJECT_MAX_EDITOR_EXCEEDED')
    await limitSeats(db, boss, {})
    // No opening is answered with this code today, so the response is changed.
    const endRefusals = await intercept(on, isOpening, (route) =>
      route.fulfill({ status: 422, json: { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA' } }),
    )
    await expectNoAccess(folder, 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    endRefusals()
    const settled = await createMember(db, await createOwner(db), ROLE.member)
    await db.updateTable('workspace_members').set({ user_id: newcomer.id }).where('user_id', '=', settled.id).execute()
    await expectNoAccess(folder, 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE')
    expect(person.errors).toEqual([])
    await person.leave()
  })
})

it('UI-11 UI-12 UI-13 a success is shown for 5 seconds, an error for 10 and an information for 60', async () => {
  const reader = await createMember(journey.program.db, owner, ROLE.guest, { locale: 'en' })
  const visitor = await journey.visit({ as: reader, locale: 'en' })
  const { page: shown } = visitor
  await visitor.open('/mypage/profile')
  const save = shown.getByRole('button', { name: 'Save', exact: true }).first()
  await shown.getByLabel('Last name').waitFor()
  const staysFor = async (text: string, seconds: number): Promise<void> => {
    const toast = shown.getByRole('region', { name: 'Messages' }).getByText(text)
    await expect
      .poll(async () => {
        await shown.clock.runFor(50)
        return toast.count()
      })
      .toBe(1)
    await shown.clock.runFor(seconds * 1000 - 200)
    expect(await toast.count(), `${text} after ${seconds - 0.2} s`).toBe(1)
    await shown.clock.runFor(300)
    await toast.waitFor({ state: 'detached' })
  }
  // Time passes only where the test lets it pass.
  await shown.clock.install()
  await shown.clock.pauseAt(Date.now() + 60_000)
  await shown.getByLabel('Last name').fill('Ito')
  await save.click()
  await staysFor('Successfully updated profile', 5)
  await shown.route('**/api/profile/update', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"E_UNAVAILABLE"}' }),
  )
  await shown.getByLabel('Last name').fill('Sato')
  await save.click()
  await staysFor('Not available right now. Please try again later.', 10)
  await callAsOwner('POST', `/projects/${talks.itemId}/invite-members`, {
    to_email: reader.email,
    temp_role_id: ROLE.viewer,
  })
  await staysFor('You have a new notification', 60)
  expect(visitor.errors).toEqual([])
  await visitor.leave()
})
