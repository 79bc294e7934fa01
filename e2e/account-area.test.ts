// The account area of a workspace owner: members, usage and profile.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import { createMember, createOwner, PASSWORD, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { button, field, FOLDER_PATH, linkIn, passwordField } from './test/account-steps.ts'
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
    .getByRole('button', { name: /^Menu of/ })
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

it('BILL-26 BILL-34 BILL-39 shows the owner the usage and the limits that are reached', async () => {
  await limitSeats(journey.program.db, owner, { editor: 1 })
  await visitor.open('/mypage/member')
  const banner = page.getByRole('complementary', { name: 'Usage' })
  await banner.getByText('Editors').waitFor()
  expect(await banner.getByRole('link', { name: 'Make an inquiry' }).count()).toBe(1)
  await button(page, 'Usage').click()
  const panel = dialog('Usage')
  await panel.getByText('The number of editors has reached the upper limit').waitFor()
  for (const text of [/ minutes$/, / GB$/, / times$/, / persons$/]) await panel.getByText(text).first().waitFor()
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Close' }).click()
  await banner.waitFor({ state: 'detached' })
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
  await button(page, 'Sign out Firefox · Windows').click()
  await page.getByText('Firefox · Windows was signed out').waitFor()
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
  await page.getByRole('link', { name: 'Send the confirmation email again' }).click()
  await button(page, 'Send the confirmation email again').click()
  await page.waitForURL(/\/change-email\/resend\/failed$/)
  await page.getByText('Failed to resend the email change confirmation link.').waitFor()
})

it('ACC-01 ACC-02 BILL-39 ACC-07 ACC-18 a manager sees no payment and usage, and can request the mail for a first password again after 30 seconds', async () => {
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
