import { fileChannel, folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import * as contract from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { emptyTrash } from '@kaiwa/contract/trash.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGrant } from './media-grant.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let viewer: TestUser
let editor: TestUser
let stranger: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  stranger = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  viewer = await createMember(test.db, owner, ROLE.guest)
  editor = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, folder, viewer, ROLE.viewer)
  await assign(test.db, folder, editor, ROLE.editor)
})
afterAll(() => test.close())

function params(file: TestFile) {
  return { projectId: file.projectId, id: file.id }
}

function get(file: TestFile, as: TestUser = owner) {
  return test.call(contract.getFile, { params: params(file) }, as)
}

function file(columns: Partial<Parameters<typeof createFile>[2]> = {}) {
  return createFile(test.db, folder, { creator: owner, ...columns })
}

describe('getFile', () => {
  it('WS-40 WS-61 FILE-21 returns the file resource and unread_item_ids', async () => {
    const made = await file({ title: '商談 1', original_size: 5_242_880, derived_size: 1_048_576, num_speaker: 2 })
    const transcript = await test.db
      .insertInto('transcripts')
      .values({ file_id: made.id, status: 'completed' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const next = await file()
    for (const { itemId } of [made, next])
      await test.db.insertInto('unread_items').values({ user_id: owner.id, item_id: itemId }).execute()
    const { status, body } = await get(made)
    expect(status).toBe(200)
    const { url, thumbnail, ...rest } = body
    expect(rest).toEqual({
      id: made.id,
      is_project: false,
      item_id: made.itemId,
      project_id: folder.projectId,
      title: '商談 1',
      name: '商談 1',
      file_name: '商談 1.mp4',
      status: 'processed',
      failed_reason: null,
      note: null,
      thumbnail_kind: 'normal',
      thumbnail_count: 36,
      video_id: made.videoId,
      is_audio: false,
      is_recording: false,
      is_playable: true,
      has_waveform: true,
      duration: 60,
      total_size: 6,
      original_size: 5,
      language: 'auto',
      detected_language: null,
      num_speaker: 2,
      transcript: { id: transcript.id, status: 'completed', block_count: 0 },
      created_at: expect.stringMatching(/Z$/),
      transcript_started_at: null,
      estimate_completed_at: null,
      progress_share: 0,
      progress_at: null,
      last_updated_by: { id: owner.id, name: '山田 花子', avatar: null },
      last_updated_at: expect.stringMatching(/Z$/),
      hubspot_deal: null,
      project_file_item: { role_ids: [3, 3] },
      metadata: [],
      upload: null,
      can: {
        open: true,
        rename: true,
        move: true,
        delete: true,
        cancel: false,
        retry: false,
        edit: true,
        download: true,
        export: true,
        export_table: true,
        import: true,
        comment: true,
        change_language: true,
        clip: true,
      },
      members: expect.arrayContaining([expect.objectContaining({ id: owner.id })]),
      member_count: 3,
      // The request marks the file as read; the other file is still unread.
      unread_item_ids: [folder.itemId, next.itemId],
    })
    const grant = /^http:\/\/[^/]+\/media\/([^/]+)$/.exec(url)?.[1] ?? ''
    expect(readGrant(grant, test.app.config.secret)).toEqual({
      userId: owner.id,
      sessionId: owner.actor.sessionId,
      fileId: made.id,
    })
    expect(thumbnail).toBe(`${url}/${made.videoId}/thumbnail.jpg`)
  })

  it('a file that is being uploaded shows its progress', async () => {
    const made = await file({ status: 'waiting', has_thumbnail: false, is_playable: false })
    const upload = await test.db
      .insertInto('uploads')
      .values({
        file_id: made.id,
        uuid: '7b4d1c52-4f3a-4c7e-9a55-0c2b7a0f7a11',
        created_by: owner.id,
        declared_size: 10,
        received: 2_621_440,
        created_at: sql`to_timestamp(1790000000)`,
        reserved_until: sql`to_timestamp(1790007200)`,
        expires_at: sql`to_timestamp(1800000000)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await get(made)
    expect(body).toMatchObject({
      status: 'waiting',
      thumbnail: null,
      thumbnail_kind: 'processing',
      upload: {
        id: upload.id,
        uuid: '7b4d1c52-4f3a-4c7e-9a55-0c2b7a0f7a11',
        received: 2.5,
        active_at: '2026-09-21T15:13:20.000Z',
        expired_at: 1_800_000_000,
      },
      can: { open: false, download: false },
    })
  })

  it('FILE-08 shows the first three of the people who have access to it', async () => {
    const others = [await createMember(test.db, owner, ROLE.guest), await createMember(test.db, owner, ROLE.guest)]
    const made = await file({ creator: editor })
    for (const user of others) await assign(test.db, made, user, ROLE.viewer)
    const { body } = await get(made)
    expect([body.members.length, body.members[0]?.id, body.member_count]).toEqual([3, editor.id, 5])
    await assign(test.db, made, others[0] as TestUser, null)
    expect((await get(made)).body.member_count).toBe(4)
  })

  it('FILE-14 is not found for a stranger, under another folder, or after deletion', async () => {
    const made = await file()
    expect(await get(made, stranger)).toMatchObject({ status: 404, body: { error: 'E_NOT_FOUND' } })
    expect((await get({ ...made, projectId: owner.rootProjectId })).status).toBe(404)
    expect((await test.call(contract.getFile, { params: params(made) })).status).toBe(401)
    const nonsense = { projectId: 'x', id: -1 } as unknown as { projectId: number; id: number }
    expect((await test.call(contract.getFile, { params: nonsense }, owner)).status).toBe(404)
  })

  it('PERM-29 a viewer sees the file and may only open it', async () => {
    const { body } = await get(await file(), viewer)
    expect(body.project_file_item.role_ids).toEqual([8, 5])
    expect(body.can).toEqual({
      open: true,
      rename: false,
      move: false,
      delete: false,
      cancel: false,
      retry: false,
      edit: false,
      download: false,
      export: true,
      export_table: false,
      import: false,
      comment: true,
      change_language: false,
      clip: false,
    })
  })
})

describe('renameFile', () => {
  const rename = (made: TestFile, title: string, as: TestUser = owner) =>
    test.call(contract.renameFile, { params: params(made), body: { title } }, as)

  it('WS-57 takes a title, keeps the file name and publishes who renamed it', async () => {
    const made = await file({ title: 'before' })
    const { status, body } = await rename(made, ' 商談 ', editor)
    expect([status, body.title, body.name, body.file_name]).toEqual([200, '商談', '商談', 'before.mp4'])
    expect(body.last_updated_by?.id).toBe(editor.id)
    const event = await test.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'file.updated')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect([event?.data, event?.channels]).toEqual([
      { project_file_id: made.id },
      [folderChannel(folder.projectId), fileChannel(made.id)],
    ])
  })

  it('PERM-26 refuses a viewer and a blank title, and a stranger gets not found', async () => {
    const made = await file()
    expect(await rename(made, 'x', viewer)).toMatchObject({
      status: 403,
      body: { error: 'E_FORBIDDEN', reason: 'role' },
    })
    expect((await rename(made, 'x', stranger)).status).toBe(404)
    expect((await rename(made, ' ')).errors).toEqual({ title: ['required'] })
    expect((await rename(made, 'x'.repeat(101))).errors).toEqual({ title: ['max'] })
  })
})

describe('deleting files', () => {
  const remove = (made: TestFile, as: TestUser = owner) => test.call(contract.deleteFile, { params: params(made) }, as)
  const removeAll = (ids: number[], as: TestUser = owner) =>
    test.call(contract.deleteFiles, { params: { projectId: folder.projectId }, query: { 'ids[]': ids } }, as)
  const exists = async (made: TestFile) => (await get(made)).status === 200

  it('WS-58 deletes a file by project and file id; emptying the trash deletes its rows, storage and media', async () => {
    const made = await file()
    await test.app.storage.put(`media/${made.videoId}/original`, 'x')
    const { status, body } = await remove(made, editor)
    expect([status, body]).toEqual([200, { unread_item_ids: [], trashed_item_ids: [made.itemId] }])
    expect(await exists(made)).toBe(false)
    expect(await test.app.storage.list(`media/${made.videoId}/`)).toHaveLength(1)
    await test.succeed(emptyTrash, {}, owner)
    await test.settle()
    const rows = await test.db
      .selectFrom('usage_ledger')
      .select('amount')
      .where('file_id', '=', made.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ amount }) => amount)).toEqual([10_485_760, -10_485_760])
    expect(await test.app.storage.list(`media/${made.videoId}/`)).toEqual([])
    expect((await remove(made)).status).toBe(404)
  })

  it('WS-59 deletes several files, all of them or none', async () => {
    const files = [await file(), await file(), await file()]
    const elsewhere = await createFile(test.db, await createFolder(test.db, rootOf(owner), { creator: owner }), {
      creator: owner,
    })
    const ids = files.map(({ id }) => id)
    expect((await removeAll([...ids, elsewhere.id])).status).toBe(404)
    expect(await Promise.all(files.map(exists))).toEqual([true, true, true])
    const { body } = await removeAll(ids)
    expect(body).toMatchObject({
      success: true,
      trashed_item_ids: expect.arrayContaining(files.map(({ itemId }) => itemId)),
    })
    expect(await Promise.all(files.map(exists))).toEqual([false, false, false])
    const event = await test.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'files.deleted')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event?.data).toEqual({ project_file_ids: expect.arrayContaining(ids) })
    expect((await removeAll([(await file()).id])).status).toBe(200)
  })

  it('PERM-26 refuses a viewer, and a stranger gets not found', async () => {
    const made = await file()
    expect((await remove(made, viewer)).status).toBe(403)
    expect((await remove(made, stranger)).status).toBe(404)
    expect((await removeAll([made.id], viewer)).status).toBe(403)
    expect((await removeAll([made.id], stranger)).status).toBe(404)
    expect(await exists(made)).toBe(true)
  })
})

describe('channels', () => {
  const may = async (user: TestUser, channel: string) =>
    test.app.realtime.authorise(user.actor, '1.1', channel).then(
      () => true,
      () => false,
    )

  it('can be subscribed to by the users who see their subject, and by no others', async () => {
    const made = await file()
    const single = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, made, single, ROLE.viewer)
    const uninvited = await createMember(test.db, owner, ROLE.guest)
    const receivedEvents = async (channel: string) => {
      const people = { owner, viewer, single, uninvited, stranger }
      const answers = await Promise.all(Object.values(people).map((user) => may(user, channel)))
      return Object.keys(people).filter((_, index) => answers[index])
    }
    expect(await receivedEvents(folderChannel(folder.projectId))).toEqual(['owner', 'viewer'])
    expect(await receivedEvents(fileChannel(made.id))).toEqual(['owner', 'viewer', 'single'])
    expect(await receivedEvents(folderChannel(owner.rootProjectId))).toEqual(['owner'])
    expect(await receivedEvents(userChannel(viewer.id))).toEqual(['viewer'])
    expect(await receivedEvents(folderChannel(2000000000))).toEqual([])
  })
})
