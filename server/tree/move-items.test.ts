import { folderChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { listProjectSpeakers } from '@kaiwa/contract/speakers.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import * as contract from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cutInWait } from '../test/cut-in-wait.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

function folder(parent: TestFolder = rootOf(owner), creator: TestUser = owner) {
  return createFolder(test.db, parent, { creator })
}

function file(parent: TestFolder, creator: TestUser = owner) {
  return createFile(test.db, parent, { creator })
}

interface ItemRef {
  itemId: number
}

function move(source: ItemRef, destination: ItemRef, targets: ItemRef[], as: TestUser = owner) {
  return test.call(
    contract.moveItems,
    {
      params: { id: source.itemId, destinationId: destination.itemId },
      body: { target_item_ids: targets.map(({ itemId }) => itemId) },
    },
    as,
  )
}

async function pathOf({ itemId }: ItemRef) {
  return (
    (await test.db
      .selectFrom('items')
      .select(['path', 'depth', 'parent_id'])
      .where('id', '=', itemId)
      .executeTakeFirst()) ?? null
  )
}

/** Checks that path, depth and parent of every item in the workspace agree. */
async function isConsistent(workspaceId: number) {
  const rows = await test.db.selectFrom('items').selectAll().where('workspace_id', '=', workspaceId).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return rows.every((row) => {
    const parent = row.parent_id === null ? null : byId.get(row.parent_id)
    return parent === null
      ? row.path === String(row.id) && row.depth === 0
      : row.path === `${parent?.path}_${row.id}` && row.depth === (parent?.depth ?? 0) + 1
  })
}

describe('moveItems', () => {
  it('a moved file adds its speakers to the folder', async () => {
    const [a, b] = [await folder(), await folder()]
    const [moved, stays] = [await file(a), await file(a)]
    const { speakerIds } = await createTranscript(test.db, moved, { blocks: 4 })
    const { speakerIds: others } = await createTranscript(test.db, stays, { blocks: 2 })
    await move(a, b, [moved])
    const speakersIn = async ({ projectId }: TestFolder) =>
      (await test.succeed(listProjectSpeakers, { params: { projectId } }, owner)).map(({ id }) => id)
    expect(await speakersIn(b)).toEqual(speakerIds)
    expect(await speakersIn(a)).toEqual(expect.arrayContaining(others))
    const { blocks } = await test.succeed(getTranscript, { params: { fileId: moved.id } }, owner)
    expect(Object.values(blocks).map(({ speaker_id, speaker }) => speaker?.id === speaker_id)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('WS-55 takes target_item_ids, moves whole subtrees and returns items and unread_item_ids', async () => {
    const [a, b] = [await folder(), await folder()]
    const inner = await folder(a)
    const [direct, deep] = [await file(a), await file(inner)]
    const { status, body } = await move(a, b, [inner, direct])
    expect(status).toBe(200)
    expect(body.unread_item_ids).toEqual([])
    expect(body.items.map(({ id, parent_id, is_project }) => [id, parent_id, is_project])).toEqual([
      [inner.itemId, b.itemId, true],
      [direct.itemId, b.itemId, false],
    ])
    expect(await pathOf(deep)).toEqual({
      path: `${owner.rootItemId}_${b.itemId}_${inner.itemId}_${deep.itemId}`,
      depth: 3,
      parent_id: inner.itemId,
    })
    const files = await test.db
      .selectFrom('files')
      .select(['id', 'project_id'])
      .where('id', 'in', [direct.id, deep.id])
      .orderBy('id')
      .execute()
    expect(files.map(({ project_id }) => project_id)).toEqual([b.projectId, inner.projectId])
    expect(await isConsistent(owner.workspaceId)).toBe(true)
    const event = await test.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'items.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.data).toEqual({})
    expect(event.channels).toEqual(expect.arrayContaining([folderChannel(a.projectId), folderChannel(b.projectId)]))
  })

  it('executes the same number of statements for 2 items and for 60', async () => {
    const countFor = async (pairs: number) => {
      const [a, b] = [await folder(), await folder()]
      const targets: ItemRef[] = []
      for (let n = 0; n < pairs; n += 1) targets.push(await folder(a), await file(a))
      const before = statements
      expect((await move(a, b, targets)).status).toBe(200)
      return statements - before
    }
    let statements = 0
    const plain = test.app.db
    test.app.db = plain.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    try {
      expect(await countFor(1)).toBe(await countFor(30))
    } finally {
      test.app.db = plain
    }
    expect(statements).toBeGreaterThan(10)
    expect(await isConsistent(owner.workspaceId)).toBe(true)
  })

  it('also moves the folder that is the source of the call', async () => {
    const [a, b] = [await folder(), await folder()]
    expect((await move(a, b, [a])).status).toBe(200)
    expect((await pathOf(a))?.parent_id).toBe(b.itemId)
  })

  it('moves a descendant only with its folder and leaves items that are already in the destination', async () => {
    const [a, b] = [await folder(), await folder()]
    const inner = await folder(a)
    const there = await file(b)
    expect((await move(rootOf(owner), b, [a, inner, there])).status).toBe(200)
    expect([(await pathOf(inner))?.parent_id, (await pathOf(there))?.parent_id]).toEqual([a.itemId, b.itemId])
    expect(await isConsistent(owner.workspaceId)).toBe(true)
  })

  it('WS-17 refuses the root', async () => {
    const a = await folder()
    expect(await move(rootOf(owner), a, [rootOf(owner)])).toMatchObject({ status: 403, body: { reason: 'root' } })
  })

  it('refuses a folder inside itself', async () => {
    const a = await folder()
    const inner = await folder(await folder(a))
    for (const into of [a, inner])
      expect(await move(a, into, [a])).toMatchObject({ status: 409, body: { error: 'E_CONFLICT' } })
  })

  it('WS-02 checks the depth of the deepest moved folder; files do not count', async () => {
    const [a, b] = [await folder(), await folder()]
    const a2 = await folder(a)
    const a3 = await folder(a2)
    const b2 = await folder(b)
    const b3 = await folder(b2)
    expect(await move(a, b3, [a])).toMatchObject({ status: 422, body: { error: 'ITEM_MAX_FOLDER_LEVEL' } })
    expect(await pathOf(a3)).toMatchObject({ depth: 3 })
    await file(a3)
    expect((await move(a, b2, [a])).status).toBe(200)
    expect(await pathOf(a3)).toMatchObject({ depth: 5 })
  })

  it('refuses to move files into the root', async () => {
    const a = await folder()
    expect(await move(a, rootOf(owner), [await file(a)])).toMatchObject({ status: 403, body: { reason: 'root' } })
  })

  it('moves all items or none', async () => {
    const [a, b] = [await folder(), await folder()]
    const inner = await folder(a)
    expect((await move(a, b, [inner, { itemId: 2_000_000_000 }])).status).toBe(404)
    expect((await pathOf(inner))?.parent_id).toBe(a.itemId)
  })

  it('an item outside the source folder is not found', async () => {
    const [a, b] = [await folder(), await folder()]
    expect((await move(a, b, [await folder(b)])).status).toBe(404)
  })

  it('PERM-19 PERM-21 guests and viewers may not move; a member moves their own items to their own folders', async () => {
    const [a, b] = [await folder(), await folder()]
    const inner = await folder(a)
    const guest = await createMember(test.db, owner, ROLE.guest)
    for (const place of [a, b]) await assign(test.db, place, guest, ROLE.editor)
    expect((await move(a, b, [inner], guest)).status).toBe(403)
    const member = await createMember(test.db, owner, ROLE.member)
    expect((await move(a, b, [inner], member)).status).toBe(403)
    const own = await folder(rootOf(owner), member)
    const ownInner = await folder(own, member)
    expect((await move(own, b, [ownInner], member)).status).toBe(403)
    expect((await move(own, rootOf(owner), [ownInner], member)).status).toBe(200)
  })

  it('a stranger gets not found, and items cannot move to another workspace', async () => {
    const stranger = await createOwner(test.db)
    const [a, b] = [await folder(), await folder()]
    expect((await move(a, b, [a], stranger)).status).toBe(404)
    expect((await move(a, rootOf(stranger), [a])).status).toBe(404)
    expect((await move(rootOf(stranger), rootOf(stranger), [a], stranger)).status).toBe(404)
  })

  it.each([[[]], [[0]], [['x']]])('%j is refused as a list of targets', async (targets) => {
    const a = await folder()
    const answer = await test.call(
      contract.moveItems,
      { params: { id: a.itemId, destinationId: a.itemId }, body: { target_item_ids: targets } },
      owner,
    )
    expect(answer.status).toBe(422)
  })

  it('two folders that concurrently move into each other do not form a cycle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await folder(), await folder()]
      const answers = await Promise.all([move(a, b, [a]), move(b, a, [b])])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
    expect(await isConsistent(owner.workspaceId)).toBe(true)
  })

  it('WS-02 a move and a concurrent new folder never exceed five levels', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await folder(), await folder()]
      const a3 = await folder(await folder(a))
      const b2 = await folder(b)
      const answers = await Promise.all([
        move(a, b2, [a]),
        test.call(contract.createFolder, { params: { id: a3.itemId }, body: { name: '見積もり' } }, owner),
      ])
      expect(answers.map(({ error }) => error ?? null).sort()).toEqual(['ITEM_MAX_FOLDER_LEVEL', null])
    }
    expect(await isConsistent(owner.workspaceId)).toBe(true)
  })

  it('three folders that concurrently move in a circle do not form a cycle', async () => {
    const [a, b, c] = [await folder(), await folder(), await folder()]
    const answers = await Promise.all([move(a, b, [a]), move(b, c, [b]), move(c, a, [c])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect(await isConsistent(owner.workspaceId)).toBe(true)
  })

  it('a move whose database is restarted is applied completely or not at all, and the next attempt completes it', async () => {
    const [a, b] = [await folder(), await folder()]
    const inner = await folder(a)
    const answer = await cutInWait(test, owner.workspaceId, () => move(a, b, [inner]))
    expect(answer).toMatchObject({ status: 503, error: 'E_UNAVAILABLE' })
    await vi.waitFor(async () => expect((await pathOf(inner))?.parent_id).toBe(a.itemId), { timeout: 15_000 })
    await vi.waitFor(async () => expect((await move(a, b, [inner])).status).toBe(200), { timeout: 15_000 })
    expect((await pathOf(inner))?.parent_id).toBe(b.itemId)
    expect(await isConsistent(owner.workspaceId)).toBe(true)
  })

  it('concurrent moves, new folders and deletions leave consistent paths', async () => {
    const boss = await createOwner(test.db)
    const places = [
      await folder(rootOf(boss), boss),
      await folder(rootOf(boss), boss),
      await folder(rootOf(boss), boss),
    ]
    const inner = await folder(places[0], boss)
    const work = Array.from({ length: 24 }, (_, turn) => {
      const at = places[turn % 3] as TestFolder
      const next = places[(turn + 1) % 3] as TestFolder
      if (turn % 4 === 0)
        return test.call(contract.createFolder, { params: { id: inner.itemId }, body: { name: `${turn}` } }, boss)
      if (turn % 7 === 0) return test.call(contract.deleteItem, { params: { id: at.itemId } }, boss)
      return move(rootOf(boss), next, [inner], boss)
    })
    for (const { status } of await Promise.all(work)) expect(status).toBeLessThan(500)
    expect(await isConsistent(boss.workspaceId)).toBe(true)
  })
})
