import * as billing from '@kaiwa/contract/billing.ts'
import { userChannel } from '@kaiwa/contract/channels.ts'
import * as files from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { at, createSharingFixture, newAddress, openSharing } from '../../test/factories/sharing-calls.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER, member: MEMBER, guest: GUEST, owner: OWNER } = ROLE

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ owner, folder } = await createSharingFixture(test.db))
})

const { membersOf, one, invite, validate, change, detach, remove, sees, mailsTo, limit, events } = openSharing(
  () => test,
  () => ({ owner, folder }),
)

function search(query: string, as: TestUser = owner) {
  return test.call(contract.searchMembers, { params: at(folder), query: { query, role_id: VIEWER } }, as)
}

describe('the list of people with access', () => {
  it('SHARE-36 SHARE-22 SHARE-23 lists people by role, and invitations separately', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const [editing, viewing] = [await createMember(test.db, owner, GUEST), await createMember(test.db, owner, GUEST)]
    await assign(test.db, folder, editing, EDITOR)
    await assign(test.db, rootOf(owner), viewing, VIEWER)
    await createMember(test.db, owner, GUEST)
    const email = newAddress()
    await invite(email, VIEWER)
    const { members_activated: there, members_not_activated: invited } = await membersOf(folder)
    expect(there.map(({ id, role_id: role, direct_access: direct }) => [id, role, direct])).toEqual([
      [owner.id, OWNER, false],
      [manager.id, MANAGER, false],
      [editing.id, EDITOR, true],
      [viewing.id, VIEWER, false],
    ])
    expect(there[2]).toMatchObject({
      name: '山田 花子',
      email: editing.email,
      role_ids: [GUEST, EDITOR],
      to_email: null,
    })
    expect(invited).toEqual([
      expect.objectContaining({ id: null, to_email: email, temp_role_id: VIEWER, role_id: null }),
    ])
  })

  it('SHARE-14 returns the allowed actions for each person', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const [given, inheriting] = [await createMember(test.db, owner, GUEST), await createMember(test.db, owner, GUEST)]
    await assign(test.db, folder, given, EDITOR)
    await assign(test.db, rootOf(owner), inheriting, EDITOR)
    const nothing = { change_role: false, remove: false, detach: false }
    expect((await one(given))?.can).toMatchObject({ change_role: true, remove: true, detach: false })
    expect((await one(inheriting))?.can).toMatchObject({ change_role: false, remove: false, detach: true })
    expect((await one(manager))?.can).toMatchObject(nothing)
    expect((await one(owner))?.can).toMatchObject(nothing)
  })

  it('SHARE-20 only users who may invite can change others and see pending invitations', async () => {
    await invite(newAddress(), VIEWER)
    const guest = await createMember(test.db, owner, GUEST)
    await assign(test.db, folder, guest, EDITOR)
    const member = await createMember(test.db, owner, MEMBER)
    const file = await createFile(test.db, folder, { creator: owner })
    for (const reader of [guest, member]) {
      const list = await membersOf(folder, reader)
      expect([list.can.invite, list.members_not_activated]).toEqual([false, []])
      expect((await membersOf(file, reader)).can.invite).toBe(false)
      expect((await change(guest, VIEWER, reader)).error).toBe('E_FORBIDDEN')
      expect((await invite(newAddress(), VIEWER, reader)).error).toBe('E_FORBIDDEN')
    }
    // Guests see only the names of each other.
    expect((await membersOf(folder, guest)).members_activated.map(({ email }) => email)).not.toContain(owner.email)
    await assign(test.db, folder, member, EDITOR)
    expect((await membersOf(folder, member)).can.invite).toBe(true)
    expect((await membersOf(file, member)).can.invite).toBe(true)
  })

  it('SHARE-36 an item that the reader does not see is not found', async () => {
    const stranger = await createOwner(test.db)
    for (const as of [stranger, await createMember(test.db, owner, GUEST), await createUser(test.db)]) {
      expect((await test.call(contract.listMembers, { params: at(folder) }, as)).error).toBe('E_NOT_FOUND')
      expect((await invite(newAddress(), VIEWER, as)).error).toBe('E_NOT_FOUND')
      expect((await detach(owner, as)).error).toBe('E_NOT_FOUND')
      expect((await search('佐藤', as)).error).toBe('E_NOT_FOUND')
      expect((await validate(newAddress(), VIEWER, as)).error).toBe('E_NOT_FOUND')
      expect((await change(owner, VIEWER, as)).error).toBe('E_NOT_FOUND')
      expect((await remove(newAddress(), as)).error).toBe('E_NOT_FOUND')
    }
    expect((await detach(stranger)).error).toBe('E_NOT_FOUND')
  })

  it('a member at the root gives no higher role there than their own', async () => {
    const member = await createMember(test.db, owner, MEMBER)
    const root = rootOf(owner)
    expect((await invite(newAddress(), EDITOR, member, root)).error).toBe('E_FORBIDDEN')
    expect((await invite(newAddress(), VIEWER, member, root)).status).toBe(201)
    const guest = await createMember(test.db, owner, GUEST)
    await assign(test.db, root, guest, EDITOR)
    expect((await detach(guest, member, root)).error).toBe('E_FORBIDDEN')
  })
})

