import { fileChannel, folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let manager: TestUser
let member: TestUser
let guest: TestUser
let stranger: TestOwner
let deals: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  stranger = await createOwner(test.db)
  manager = await createMember(test.db, owner, ROLE.manager)
  member = await createMember(test.db, owner, ROLE.member)
  guest = await createMember(test.db, owner, ROLE.guest)
  deals = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談' })
  for (const person of [member, guest]) await assign(test.db, deals, person, ROLE.editor)
})
afterAll(() => test.close())

const { remove, restore, list, age } = openTrash(() => test)

function folder(parent: TestFolder = deals, name?: string) {
  return createFolder(test.db, parent, { creator: owner, ...(name === undefined ? {} : { name }) })
}

function file(parent: TestFolder = deals) {
  return createFile(test.db, parent, { creator: owner })
}

async function seesFolder({ projectId }: TestFolder, as: TestUser = owner) {
  return (await test.call(workspace.getProject, { params: { id: projectId } }, as)).status === 200
}

async function seesFile({ projectId, id }: TestFile, as: TestUser = owner) {
  return (await test.call(getFile, { params: { projectId, id } }, as)).status === 200
}

async function placeOf({ itemId }: { itemId: number }) {
  const { path, depth, trash_id } = await test.db
    .selectFrom('items')
    .select(['path', 'depth', 'trash_id'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  return { path, depth, trash_id }
}

function move(what: { itemId: number }, to: TestFolder) {
  return test.succeed(
    workspace.moveItems,
    { params: { id: owner.rootItemId, destinationId: to.itemId }, body: { target_item_ids: [what.itemId] } },
    owner,
  )
}

/** Restores the items and returns the names of their folders. */
async function restored(things: readonly { itemId: number }[], as: TestUser = owner) {
  const { status, body } = await restore(things, as)
  expect(status).toBe(200)
  return body.folders.map(({ name }) => name)
}

describe('items in the trash', () => {
  it('disappear for all users and return with all their data', async () => {
    const inner = await folder(await folder(), '見積もり')
    const made = await file(inner)
    const { transcriptId } = await createTranscript(test.db, made, { blocks: 3 })
    const before = await placeOf(made)
    const { itemId, projectId } = inner
    expect((await remove(inner, member)).body).toEqual({ unread_item_ids: [], trashed_item_ids: [itemId] })
    expect(await placeOf(made)).toEqual({ path: `${itemId}_${made.itemId}`, depth: 1, trash_id: itemId })
    for (const person of [owner, manager, member, guest]) {
      expect([await seesFolder(inner, person), await seesFile(made, person)]).toEqual([false, false])
      const { all_items: tree } = await test.succeed(workspace.getTree, {}, person)
      expect(JSON.stringify(tree)).not.toContain('見積もり')
      const may = (channel: string) =>
        test.app.realtime.authorise(person.actor, '1.1', channel).then(
          () => true,
          () => false,
        )
      expect([await may(folderChannel(projectId)), await may(fileChannel(made.id))]).toEqual([false, false])
    }
    expect(await restored([inner], manager)).toEqual([expect.stringContaining('フォルダ')])
    expect(await placeOf(made)).toEqual(before)
    const { blocks } = await test.succeed(getTranscript, { params: { fileId: made.id } }, guest)
    expect(Object.keys(blocks)).toHaveLength(3)
    expect(transcriptId).toBeGreaterThan(0)
    expect((await test.db.selectFrom('trash').select('item_id').where('item_id', '=', itemId).execute()).length).toBe(0)
  })

  it('are listed for users who manage the trash: name, kind, place, who, when, and the days left', async () => {
    const boss = await createOwner(test.db, { first_name: '一郎', last_name: '佐藤' })
    const sales = await createFolder(test.db, rootOf(boss), { creator: boss, name: '営業' })
    const year = await createFolder(test.db, sales, { creator: boss, name: '2026年度' })
    const talk = await createFile(test.db, year, { creator: boss, title: '初回訪問', is_audio: true })
    await remove(talk, boss)
    await remove(year, boss)
    await age(talk, 29)
    const answer = await list(boss)
    expect(answer.body).toEqual({
      data: [
        {
          item_id: year.itemId,
          is_project: true,
          is_audio: false,
          name: '2026年度',
          place: ['ワークスペース', '営業'],
          is_place_gone: false,
          deleted_by: { id: boss.id, name: '佐藤 一郎', avatar: null },
          deleted_at: expect.stringMatching(/Z$/),
          days_left: 30,
        },
        expect.objectContaining({
          item_id: talk.itemId,
          is_project: false,
          is_audio: true,
          place: ['ワークスペース', '営業', '2026年度'],
          is_place_gone: true,
          days_left: 1,
        }),
      ],
      current_page: 1,
      last_page: 1,
    })
    await test.succeed(workspace.renameItem, { params: { id: sales.itemId }, body: { name: '営業部' } }, boss)
    expect((await list(boss)).body.data[0]?.place).toEqual(['ワークスペース', '営業部'])
    await age(talk, 1)
    expect((await list(boss)).body.data.map(({ item_id: id }) => id)).toEqual([year.itemId])
  })

  it('are returned in pages, the newest first', async () => {
    const boss = await createOwner(test.db)
    const place = await createFolder(test.db, rootOf(boss), { creator: boss })
    const made: TestFile[] = []
    for (let n = 0; n < 51; n += 1) made.push(await createFile(test.db, place, { creator: boss }))
    for (const one of made) await remove(one, boss)
    const [first, second] = [await list(boss), await list(boss, 2)]
    expect([first.body.data.length, first.body.last_page, second.body.current_page]).toEqual([50, 2, 2])
    expect(first.body.data[0]?.item_id).toBe(made.at(-1)?.itemId)
    expect(second.body.data.map(({ item_id: id }) => id)).toEqual([made[0]?.itemId])
  })

  it('deletion and restore are published to trees, tables and users who manage the trash', async () => {
    const made = await folder()
    const since = await test.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirst()
    const publishedEvents = async () => {
      const rows = await test.db
        .selectFrom('events')
        .select(['type', 'channels'])
        .where('id', '>', since?.id ?? 0)
        .execute()
      return (type: string) => rows.filter((row) => row.type === type).flatMap(({ channels }) => channels)
    }
    await remove(made, member)
    const gone = await publishedEvents()
    expect(gone('trash.changed').toSorted()).toEqual([userChannel(owner.id), userChannel(manager.id)].toSorted())
    expect(gone('items.changed')).toEqual(
      expect.arrayContaining([folderChannel(deals.projectId), userChannel(guest.id)]),
    )
    await restored([made], member)
    const back = await publishedEvents()
    expect(back('trash.changed')).toHaveLength(4)
    expect(back('items.changed').filter((name) => name === folderChannel(deals.projectId))).toHaveLength(2)
  })
})

describe('restoring', () => {
  it('puts the item back into its folder, also if that was renamed or moved', async () => {
    const place = await folder()
    const [made, inner] = [await file(place), await folder(place)]
    await remove(made, owner)
    await remove(inner, owner)
    const other = await folder(rootOf(owner))
    await move(place, other)
    await test.succeed(workspace.renameItem, { params: { id: place.itemId }, body: { name: '移動先' } }, owner)
    expect(await restored([made, inner])).toEqual(['移動先'])
    const above = (await placeOf(place)).path
    for (const { itemId } of [made, inner])
      expect(await placeOf({ itemId })).toEqual({ path: `${above}_${itemId}`, depth: 3, trash_id: null })
    expect(await seesFile(made)).toBe(true)
  })

  it('keeps the name of an item next to others with the same name', async () => {
    const place = await folder()
    const first = await folder(place, '契約')
    await remove(first, owner)
    const second = await folder(place, '契約')
    await restored([first])
    const { data } = await test.succeed(
      workspace.listFiles,
      { params: { id: place.projectId }, query: { order_by: 'name' } },
      owner,
    )
    expect(data.map(({ name, item_id: id }) => [name, id])).toEqual([
      ['契約', first.itemId],
      ['契約', second.itemId],
    ])
  })

  it('puts a folder into the root if its folder is gone, and a file into a new folder of the former name', async () => {
    const place = await folder(deals, '2025年度')
    const [inner, a, b] = [await folder(place), await file(place), await file(place)]
    for (const one of [inner, a, b]) await remove(one, owner)
    await remove(place, owner)
    expect(await restored([a, inner])).toEqual(['ワークスペース', '2025年度'])
    expect(await placeOf(inner)).toMatchObject({ path: `${owner.rootItemId}_${inner.itemId}`, depth: 1 })
    // Items restored later go into the same folder.
    const { body } = await restore([b], manager)
    const [parent] = body.folders
    expect(parent?.name).toBe('2025年度')
    expect((await placeOf(a)).path).toBe(`${owner.rootItemId}_${parent?.item_id}_${a.itemId}`)
    expect((await placeOf(b)).path).toBe(`${owner.rootItemId}_${parent?.item_id}_${b.itemId}`)
    expect(await seesFile({ ...b, projectId: parent?.id ?? 0 })).toBe(true)
    expect(await restored([place])).toEqual(['商談'])
  })

  it('WS-02 never exceeds five levels: a folder that no longer fits goes to the root', async () => {
    const [a, b] = [await folder(rootOf(owner)), await folder(rootOf(owner))]
    const inner = await folder(a)
    const innermost = await folder(inner)
    const made = await file(a)
    await remove(inner, owner)
    await remove(made, owner)
    await move(a, await folder(await folder(b)))
    expect((await restored([inner, made])).length).toBe(2)
    expect((await placeOf(innermost)).depth).toBe(2)
    expect((await placeOf(made)).depth).toBe(5)
  })

  it('restores all items or none', async () => {
    const made = await file()
    await remove(made, owner)
    expect((await restore([made, { itemId: deals.itemId }], owner)).status).toBe(404)
    expect(await seesFile(made)).toBe(false)
    await restored([made])
    expect((await restore([made], owner)).status).toBe(404)
  })

  it('a file brings its speakers, and two concurrent restores have the effect of one', async () => {
    const made = await file()
    await createTranscript(test.db, made, { blocks: 4 })
    await remove(made, owner)
    const answers = await Promise.all([restore([made], owner), restore([made], manager)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const { project_speakers: speakers } = await test.succeed(
      workspace.getProject,
      { params: { id: deals.projectId } },
      owner,
    )
    expect(speakers.some(({ project_file_ids: ids }) => ids.includes(made.id))).toBe(true)
  })
})

describe('permissions', () => {
  it('PERM-26 the user who deleted an item may restore it for ten minutes, guests included', async () => {
    for (const person of [member, guest]) {
      const made = await file()
      await remove(made, person)
      expect((await restore([made], person)).status).toBe(200)
      await remove(made, person)
      await test.db
        .updateTable('trash')
        .set({ deleted_at: sql<Date>`deleted_at - interval '11 minutes'` })
        .where('item_id', '=', made.itemId)
        .execute()
      expect(await restore([made], person)).toMatchObject({ status: 403, body: { reason: 'role' } })
      expect((await restore([made], manager)).status).toBe(200)
    }
  })

  it('other users get not found, and a user who lost the right to the folder cannot restore into it', async () => {
    const made = await file()
    await remove(made, guest)
    expect((await restore([made], member)).status).toBe(404)
    expect((await restore([made], stranger)).status).toBe(404)
    await assign(test.db, deals, guest, ROLE.viewer)
    expect((await restore([made], guest)).status).toBe(403)
    await assign(test.db, deals, guest, null)
    expect((await restore([made], guest)).status).toBe(404)
    await assign(test.db, deals, guest, ROLE.editor)
    expect((await restore([made], guest)).status).toBe(200)
  })

  it('only the owner and managers see the trash, empty it or delete from it permanently', async () => {
    const made = await file()
    await remove(made, member)
    const { deleteForever, empty } = openTrash(() => test)
    for (const person of [member, guest]) {
      expect((await list(person)).error).toBe('E_FORBIDDEN')
      expect((await deleteForever(made, person)).error).toBe('E_FORBIDDEN')
      expect((await empty(person)).error).toBe('E_FORBIDDEN')
    }
    expect((await list(stranger)).body.data).toEqual([])
    expect((await deleteForever(made, stranger)).error).toBe('E_NOT_FOUND')
    expect((await empty(stranger)).status).toBe(200)
    for (const person of [owner, manager])
      expect((await list(person)).body.data.map(({ item_id: id }) => id)).toContain(made.itemId)
  })

  it('refuses ten thousand ids, an empty list and invalid ids', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ itemId: index + 1 }))
    expect((await restore(many, owner)).errors).toEqual({ item_ids: ['max'] })
    expect((await restore([], owner)).errors).toEqual({ item_ids: ['required'] })
    expect((await restore([{ itemId: -1 }], owner)).status).toBe(422)
  })
})
