// Two people: one shares and takes away, the other is told, looks and opens, without a reload.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

/** Two pages of the list and one more. */
const OLD = 41

let journey: Journey
let owner: TestOwner
let guest: TestUser
let deals: TestFolder
let plans: TestFolder
let visitor: Visitor
beforeAll(async () => {
  journey = await startJourney()
  const { db } = journey.program
  owner = await createOwner(db, { locale: 'en', first_name: 'Ann', last_name: 'Smith' })
  guest = await createMember(db, owner, ROLE.guest, { locale: 'en' })
  deals = await createFolder(db, rootOf(owner), { creator: owner, name: 'Deals' })
  plans = await createFolder(db, rootOf(owner), { creator: owner, name: 'Plans' })
  await sql`
    insert into notifications (user_id, type, topic, flag, item_id, actor_id, event_id, created_at)
    select ${guest.id}, 'project-joined', 'old:' || n, 1, ${deals.itemId}, ${owner.id}, 0, now() - make_interval(days => n)
    from generate_series(1, ${OLD}::integer) n`.execute(db)
  visitor = await journey.visit({ as: guest, locale: 'en' })
})
afterAll(() => journey.end())

/** What the owner does, in a browser of their own or anywhere else. */
const askAsOwner = async (method: string, path: string, body?: object): Promise<void> => {
  const response = await fetch(`${journey.program.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok).toBe(true)
}
const share = ({ itemId }: TestFolder) =>
  askAsOwner('POST', `/projects/${itemId}/invite-members`, { to_email: guest.email, temp_role_id: ROLE.viewer })

it('NOTI-01 NOTI-05 NOTI-07 NOTI-11 NOTI-13 NOTI-15 RT-01 RT-02 is told at once, looks, opens, and opens what was taken away', async () => {
  const { page, open, errors } = visitor
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await open('/')
  await bell.waitFor()
  await share(deals)
  await page.getByText('You have a new notification').waitFor()
  await page.getByRole('button', { name: 'Notifications (1 unread)' }).click()
  const first = panel.getByRole('button', { name: 'Ann Smith shared "Deals" with you' })
  await first.waitFor()
  const box = await page.locator('.mantine-Popover-dropdown').boundingBox()
  expect(box?.height).toBe(509)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  const rows = panel.getByRole('listitem')
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBeGreaterThanOrEqual(20)
  await expect
    .poll(
      async () => {
        await rows.last().scrollIntoViewIfNeeded()
        return rows.count()
      },
      { timeout: 15_000 },
    )
    .toBe(OLD + 1)
  await first.click()
  await page.waitForURL(`**/projects/${deals.projectId}?refresh=1`)
  await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
  await panel.waitFor({ state: 'detached' })

  await share(plans)
  await page.getByRole('button', { name: 'Notifications (1 unread)' }).click()
  const taken = panel.getByRole('button', { name: 'Ann Smith shared "Plans" with you' })
  await taken.waitFor()
  // Somebody looks at a list that has not heard of it yet.
  await page.route('**/api/notifications?*', (route) => route.abort())
  await askAsOwner('DELETE', `/projects/${plans.itemId}/detach-editor?user_id=${guest.id}`)
  await taken.click()
  await page.getByText('Access denied').waitFor()
  await page.waitForURL(`**/projects/${deals.projectId}`)
  expect(errors).toEqual([])
})
