import { userChannel } from '@kaiwa/contract/channels.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getProject, getTree } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../platform/store/outbox.ts'
import { createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { openNotifications } from '../test/factories/notifications.ts'
import { createSharingFixture, openSharing } from '../test/factories/sharing-calls.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER, member: MEMBER, guest: GUEST } = ROLE

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

const { invite, detach, mailsTo } = openSharing(
  () => test,
  () => ({ owner, folder }),
)
const { list, listed, open, read, processed, guestOf, callsFor } = openNotifications(
  () => test,
  () => ({ owner, folder }),
)

/** Handles every event again, as if a worker had died between its work and its commit. */
async function handleAgain() {
  await sql`update events set reacted_at = null, reactions_done = '{}', next_attempt_at = now()
    where type not in ('new.notification', 'media.orphaned')`.execute(test.db)
  await test.settle()
}

describe('notifications', () => {
  it('NOTI-02 NOTI-04 NOTI-16 RT-01 for a shared folder, with all details that the page shows', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    expect((await invite(guest.email, EDITOR)).status).toBe(201)
    await test.settle()
    const { data, ...page } = await list(guest)
    expect(page).toEqual({ current_page: 1, last_page: 1, unread_count: 1 })
    expect(data).toEqual([
      {
        id: expect.any(Number),
        type: 'project-invited',
        flag: 0,
        date_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        user: { id: owner.id, name: '佐藤 恵', avatar: null },
        // The recipient cannot see the parent folder.
        item: { name: '営業会議', is_project: true, resource_id: folder.projectId, parent: null },
        project: { id: folder.projectId, name: '営業会議' },
        project_file: null,
        metadata: { joined: true },
        thread_id: null,
      },
    ])
    expect(await callsFor(guest)).toEqual([{ type: 'project-invited' }])
    expect(await listed(owner)).toEqual([])
    expect(await mailsTo(guest.email)).toHaveLength(1)
  })

  it('NOTI-02 NOTI-04 for a recording: the uploader for the analysis, people who share it for the new file', async () => {
    const [uploader, viewer, stranger] = [
      await guestOf(folder, EDITOR),
      await guestOf(folder),
      await createOwner(test.db),
    ]
    const file = await createFile(test.db, folder, { creator: uploader, title: '初回訪問' })
    await createTranscript(test.db, file, { blocks: 1 })
    await processed(file)
    const [mine] = await listed(uploader)
    expect(mine).toMatchObject({
      type: 'project-file-completed',
      item: {
        name: '初回訪問',
        is_project: false,
        resource_id: file.id,
        parent: { resource_id: folder.projectId, name: '営業会議' },
      },
      project: { id: folder.projectId, name: '営業会議' },
      project_file: {
        id: file.id,
        title: '初回訪問',
        thumbnail: expect.stringContaining(file.videoId),
        video_id: file.videoId,
        is_audio: false,
        is_playable: true,
        transcript: { status: 'completed' },
        failed_reason: null,
        status: 'processed',
      },
    })
    for (const reader of [viewer, owner])
      expect((await list(reader)).data.map(({ type, user }) => [type, user?.id])).toEqual([
        ['project-file-interview', uploader.id],
      ])
    expect((await list(stranger)).data).toEqual([])
  })

  it('WS-08 mark an item as new in the tree until it is opened', async () => {
    const viewer = await guestOf(folder)
    const file = await createFile(test.db, folder, { creator: owner })
    await processed(file)
    await test.settle()
    const unread = async (as: TestUser) => (await test.succeed(getTree, {}, as)).unread_item_ids
    expect(await unread(viewer)).toEqual([folder.itemId, file.itemId])
    await test.succeed(getProject, { params: { id: folder.projectId } }, viewer)
    expect(await unread(viewer)).toEqual([folder.itemId, file.itemId])
    await test.succeed(getFile, { params: { projectId: folder.projectId, id: file.id } }, viewer)
    expect(await unread(viewer)).toEqual([])
    await handleAgain()
    expect(await unread(viewer)).toEqual([])
  })

  it('NOTI-04 for a failure, which is replaced by the result of a later try', async () => {
    const file = await createFile(test.db, folder, { creator: owner, status: 'failed', failed_reason: 'timeout' })
    await test.db.transaction().execute((trx) =>
      publish(trx, {
        type: 'process.failed',
        data: { project_file_id: file.id, failed_reason: 'timeout' },
        channels: [],
      }),
    )
    const [failed, ...more] = await listed(owner)
    expect(more).toEqual([])
    expect(failed?.project_file).toMatchObject({ status: 'failed', failed_reason: 'timeout' })
    await read(undefined, owner)
    await processed(file)
    const again = await listed(owner)
    expect(again.map(({ id, flag }) => [id, flag])).toEqual([[failed?.id, 0]])
  })

  it('NOTI-04 are not sent for a person’s own actions', async () => {
    const colleague = await guestOf(folder, EDITOR)
    const file = await createFile(test.db, folder, { creator: owner })
    await processed(file, owner.id)
    expect(await listed(owner)).toEqual([])
    expect((await list(colleague)).data).toHaveLength(1)
  })

  it('NOTI-04 for a person who joined: to the inviter and the owner, who pays', async () => {
    const manager = await createMember(test.db, owner, MANAGER)
    const newcomer = await createUser(test.db, { last_name: '鈴木', first_name: '一郎' })
    await invite(newcomer.email, VIEWER, manager)
    const [invited] = await listed(newcomer)
    expect((await open(invited!.id, newcomer)).status).toBe(200)
    for (const reader of [manager, owner]) {
      const notices = await listed(reader)
      expect(notices.map(({ type, user, item }) => [type, user?.name, item.name])).toEqual([
        ['project-joined', '鈴木 一郎', '営業会議'],
      ])
      expect(await callsFor(reader)).toEqual([{ type: 'project-joined' }])
    }
  })
})

