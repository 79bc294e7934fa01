// Two people in two browsers: one shares, changes and takes away, the other sees it without a reload.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createMember, createOwner, createUser, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './test/eventually.ts'
import { type Journey, startJourney } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let deals: TestFolder
let page: Page
beforeAll(async () => {
  journey = await startJourney()
  const { db } = journey.program
  owner = await createOwner(db, { locale: 'en', first_name: 'Ann', last_name: 'Smith' })
  deals = await createFolder(db, rootOf(owner), { creator: owner, name: 'Deals' })
  await createFile(db, deals, { creator: owner, title: 'First visit' })
  ;({ page } = await journey.visit({ as: owner, locale: 'en' }))
})
afterAll(() => journey.end())

const dialog = (name: string) => page.getByRole('dialog', { name })
const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const pickRole = async (name: string, entry: string) => {
  await rowOf(name)
    .getByRole('button', { name: /^Role of/ })
    .click()
  await page
    .getByRole('menuitemradio', { name: entry })
    .or(page.getByRole('menuitem', { name: entry }))
    .click()
}
const linkTo = (email: string) =>
  eventually('the mail', async () => {
    const mail = await journey.program.db
      .selectFrom('mails')
      .select('text_body')
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const url = mail && new URL(/http\S+/.exec(mail.text_body)?.[0] ?? '')
    return url && url.pathname + url.search
  })

it('SHARE-01 SHARE-02 SHARE-03 SHARE-05 SHARE-09 SHARE-10 shares with somebody found by name, and what changes shows at once', async () => {
  const guest = await createMember(journey.program.db, owner, ROLE.guest, { last_name: '佐藤', first_name: '健' })
  const other = await journey.visit({ as: guest })
  await other.open('/')
  await other.page.getByRole('main').waitFor()
  await page.goto(`/projects/${deals.projectId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog('Share the folder').waitFor()
  const field = page.getByPlaceholder('Enter a name or an email address')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await field.fill('佐藤')
  expect(await invite.isDisabled()).toBe(true)
  await page.getByRole('option', { name: guest.email }).click()
  await invite.click()
  await page.getByText('Invitation email sent').waitFor()
  await rowOf('佐藤 健').getByText('Viewer').waitFor()
  await other.page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
  const upload = other.page.getByRole('button', { name: 'アップロード' }).first()
  expect(await upload.count()).toBe(0)
  await pickRole('佐藤 健', 'Editor')
  await upload.waitFor()
  await pickRole('佐藤 健', 'Remove from project')
  await page.getByRole('button', { name: 'Remove permissions' }).click()
  await other.page.getByText('アクセスが拒否されました').waitFor()
  await rowOf('佐藤 健').waitFor({ state: 'detached' })
  expect(other.errors).toEqual([])
  await other.leave()
})

it('SHARE-11 SHARE-25 SHARE-27 SHARE-29 SHARE-30 SHARE-33 an invitation leads whoever opens it where they belong', async () => {
  const email = 'hana@kaiwa.example'
  await page.getByPlaceholder('Enter a name or an email address').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await rowOf(email).getByText('Invited').waitFor()
  const link = await linkTo(email)
  const nobody = await journey.visit()
  await nobody.open(link)
  await nobody.page.waitForURL('**/register?**')
  expect(await nobody.page.getByLabel('メールアドレス').inputValue()).toBe(email)
  const hana = await createUser(journey.program.db, { email, last_name: '山本', first_name: '花' })
  await nobody.open(link)
  await nobody.page.waitForURL('**/login?**')
  expect(await nobody.page.getByLabel('メールアドレス').inputValue()).toBe(email)
  await nobody.leave()
  const invited = await journey.visit({ as: hana })
  await invited.open(link)
  await invited.page.waitForURL(`**/projects/${deals.projectId}`)
  await invited.page.getByText('「Deals」に参加しました').waitFor()
  // The list of whoever invited shows it without a reload.
  await rowOf('山本 花').waitFor()
  await pickRole('山本 花', 'Remove from project')
  await page.getByRole('button', { name: 'Remove permissions' }).click()
  await rowOf('山本 花').waitFor({ state: 'detached' })
  await invited.open(link)
  await invited.page.waitForURL('**/verify/join-project/invite-member/failed')
  await invited.page.getByText('この招待は取り消されたか').waitFor()
  expect(invited.errors).toEqual([])
  await invited.leave()
})
