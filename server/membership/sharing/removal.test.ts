// Attempts to regain access after it was revoked. Each test revokes access and then tries one of them.
import * as accounts from '@kaiwa/contract/accounts.ts'
import * as magic from '@kaiwa/contract/magic-links.ts'
import * as members from '@kaiwa/contract/members.ts'
import * as notifications from '@kaiwa/contract/notifications.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { at, createSharingFixture, newAddress, openSharing } from '../../test/factories/sharing-calls.ts'
import { createMember, createUser, PASSWORD, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { tokenIn } from '../../test/read-mails.ts'
import { requestTestUpload, tus } from '../../test/tus.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER, member: MEMBER, guest: GUEST } = ROLE

let test: TestApp
let owner: TestOwner
/** A and B, both below the root. */
let folder: TestFolder
let other: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ owner, folder } = await createSharingFixture(test.db))
  other = await createFolder(test.db, rootOf(owner), { creator: owner })
})

const { invite, change, detach, remove, sees, mailsTo, limit, membersOf } = openSharing(
  () => test,
  () => ({ owner, folder }),
)

function accept(token: string, as: TestUser) {
  return test.call(contract.acceptInvitation, { body: { token } }, as)
}

async function tokensTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).map(({ text_body: text }) => tokenIn(text))
}

async function tokenTo(email: string) {
  return (await tokensTo(email)).at(-1) ?? ''
}

async function idOf(person: TestUser) {
  const { id } = await test.db
    .selectFrom('workspace_members')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return id
}

async function removeFromWorkspace(person: TestUser, as: TestUser = owner) {
  return test.succeed(members.removeWorkspaceMember, { body: { member_id: await idOf(person) } }, as)
}

function changeRole(person: TestUser, role: 6 | 7 | 8) {
  return test.succeed(members.changeWorkspaceRole, { body: { user_id: person.id, role } }, owner)
}

async function roleOf(person: TestUser) {
  return (await test.succeed(accounts.checkSession, {}, person)).user.roles.map(({ role_id: role }) => role)
}

async function bell(person: TestUser) {
  return (await test.succeed(notifications.listNotifications, {}, person)).data
}

async function changeAddress(person: TestUser, email: string) {
  await test.succeed(profile.requestEmailChange, { body: { new_email: email, current_password: PASSWORD } }, person)
  await test.succeed(profile.verifyEmailChange, { query: { token: await tokenTo(email) } })
}

/** Invited to A and B by the owner and joined A; the invitation to B is pending. */
async function joinedByOne() {
  const person = await createUser(test.db, { email: newAddress() })
  await invite(person.email, EDITOR)
  await invite(person.email, EDITOR, owner, other)
  const [first = '', second = ''] = await tokensTo(person.email)
  expect((await accept(first, person)).status).toBe(200)
  return { person, first, second }
}

