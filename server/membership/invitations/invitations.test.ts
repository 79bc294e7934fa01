import * as billing from '@kaiwa/contract/billing.ts'
import * as files from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import { restoreItems } from '@kaiwa/contract/trash.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { atOnce } from '../../test/at-once.ts'
import { upsertMember } from '../store/members.ts'
import { createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { at, createSharingFixture, newAddress, openSharing } from '../../test/factories/sharing-calls.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readToken } from '../../test/read-mails.ts'

const { editor: EDITOR, viewer: VIEWER, member: MEMBER, guest: GUEST } = ROLE

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

function verify(token: string, as?: TestUser) {
  return test.call(contract.verifyInvitation, { query: { token } }, as)
}

function accept(token: string, as: TestUser) {
  return test.call(contract.acceptInvitation, { body: { token } }, as)
}

describe('invitations', () => {
  it('SHARE-39 SHARE-10 mails a link in the inviter’s language, with names as plain text only', async () => {
    const english = await createOwner(test.db, { locale: 'en', last_name: 'Smith', first_name: '<b>Ann</b>\r\nBcc: x' })
    const englishFolder = await createFolder(test.db, rootOf(english), {
      creator: english,
      name: '"><img src=x>\r\nBcc: a@b.c',
    })
    const email = newAddress()
    expect((await invite(email, VIEWER, english, englishFolder)).status).toBe(201)
    const [mail] = await mailsTo(email)
    expect(mail?.raw.toString().split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
    expect(mail?.html_body).not.toContain('<img')
    expect(mail?.text_body).toContain('Accept the invitation')
    const other = newAddress()
    await invite(other, EDITOR)
    const [japanese] = await mailsTo(other)
    expect(japanese?.subject).toBe('【Kaiwa】フォルダへの招待が届いています')
    expect(japanese?.text_body).toContain('「佐藤 恵」さんが、フォルダ「営業会議」にあなたを招待しました。')
    expect(japanese?.text_body).toContain('あなたの権限：編集者')
  })

  it('SHARE-44 SHARE-28 verification returns the address and the item and changes nothing', async () => {
    const email = newAddress()
    await invite(email, VIEWER)
    const token = await readToken(test, { email })
    const item = { name: '営業会議', is_project: true, resource_id: folder.projectId, parent_id: owner.rootProjectId }
    const inviter = { name: '佐藤 恵', avatar: null }
    expect((await verify(token)).body).toEqual({ has_account: false, is_login: false, to_email: email, item, inviter })
    const invited = await createUser(test.db, { email })
    expect((await verify(token)).body).toMatchObject({ has_account: true, is_login: false })
    expect((await verify(token, owner)).body).toMatchObject({ has_account: true, is_login: true })
    expect(await sees(invited)).toBe(false)
    expect((await verify('nonsense')).error).toBe('E_NOT_FOUND')
  })

  it('SHARE-32 SHARE-11 is listed as pending until it is accepted, then gives its role', async () => {
    const email = newAddress()
    await invite(email, EDITOR)
    expect((await membersOf(folder)).members_not_activated).toHaveLength(1)
    const invited = await createUser(test.db, { email: email.toUpperCase() })
    const { status, body } = await accept(await readToken(test, { email }), invited)
    expect([status, body.item.resource_id]).toEqual([200, folder.projectId])
    expect((await membersOf(folder)).members_not_activated).toEqual([])
    expect(await one(invited)).toMatchObject({ role_ids: [GUEST, EDITOR], direct_access: true })
    const { all_items: items } = await test.succeed(workspace.getTree, {}, invited)
    expect(items.map(({ resource_id: id }) => id)).toEqual([folder.projectId])
  })

  it('SHARE-34 an invitation to a file opens the file in its folder', async () => {
    const file = await createFile(test.db, folder, { creator: owner, title: '録音.mp4' })
    const email = newAddress()
    await invite(email, VIEWER, owner, file)
    const invited = await createUser(test.db, { email })
    const { body } = await accept(await readToken(test, { email }), invited)
    expect(body.item).toEqual({
      name: '録音.mp4',
      is_project: false,
      resource_id: file.id,
      parent_id: folder.projectId,
    })
    const open = await test.call(files.getFile, { params: { projectId: folder.projectId, id: file.id } }, invited)
    expect(open.status).toBe(200)
  })

  it('SHARE-32 accepting twice changes nothing, also concurrently', async () => {
    const email = newAddress()
    await invite(email, EDITOR)
    const token = await readToken(test, { email })
    const invited = await createUser(test.db, { email })
    const answers = await Promise.all([1, 2, 3].map(() => accept(token, invited)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      (await events('invitation.accepted')).filter(({ data }) => (data as { user_id: number }).user_id === invited.id),
    ).toHaveLength(1)
    await change(invited, VIEWER)
    expect((await accept(token, invited)).status).toBe(200)
    expect((await one(invited))?.role_id).toBe(VIEWER)
  })

  it('SHARE-31 refuses an account with another address', async () => {
    const email = newAddress()
    await invite(email, EDITOR)
    const token = await readToken(test, { email })
    const other = await createUser(test.db)
    expect((await accept(token, other)).error).toBe('E_FORBIDDEN')
    const invited = await createUser(test.db, { email })
    await accept(token, invited)
    expect((await accept(token, other)).error).toBe('E_NOT_FOUND')
    expect(await sees(other)).toBe(false)
  })

  it('SHARE-43 is invalid after removal, before and after it was accepted', async () => {
    const email = newAddress()
    await invite(email, EDITOR)
    const token = await readToken(test, { email })
    const invited = await createUser(test.db, { email })
    await remove(email)
    expect((await accept(token, invited)).error).toBe('E_NOT_FOUND')
    expect((await verify(token)).error).toBe('E_NOT_FOUND')
    await invite(email, EDITOR)
    const again = await readToken(test, { email })
    expect((await accept(again, invited)).status).toBe(200)
    await detach(invited)
    expect((await accept(again, invited)).error).toBe('E_NOT_FOUND')
    // The answer contains the present name of the folder.
    expect((await verify(again)).error).toBe('E_NOT_FOUND')
    expect(await sees(invited)).toBe(false)
  })

  it('SHARE-41 its role can be changed; a new mail invalidates the older link', async () => {
    const email = newAddress()
    await invite(email, EDITOR)
    const first = await readToken(test, { email })
    const body = { to_email: email, role_id: VIEWER }
    expect((await test.call(contract.updateInvitedRole, { params: at(folder), body }, owner)).status).toBe(200)
    expect((await membersOf(folder)).members_not_activated[0]?.temp_role_id).toBe(VIEWER)
    await invite(email.toUpperCase(), EDITOR)
    expect((await membersOf(folder)).members_not_activated).toHaveLength(1)
    expect((await verify(first)).error).toBe('E_NOT_FOUND')
    const nobody = { to_email: newAddress(), role_id: VIEWER }
    expect((await test.call(contract.updateInvitedRole, { params: at(folder), body: nobody }, owner)).error).toBe(
      'E_NOT_FOUND',
    )
  })

  it.each([
    [EDITOR, 'ERR-18', 'PROJECT_MAX_EDITOR_EXCEEDED'],
    [VIEWER, 'ERR-19', 'PROJECT_MAX_VIEWER_EXCEEDED'],
  ] as const)(
    'role %i: %s refuses the acceptance if the plan has no seat left by then; it succeeds later',
    async (role, _id, code) => {
      const email = newAddress()
      await invite(email, role)
      const token = await readToken(test, { email })
      const invited = await createUser(test.db, { email })
      await limit({ editor: 0, viewer: 0 })
      expect((await test.call(contract.checkMemberQuota, { query: { token } })).error).toBe(code)
      expect((await accept(token, invited)).error).toBe(code)
      expect(await sees(invited)).toBe(false)
      await limit({ editor: 1, viewer: 1 })
      expect((await test.call(contract.checkMemberQuota, { query: { token } })).status).toBe(200)
      expect((await accept(token, invited)).status).toBe(200)
    },
  )

  it('ERR-18 two concurrent acceptances do not both take the last seat', async () => {
    await limit({ editor: 1 })
    const people: { token: string; user: TestUser }[] = []
    // One after the other: a mail may be written by the jobs that another call of `settle` runs.
    for (const email of [newAddress(), newAddress()]) {
      await invite(email, EDITOR)
      people.push({ token: await readToken(test, { email }), user: await createUser(test.db, { email }) })
    }
    const answers = await Promise.all(people.map(({ token, user }) => accept(token, user)))
    expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['PROJECT_MAX_EDITOR_EXCEEDED', 'ok'])
  })

  it('ERR-21 ERR-22 SHARE-24 an address of another workspace is returned in the error and cannot be invited', async () => {
    const other = await createOwner(test.db)
    const bound = await createMember(test.db, other, MEMBER)
    expect((await validate(bound.email, VIEWER)).body.user_emails_other_workspace).toEqual([bound.email])
    const { error, body } = await invite(bound.email, VIEWER)
    expect([error, body]).toMatchObject(['WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', { emails: [bound.email] }])
    expect((await membersOf(folder)).members_not_activated).toEqual([])
  })

  it('a member who joins the own workspace while the acceptance waits keeps it open', async () => {
    const busy = await createOwner(test.db)
    const { id: memberId } = await createUser(test.db)
    expect((await invite(busy.email, VIEWER)).status).toBe(201)
    const token = await readToken(test, busy)
    const { answers, waited } = await atOnce(
      test.db,
      async (trx) => {
        await lockWorkspace(trx, busy.workspaceId)
        await upsertMember(trx, busy.workspaceId, memberId, MEMBER)
      },
      [() => accept(token, busy)],
    )
    expect([waited, answers[0]?.error]).toEqual([1, 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE'])
  })

  it('ERR-21 accepting closes an own workspace that has no file and no other member; any other workspace stays', async () => {
    const [idle, busy] = [await createOwner(test.db), await createOwner(test.db)]
    await createFolder(test.db, rootOf(idle), { creator: idle })
    const tokens = []
    for (const { email } of [idle, busy]) {
      expect((await invite(email, VIEWER)).status).toBe(201)
      tokens.push(await readToken(test, { email }))
    }
    await createFile(test.db, await createFolder(test.db, rootOf(busy), { creator: busy }), { creator: busy })
    expect((await accept(tokens[0] ?? '', idle)).status).toBe(200)
    expect((await accept(tokens[1] ?? '', busy)).error).toBe('WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE')
    const closed = await test.db
      .selectFrom('workspaces')
      .innerJoin('subscriptions', 'subscriptions.workspace_id', 'workspaces.id')
      .select(['workspaces.status', 'subscriptions.status as plan'])
      .where('workspaces.id', '=', idle.workspaceId)
      .execute()
    expect(closed).toEqual([{ status: 'closed', plan: 'terminated' }])
    expect(await sees(idle)).toBe(true)
    expect((await test.succeed(billing.getUsage, {}, busy)).is_workspace_owner).toBe(true)
  })

  it('an invitation is not found while its item is in the trash, and works again after the restore', async () => {
    const email = newAddress()
    await invite(email, VIEWER)
    const token = await readToken(test, { email })
    await test.call(workspace.deleteItem, { params: { id: folder.itemId } }, owner)
    expect((await verify(token)).error).toBe('E_NOT_FOUND')
    await test.succeed(restoreItems, { body: { item_ids: [folder.itemId] } }, owner)
    expect((await verify(token)).status).toBe(200)
  })
})
