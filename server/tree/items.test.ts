import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { emptyTrash } from '@kaiwa/contract/trash.ts'
import * as contract from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, fillFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { runJob } from '../test/run-job.ts'
import { removeExpired } from '../trash/jobs/remove-expired.ts'

let test: TestApp
let owner: TestOwner
let stranger: TestOwner
let viewer: TestUser
let member: TestUser
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  stranger = await createOwner(test.db)
  member = await createMember(test.db, owner, ROLE.member)
  viewer = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, rootOf(owner), viewer, ROLE.viewer)
})
afterAll(() => test.close())

function create(id: number, name: string, as: TestUser = owner) {
  return test.call(contract.createFolder, { params: { id }, body: { name } }, as)
}

function rename(id: number, name: string, as: TestUser = owner) {
  return test.call(contract.renameItem, { params: { id }, body: { name } }, as)
}

function remove(id: number, as: TestUser = owner) {
  return test.call(contract.deleteItem, { params: { id } }, as)
}

async function treeOf(as: TestUser): Promise<Item[]> {
  return (await test.succeed(contract.getTree, {}, as)).all_items
}

function folder(parent?: TestFolder, creator: TestUser = owner) {
  return createFolder(test.db, parent ?? rootOf(owner), { creator })
}

function events(type: string) {
  return test.db.selectFrom('events').selectAll().where('type', '=', type).orderBy('id').execute()
}

describe('createFolder', () => {
  it('WS-52 WS-38 creates a folder and returns the item', async () => {
    const { status, body } = await create(owner.rootItemId, '  営業 🎙️ 2026  ')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      creator_id: owner.id,
      parent_id: owner.rootItemId,
      path: `${owner.rootItemId}_${body.id}`,
      resource_id: body.resource_id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: expect.any(String),
      is_project: true,
      is_root_item: false,
      role_ids: [3, 3],
      key: String(body.id),
      name: '営業 🎙️ 2026',
      creator: { id: owner.id, name: '山田 花子', avatar: null },
      can: {
        rename: true,
        move: true,
        delete: true,
        create_folder: true,
        upload: true,
        view_members: true,
        invite: true,
      },
      children: [],
    })
  })

  it('WS-36 WS-02 refuses a sixth level', async () => {
    let at = owner.rootItemId
    for (let level = 1; level <= 5; level += 1) at = (await create(at, `level ${level}`)).body.id
    const answer = await create(at, 'level 6')
    expect([answer.status, answer.error]).toEqual([422, 'ITEM_MAX_FOLDER_LEVEL'])
  })

  it.each([
    ['WS-34', '', ['required']],
    ['WS-34', ' \u3000 ', ['required']],
    ['WS-34', 'あ'.repeat(101), ['max']],
    ['WS-34', 'a\u0000b', ['format']],
    ['WS-34', 'a\nb', ['format']],
    ['WS-34', 'gpj\u202e.exe', ['format']],
    ['WS-34', '\u200b\u200b', ['format']],
    ['WS-34', '\u3164\u2800', ['format']],
    ['WS-34', 'half \ud800', ['format']],
  ])('%s refuses the name %j with %j', async (_id, name, codes) => {
    const answer = await create(owner.rootItemId, name)
    expect([answer.status, answer.errors?.['name']]).toEqual([422, codes])
  })

  it.each(['あ'.repeat(100), '😀'.repeat(100), 'ｶﾅ', '../etc', "Robert'); drop table", '👨‍👩‍👧‍👦', 'שלום', '%_\\'])(
    'WS-34 stores the name %j unchanged',
    async (name) => {
      expect((await create(owner.rootItemId, name)).body.name).toBe(name)
    },
  )

  it('PERM-10 a member creates folders at the root and below their own folders, and nowhere else', async () => {
    const own = await create(owner.rootItemId, 'own', member)
    expect(own.body.role_ids).toEqual([7, 4])
    expect((await create(own.body.id, 'below own', member)).status).toBe(201)
    expect(await create((await folder()).itemId, 'x', member)).toMatchObject({
      status: 403,
      body: { error: 'E_FORBIDDEN', reason: 'role' },
    })
  })

  it('refuses viewers, strangers, a file as the parent and requests without a session', async () => {
    const file = await createFile(test.db, await folder(), { creator: owner })
    expect((await create(owner.rootItemId, 'x', viewer)).status).toBe(403)
    expect(await create(owner.rootItemId, 'x', stranger)).toMatchObject({ status: 404, body: { error: 'E_NOT_FOUND' } })
    expect((await create(file.itemId, 'x')).status).toBe(404)
    expect((await create(2_000_000_000, 'x')).status).toBe(404)
    expect(
      (await test.call(contract.createFolder, { params: { id: owner.rootItemId }, body: { name: 'x' } })).status,
    ).toBe(401)
  })

  it('refuses to create a folder without a workspace or without a plan', async () => {
    const homeless = await createUser(test.db)
    const answer = await create(owner.rootItemId, 'x', homeless)
    expect([answer.status, answer.error]).toEqual([422, 'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE'])
    const ended = await createOwner(test.db)
    await test.db
      .updateTable('subscriptions')
      .set({ status: 'finished' })
      .where('workspace_id', '=', ended.workspaceId)
      .execute()
    expect((await create(ended.rootItemId, 'x', ended)).error).toBe('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
  })

  it('publishes the change to the folder and to every user whose tree shows it, in the same transaction', async () => {
    const boss = await createOwner(test.db)
    const colleague = await createMember(test.db, boss, ROLE.member)
    const guest = await createMember(test.db, boss, ROLE.guest)
    const invited = await createMember(test.db, boss, ROLE.guest)
    const parent = await createFolder(test.db, rootOf(boss), { creator: boss })
    await assign(test.db, parent, invited, ROLE.viewer)
    await create(parent.itemId, 'x', boss)
    const event = (await events('items.changed')).at(-1)
    expect(event?.data).toEqual({})
    expect(event?.channels.toSorted()).toEqual(
      [folderChannel(parent.projectId), ...[boss, colleague, invited].map(({ id }) => userChannel(id))].sort(),
    )
    expect(event?.channels).not.toContain(userChannel(guest.id))
    const before = (await events('items.changed')).length
    await create(parent.itemId, '', boss)
    expect(await events('items.changed')).toHaveLength(before)
  })
})