describe('a removed member', () => {
  it('cannot rejoin by the link or the notification of another invitation', async () => {
    const { person, first, second } = await joinedByOne()
    const waiting = (await bell(person)).filter(({ metadata }) => !metadata.joined)
    expect(waiting).toHaveLength(1)
    await removeFromWorkspace(person)
    for (const token of [first, second]) {
      expect((await accept(token, person)).error).toBe('E_NOT_FOUND')
      expect((await test.call(contract.verifyInvitation, { query: { token } })).error).toBe('E_NOT_FOUND')
      expect((await test.call(contract.checkMemberQuota, { query: { token } })).error).toBe('E_NOT_FOUND')
    }
    const opened = await test.call(notifications.openNotification, { params: { id: waiting[0]!.id } }, person)
    expect(opened.error).toBe('E_NOT_FOUND')
    expect(await bell(person)).toEqual([])
    expect(await roleOf(person)).toEqual([])
    expect((await membersOf(other)).members_not_activated).toEqual([])
  })

  it('cannot rejoin by an invitation to a former or a future address of the account', async () => {
    const { person } = await joinedByOne()
    const [before, after] = [person.email, newAddress()]
    // The old address is free now and is invited again.
    await changeAddress(person, newAddress())
    await invite(before, EDITOR, owner, other)
    await invite(after, EDITOR, owner, other)
    const [old, next] = [await tokenTo(before), await tokenTo(after)]
    await test.succeed(profile.requestEmailChange, { body: { new_email: after, current_password: PASSWORD } }, person)
    const confirm = await tokenTo(after)
    await removeFromWorkspace(person)
    await changeAddress(person, before)
    expect((await accept(old, person)).error).toBe('E_NOT_FOUND')
    await test.call(profile.verifyEmailChange, { query: { token: confirm } })
    expect((await accept(next, person)).error).toBe('E_NOT_FOUND')
    expect(await roleOf(person)).toEqual([])
  })

  it('cannot rejoin by a magic link after registering by an invitation', async () => {
    const email = newAddress()
    await limit({ editor: 0 })
    // The plan has no free seat when they register, so they wait without a workspace.
    await limit({ editor: 1 })
    await invite(email, EDITOR)
    await limit({ editor: 0 })
    const person = { first_name: '次郎', last_name: '鈴木', email, is_app: false }
    const registered = await test.call(magic.registerMagic, { body: { ...person, invitation: await tokenTo(email) } })
    const token = /kaiwa_session=([^;]+)/.exec(String(registered.headers['set-cookie']))?.[1] ?? ''
    const { user } = await test.succeed(accounts.checkSession, {}, token)
    expect(user.roles).toEqual([])
    await invite(email, VIEWER, owner, other)
    const as: TestUser = { id: user.id, email, token, actor: owner.actor }
    expect((await accept(await tokenTo(email), as)).status).toBe(200)
    await removeFromWorkspace(as)
    await limit({ editor: 5 })
    await test.succeed(magic.requestMagicLogin, { body: { email, is_app: false } })
    const again = await test.succeed(magic.verifyMagicLogin, { query: { token: await tokenTo(email), email } })
    expect(again.all_items.map(({ resource_id: id }) => id)).not.toContain(folder.projectId)
    expect(again.usage.is_workspace_owner).toBe(true)
  })

  it('cannot bring in others: pending invitations sent by them are deleted', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const guest = await createUser(test.db)
    const member = await createUser(test.db)
    await invite(guest.email, EDITOR, manager)
    await test.succeed(members.addWorkspaceMembers, { body: { emails: member.email, role: MANAGER } }, manager)
    const tokens = [await tokenTo(guest.email), await tokenTo(member.email)] as const
    await removeFromWorkspace(manager)
    expect((await accept(tokens[0], guest)).error).toBe('E_NOT_FOUND')
    expect((await accept(tokens[1], member)).error).toBe('E_NOT_FOUND')
    expect((await membersOf(folder)).members_not_activated).toEqual([])
    const { members: listed } = await test.succeed(members.listWorkspaceMembers, {}, owner)
    expect(listed.data.filter(({ is_pending: pending }) => pending === 1)).toEqual([])
  })

  it('sees only the newly shared folder after a new invitation; old roles and upload signatures stay revoked', async () => {
    const person = await createMember(test.db, owner, GUEST)
    await assign(test.db, folder, person, EDITOR)
    await assign(test.db, await createFile(test.db, other, { creator: owner }), person, VIEWER)
    const upload = await requestTestUpload(test, folder, person, 10)
    expect((await tus.create(upload)).status).toBe(201)
    await removeFromWorkspace(person)
    expect((await tus.patch(upload, 0, Buffer.alloc(10))).status).toBe(404)
    const left = await test.db.selectFrom('item_roles').selectAll().where('user_id', '=', person.id).execute()
    expect(left).toEqual([])
    const third = await createFolder(test.db, rootOf(owner), { creator: owner })
    await invite(person.email, VIEWER, owner, third)
    expect((await accept(await tokenTo(person.email), person)).status).toBe(200)
    const { all_items: items } = await test.succeed(workspace.getTree, {}, person)
    expect(items.map(({ resource_id: id }) => id)).toEqual([third.projectId])
    expect(await sees(person)).toBe(false)
    expect((await tus.patch(upload, 0, Buffer.alloc(10))).status).toBe(404)
  })

  it('does not regain ownership of former folders by rejoining', async () => {
    const person = await createMember(test.db, owner, MEMBER)
    const own = await createFolder(test.db, rootOf(owner), { creator: person })
    await removeFromWorkspace(person)
    await test.succeed(members.addWorkspaceMembers, { body: { emails: person.email, role: MEMBER } }, owner)
    expect((await accept(await tokenTo(person.email), person)).status).toBe(200)
    const rename = { params: { id: own.itemId }, body: { name: '新しい名前' } }
    expect((await test.call(workspace.renameItem, rename, person)).error).toBe('E_FORBIDDEN')
  })
})

