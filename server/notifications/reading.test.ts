import { userChannel } from '@kaiwa/contract/channels.ts'
import * as contract from '@kaiwa/contract/notifications.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFile, rootOf, type TestFolder } from '../test/factories/items.ts'
import { openNotifications } from '../test/factories/notifications.ts'
import { createSharingFixture, openSharing } from '../test/factories/sharing-calls.ts'
import { createOwner, createUser, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { pruneNotifications } from './jobs/prune-notifications.ts'

const { editor: EDITOR, viewer: VIEWER } = ROLE

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

const { invite, remove, mailsTo, limit, sees } = openSharing(
  () => test,
  () => ({ owner, folder }),
)
const { list, listed, open, read, guestOf, callsFor, fill } = openNotifications(
  () => test,
  () => ({ owner, folder }),
)

describe('a pending invitation', () => {
  it('NOTI-06 NOTI-17 is accepted by opening it, once', async () => {
    const newcomer = await createUser(test.db)
    await invite(newcomer.email, EDITOR)
    const [waiting] = await listed(newcomer)
    expect(waiting).toMatchObject({ type: 'project-invited', flag: 0, metadata: { joined: false }, project_file: null })
    expect(await sees(newcomer)).toBe(false)
    await read(undefined, newcomer)
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await open(waiting!.id, newcomer)
      expect([status, body.id, body.flag, body.metadata.joined]).toEqual([200, waiting!.id, 1, true])
    }
    expect(await sees(newcomer)).toBe(true)
    expect(await mailsTo(newcomer.email)).toHaveLength(1)
  })

  it('NOTI-02 for a file shows no more than its mail before it is accepted', async () => {
    const newcomer = await createUser(test.db)
    const file = await createFile(test.db, folder, { creator: owner, title: '初回訪問' })
    await invite(newcomer.email, VIEWER, owner, file)
    const [waiting] = await listed(newcomer)
    expect(waiting).toMatchObject({
      item: { name: '初回訪問', is_project: false, parent: null },
      project: null,
      project_file: null,
    })
    const { body } = await open(waiting!.id, newcomer)
    expect(body).toMatchObject({ project: { id: folder.projectId }, project_file: { id: file.id } })
  })

  it('shows why the reader cannot join, and remains', async () => {
    const newcomer = await createUser(test.db)
    const settled = await createOwner(test.db)
    await createFile(test.db, rootOf(settled), { creator: settled })
    await invite(newcomer.email, VIEWER)
    const [waiting] = await listed(newcomer)
    await limit({ viewer: 0 })
    expect((await open(waiting!.id, newcomer)).error).toBe('PROJECT_MAX_VIEWER_EXCEEDED')
    await limit({ editor: 0 })
    await test.db.updateTable('invitations').set({ role_id: EDITOR }).where('email', '=', newcomer.email).execute()
    expect((await open(waiting!.id, newcomer)).error).toBe('PROJECT_MAX_EDITOR_EXCEEDED')
    expect((await list(newcomer)).data[0]).toMatchObject({ flag: 0, metadata: { joined: false } })
    await test.db
      .updateTable('workspace_members')
      .set({ user_id: newcomer.id })
      .where('user_id', '=', settled.id)
      .execute()
    expect((await open(waiting!.id, newcomer)).error).toBe('WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE')
  })

  it('NOTI-11 disappears when it is revoked, and is visible only to its recipient address', async () => {
    const [newcomer, moved] = [await createUser(test.db), await createUser(test.db)]
    await invite(newcomer.email, VIEWER)
    await invite(moved.email, VIEWER)
    const [waiting] = await listed(newcomer)
    const [other] = await listed(moved)
    await test.db
      .updateTable('users')
      .set({ email: `moved.${moved.email}` })
      .where('id', '=', moved.id)
      .execute()
    expect((await list(moved)).data).toEqual([])
    expect((await open(other!.id, moved)).error).toBe('E_NOT_FOUND')
    await remove(newcomer.email)
    expect(await listed(newcomer)).toEqual([])
    expect((await open(waiting!.id, newcomer)).error).toBe('E_NOT_FOUND')
  })

  it('sent again remains one notification, and is unread again', async () => {
    const newcomer = await createUser(test.db)
    await invite(newcomer.email, VIEWER)
    const [first] = await listed(newcomer)
    await read(undefined, newcomer)
    await invite(newcomer.email, EDITOR)
    expect((await listed(newcomer)).map(({ id, flag }) => [id, flag])).toEqual([[first?.id, 0]])
    expect(await callsFor(newcomer)).toHaveLength(2)
  })
})

