import { openRecordings } from '@kaiwa/contract/home.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTree, renameItem } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { assign, createFolder, rootOf } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { atOnce } from '../test/at-once.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { lockTree } from './store/items.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(async () => {
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

function open(as: TestUser = owner) {
  return test.call(openRecordings, {}, as)
}

async function names(as: TestUser = owner) {
  const [root] = (await test.succeed(getTree, {}, as)).all_items
  return root?.children.map(({ name }) => name)
}

it('creates the folder once; each reader sees its name in their language until it is renamed', async () => {
  const manager = await createMember(test.db, owner, ROLE.manager, { locale: 'en' })
  const { status, body } = await open()
  expect([status, body.name, body.can.upload]).toEqual([200, '録音', true])
  expect((await open(manager)).body).toMatchObject({ id: body.id, name: 'Recordings' })
  expect([await names(), await names(manager)]).toEqual([['録音'], ['Recordings']])
  await test.succeed(renameItem, { params: { id: body.id }, body: { name: '会議の録音' } }, owner)
  expect([await names(), await names(manager)]).toEqual([['会議の録音'], ['会議の録音']])
})

it('concurrent calls of two people return the same folder', async () => {
  const manager = await createMember(test.db, owner, ROLE.manager)
  const { answers, waited } = await atOnce(test.db, (trx) => lockTree(trx, owner.workspaceId), [
    () => open(owner),
    () => open(manager),
  ])
  expect(waited).toBe(2)
  expect(answers.map(({ status, body }) => [status, body.name])).toEqual([
    [200, '録音'],
    [200, '録音'],
  ])
  expect(await names()).toEqual(['録音'])
})

it('a member who may not upload into the folder of another gets one with their own name, and only one', async () => {
  const member = await createMember(test.db, owner, ROLE.member, {
    first_name: 'Aoi',
    last_name: 'Sato: QA',
    locale: 'en',
  })
  await open()
  const { body } = await open(member)
  expect(body.name).toBe('Recordings (Aoi Sato: QA)')
  expect((await open(member)).body.id).toBe(body.id)
  expect(await names()).toEqual(['録音', '録音（Aoi Sato: QA）'])
})

it('uses a folder of this name from before names had keys', async () => {
  const old = await createFolder(test.db, rootOf(owner), { creator: owner, name: 'Recordings' })
  expect((await open()).body.id).toBe(old.itemId)
})

it.each([
  ['of the greatest length', { first_name: '𠮷'.repeat(100), last_name: '野'.repeat(100) }],
  ['of one character with many marks', { first_name: 'a', last_name: `e${'\u0301'.repeat(99)}` }],
])('a person with a name %s gets a folder name that a rename accepts', async (_which, names) => {
  await open()
  for (const locale of ['ja', 'en'] as const) {
    const member = await createMember(test.db, owner, ROLE.member, { ...names, locale })
    const { status, body } = await open(member)
    expect([status, body.can.upload]).toEqual([200, true])
    expect([...body.name].length).toBeLessThanOrEqual(100)
    expect((await test.call(renameItem, { params: { id: body.id }, body: { name: body.name } }, member)).status).toBe(
      200,
    )
  }
})

it('ignores folders of this name elsewhere', async () => {
  const sales = await createFolder(test.db, rootOf(owner), { creator: owner, name: '営業' })
  await createFolder(test.db, sales, { creator: owner, name: '録音' })
  expect((await open()).body.parent_id).toBe(owner.rootItemId)
})

it.each([
  ['of the root', true],
  ['without a role', false],
])('a guest %s is refused, and nothing is created', async (_who, isInRoot) => {
  const guest = await createMember(test.db, owner, ROLE.guest)
  if (isInRoot) await assign(test.db, rootOf(owner), guest, ROLE.editor)
  const { status, error } = await open(guest)
  expect([status, error]).toEqual(isInRoot ? [403, 'E_FORBIDDEN'] : [404, 'E_NOT_FOUND'])
  expect(await names()).toEqual([])
})
