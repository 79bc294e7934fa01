// Pairs of concurrent calls that change memberships, roles or invitations. Both are sent while a third connection holds
// the locks that they need, so both have authenticated their caller and neither has changed anything. The invariants of
// the workspace must hold afterwards in either order.
import * as members from '@kaiwa/contract/members.ts'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockUser } from '../../accounts/lock-user.ts'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { limitSeats } from '../../test/factories/plans.ts'
import { at } from '../../test/factories/sharing-calls.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { lockTree } from '../../tree/store/items.ts'
import { joinClaimed } from '../invitations/claim-invitation.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER, member: MEMBER, guest: GUEST } = ROLE

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(() => test.close())

interface World {
  owner: TestOwner
  manager: TestUser
  /** A member who owns a folder, has a role on `shared` and a pending invitation to `offered`. */
  person: TestUser
  /** Also invited to `offered`, by the manager; belongs to no workspace. */
  newcomer: TestUser
  shared: TestFolder
  offered: TestFolder
  own: TestFolder
  links: { person: string; newcomer: string }
}

async function upsertInvitation(owner: TestOwner, item: TestFolder, email: string, by: TestUser): Promise<string> {
  const token = newToken()
  await test.db
    .insertInto('invitations')
    .values({
      workspace_id: owner.workspaceId,
      item_id: item.itemId,
      email,
      role_id: EDITOR,
      token_hash: hashToken(token),
      invited_by: by.id,
    })
    .execute()
  return token
}

async function createWorld(): Promise<World> {
  const owner = await createOwner(test.db)
  const manager = await createMember(test.db, owner, MANAGER)
  const person = await createMember(test.db, owner, MEMBER)
  const newcomer = await createUser(test.db)
  const shared = await createFolder(test.db, rootOf(owner), { creator: owner })
  const offered = await createFolder(test.db, rootOf(owner), { creator: owner })
  const own = await createFolder(test.db, rootOf(owner), { creator: person })
  await assign(test.db, shared, person, EDITOR)
  const links = {
    person: await upsertInvitation(owner, offered, person.email, manager),
    newcomer: await upsertInvitation(owner, offered, newcomer.email, manager),
  }
  // The manager and the person take two of three seats. Two calls of newcomers compete for the last one.
  await limitSeats(test.db, owner, { editor: 3, viewer: 3 })
  return { owner, manager, person, newcomer, shared, offered, own, links }
}

interface Outcome {
  operation: Operation
  status: number
  error: string | undefined
}
type Action = (world: World) => Promise<Outcome | null>

async function call(operation: Operation, input: object, as: TestUser): Promise<Outcome> {
  const { status, error } = await test.call(operation, input, as)
  return { operation, status, error }
}

async function memberIdOf(user: TestUser): Promise<number> {
  const row = await test.db
    .selectFrom('workspace_members')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return row?.id ?? 2_000_000_000
}

function changeRole(user: (world: World) => TestUser, role: 6 | 7 | 8): Action {
  return async (world) => call(members.changeWorkspaceRole, { body: { user_id: user(world).id, role } }, world.owner)
}

function removeUser(user: (world: World) => TestUser): Action {
  return async (world) =>
    call(members.removeWorkspaceMember, { body: { member_id: await memberIdOf(user(world)) } }, world.owner)
}

const actions = {
  'accept as member': ({ links, person }) => call(contract.acceptInvitation, { body: { token: links.person } }, person),
  'accept as newcomer': ({ links, newcomer }) =>
    call(contract.acceptInvitation, { body: { token: links.newcomer } }, newcomer),
  'remove the person': removeUser(({ person }) => person),
  'remove the inviter': removeUser(({ manager }) => manager),
  'lower the person': changeRole(({ person }) => person, GUEST),
  'lower the inviter': changeRole(({ manager }) => manager, MEMBER),
  'change an item role': ({ shared, person, manager }) =>
    call(contract.updateMemberRole, { params: at(shared), body: { user_id: person.id, role_id: VIEWER } }, manager),
  'transfer to the person': ({ shared, person, owner }) =>
    call(contract.updateMemberRole, { params: at(shared), body: { user_id: person.id, role_id: ROLE.owner } }, owner),
  'transfer by the person': ({ own, person, manager }) =>
    call(contract.updateMemberRole, { params: at(own), body: { user_id: manager.id, role_id: ROLE.owner } }, person),
  'invite as inviter': ({ shared, newcomer, manager }) =>
    call(
      contract.inviteMember,
      { params: at(shared), body: { to_email: newcomer.email, temp_role_id: EDITOR } },
      manager,
    ),
  'invite to the workspace': ({ newcomer, manager }) =>
    call(members.addWorkspaceMembers, { body: { emails: newcomer.email, role: MEMBER } }, manager),
  withdraw: ({ offered, newcomer, owner }) =>
    call(contract.removeMember, { params: at(offered), body: { to_email: newcomer.email } }, owner),
  'make a folder': ({ own, person }) =>
    call(workspace.createFolder, { params: { id: own.itemId }, body: { name: '見積もり' } }, person),
  'delete the folder': ({ offered, owner }) => call(workspace.deleteItem, { params: { id: offered.itemId } }, owner),
  'disable the inviter': async ({ manager }) => {
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', manager.id).execute()
    return null
  },
} satisfies Record<string, Action>

type Name = keyof typeof actions
const names = Object.keys(actions) as Name[]

/** Codes allowed in addition to those of the operation: the caller was disabled, removed or lowered. */
const always = ['E_USER_DISABLED', 'E_NOT_FOUND', 'E_FORBIDDEN']

