// The member list and the usage of a workspace, as its owner uses them; a manager does the same from another browser.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import { createMember, createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let visitor: Visitor
beforeAll(async () => {
  journey = await startJourney()
  owner = await createOwner(journey.program.db, { locale: 'en', first_name: 'Ann', last_name: 'Smith' })
  await createMember(journey.program.db, owner, ROLE.member, { last_name: '佐藤', first_name: '健' })
  visitor = await journey.visit({ as: owner, locale: 'en' })
})
afterAll(() => journey.end())

const dialog = (name: string) => visitor.page.getByRole('dialog', { name })
const rowOf = (name: string) => visitor.page.getByRole('row').filter({ hasText: name })
const choose = async (name: string, entry: string) => {
  await rowOf(name)
    .getByRole('button', { name: /^Menu of/ })
    .click()
  await visitor.page.getByRole('menuitem', { name: entry }).click()
}
/** Answers the next such call as a server that is out of order does. */
const failOnce = (method: string) =>
  visitor.page.route(
    '**/api/**',
    (route) => (route.request().method() === method ? route.fulfill({ status: 503, body: '{}' }) : route.fallback()),
    { times: 1 },
  )

it('MEM-06 MEM-09 adds by addresses and one of two roles, and sends nothing that is empty', async () => {
  const { page, open } = visitor
  await open('/mypage/member')
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

it('MEM-07 MEM-15 MEM-16 MEM-17 changes a role once it is another, and says how it went', async () => {
  const { page } = visitor
  await choose('佐藤 健', 'User role change')
  const changing = dialog('User role change')
  const save = changing.getByRole('button', { name: 'Save' })
  await changing.getByText('You can only view folders/files you are invited to').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await changing.getByRole('radio', { name: 'Manager' }).check()
  await failOnce('PUT')
  await save.click()
  await page.getByText('Failed to change user role.').waitFor()
  await save.click()
  await page.getByText('User role has been changed.').waitFor()
  await rowOf('佐藤 健').getByText('Manager').waitFor()
})

it('MEM-19 MEM-20 removes somebody, and says how it went', async () => {
  const { page } = visitor
  await choose('佐藤 健', 'Account delete')
  const removing = dialog('Account delete')
  await failOnce('DELETE')
  await removing.getByRole('button', { name: 'Account delete' }).click()
  await page.getByText('Failed to remove from workspace').waitFor()
  await removing.getByRole('button', { name: 'Account delete' }).click()
  await page.getByText('Successfully removed from workspace').waitFor()
  await rowOf('佐藤 健').waitFor({ state: 'detached' })
})

it("MEM-23 chooses a month of the usage, and comes back by 'This month's usage'", async () => {
  const { page, open } = visitor
  await open('/mypage/usage?month=2026-01')
  const period = page.getByLabel('Period')
  await period.waitFor()
  await page.getByRole('link', { name: "This month's usage" }).click()
  await page.waitForURL('**/mypage/usage')
  expect(await period.inputValue()).toMatch(/^\d{4}-\d{2}$/)
})

it('SHARE-21 the list of a folder that many share scrolls within 260 px', async () => {
  const { page, open } = visitor
  const folder = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name: 'Deals' })
  for (let number = 0; number < 8; number += 1)
    await createMember(journey.program.db, owner, ROLE.manager, { last_name: `Manager ${number}`, first_name: 'A' })
  await open(`/projects/${folder.projectId}`)
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

it('BILL-26 BILL-34 BILL-39 tells whoever pays what is used and what has reached its limit, and nobody else', async () => {
  const { page, open } = visitor
  const manager = await createMember(journey.program.db, owner, ROLE.manager)
  await limitSeats(journey.program.db, owner, { editor: 1 })
  await open('/mypage/member')
  const banner = page.getByRole('complementary', { name: 'Usage' })
  await banner.getByText('Editors').waitFor()
  expect(await banner.getByRole('link', { name: 'Make an inquiry' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Usage', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Usage' })
  await panel.getByText('The number of editors has reached the upper limit').waitFor()
  for (const text of [/ minutes$/, / GB$/, / times$/, / persons$/])
    expect(await panel.getByText(text).count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Close' }).click()
  await banner.waitFor({ state: 'detached' })
  const other = await journey.visit({ as: manager, locale: 'en' })
  await other.open('/mypage/member')
  await other.page.getByRole('button', { name: 'Account menu' }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Usage', exact: true }).count()).toBe(0)
  await other.leave()
})
