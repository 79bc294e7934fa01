// The exact English messages of forms and of changes to folders and files, where their reader sees them.
import { createFile, createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { button, field, passwordField } from './test/account-steps.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let owner: TestOwner
let visitor: Visitor
let guest: Visitor
beforeAll(async () => {
  journey = await startJourney()
  const { db } = journey.program
  owner = await createOwner(db)
  const folder = await createFolder(db, rootOf(owner), { creator: owner, name: 'Calls' })
  await createFile(db, folder, { creator: owner, title: 'First call', status: 'processed' })
  visitor = await journey.visit({ as: owner, locale: 'en' })
  guest = await journey.visit({ locale: 'en' })
})
afterAll(() => journey.end())
afterEach(async (test) => {
  await resetAfterFailure(test, visitor, guest)
  expect([...visitor.errors.splice(0), ...guest.errors.splice(0)]).toEqual([])
})

it('UI-19 UI-22 UI-23 UI-24 a form says what is missing, too long, too short or malformed', async () => {
  const { page } = guest
  await guest.open('/register')
  const name = field(page, 'Last name')
  await name.fill('a'.repeat(101))
  await name.blur()
  await page.getByText('Please put within 100 characters', { exact: true }).waitFor()
  await name.fill('')
  await page.getByText('Please enter Last name', { exact: true }).waitFor()
  const email = page.locator('input[type=email]')
  await email.fill('nobody@')
  await email.blur()
  await page.getByText('Please enter a valid email address', { exact: true }).waitFor()
  await passwordField(page).first().fill('Ab!4567')
  await passwordField(page).first().blur()
  await page.getByText('Please enter at least 8 characters', { exact: true }).waitFor()
})

it('WS-42 creating a project shows that it was created', async () => {
  const { page } = visitor
  await visitor.open(`/projects/${owner.rootProjectId}`)
  await button(page, 'New folder').first().click()
  await field(page, 'Folder name').fill('Offers')
  await button(page, 'Create').click()
  await page.getByText('Successfully created project', { exact: true }).waitFor()
})

it('WS-43 updating a folder shows that it was updated', async () => {
  const { page } = visitor
  await page.getByRole('row', { name: 'Offers' }).dblclick()
  await page.getByRole('heading', { name: 'Offers', level: 1 }).waitFor()
  await button(page, 'Rename').click()
  await field(page, 'Folder name').fill('Quotes')
  await page.keyboard.press('Enter')
  await page.getByText('Successfully updated folder', { exact: true }).waitFor()
})

async function choose(row: string, action: string): Promise<void> {
  await visitor.page.getByRole('button', { name: `Menu for ${row}` }).click()
  await visitor.page.getByRole('menuitem', { name: action, exact: true }).click()
}

it('WS-48 renaming a file shows that it was updated', async () => {
  const { page } = visitor
  await visitor.open(`/projects/${owner.rootProjectId}`)
  await page.getByRole('row', { name: 'Calls' }).dblclick()
  await page.getByRole('row', { name: 'First call' }).waitFor()
  await choose('First call', 'Rename')
  await field(page, 'File name').fill('Second call')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('Successfully updated project file', { exact: true }).waitFor()
})

it('WS-46 deleting a file shows that it was deleted', async () => {
  const { page } = visitor
  await choose('Second call', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Successfully deleted project file', { exact: true }).waitFor()
})