describe('member search', () => {
  it('SHARE-37 finds people of the workspace who do not have the role yet, from two characters', async () => {
    const named = await createMember(test.db, owner, GUEST, { last_name: '髙橋', first_name: 'ケン' })
    const there = await createMember(test.db, owner, GUEST, { last_name: '髙橋', first_name: 'リン' })
    await assign(test.db, folder, there, VIEWER)
    await createMember(test.db, owner, MANAGER, { last_name: '髙橋', first_name: '課長' })
    const elsewhere = await createOwner(test.db, { last_name: '髙橋', first_name: '他社' })
    expect((await search('髙橋 ｹﾝ')).body.data.map(({ id }) => id)).toEqual([named.id])
    expect((await search('髙橋')).body.data.map(({ id }) => id)).toEqual([named.id])
    expect((await search(named.email.slice(0, 8).toUpperCase())).body.data.map(({ id }) => id)).toEqual([named.id])
    expect((await search(elsewhere.email)).body.data).toEqual([])
    expect((await search('髙')).error).toBe('E_UNPROCESSABLE_ENTITY')
    expect((await search('髙橋', there)).error).toBe('E_FORBIDDEN')
  })
})

describe('roles and the plan', () => {
  it('SHARE-38 SHARE-08 SHARE-24 requires no confirmation within the plan', async () => {
    const { body } = await validate(newAddress(), EDITOR)
    expect(body).toEqual({ is_over_quota: false, user_emails_other_workspace: [] })
  })

  it('beyond the plan, a workspace that pays by card is informed of the charge and may continue', async () => {
    await limit({ editor: 0 }, 'credit_card')
    const email = newAddress()
    expect((await validate(email, EDITOR)).body.is_over_quota).toBe(true)
    expect((await validate(email, VIEWER)).body.is_over_quota).toBe(false)
    expect((await invite(email, EDITOR)).status).toBe(201)
    expect((await test.succeed(billing.getUsage, {}, owner)).flags.inviteEditor).toBe(true)
  })

  it('ERR-20 beyond the plan the role cannot be given to another person', async () => {
    await limit({ editor: 0, viewer: 1 })
    const email = newAddress()
    expect((await validate(email, EDITOR)).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    expect((await invite(email, EDITOR)).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    const guest = await createMember(test.db, owner, GUEST)
    await assign(test.db, folder, guest, VIEWER)
    expect((await validate(guest.email, EDITOR, owner, false)).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    expect((await change(guest, EDITOR)).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    expect((await membersOf(folder)).roles).toEqual({ editor: false, viewer: false })
    expect((await one(guest))?.roles).toEqual({ editor: false, viewer: true })
    // A member already takes a seat, so a role on an item takes no additional one.
    const member = await createMember(test.db, owner, MEMBER)
    expect((await validate(member.email, EDITOR)).body.is_over_quota).toBe(false)
    expect((await invite(member.email, EDITOR)).status).toBe(201)
  })

  it('a guest without roles takes no seat, and losing the last role releases the seat', async () => {
    await limit({ viewer: 1 })
    const guest = await createMember(test.db, owner, GUEST)
    const left = async () => (await test.succeed(billing.getUsage, {}, owner)).remain.viewer
    expect(await left()).toBe(1)
    await invite(guest.email, VIEWER)
    expect(await left()).toBe(0)
    await detach(guest)
    expect(await left()).toBe(1)
  })

  it('two concurrent roles do not both take the last seat', async () => {
    await limit({ editor: 1 })
    const guests = await Promise.all([1, 2, 3].map(() => createMember(test.db, owner, GUEST)))
    const answers = await Promise.all(guests.map((guest) => invite(guest.email, EDITOR)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
  })
})

describe('sharing with people of the workspace', () => {
  it('SHARE-39 gives access immediately and sends a mail', async () => {
    const guest = await createMember(test.db, owner, GUEST, { locale: 'en' })
    expect(await sees(guest)).toBe(false)
    const { status, body } = await invite(guest.email, EDITOR)
    expect([status, body.id, body.role_id, body.direct_access]).toEqual([201, guest.id, EDITOR, true])
    expect(await sees(guest)).toBe(true)
    const [mail] = await mailsTo(guest.email)
    expect(mail?.subject).toBe('Kaiwa: a folder was shared with you')
    expect(mail?.text_body).toContain('"佐藤 恵" shared the folder "営業会議" with you.')
    expect(mail?.text_body).toContain(`/projects/${folder.projectId}`)
  })

  it('SHARE-40 changes a role; the last change wins', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await invite(guest.email, EDITOR)
    const rename = () =>
      test.call(workspace.createFolder, { params: { id: folder.itemId }, body: { name: 'x' } }, guest)
    const file = await createFile(test.db, folder, { creator: owner })
    const retitle = () =>
      test.call(files.renameFile, { params: { projectId: folder.projectId, id: file.id }, body: { title: 'x' } }, guest)
    expect((await retitle()).status).toBe(200)
    expect((await change(guest, VIEWER)).status).toBe(200)
    expect((await retitle()).error).toBe('E_FORBIDDEN')
    expect((await rename()).error).toBe('E_FORBIDDEN')
    expect((await change(owner, VIEWER)).error).toBe('E_FORBIDDEN')
  })

  it('SHARE-42 detaching stops inherited roles; a role assigned on the item is then the only one', async () => {
    const inside = await createFolder(test.db, folder, { creator: owner })
    const guest = await createMember(test.db, owner, GUEST)
    await assign(test.db, folder, guest, EDITOR)
    expect(await one(guest, inside)).toMatchObject({ role_id: EDITOR, direct_access: false })
    expect((await detach(guest, owner, inside)).status).toBe(200)
    expect([await sees(guest), await sees(guest, inside)]).toEqual([true, false])
    await invite(guest.email, VIEWER, owner, inside)
    expect(await one(guest, inside)).toMatchObject({ role_id: VIEWER, role_ids: [GUEST, VIEWER], direct_access: true })
    const project = await test.succeed(workspace.getProject, { params: { id: inside.projectId } }, guest)
    expect(project.role_ids).toEqual([GUEST, VIEWER])
    const { data } = await test.succeed(workspace.listFiles, { params: { id: folder.projectId } }, guest)
    expect(data.map(({ item_id: id }) => id)).toEqual([inside.itemId])
    await detach(guest, owner, inside)
    expect(await sees(guest, inside)).toBe(false)
  })

  it('SHARE-43 removes a person with access by address', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await invite(guest.email, EDITOR)
    expect((await remove(guest.email.toUpperCase())).status).toBe(200)
    expect(await sees(guest)).toBe(false)
    expect((await remove(newAddress())).error).toBe('E_NOT_FOUND')
  })

  it('SHARE-46 a file is shared by the same calls as a folder, by its item id', async () => {
    const file = await createFile(test.db, folder, { creator: owner })
    const guest = await createMember(test.db, owner, GUEST)
    const read = () => test.call(files.getFile, { params: { projectId: folder.projectId, id: file.id } }, guest)
    expect((await read()).error).toBe('E_NOT_FOUND')
    await invite(guest.email, EDITOR, owner, file)
    expect((await read()).status).toBe(200)
    await createFile(test.db, folder, { creator: owner })
    const { data } = await test.succeed(workspace.listFiles, { params: { id: folder.projectId } }, guest)
    expect(data.map(({ item_id: id }) => id)).toEqual([file.itemId])
    expect((await change(guest, VIEWER, owner, file)).status).toBe(200)
    expect(await one(guest, file)).toMatchObject({ role_id: VIEWER, direct_access: true })
    const invited = newAddress()
    await invite(invited, EDITOR, owner, file)
    const body = { to_email: invited, role_id: VIEWER } as const
    await test.succeed(contract.updateInvitedRole, { params: at(file), body }, owner)
    expect((await membersOf(file)).members_not_activated).toMatchObject([{ email: invited, temp_role_id: VIEWER }])
    for (const email of [invited, guest.email])
      await test.succeed(contract.removeMember, { params: at(file), body: { to_email: email } }, owner)
    expect((await membersOf(file)).members_not_activated).toEqual([])
    expect((await read()).error).toBe('E_NOT_FOUND')
  })

  it('giving and removing a role notifies the pages of the person and makes their sockets authorise again', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await invite(guest.email, EDITOR)
    await detach(guest)
    const notified = (await events('rights.changed')).filter(({ channels }) => channels.includes(userChannel(guest.id)))
    expect(notified).toHaveLength(2)
    const revoked = (await events('access.changed')).filter(
      ({ data }) => (data as { user_ids: number[] }).user_ids[0] === guest.id,
    )
    expect(revoked).toHaveLength(2)
  })
})

describe('ownership', () => {
  it('transfers ownership: the new owner is shown, the former owner stays editor', async () => {
    const [maker, next] = [await createMember(test.db, owner, MEMBER), await createMember(test.db, owner, MEMBER)]
    const own = await createFolder(test.db, rootOf(owner), { creator: maker })
    expect((await one(next, own, maker))?.can.receive_ownership).toBe(true)
    expect((await change(next, OWNER, maker, own)).status).toBe(200)
    expect(await one(next, own, next)).toMatchObject({ role_id: OWNER })
    expect(await one(maker, own, next)).toMatchObject({ role_id: EDITOR, direct_access: true })
    expect((await change(maker, OWNER, maker, own)).error).toBe('E_FORBIDDEN')
  })

  it('can be transferred only by the owner, and only to people of the workspace', async () => {
    const [maker, next, guest] = [
      await createMember(test.db, owner, MEMBER),
      await createMember(test.db, owner, MEMBER),
      await createMember(test.db, owner, GUEST),
    ]
    const own = await createFolder(test.db, rootOf(owner), { creator: maker })
    await assign(test.db, own, guest, EDITOR)
    expect((await change(next, OWNER, owner, own)).error).toBe('E_FORBIDDEN')
    expect((await change(guest, OWNER, maker, own)).error).toBe('E_FORBIDDEN')
    expect((await change(next, OWNER, owner, rootOf(owner))).error).toBe('E_FORBIDDEN')
  })

  it('is not offered for the owner of the workspace, who owns every item already', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const own = await createFolder(test.db, rootOf(owner), { creator: manager })
    const member = await createMember(test.db, owner, MEMBER)
    expect((await one(owner, own, manager))?.can.receive_ownership).toBe(false)
    expect((await one(member, own, manager))?.can.receive_ownership).toBe(true)
    expect((await change(owner, OWNER, manager, own)).error).toBe('E_FORBIDDEN')
    expect(await one(manager, own, manager)).toMatchObject({ role_id: OWNER })
  })

  it('of two concurrent transfers only one succeeds', async () => {
    const maker = await createMember(test.db, owner, MEMBER)
    const newOwners = await Promise.all([1, 2].map(() => createMember(test.db, owner, MEMBER)))
    const own = await createFolder(test.db, rootOf(owner), { creator: maker })
    const answers = await Promise.all(newOwners.map((newOwner) => change(newOwner, OWNER, maker, own)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const owners = (await membersOf(own)).members_activated.filter(({ role_id: role }) => role === OWNER)
    const winner = newOwners[answers.findIndex(({ status }) => status === 200)]
    expect(owners.map(({ id }) => id).toSorted((a = 0, b = 0) => (a ?? 0) - (b ?? 0))).toEqual([owner.id, winner?.id])
  })
})