/** Locks the users who may join, and the tree. Every call waits for one of these locks. */
function lockWorld({ person, newcomer, owner }: World) {
  return async (trx: Trx): Promise<void> => {
    await sql`select from users where id in (${person.id}, ${newcomer.id}) order by id for update`.execute(trx)
    await lockTree(trx, owner.workspaceId)
  }
}

async function expectSound({ owner, person, manager, newcomer }: World): Promise<void> {
  const { rows: problems } = await sql<{ problem: string }>`
    select 'a role of somebody who is no member' as problem from item_roles r join items i on i.id = r.item_id
      where i.workspace_id = ${owner.workspaceId} and not exists (
        select from workspace_members m where m.workspace_id = i.workspace_id and m.user_id = r.user_id)
    union all
    select 'not exactly one owner' where (
      select count(*) from workspace_members where workspace_id = ${owner.workspaceId} and role_id = ${ROLE.owner}) <> 1
    union all
    select 'an item of somebody who is no member' from items i
      where i.workspace_id = ${owner.workspaceId} and i.creator_id is not null and not exists (
        select from workspace_members m where m.workspace_id = i.workspace_id and m.user_id = i.creator_id)
    union all
    select 'an invitation by somebody who is no member' from invitations v
      where v.workspace_id = ${owner.workspaceId} and v.accepted_at is null and not exists (
        select from workspace_members m where m.workspace_id = v.workspace_id and m.user_id = v.invited_by)
    union all
    select 'more seats than the plan has' where (
      select count(*) from workspace_members m where m.workspace_id = ${owner.workspaceId} and (
        m.role_id in (${MANAGER}, ${MEMBER}) or m.role_id = ${GUEST} and exists (
          select from item_roles r where r.user_id = m.user_id and r.role_id <= ${EDITOR}))) > 3
    union all
    select 'in two workspaces' where (
      select count(*) from workspace_members where user_id in (${person.id}, ${manager.id}, ${newcomer.id})) > 3
  `.execute(test.db)
  expect(problems).toEqual([])
}

async function rolesOf(user: TestUser) {
  return test.db.selectFrom('workspace_members').select('role_id').where('user_id', '=', user.id).execute()
}

async function rolesOnItems(user: TestUser) {
  return test.db
    .selectFrom('item_roles')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('role_id', 'is not', null)
    .execute()
}

/** Postconditions of a successful call that hold in either order. */
const lasting: Partial<Record<Name, (world: World, other: Name) => Promise<void>>> = {
  'remove the person': async ({ person }) => expect(await rolesOf(person)).toEqual([]),
  'remove the inviter': async ({ manager }) => expect(await rolesOf(manager)).toEqual([]),
  'lower the person': async ({ person }, other) => {
    if (other === 'remove the person') return
    expect(await rolesOf(person)).toEqual([{ role_id: GUEST }])
    // An item role that a manager assigns afterwards is a new one.
    if (other !== 'change an item role') expect(await rolesOnItems(person)).toEqual([])
  },
}

/** Pairs of a call that ends access and one that does not run in both orders. One order is enough for other pairs. */
const ending = new Set<Name>([
  'remove the person',
  'remove the inviter',
  'lower the person',
  'lower the inviter',
  'withdraw',
  'delete the folder',
  'disable the inviter',
])
const pairs = names.flatMap((first, index) =>
  names
    .filter((second, other) => index <= other || ending.has(first) !== ending.has(second))
    .map((second) => [first, second] as const),
)

it.each(pairs)('%s, and at the same moment: %s', async (first, second) => {
  const world = await createWorld()
  const { answers } = await atOnce<Outcome | null>(test.db, lockWorld(world), [
    () => actions[first](world),
    () => actions[second](world),
  ])
  for (const answer of answers) {
    if (!answer) continue
    const { operation, status, error } = answer
    const isDefined = status === operation.status || [...always, ...operation.errors].includes(error ?? '')
    expect([operation.name, status, error, isDefined]).toEqual([operation.name, status, error, true])
  }
  await expectSound(world)
  for (const [index, name] of [first, second].entries()) {
    const answer = answers[index]
    if (answer?.status === answer?.operation.status) await lasting[name]?.(world, index === 0 ? second : first)
  }
})

it('joining claimed invitations of two workspaces locks both trees before any seats, in ascending order', async () => {
  const [lower, higher] = [await createOwner(test.db), await createOwner(test.db)]
  expect(lower.workspaceId).toBeLessThan(higher.workspaceId)
  const newcomer = await createUser(test.db)
  // The first claim is refused because no seat is left. The second one belongs to the workspace with the lower id.
  for (const owner of [higher, lower]) {
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const token = await upsertInvitation(owner, folder, newcomer.email, owner)
    await test.db
      .updateTable('invitations')
      .set({ claimed_by: newcomer.id })
      .where('token_hash', '=', hashToken(token))
      .execute()
  }
  await limitSeats(test.db, higher, { editor: 0 })
  await limitSeats(test.db, lower, { editor: 3 })
  let holder: Trx | undefined
  const { answers } = await atOnce<unknown>(
    test.db,
    async (trx) => {
      holder = trx
      await lockTree(trx, lower.workspaceId)
    },
    [
      () =>
        test.db.transaction().execute(async (trx) => {
          await lockUser(trx, newcomer.id)
          return joinClaimed(trx, newcomer.id)
        }),
      // A deadlock unless the newcomer waits without a lock.
      () => lockTree(holder!, higher.workspaceId),
    ],
  )
  expect(answers[0]).toBe(true)
  expect(await rolesOf(newcomer)).toEqual([{ role_id: GUEST }])
})
