import { randomUUID } from 'node:crypto'
import * as accounts from '@kaiwa/contract/accounts.ts'
import * as contract from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { acceptInvitation, inviteMember, listMembers } from '@kaiwa/contract/sharing.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordUsage } from '../../billing/record-usage.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readToken } from '../../test/read-mails.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER, member: MEMBER, guest: GUEST, owner: OWNER } = ROLE
const MB = 1_048_576

let test: TestApp
let owner: TestOwner
let manager: TestUser
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await createOwner(test.db)
  manager = await createMember(test.db, owner, MANAGER)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner, name: '営業会議' })
})

function list(query: { role?: number; page?: number } = {}, as: TestUser = owner) {
  return test.succeed(contract.listWorkspaceMembers, { query }, as)
}

function add(emails: string, role: 6 | 7 = MEMBER, as: TestUser = owner) {
  return test.call(contract.addWorkspaceMembers, { body: { emails, role } }, as)
}

function change(person: TestUser, role: 6 | 7 | 8, as: TestUser = owner) {
  return test.call(contract.changeWorkspaceRole, { body: { user_id: person.id, role } }, as)
}

function remove(id: number, as: TestUser = owner) {
  return test.call(contract.removeWorkspaceMember, { body: { member_id: id } }, as)
}

async function rowOf(person: TestUser) {
  return (await list()).members.data.find(({ user }) => user?.id === person.id)
}

function newAddress() {
  return `${randomUUID()}@invited.example`
}

function accept(token: string, as: TestUser) {
  return test.call(acceptInvitation, { body: { token } }, as)
}

async function ownerOf(item: TestFolder) {
  return (await test.succeed(listMembers, { params: { itemId: item.itemId } }, owner)).members_activated
    .filter(({ role_id: role }) => role === OWNER)
    .map(({ id }) => id)
}