describe('an invitation whose inviter lost the right to send it', () => {
  /** Invites a new user as `inviter`. */
  const invitedBy = async (inviter: TestUser, role: 4 | 5 = EDITOR) => {
    const person = await createUser(test.db)
    expect((await invite(person.email, role, inviter)).status).toBe(201)
    const token = await tokenTo(person.email)
    expect((await bell(person)).map(({ type }) => type)).toEqual(['project-invited'])
    return { person, token, notice: (await bell(person))[0]!.id }
  }
  const isInvalid = async ({ person, token, notice }: Awaited<ReturnType<typeof invitedBy>>) => {
    expect((await accept(token, person)).error).toBe('E_NOT_FOUND')
    expect((await test.call(contract.verifyInvitation, { query: { token } })).error).toBe('E_NOT_FOUND')
    expect((await test.call(contract.checkMemberQuota, { query: { token } })).error).toBe('E_NOT_FOUND')
    const { data, unread_count: unread } = await test.succeed(notifications.listNotifications, {}, person)
    expect([data, unread]).toEqual([[], 0])
    const opened = await test.call(notifications.openNotification, { params: { id: notice } }, person)
    expect(opened.error).toBe('E_NOT_FOUND')
    expect(await sees(person)).toBe(false)
  }

  it('inviter lowered in the workspace: invalid until the role is restored', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const invitation = await invitedBy(manager)
    await changeRole(manager, MEMBER)
    await isInvalid(invitation)
    await changeRole(manager, MANAGER)
    expect(await bell(invitation.person)).toHaveLength(1)
    expect((await accept(invitation.token, invitation.person)).status).toBe(200)
  })

  it('inviter lowered on the folder or detached from it', async () => {
    const member = await createMember(test.db, owner, MEMBER)
    await assign(test.db, folder, member, EDITOR)
    const invitation = await invitedBy(member)
    await change(member, VIEWER)
    await isInvalid(invitation)
    await change(member, EDITOR)
    await detach(member)
    await isInvalid(invitation)
  })

  it('inviter disabled', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const invitation = await invitedBy(manager, VIEWER)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', manager.id).execute()
    await isInvalid(invitation)
  })

  it('workspace invitation by a manager who became a member', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const person = await createUser(test.db)
    await test.succeed(members.addWorkspaceMembers, { body: { emails: person.email, role: MANAGER } }, manager)
    const token = await tokenTo(person.email)
    await changeRole(manager, MEMBER)
    expect((await accept(token, person)).error).toBe('E_NOT_FOUND')
    expect(await roleOf(person)).toEqual([])
  })

  it('becomes valid when a user with the right changes it', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const { person, token } = await invitedBy(manager)
    await changeRole(manager, MEMBER)
    const body = { to_email: person.email, role_id: EDITOR }
    await test.succeed(contract.updateInvitedRole, { params: at(folder), body }, owner)
    expect((await accept(token, person)).status).toBe(200)
  })

  it('registration by it creates an own workspace', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const email = newAddress()
    await invite(email, EDITOR, manager)
    const invitation = await tokenTo(email)
    await changeRole(manager, MEMBER)
    const body = { first_name: '次郎', last_name: '鈴木', password: PASSWORD, email, invitation }
    await test.succeed(accounts.register, { body })
    const session = await test.succeed(accounts.verifyAccount, { query: { token: await tokenTo(email) } })
    expect(session.usage.is_workspace_owner).toBe(true)
  })
})

