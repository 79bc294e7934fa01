import { cancelFile, deleteFiles, getFile, retryFile } from '@kaiwa/contract/files.ts'
import { mergeSpeakers, listProjectSpeakers } from '@kaiwa/contract/speakers.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { getUsage } from '@kaiwa/contract/billing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createFile,
  createFolder,
  fillFolder,
  rootOf,
  type TestFile,
  type TestFolder,
} from '../test/factories/items.ts'
import { cutInWait } from '../test/cut-in-wait.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { runJob } from '../test/run-job.ts'
import { removeExpired } from './jobs/remove-expired.ts'

let test: TestApp
let owner: TestOwner
let deals: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await createOwner(test.db)
  deals = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談' })
})

const { remove, restore, list, age, deleteForever, empty } = openTrash(() => test)

function folder(parent: TestFolder = deals) {
  return createFolder(test.db, parent, { creator: owner })
}

function file(parent: TestFolder = deals, status: 'processed' | 'processing' | 'waiting' = 'processed') {
  return createFile(test.db, parent, { creator: owner, status })
}

function rowOf({ id }: Pick<TestFile, 'id'>) {
  return test.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
}

function usage() {
  return test.succeed(getUsage, {}, owner)
}

async function itemsLeft() {
  const rows = await test.db.selectFrom('items').select('id').where('workspace_id', '=', owner.workspaceId).execute()
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

describe('permanent deletion', () => {
  it('deletes rows, stored objects and storage usage after thirty days', async () => {
    const inner = await folder(await folder())
    const [old, young] = [await file(inner), await file()]
    for (const { videoId } of [old, young]) await test.app.storage.put(`media/${videoId}/original`, 'x')
    await remove(inner, owner)
    await remove(young, owner)
    await age(young, 29)
    await age(inner, 30)
    await runJob(test, removeExpired)
    await test.settle()
    expect(await rowOf(old)).toBeUndefined()
    expect(await rowOf(young)).toBeDefined()
    expect(await test.app.storage.list(`media/${old.videoId}/`)).toEqual([])
    expect(await test.app.storage.list(`media/${young.videoId}/`)).toHaveLength(1)
    expect((await restore([inner], owner)).status).toBe(404)
    expect((await restore([young], owner)).status).toBe(200)
  })

  it('deletes one item or all items; an item deleted from a folder before the folder remains in the trash', async () => {
    const place = await folder()
    const [before, inside, other] = [await file(place), await file(place), await folder()]
    for (const one of [before, place, other]) await remove(one, owner)
    expect((await deleteForever(place, owner)).status).toBe(200)
    expect((await deleteForever(place, owner)).status).toBe(404)
    expect((await deleteForever(inside, owner)).status).toBe(404)
    await test.settle()
    expect((await list(owner)).body.data.map(({ item_id: id }) => id)).toEqual([other.itemId, before.itemId])
    expect((await restore([before], owner)).body.folders.map(({ name }) => name)).toEqual([place.name])
    expect(await rowOf(inside)).toBeUndefined()
    expect((await empty(owner)).status).toBe(200)
    expect((await list(owner)).body).toMatchObject({ data: [], last_page: 1 })
    expect((await restore([other], owner)).status).toBe(404)
    await test.settle()
    expect(await itemsLeft()).not.toContain(other.itemId)
    expect((await empty(owner)).status).toBe(200)
  })

  it('keeps the storage usage until the deletion, and the used minutes after it', async () => {
    const made = await file()
    await test.db
      .insertInto('usage_ledger')
      .values({
        workspace_id: owner.workspaceId,
        user_id: owner.id,
        file_id: made.id,
        kind: 'minute',
        amount: 7,
        cause: `t:${made.id}`,
      })
      .execute()
    const before = (await usage()).remain
    await remove(made, owner)
    expect((await usage()).remain).toEqual(before)
    await empty(owner)
    await test.settle()
    expect((await usage()).remain).toEqual({ ...before, storage: before.storage + 10 })
  })

  it('a concurrent restore and permanent deletion never both take effect; the first wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await folder()
      const made = await file(place)
      await remove(place, owner)
      const [back, gone] = await Promise.all([
        restore([place], owner),
        deleteForever(place, owner),
        runJob(test, removeExpired),
      ])
      expect([back.status, gone.status].toSorted()).toEqual([200, 404])
      await runJob(test, removeExpired)
      const isThere = (await rowOf(made)) !== undefined
      expect(isThere).toBe(back.status === 200)
      expect((await itemsLeft()).includes(place.itemId)).toBe(isThere)
    }
  })

  it('removes a trash of many items and deep folders in steps', async () => {
    await fillFolder(test.db, deals, { creator: owner, count: 101 })
    const made = await test.db.selectFrom('files').select('id').where('project_id', '=', deals.projectId).execute()
    const query = { 'ids[]': made.map(({ id }) => id) }
    await test.succeed(deleteFiles, { params: { projectId: deals.projectId }, query }, owner)
    let deep = deals
    for (let level = 2; level <= 5; level += 1) deep = await folder(deep)
    await fillFolder(test.db, deep, { creator: owner, count: 600 })
    await remove(deals, owner)
    await empty(owner)
    await runJob(test, removeExpired)
    expect(await itemsLeft()).toEqual([owner.rootItemId])
    // Hundreds of recordings that were never stored, so there are no objects to remove.
    await test.db.deleteFrom('events').execute()
  })
})