it('NOTI-04 a member sees everything in the workspace, but is notified only about their own items', async () => {
  const member = await createMember(test.db, owner, MEMBER)
  const own = await createFolder(test.db, rootOf(owner), { creator: member })
  await processed(await createFile(test.db, folder, { creator: owner }))
  expect(await listed(member)).toEqual([])
  await processed(await createFile(test.db, own, { creator: owner }))
  expect((await listed(member)).map(({ type }) => type)).toEqual(['project-file-interview'])
})

describe('no duplicates, and nothing after access was lost', () => {
  it('an event that is handled twice gives one notification and one message', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await invite(guest.email, EDITOR)
    const file = await createFile(test.db, folder, { creator: owner })
    await test.settle()
    await processed(file)
    const before = await listed(guest)
    await read(undefined, guest)
    await handleAgain()
    expect((await list(guest)).data.map(({ id, flag }) => [id, flag])).toEqual(before.map(({ id }) => [id, -1]))
    expect(await callsFor(guest)).toEqual([{ type: 'project-invited' }, { type: 'project-file-interview' }])
  })

  it('NOTI-11 access revoked before the event was handled gives no notification', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await invite(guest.email, VIEWER)
    await detach(guest)
    const file = await createFile(test.db, folder, { creator: owner })
    await processed(file)
    expect(await listed(guest)).toEqual([])
    expect(await callsFor(guest)).toEqual([])
  })

  it('NOTI-11 a notification without access is not listed, cannot be opened, and is deleted', async () => {
    const guest = await createMember(test.db, owner, GUEST)
    await invite(guest.email, VIEWER)
    const [notices] = await listed(guest)
    await detach(guest)
    // The list is empty even before the event is handled.
    expect(await list(guest)).toMatchObject({ data: [], unread_count: 0 })
    expect((await open(notices!.id, guest)).error).toBe('E_NOT_FOUND')
    await test.settle()
    await invite(guest.email, VIEWER)
    const again = await listed(guest)
    expect(again.map(({ id }) => id)).not.toContain(notices!.id)
    expect(again).toHaveLength(1)
  })

  it('NOTI-11 people removed from the workspace or disabled get no notifications', async () => {
    const [guest, disabled] = [await guestOf(folder), await guestOf(folder)]
    const file = await createFile(test.db, folder, { creator: owner })
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', disabled.id).execute()
    await processed(file)
    expect(await listed(guest)).toHaveLength(1)
    const member = await test.db
      .selectFrom('workspace_members')
      .select('id')
      .where('user_id', '=', guest.id)
      .executeTakeFirstOrThrow()
    await test.succeed(removeWorkspaceMember, { body: { member_id: member.id } }, owner)
    expect((await list(guest)).data).toEqual([])
    await test.settle()
    const left = await test.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', 'in', [guest.id, disabled.id])
      .execute()
    expect(left).toEqual([])
  })

  it('NOTI-11 items in the trash give no notifications until they are restored', async () => {
    const trash = openTrash(() => test)
    const [guest, newcomer] = [await guestOf(folder), await createUser(test.db)]
    const file = await createFile(test.db, folder, { creator: owner })
    await processed(file)
    await invite(newcomer.email, VIEWER)
    expect([(await listed(guest)).length, (await listed(newcomer)).length]).toEqual([1, 1])
    expect((await trash.remove(folder, owner)).status).toBe(200)
    for (const reader of [guest, newcomer]) expect(await list(reader)).toMatchObject({ data: [], unread_count: 0 })
    // A change of other rights in the meantime does not delete these notifications.
    const other = await createFolder(test.db, rootOf(owner), { creator: owner })
    await invite(guest.email, VIEWER, owner, other)
    await detach(guest, owner, other)
    await test.settle()
    expect((await trash.restore([folder], owner)).status).toBe(200)
    expect([(await list(guest)).unread_count, (await list(newcomer)).unread_count]).toEqual([1, 1])
  })

  it('RT-01 a recording reaches 1,000 people with one message, each once', async () => {
    const { rows } = await sql<{ id: number }>`
      with people as (
        insert into users (email, first_name, last_name, email_verified_at)
        select gen_random_uuid() || '@many.example', '花子', '山田', now() from generate_series(1, 1000) returning id
      ), members as (
        insert into workspace_members (user_id, workspace_id, role_id)
        select id, ${owner.workspaceId}, ${GUEST} from people
      )
      insert into item_roles (item_id, workspace_id, user_id, role_id)
      select ${folder.itemId}, ${owner.workspaceId}, id, ${VIEWER} from people returning user_id as id`.execute(test.db)
    const file = await createFile(test.db, folder, { creator: owner })
    await processed(file)
    await test.settle()
    await handleAgain()
    const notices = await test.db
      .selectFrom('notifications')
      .select('user_id')
      .where('item_id', '=', file.itemId)
      .where('type', '=', 'project-file-interview')
      .execute()
    const people = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(notices.map(({ user_id: id }) => id).toSorted((a, b) => a - b)).toEqual(people)
    const calls = await test.db
      .selectFrom('events')
      .select('channels')
      .where('type', '=', 'new.notification')
      .where(sql<boolean>`${userChannel(people[0]!)} = any(channels)`)
      .execute()
    expect(calls.map(({ channels }) => channels.length)).toEqual([1000])
  })

  it('RT-01 only the person can subscribe to their own channel', async () => {
    const guest = await guestOf(folder)
    const body = { socket_id: '1.2', channel_name: userChannel(guest.id) }
    expect((await test.call(authoriseChannel, { body }, guest)).status).toBe(200)
    expect((await test.call(authoriseChannel, { body }, owner)).error).toBe('E_FORBIDDEN')
  })
})