describe('the list of members', () => {
  it('PERM-02 PERM-03 people see roles by their ids and kebab-case names', async () => {
    const member = await createMember(test.db, owner, MEMBER)
    const [editing, viewing] = [await createMember(test.db, owner, GUEST), await createMember(test.db, owner, GUEST)]
    await assign(test.db, folder, editing, EDITOR)
    await assign(test.db, folder, viewing, VIEWER)
    const operator = await createUser(test.db, { isOperator: true })
    const { members } = await list()
    const rolesOf = (person: TestUser) =>
      members.data.find(({ user }) => user?.id === person.id)?.roles.map(({ role_id: id, name }) => `${id} ${name}`)
    expect([owner, manager, member, editing, viewing].map(rolesOf)).toEqual([
      ['3 project-owner', '6 project-admin'],
      ['6 project-admin'],
      ['7 project-member'],
      ['8 project-guest', '4 project-editor'],
      ['8 project-guest', '5 project-viewer'],
    ])
    expect((await test.succeed(accounts.checkSession, {}, operator)).roles).toEqual([
      { name: 'admin', team_id: null, role_id: 2 },
    ])
    // No user has the super administrator role yet, but the API describes it.
    expect((await test.http.inject('/api/openapi.json')).body).toContain('1 super-admin')
  })

  it('PERM-01 MEM-21 MEM-22 returns members, invitations and counts by role', async () => {
    const [editing, viewing] = [await createMember(test.db, owner, GUEST), await createMember(test.db, owner, GUEST)]
    const file = await createFile(test.db, folder, { creator: owner })
    await assign(test.db, folder, editing, EDITOR)
    await assign(test.db, file, viewing, VIEWER)
    const email = newAddress()
    await add(email, MANAGER)
    const { current_roles: counts, members } = await list()
    expect(counts).toEqual({ 3: 1, 4: 1, 5: 1, 6: 2, 7: 0 })
    expect(members.data.map(({ email: address, is_pending: pending }) => [address, pending])).toEqual([
      [owner.email, 0],
      [manager.email, 0],
      ...[editing, viewing].toSorted((a, b) => a.id - b.id).map((one) => [one.email, 0]),
      [email, 1],
    ])
    const [first, , guest, , invited] = members.data
    expect(first?.roles.map(({ role_id: role }) => role)).toEqual([OWNER, MANAGER])
    expect(guest).toMatchObject({
      user: { id: editing.id, name: '山田 花子', email: editing.email, avatar: null },
      roles: [
        { name: 'project-guest', role_id: GUEST },
        { name: 'project-editor', role_id: EDITOR },
      ],
      folders: [{ resource_id: folder.projectId, name: '営業会議' }],
    })
    expect(invited).toMatchObject({
      user: null,
      roles: [{ role_id: MANAGER }],
      can: { change_role: false, remove: true },
    })
    expect((await list({ role: VIEWER })).members.data.map(({ user }) => user?.id)).toEqual([viewing.id])
    expect([members.current_page, members.last_page]).toEqual([1, 1])
  })

  it('is paged, also with a filter by role', async () => {
    for (let n = 0; n < 21; n += 1) await createMember(test.db, owner, MEMBER)
    expect((await list({ role: MEMBER })).members).toMatchObject({ current_page: 1, last_page: 2 })
    expect((await list({ role: MEMBER, page: 2 })).members.data).toHaveLength(1)
  })

  it('MEM-12 MEM-11 refuses to change the owner and oneself', async () => {
    const rows = (await list({}, manager)).members.data
    expect(rows.map(({ can }) => can)).toEqual([
      { change_role: false, remove: false },
      { change_role: false, remove: false },
    ])
    const own = await rowOf(owner)
    expect((await remove(own?.id ?? 0, manager)).error).toBe('E_FORBIDDEN')
    expect((await change(owner, MEMBER, manager)).error).toBe('E_FORBIDDEN')
    expect((await change(manager, GUEST, manager)).error).toBe('E_FORBIDDEN')
  })

  it('members and guests cannot read the list, and users of another workspace are not found', async () => {
    const stranger = await createOwner(test.db)
    const row = await rowOf(manager)
    for (const as of [await createMember(test.db, owner, MEMBER), await createMember(test.db, owner, GUEST)]) {
      expect((await test.call(contract.listWorkspaceMembers, {}, as)).error).toBe('E_FORBIDDEN')
      expect((await test.call(contract.listMemberUsage, {}, as)).error).toBe('E_FORBIDDEN')
      expect((await add(newAddress(), MEMBER, as)).error).toBe('E_FORBIDDEN')
      expect((await change(manager, MEMBER, as)).error).toBe('E_FORBIDDEN')
      expect((await remove(row?.id ?? 0, as)).error).toBe('E_FORBIDDEN')
    }
    expect((await change(manager, MEMBER, stranger)).error).toBe('E_NOT_FOUND')
    expect((await remove(row?.id ?? 0, stranger)).error).toBe('E_NOT_FOUND')
    expect((await list({}, stranger)).members.data).toHaveLength(1)
  })
})

describe('adding members', () => {
  it('MEM-28 MEM-08 invites several addresses, which join with their role', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const { status, body } = await add(` ${first}、${second.toUpperCase()},\n${first}`, MEMBER)
    expect([status, body]).toEqual([201, { invited: [first, second.toUpperCase()] }])
    expect((await list()).members.data.filter(({ is_pending: pending }) => pending === 1)).toHaveLength(2)
    const joined = await createUser(test.db, { email: first })
    expect((await accept(await readToken(test, { email: first }), joined)).body.item).toMatchObject({
      resource_id: owner.rootProjectId,
    })
    expect(await rowOf(joined)).toMatchObject({ is_pending: 0, roles: [{ role_id: MEMBER }] })
  })

  it.each([
    ['nonsense', 'format'],
    ['a@b.example, not an address', 'format'],
    [' , , ', 'required'],
    [Array.from({ length: 101 }, (_, n) => `p${n}@b.example`).join(','), 'max'],
  ])('MEM-08 refuses %j', async (emails, code) => {
    expect((await add(emails)).errors).toEqual({ emails: [code] })
  })

  it('invites all or none: refuses existing members, users of another workspace and more addresses than seats', async () => {
    const elsewhere = await createMember(test.db, await createOwner(test.db), MEMBER)
    expect((await add(`${newAddress()},${manager.email}`)).errors).toEqual({ emails: ['unique'] })
    const { error, body } = await add(`${newAddress()},${elsewhere.email}`)
    expect([error, body]).toMatchObject(['WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', { emails: [elsewhere.email] }])
    await sql`update subscriptions set plan_id = (select id from plans where name = 'trial')
      where workspace_id = ${owner.workspaceId}`.execute(test.db)
    expect((await add(newAddress())).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    expect((await list()).members.data).toHaveLength(2)
  })

  it('MEM-29 an invitation is withdrawn by its row id', async () => {
    const email = newAddress()
    await add(email)
    const token = await readToken(test, { email })
    const row = (await list()).members.data.find((one) => one.email === email)
    expect((await remove(row?.id ?? 0)).status).toBe(200)
    expect((await accept(token, await createUser(test.db, { email }))).error).toBe('E_NOT_FOUND')
  })
})