describe('renameItem', () => {
  it('WS-53 WS-35 renames the folder and returns the item', async () => {
    const { itemId } = await folder()
    const { status, body } = await rename(itemId, '新しい名前')
    expect([status, body.id, body.name]).toEqual([200, itemId, '新しい名前'])
    expect((await rename(itemId, ' ')).errors).toEqual({ name: ['required'] })
    expect((await rename(itemId, 'x'.repeat(101))).errors).toEqual({ name: ['max'] })
  })

  it('publishes ids, time and person to the users who see the folder, and to no others', async () => {
    const boss = await createOwner(test.db)
    const colleague = await createMember(test.db, boss, ROLE.member)
    const stranger = await createMember(test.db, boss, ROLE.guest)
    const invited = await createMember(test.db, boss, ROLE.guest)
    const ofFile = await createMember(test.db, boss, ROLE.guest)
    const excluded = await createMember(test.db, boss, ROLE.guest)
    const parent = await createFolder(test.db, rootOf(boss), { creator: boss })
    const inner = await createFolder(test.db, parent, { creator: boss })
    const file = await createFile(test.db, inner, { creator: boss })
    await assign(test.db, parent, invited, ROLE.viewer)
    await assign(test.db, parent, excluded, ROLE.viewer)
    await assign(test.db, inner, excluded, null)
    await assign(test.db, file, ofFile, ROLE.viewer)
    const { body } = await rename(inner.itemId, '会議', boss)
    const event = (await events('item.renamed')).at(-1)
    expect(event?.data).toEqual({
      item_id: inner.itemId,
      project_id: inner.projectId,
      updated_at: body.updated_at,
      updated_by: { id: boss.id, name: '山田 花子', avatar: null },
    })
    expect(event?.channels.toSorted()).toEqual(
      [boss, colleague, invited, ofFile].map(({ id }) => userChannel(id)).sort(),
    )
    expect(event?.channels).not.toContain(userChannel(stranger.id))
  })

  it('WS-16 refuses the root', async () => {
    expect(await rename(owner.rootItemId, 'x')).toMatchObject({
      status: 403,
      body: { error: 'E_FORBIDDEN', reason: 'root' },
    })
  })

  it('a viewer and a member are refused, a stranger gets not found', async () => {
    const { itemId } = await folder()
    expect((await rename(itemId, 'x', viewer)).status).toBe(403)
    expect((await rename(itemId, 'x', member)).status).toBe(403)
    expect((await rename(itemId, 'x', stranger)).status).toBe(404)
  })
})

