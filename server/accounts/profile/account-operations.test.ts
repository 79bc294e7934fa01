import * as contract from '@kaiwa/contract/accounts.ts'
import { getQuotas } from '@kaiwa/contract/billing.ts'
import { CHAT_MODELS } from '@kaiwa/contract/chat-models.ts'
import { PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFolder, rootOf } from '../../test/factories/items.ts'
import { createMember, createOwner, createUser, PASSWORD, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db, { first_name: '太郎', last_name: '佐藤' })
  await test.db
    .updateTable('users')
    .set({ company: '会話商事', is_visited: false })
    .where('id', '=', owner.id)
    .execute()
})
afterAll(() => test.close())

async function check(as: { token: string }) {
  return (await test.call(contract.checkSession, {}, as)).body.user
}

describe('the user', () => {
  it('ACC-10 has every field, and the token only in the response of a sign-in', async () => {
    const { body } = await test.call(contract.login, { body: { email: owner.email, password: PASSWORD } })
    expect(body.user).toEqual({
      id: owner.id,
      name: '佐藤 太郎',
      email: owner.email,
      avatar: null,
      first_name: '太郎',
      last_name: '佐藤',
      company: { name: '会話商事' },
      is_visited: false,
      is_disabled: false,
      is_set_password: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      roles: [{ name: 'project-owner', team_id: owner.workspaceId, role_id: ROLE.owner }],
      settings: expect.any(Object),
      workspaces: [expect.any(Object)],
      can: {
        view_members: true,
        keep_trash: true,
        connect_crm: true,
        pay: true,
        inquire: true,
        view_installation: true,
      },
    })
    expect(body.user.token).toBe(body.token)
    expect((await check(owner)).token).toBeNull()
  })

  it('ACC-11 has settings, the chat 320 wide and with its default model', async () => {
    expect((await check(owner)).settings).toEqual({
      is_tag_list_opened: false,
      is_chat_opened: false,
      is_section_opened: false,
      is_first_steps_closed: false,
      is_uncertain_marked: true,
      chat_width: 320,
      chat_model: 'openai_gpt35_turbo',
      locale: 'ja',
      theme: 'auto',
    })
  })

  it('ACC-12 has a workspace with its counters', async () => {
    const own = await createOwner(test.db)
    await createMember(test.db, own, ROLE.member)
    const folder = await createFolder(test.db, rootOf(own), { creator: own })
    await assign(test.db, folder, await createMember(test.db, own, ROLE.guest), ROLE.viewer)
    await test.db
      .insertInto('usage_ledger')
      .values([
        { workspace_id: own.workspaceId, kind: 'storage', amount: 3 * 1_048_576, cause: 'test storage' },
        { workspace_id: own.workspaceId, kind: 'minute', amount: 7, cause: 'test minutes' },
        { workspace_id: own.workspaceId, kind: 'chat', amount: 2, cause: 'test chats' },
      ])
      .execute()
    expect((await check(own)).workspaces).toEqual([
      {
        id: own.workspaceId,
        status: 'active',
        owner_id: own.id,
        current_editor: 1,
        current_viewer: 1,
        current_storage: 3,
        current_minute: 7,
        current_chat: 2,
        point: 0,
      },
    ])
    expect((await check(await createUser(test.db))).workspaces).toEqual([])
  })

  it('ACC-28 is marked as visited after the call', async () => {
    const user = await createUser(test.db)
    await test.db.updateTable('users').set({ is_visited: false }).where('id', '=', user.id).execute()
    const answer = await test.call(profile.updateFirstVisited, {}, user)
    expect([answer.status, answer.body.user.is_visited]).toEqual([200, true])
    expect((await check(user)).is_visited).toBe(true)
    expect((await check(owner)).is_visited).toBe(false)
  })
})

describe('the settings', () => {
  const change = (settings: Record<string, unknown>) =>
    test.call(contract.updateSettings, { body: { settings } }, owner)

  it.each([
    { chat_width: 400 },
    { is_tag_list_opened: true },
    { is_section_opened: true },
    { is_chat_opened: true },
    ...Object.keys(CHAT_MODELS).map((chat_model) => ({ chat_model })),
  ])('ACC-29 ACC-08 %o is kept, beside the others', async (settings) => {
    const before = (await check(owner)).settings
    expect(await change(settings)).toMatchObject({ status: 200, body: { settings: { ...before, ...settings } } })
    expect((await check(owner)).settings).toEqual({ ...before, ...settings })
  })

  it.each([
    [{ chat_width: 239 }, { 'settings.chat_width': ['min'] }],
    [{ chat_width: 481 }, { 'settings.chat_width': ['max'] }],
    [{ chat_model: 'another' }, { 'settings.chat_model': ['format'] }],
    [{ is_chat_opened: 'yes' }, { 'settings.is_chat_opened': ['format'] }],
  ])('ACC-29 %o is refused', async (settings, errors) => {
    const answer = await change(settings)
    expect([answer.status, answer.errors]).toEqual([422, errors])
  })
})

describe('the workspace in the profile', () => {
  it('ACC-37 returns its quotas: limit, used and remaining', async () => {
    const own = await createOwner(test.db, { plan: 'trial' })
    await createMember(test.db, own, ROLE.member)
    const { minute, chat, viewer } = PLAN_LIMITS.trial
    const storage = PLAN_LIMITS.trial.storage * 1024
    expect((await test.call(getQuotas, {}, own)).body).toEqual({
      limit: { storage, minute, editor: 1, viewer, chat },
      used: { storage: 0, minute: 0, editor: 1, viewer: 0, chat: 0 },
      remain: { storage, minute, editor: 0, viewer, chat },
    })
    const nothing = { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 }
    const nobody = await test.call(getQuotas, {}, await createUser(test.db))
    expect(nobody.body).toEqual({ limit: nothing, used: nothing, remain: nothing })
  })

  it('ACC-38 returns its members; a guest sees only themselves', async () => {
    const own = await createOwner(test.db, { last_name: '井上' })
    const member = await createMember(test.db, own, ROLE.member, { last_name: '阿部' })
    const guest = await createMember(test.db, own, ROLE.guest, { last_name: '上田' })
    const list = async (as: { token: string }) => (await test.call(profile.listProfileMembers, {}, as)).body.data
    const all = await list(own)
    expect(all).toHaveLength(3)
    expect(all).toContainEqual({
      id: member.id,
      name: '阿部 花子',
      avatar: null,
      email: member.email,
      role_id: ROLE.member,
    })
    expect(await list(member)).toEqual(all)
    expect((await list(guest)).map(({ id }) => id)).toEqual([guest.id])
    expect(await list(await createUser(test.db))).toEqual([])
    expect((await list(owner)).map(({ id }) => id)).toEqual([owner.id])
  })
})