describe('invitations to folders and files', () => {
  function share(item: { itemId: number }, email: string, role: 4 | 5, as: TestUser = owner) {
    return test.succeed(
      inviteMember,
      { params: { itemId: item.itemId }, body: { to_email: email, temp_role_id: role } },
      as,
    )
  }
  const invitations = async (role?: number) =>
    (await list(role === undefined ? {} : { role })).members.data.filter(({ is_pending: pending }) => pending === 1)

  it('are listed for the owner and managers, whoever sent them, with their place and role', async () => {
    const member = await createMember(test.db, owner, MEMBER)
    const own = await createFolder(test.db, rootOf(owner), { creator: member, name: '採用' })
    const file = await createFile(test.db, folder, { creator: owner, title: '初回商談' })
    const email = newAddress()
    await share(own, email, EDITOR, member)
    await share(file, email.toUpperCase(), VIEWER)
    const rows = (await list({}, manager)).members.data.filter(({ is_pending: pending }) => pending === 1)
    expect(rows).toMatchObject([
      {
        user: null,
        email,
        roles: [{ role_id: GUEST }, { role_id: EDITOR }],
        folders: [{ resource_id: own.projectId, name: '採用' }],
        file: null,
        can: { change_role: false, remove: true },
      },
      {
        email: email.toUpperCase(),
        roles: [{ role_id: GUEST }, { role_id: VIEWER }],
        folders: [{ resource_id: folder.projectId, name: '営業会議' }],
        file: { id: file.id, name: '初回商談' },
      },
    ])
    expect(await invitations(VIEWER)).toHaveLength(1)
    await share(folder, email, EDITOR)
    expect((await list()).current_roles).toMatchObject({ 4: 1, 5: 1 })
    expect(await invitations(EDITOR)).toHaveLength(2)
  })

  it('are withdrawn by their row id, and then not found by their link nor in the share dialog', async () => {
    const [email, other] = [newAddress(), newAddress()]
    await share(folder, email, VIEWER)
    await share(folder, other, VIEWER)
    const token = await readToken(test, { email })
    const row = (await invitations()).find((one) => one.email === email)
    const stranger = await createOwner(test.db)
    expect((await remove(row?.id ?? 0, stranger)).error).toBe('E_NOT_FOUND')
    expect((await remove(row?.id ?? 0, manager)).status).toBe(200)
    expect((await accept(token, await createUser(test.db, { email }))).error).toBe('E_NOT_FOUND')
    const left = await test.succeed(listMembers, { params: { itemId: folder.itemId } }, owner)
    expect(left.members_not_activated.map(({ to_email: to }) => to)).toEqual([other])
    expect((await invitations()).map((one) => one.email)).toEqual([other])
  })

  it('are not listed while their item is in the trash', async () => {
    await share(folder, newAddress(), VIEWER)
    expect(await invitations()).toHaveLength(1)
    await test.succeed(workspace.deleteItem, { params: { id: folder.itemId } }, owner)
    expect(await invitations()).toEqual([])
    expect((await list()).current_roles).toMatchObject({ 5: 0 })
  })
})