describe('deleteItem', () => {
  it('WS-54 deletes everything below and returns unread ids; storage is released when the trash is emptied', async () => {
    const boss = await createOwner(test.db)
    const top = await createFolder(test.db, rootOf(boss), { creator: boss })
    const below = await createFolder(test.db, top, { creator: boss })
    const kept = await createFolder(test.db, rootOf(boss), { creator: boss })
    const files = [
      await createFile(test.db, top, { creator: boss }),
      await createFile(test.db, below, { creator: boss, status: 'processing' }),
    ]
    const keptFile = await createFile(test.db, kept, { creator: boss })
    for (const itemId of [keptFile.itemId, files[0]?.itemId ?? 0])
      await test.db.insertInto('unread_items').values({ user_id: boss.id, item_id: itemId }).execute()
    for (const { videoId } of [...files, keptFile]) {
      await test.app.storage.put(`media/${videoId}/original`, 'x')
      await test.app.storage.put(`speech/${videoId}/000000.wav`, 'x')
    }
    const left = async () => {
      const rows = await test.db
        .selectFrom('items')
        .select('id')
        .where('workspace_id', '=', boss.workspaceId)
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    }
    const stored = async () => {
      const { total } = await test.db
        .selectFrom('usage_ledger')
        .select(sql<number>`sum(amount)::bigint`.as('total'))
        .where('workspace_id', '=', boss.workspaceId)
        .executeTakeFirstOrThrow()
      return total / 1_048_576
    }
    const all = await left()
    expect((await remove(top.itemId, boss)).body).toEqual({
      unread_item_ids: [kept.itemId, keptFile.itemId],
      trashed_item_ids: [top.itemId],
    })
    expect([await left(), await stored()]).toEqual([all, 30])
    const deleted = (await events('files.deleted')).slice(-2)
    expect(deleted.map(({ data, channels }) => [data, channels])).toEqual(
      expect.arrayContaining([
        [{ project_file_ids: [files[0]?.id] }, [folderChannel(top.projectId)]],
        [{ project_file_ids: [files[1]?.id] }, [folderChannel(below.projectId)]],
      ]),
    )
    await test.succeed(emptyTrash, {}, boss)
    await test.settle()
    expect([await left(), await stored()]).toEqual([[boss.rootItemId, kept.itemId, keptFile.itemId], 10])
    expect(await test.app.storage.list('media/')).toEqual([`media/${keptFile.videoId}/original`])
    expect(await test.app.storage.list('speech/')).toEqual([`speech/${keptFile.videoId}/000000.wav`])
  })

  it('publishes the deletion of many files in events of at most 500 ids', async () => {
    const full = await folder()
    await fillFolder(test.db, full, { creator: owner, count: 1_201 })
    await test.db.deleteFrom('events').execute()
    expect((await remove(full.itemId)).status).toBe(200)
    await test.succeed(emptyTrash, {}, owner)
    await runJob(test, removeExpired)
    for (const [type, ids] of [
      ['files.deleted', 'project_file_ids'],
      ['media.orphaned', 'video_ids'],
    ] as const) {
      const published = (await events(type)).map(({ data }) => (data as Record<string, unknown[]>)[ids] ?? [])
      expect(Math.max(...published.map(({ length }) => length))).toBeLessThanOrEqual(500)
      expect(published.flat()).toHaveLength(1_201)
      expect(new Set(published.flat()).size).toBe(1_201)
    }
  })

  it('WS-18 refuses the root', async () => {
    expect(await remove(owner.rootItemId)).toMatchObject({ status: 403, body: { reason: 'root' } })
  })

  it('a viewer and a member are refused, a stranger gets not found', async () => {
    const { itemId } = await folder()
    expect((await remove(itemId, viewer)).status).toBe(403)
    expect((await remove(itemId, member)).status).toBe(403)
    expect((await remove(itemId, stranger)).status).toBe(404)
    expect((await remove(itemId)).status).toBe(200)
    expect((await remove(itemId)).status).toBe(404)
  })
})

