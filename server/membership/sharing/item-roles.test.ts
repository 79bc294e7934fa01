import { ROLE } from '@kaiwa/contract/roles.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up } from '../../migrations/0035_item_roles_of_members.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { createMember, createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

async function holders() {
  const rows = await test.db
    .selectFrom('item_roles')
    .select(['user_id', 'workspace_id'])
    .where('item_id', '=', folder.itemId)
    .execute()
  return rows.map(({ user_id: user, workspace_id: workspace }) => [user, workspace])
}

it('the database deletes roles with the membership and refuses roles of non-members', async () => {
  const guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, folder, guest, ROLE.viewer)
  expect(await holders()).toEqual([[guest.id, owner.workspaceId]])
  await test.db.deleteFrom('workspace_members').where('user_id', '=', guest.id).execute()
  expect(await holders()).toEqual([])
  await expect(assign(test.db, folder, guest, ROLE.viewer)).rejects.toThrow('item_roles_member')
  await expect(assign(test.db, folder, await createOwner(test.db), ROLE.editor)).rejects.toThrow('item_roles_member')
})

it('migration 35 deletes exactly the roles of non-members', async () => {
  const guest = await createMember(test.db, owner, ROLE.guest)
  const removed = await createMember(test.db, owner, ROLE.guest)
  const elsewhere = await createMember(test.db, owner, ROLE.guest)
  for (const person of [guest, removed, elsewhere]) await assign(test.db, folder, person, ROLE.viewer)
  // The schema before the migration.
  await sql`
    alter table item_roles drop constraint item_roles_member, drop column workspace_id;
    alter table workspace_members drop constraint workspace_members_person;
    create index workspace_members_workspace on workspace_members (workspace_id);
    drop table former_addresses;
    drop index invitations_inviter;
  `.execute(test.db)
  const other = await createOwner(test.db)
  await sql`delete from workspace_members where user_id = ${removed.id}`.execute(test.db)
  await sql`update workspace_members set workspace_id = ${other.workspaceId} where user_id = ${elsewhere.id}`.execute(
    test.db,
  )
  await up(test.db as unknown as Kysely<unknown>)
  expect(await holders()).toEqual([[guest.id, owner.workspaceId]])
})