describe('changing and removing', () => {
  it('MEM-30 MEM-13 changes between manager, member and guest', async () => {
    for (const role of [MEMBER, GUEST, MANAGER] as const) {
      expect((await change(manager, role)).status).toBe(200)
      const { roles } = await test.succeed(accounts.checkSession, {}, manager)
      expect(roles.map(({ role_id: id }) => id)).toEqual([role])
    }
  })

  it('a lowered member’s items go to the owner; a guest without roles then sees nothing', async () => {
    const own = await createFolder(test.db, rootOf(owner), { creator: manager })
    await assign(test.db, folder, manager, EDITOR)
    expect(await ownerOf(own)).toEqual([owner.id, manager.id].toSorted((a, b) => a - b))
    await change(manager, GUEST)
    expect(await ownerOf(own)).toEqual([owner.id])
    expect((await test.succeed(workspace.getTree, {}, manager)).all_items).toEqual([])
    const create = { params: { id: own.itemId }, body: { name: 'x' } }
    expect((await test.call(workspace.createFolder, create, manager)).error).toBe('E_NOT_FOUND')
  })

  it('MEM-18 MEM-29 a removed member’s items go to the owner, and the workspace is not found for them', async () => {
    const own = await createFolder(test.db, rootOf(owner), { creator: manager })
    expect((await remove((await rowOf(manager))?.id ?? 0)).status).toBe(200)
    expect(await ownerOf(own)).toEqual([owner.id])
    const { roles } = await test.succeed(accounts.checkSession, {}, manager)
    const { all_items: items } = await test.succeed(workspace.getTree, {}, manager)
    expect([roles, items]).toEqual([[], []])
    expect((await test.call(workspace.getProject, { params: { id: own.projectId } }, manager)).error).toBe(
      'E_NOT_FOUND',
    )
    const { data } = await test.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'access.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(data).toEqual({ user_ids: [manager.id] })
    // They can be invited again, here or elsewhere.
    await add(manager.email)
    expect((await accept(await readToken(test, manager), manager)).status).toBe(200)
  })

  it('a guest becomes a member only if a seat is left', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await sql`update subscriptions set plan_id = (select id from plans where name = 'trial')
      where workspace_id = ${owner.workspaceId}`.execute(test.db)
    expect((await change(guest, MEMBER)).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
  })
})

describe('usage history', () => {
  it('MEM-25 MEM-27 returns minutes and chats of a month, and storage at its end, by user', async () => {
    const file = await createFile(test.db, folder, { creator: manager })
    const use = (kind: 'minute' | 'chat', amount: number, user: TestUser) =>
      test.db.transaction().execute((trx) =>
        recordUsage(trx, {
          workspaceId: owner.workspaceId,
          userId: user.id,
          kind,
          amount,
          cause: randomUUID(),
        }),
      )
    await use('minute', 12, manager)
    await use('chat', 3, owner)
    await sql`update workspaces set created_at = now() - interval '40 days' where id = ${owner.workspaceId}`.execute(
      test.db,
    )
    await sql`insert into usage_ledger (workspace_id, user_id, kind, amount, cause, month) values (${owner.workspaceId},
      ${owner.id}, 'minute', 5, ${randomUUID()}, (date_trunc('month', now() at time zone 'Asia/Tokyo') - interval '1 month')::date)
    `.execute(test.db)
    const { cycles, usage } = await test.succeed(contract.listMemberUsage, {}, owner)
    expect(cycles.length).toBeGreaterThanOrEqual(2)
    const figures = (rows: typeof usage.data) =>
      Object.fromEntries(rows.map(({ user_id: id, minute, storage, chat }) => [id, { minute, storage, chat }]))
    expect(figures(usage.data)).toEqual({
      [manager.id]: { minute: 12, storage: 10, chat: 0 },
      [owner.id]: { minute: 0, storage: 0, chat: 3 },
    })
    const before = await test.succeed(contract.listMemberUsage, { query: { month: cycles[1] } }, owner)
    expect(figures(before.usage.data)[owner.id]).toEqual({ minute: 5, storage: 0, chat: 0 })
    // Storage that another user deletes is credited to the uploader.
    await sql`insert into usage_ledger (workspace_id, user_id, file_id, kind, amount, cause)
      values (${owner.workspaceId}, ${owner.id}, ${file.id}, 'storage', ${-10 * MB}, ${randomUUID()})`.execute(test.db)
    const after = await test.succeed(contract.listMemberUsage, {}, owner)
    expect(figures(after.usage.data)[manager.id]).toEqual({ minute: 12, storage: 0, chat: 0 })
  })
})