describe('an older pending invitation does not undo a later change', () => {
  /** A guest by folder B with a pending invitation to folder A. */
  const withOldLink = async () => {
    const person = await createUser(test.db, { email: newAddress() })
    await invite(person.email, EDITOR)
    const link = await tokenTo(person.email)
    await invite(person.email, VIEWER, owner, other)
    expect((await accept(await tokenTo(person.email), person)).status).toBe(200)
    return { person, link }
  }

  it('of a role that was given on the item', async () => {
    const { person, link } = await withOldLink()
    await invite(person.email, VIEWER)
    expect((await accept(link, person)).error).toBe('E_NOT_FOUND')
  })

  it('of a role that was lowered or ended', async () => {
    for (const end of [(person: TestUser) => change(person, VIEWER), (person: TestUser) => detach(person)]) {
      const { person, link } = await withOldLink()
      await assign(test.db, folder, person, EDITOR)
      expect((await end(person)).status).toBe(200)
      expect((await accept(link, person)).error).toBe('E_NOT_FOUND')
    }
  })

  it('of the workspace role', async () => {
    const person = await createUser(test.db, { email: newAddress() })
    await test.succeed(members.addWorkspaceMembers, { body: { emails: person.email, role: MANAGER } }, owner)
    const asManager = await tokenTo(person.email)
    await invite(person.email, EDITOR)
    const asEditor = await tokenTo(person.email)
    await invite(person.email, VIEWER, owner, other)
    expect((await accept(await tokenTo(person.email), person)).status).toBe(200)
    await changeRole(person, MEMBER)
    expect((await accept(asManager, person)).error).toBe('E_NOT_FOUND')
    await changeRole(person, GUEST)
    expect((await accept(asEditor, person)).error).toBe('E_NOT_FOUND')
    expect([await roleOf(person), await sees(person)]).toEqual([[GUEST], false])
  })
})

describe('changing and withdrawing invitations', () => {
  it('a member cannot lower, withdraw or resend an editor invitation of the owner at the root', async () => {
    const member = await createMember(test.db, owner, MEMBER)
    const root = rootOf(owner)
    const email = newAddress()
    await invite(email, EDITOR, owner, root)
    const lower = { params: at(root), body: { to_email: email, role_id: VIEWER } }
    expect((await test.call(contract.updateInvitedRole, lower, member)).error).toBe('E_FORBIDDEN')
    const withdraw = { params: at(root), body: { to_email: email } }
    expect((await test.call(contract.removeMember, withdraw, member)).error).toBe('E_FORBIDDEN')
    // Resending it as viewer would lower its role and invalidate its link.
    expect((await invite(email, VIEWER, member, root)).error).toBe('E_FORBIDDEN')
    const [shown] = (await membersOf(root, member)).members_not_activated
    expect(shown).toMatchObject({
      temp_role_id: EDITOR,
      roles: { editor: false, viewer: false },
      can: { change_role: false, remove: false },
    })
    const person = await createUser(test.db, { email })
    expect((await accept(await tokenTo(email), person)).status).toBe(200)
  })

  it('an inviter can withdraw their own invitation after being lowered', async () => {
    const member = await createMember(test.db, owner, MEMBER)
    await assign(test.db, folder, member, EDITOR)
    const email = newAddress()
    await invite(email, EDITOR, member)
    await change(member, VIEWER)
    expect((await remove(email, member)).status).toBe(200)
  })
})