describe('reading', () => {
  const flags = async (reader: TestUser) => (await list(reader)).data.map(({ flag }) => flag)

  it('NOTI-15 NOTI-16 lists pages of twenty, newest first', async () => {
    const ids = await fill(owner, 41)
    const pages = [await list(owner), await list(owner, 2), await list(owner, 3), await list(owner, 4)]
    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 1, 0])
    expect(pages.map(({ current_page: page, last_page: last }) => [page, last])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
      [4, 3],
    ])
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids)
    expect((await test.call(contract.listNotifications, { query: { page: 0 } }, owner)).status).toBe(422)
  })

  it('NOTI-03 NOTI-17 NOTI-18 flags are 0 unread, 1 opened, -1 read with the others; only the recipient can change them', async () => {
    const guest = await guestOf(folder)
    const [opened, among] = await fill(owner, 3)
    const [theirs] = await fill(guest, 1)
    expect(await flags(owner)).toEqual([0, 0, 0])
    expect((await open(opened!, owner)).body).toMatchObject({ id: opened, flag: 1 })
    await read([among!, theirs!, 2_000_000_000], owner)
    expect(await flags(owner)).toEqual([1, -1, 0])
    expect(await flags(guest)).toEqual([0])
    expect((await open(theirs!, owner)).error).toBe('E_NOT_FOUND')
    await read([], owner)
    expect((await list(owner)).unread_count).toBe(1)
    await read(undefined, owner)
    expect(await flags(owner)).toEqual([1, -1, -1])
    expect(await flags(guest)).toEqual([0])
  })

  it('NOTI-18 accepts at most 10,000 ids', async () => {
    await fill(owner, 10_000)
    const { rows } = await sql<{ id: number }>`
      select id from notifications where user_id = ${owner.id}`.execute(test.db)
    await read(
      rows.map(({ id }) => id),
      owner,
    )
    expect((await list(owner)).unread_count).toBe(0)
    const tooMany = Array.from({ length: 10_001 }, (_, index) => index + 1)
    expect((await test.call(contract.readNotifications, { body: { ids: tooMany } }, owner)).status).toBe(422)
  })

  it('notifies the other windows of the reader', async () => {
    await fill(owner, 2)
    await read(undefined, owner)
    await read(undefined, owner)
    const rows = await test.db
      .selectFrom('events')
      .select('channels')
      .where('type', '=', 'notifications.read')
      .where(sql<boolean>`${userChannel(owner.id)} = any(channels)`)
      .execute()
    expect(rows).toEqual([{ channels: [userChannel(owner.id)] }])
  })

  it('deletes notifications older than 180 days', async () => {
    const [kept, old] = await fill(owner, 2)
    await sql`update notifications set created_at = now() - interval '181 days' where id = ${old}`.execute(test.db)
    await test.db.transaction().execute((trx) => test.app.jobs.send(trx, pruneNotifications, {}))
    await test.settle()
    expect((await list(owner)).data.map(({ id }) => id)).toEqual([kept])
  })

  it('NOTI-19 API-08 has the specified methods and paths', () => {
    const { listNotifications, openNotification, readNotifications } = contract
    expect([listNotifications, openNotification, readNotifications].map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/notifications'],
      ['PATCH', '/notifications/{id}'],
      ['PATCH', '/notifications/read-all'],
    ])
  })
})