describe('dependent data', () => {
  it('a file whose analysis runs ends as canceled and can be resumed after a restore', async () => {
    const made = await file(deals, 'processing')
    await remove(deals, owner)
    expect(await rowOf(made)).toMatchObject({ status: 'canceled', run: 1 })
    expect((await test.call(retryFile, { params: { fileId: made.id } }, owner)).status).toBe(404)
    expect((await test.call(cancelFile, { params: { fileId: made.id } }, owner)).status).toBe(404)
    await restore([deals], owner)
    const { body } = await test.call(getFile, { params: { projectId: deals.projectId, id: made.id } }, owner)
    expect([body.status, body.can.retry]).toEqual(['canceled', true])
  })

  it('an incomplete upload is deleted immediately', async () => {
    const [waiting, made] = [await file(deals, 'waiting'), await file()]
    const { body } = await test.call(workspace.deleteItem, { params: { id: deals.itemId } }, owner)
    expect(body.trashed_item_ids).toEqual([deals.itemId])
    expect([await rowOf(waiting), (await rowOf(made))?.status]).toEqual([undefined, 'processed'])
    await restore([deals], owner)
    const alone = await file(deals, 'waiting')
    expect((await remove(alone, owner)).body.trashed_item_ids).toEqual([])
  })

  it('a folder whose files moved to the trash no longer counts them or their size', async () => {
    const made = await file(await folder())
    await remove(made, owner)
    const { data } = await test.succeed(workspace.listFiles, { params: { id: deals.projectId }, query: {} }, owner)
    expect(data.map(({ total_size: size }) => size)).toEqual([0])
    expect((await usage()).total_project).toBe(2)
    await remove(deals, owner)
    expect((await usage()).total_project).toBe(0)
  })

  it('a speaker of a trashed file can be merged, and the merge remains after the file is restored', async () => {
    const [made, kept] = [await file(), await file()]
    const { speakerIds } = await createTranscript(test.db, made, { blocks: 4 })
    const { speakerIds: others } = await createTranscript(test.db, kept, { blocks: 4 })
    const [merged, target] = [speakerIds[0] as number, others[0] as number]
    await test.db.updateTable('speakers').set({ is_manual: true }).where('id', 'in', [merged, target]).execute()
    await remove(made, owner)
    const body = { project_id: deals.projectId, target_speaker_id: target, destination_speaker_id: merged }
    expect((await test.call(mergeSpeakers, { body }, owner)).status).toBe(200)
    await restore([made], owner)
    const speakers = await test.succeed(listProjectSpeakers, { params: { projectId: deals.projectId } }, owner)
    expect(speakers.find(({ id }) => id === merged)?.project_file_ids).toEqual([made.id])
  })
})

it('a deletion whose database goes away is applied completely or not at all, and the next attempt completes it', async () => {
  const made = await file()
  const answer = await cutInWait(test, owner.workspaceId, () => remove(deals, owner))
  expect(answer).toMatchObject({ status: 503, error: 'E_UNAVAILABLE' })
  await vi.waitFor(async () => expect((await list(owner)).body.data).toEqual([]), { timeout: 20_000 })
  expect(await rowOf(made)).toBeDefined()
  await vi.waitFor(async () => expect((await remove(deals, owner)).status).toBe(200), { timeout: 20_000 })
  expect((await list(owner)).body.data.map(({ item_id: id }) => id)).toEqual([deals.itemId])
})