describe('the tree', () => {
  it('WS-06 WS-38 is an array of top nodes, folders only, nested, in natural order', async () => {
    const boss = await createOwner(test.db)
    const [ten, two] = [
      await createFolder(test.db, rootOf(boss), { creator: boss, name: '10月' }),
      await createFolder(test.db, rootOf(boss), { creator: boss, name: '2月' }),
    ]
    const inner = await createFolder(test.db, ten, { creator: boss, name: '商談' })
    await createFile(test.db, inner, { creator: boss })
    const [root, ...others] = await treeOf(boss)
    expect(others).toEqual([])
    expect(root).toMatchObject({
      id: boss.rootItemId,
      parent_id: null,
      is_root_item: true,
      resource_id: boss.rootProjectId,
    })
    expect(root?.children.map(({ name }) => name)).toEqual(['2月', '10月'])
    expect(root?.children[0]).toMatchObject({ id: two.itemId, children: [] })
    expect(root?.children[1]?.children).toMatchObject([
      { id: inner.itemId, path: `${boss.rootItemId}_${ten.itemId}_${inner.itemId}`, children: [] },
    ])
  })

  it('PERM-14 contains a guest’s topmost folders and reveals nothing about their ancestors', async () => {
    const boss = await createOwner(test.db)
    const above = await createFolder(test.db, rootOf(boss), { creator: boss })
    const top = await createFolder(test.db, above, { creator: boss })
    const hidden = await createFolder(test.db, top, { creator: boss })
    const again = await createFolder(test.db, hidden, { creator: boss })
    const guest = await createMember(test.db, boss, ROLE.guest)
    await assign(test.db, top, guest, ROLE.editor)
    await assign(test.db, hidden, guest, null)
    await assign(test.db, again, guest, ROLE.viewer)
    const tree = await treeOf(guest)
    expect(tree).toMatchObject([
      { id: top.itemId, parent_id: null, path: String(top.itemId), role_ids: [8, 4], children: [] },
      { id: again.itemId, parent_id: null, path: String(again.itemId), role_ids: [8, 5], children: [] },
    ])
    expect(tree[0]?.can).toEqual({
      rename: false,
      move: false,
      delete: false,
      create_folder: false,
      upload: true,
      view_members: true,
      invite: false,
    })
    expect(JSON.stringify(tree)).not.toContain(`"${above.itemId}`)
  })

  it('WS-07 WS-08 lists shared folders and unread items', async () => {
    const boss = await createOwner(test.db)
    const guest = await createMember(test.db, boss, ROLE.guest)
    const shared = await createFolder(test.db, rootOf(boss), { creator: boss })
    const plain = await createFolder(test.db, rootOf(boss), { creator: boss })
    await assign(test.db, shared, guest, ROLE.viewer)
    const file = await createFile(test.db, plain, { creator: boss })
    for (const user of [boss, guest])
      await test.db.insertInto('unread_items').values({ user_id: user.id, item_id: file.itemId }).execute()
    const session = await test.succeed(contract.getTree, {}, boss)
    expect([session.shared_folder_ids, session.unread_item_ids]).toEqual([
      [shared.projectId],
      [plain.itemId, file.itemId],
    ])
    expect((await test.succeed(contract.getTree, {}, guest)).unread_item_ids).toEqual([])
  })

  it('WS-08 opening a folder marks it as read, and the remaining unread ids are returned on request', async () => {
    const boss = await createOwner(test.db)
    const [fresh, other] = [
      await createFolder(test.db, rootOf(boss), { creator: boss }),
      await createFolder(test.db, rootOf(boss), { creator: boss }),
    ]
    const news = [fresh, other].map(({ itemId }) => ({ user_id: boss.id, item_id: itemId }))
    await test.db.insertInto('unread_items').values(news).execute()
    const open = (query = {}) => test.succeed(contract.getProject, { params: { id: fresh.projectId }, query }, boss)
    expect(await open()).not.toHaveProperty('unread_item_ids')
    expect((await open({ unread: '1' })).unread_item_ids).toEqual([other.itemId])
  })
})
