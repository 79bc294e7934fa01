// Tags on the page of a folder: counts and passages over its files, and changes made without a file.
import { randomUUID } from 'node:crypto'
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/tags.ts'
import { getProject } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../test/test-calls.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscriptOf, createTranscript } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let inner: TestFolder
let file: TestFile
let tag: contract.Tag
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
beforeEach(async () => {
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  inner = await createFolder(test.db, folder, { creator: owner })
  file = await createFile(test.db, folder, { creator: owner, title: '初回訪問' })
  await createTranscript(test.db, file, { blocks: 4, phrases: 1 })
  tag = await createTag('課題')
})
afterAll(() => test.close())

function ofFolder(inFolder = folder) {
  return { projectId: inFolder.projectId }
}

function createTag(name: string, more = {}) {
  return test.succeed(contract.createFolderTag, { params: ofFolder(), body: { name, ...more } }, owner)
}

function update(body: { tagId: number; name?: string; appearance?: string }, as: Caller, inFolder = folder) {
  return test.call(contract.updateFolderTag, { params: ofFolder(inFolder), body }, as)
}

function remove(tagId: number, as: Caller, inFolder = folder) {
  return test.call(contract.deleteFolderTag, { params: ofFolder(inFolder), query: { tagId } }, as)
}

/** Tags words in the blocks of a file, given by position. */
async function mark({ id }: TestFile, words: [position: number, text: string][], tagId = tag.id) {
  const blocks = await test.db
    .selectFrom('blocks')
    .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
    .select(['transcript_id', 'uuid', 'content', 'position'])
    .where('file_id', '=', id)
    .orderBy('position')
    .execute()
  const ranges = words.map(([position, text]) => {
    const { uuid, content } = blocks[position] ?? { uuid: '', content: '' }
    return { block_uuid: uuid, tag_id: tagId, tag_uuid: randomUUID(), offset: content.indexOf(text), text }
  })
  const params = { id: blocks[0]?.transcript_id ?? 0 }
  await test.succeed(contract.tagPassagesOfBlocks, { params, body: { ranges } }, owner)
}

function usages(query: { scope?: 'folder' | 'below' } = {}, as: Caller = owner, inFolder = folder) {
  return test.succeed(contract.listTagUsages, { params: ofFolder(inFolder), query }, as)
}

interface Query {
  scope?: 'folder' | 'below'
  page?: number
}

function requestPassages(query: Query = {}, as: Caller = owner, tagId = tag.id, inFolder = folder) {
  return test.call(contract.listTagPassages, { params: { ...ofFolder(inFolder), tagId }, query }, as)
}

async function passages(query: Query = {}, as: Caller = owner) {
  return (await requestPassages(query, as)).body
}

describe('TAG-04 usage counts of tags', () => {
  it('counts over the files of the folder; with the filter also over folders below', async () => {
    const second = await createFile(test.db, folder, { creator: owner })
    await createTranscript(test.db, second, { blocks: 4, phrases: 1 })
    const below = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, below, { blocks: 4, phrases: 1 })
    const other = await createTag('要望')
    await mark(file, [
      [0, '本日'],
      [1, '課題'],
    ])
    await mark(second, [[2, '来週']])
    await mark(below, [[3, '予算']])
    await mark(below, [[3, '百万円']], other.id)
    expect(await usages()).toEqual([{ tag_id: tag.id, count: 3 }])
    expect(await usages({ scope: 'below' })).toEqual([
      { tag_id: tag.id, count: 4 },
      { tag_id: other.id, count: 1 },
    ])
    const all = await test.succeed(contract.listTagBlocks, { params: ofFolder(), query: { tag_id: tag.id } }, owner)
    expect(all.map(({ transcript_block }) => transcript_block.text)).toEqual(['本日', '課題', '来週'])
  })

  it('deleted tags and files in the trash are not counted', async () => {
    const gone = await createTag('不要')
    await mark(file, [[0, '本日']])
    await mark(file, [[0, '本日']], gone.id)
    expect((await remove(gone.id, owner)).status).toBe(200)
    expect(await usages()).toEqual([{ tag_id: tag.id, count: 1 }])
    expect((await requestPassages({}, owner, gone.id)).error).toBe('E_NOT_FOUND')
    expect((await openTrash(() => test).remove(file, owner)).status).toBe(200)
    expect(await usages()).toEqual([])
    expect((await passages()).data).toEqual([])
  })
})

describe('TAG-04 the passages of a tag', () => {
  it('are listed with file, time of their first word, speaker and surrounding text', async () => {
    const second = await createFile(test.db, folder, { creator: owner, title: '再訪問' })
    await createTranscript(test.db, second, { blocks: 4, phrases: 1 })
    await mark(file, [
      [1, '議事録'],
      [0, '本日'],
    ])
    await mark(second, [[2, '水曜日']])
    const { data, last_page } = await passages()
    // Newest file first, and reading order within each file.
    expect(data.map(({ project_file, text }) => [project_file.title, text])).toEqual([
      ['再訪問', '水曜日'],
      ['初回訪問', '本日'],
      ['初回訪問', '議事録'],
    ])
    const block = await test.db
      .selectFrom('blocks')
      .select(['start_time', 'content'])
      .where('uuid', '=', data[2]?.block_uuid ?? '')
      .executeTakeFirstOrThrow()
    expect(data[2]).toMatchObject({ before: '現在の課題は', after: 'の作成です。', speaker: { name: '話者2' } })
    // Four words of 0.3 s each precede it: 現在, の, 課題 and は.
    expect(data[2]?.time).toBeCloseTo(block.start_time + 1.2, 3)
    expect(last_page).toBe(1)
  })

  it('are listed twenty per page, with long texts cut', async () => {
    const long = await createFile(test.db, folder, { creator: owner })
    await createTranscriptOf(test.db, long, [...Array.from({ length: 24 }, (_, n) => `発言${n}`), 'あ'.repeat(5_000)])
    await mark(long, [
      ...Array.from({ length: 24 }, (_, n) => [n, `発言${n}`] as [number, string]),
      [24, 'あ'.repeat(5_000)],
    ])
    const first = await passages()
    expect([first.data.length, first.current_page, first.last_page]).toEqual([20, 1, 2])
    const second = await passages({ page: 2 })
    expect(second.data.map(({ text }) => text.length)).toEqual([4, 4, 4, 4, 200])
    expect(second.data[4]?.speaker).toBeNull()
    expect((await passages({ page: 3 })).data).toEqual([])
  })

  it('include folders below with the folder filter', async () => {
    const below = await createFile(test.db, inner, { creator: owner, title: '下' })
    await createTranscript(test.db, below, { blocks: 1, phrases: 1 })
    await mark(below, [[0, '本日']])
    expect((await passages()).data).toEqual([])
    expect((await passages({ scope: 'below' })).data.map(({ project_file }) => project_file)).toEqual([
      { id: below.id, title: '下', project_id: inner.projectId },
    ])
  })
})

describe('TAG-04 tags are created and changed from the folder', () => {
  it('TAG-22 with name, colour and category', async () => {
    expect(tag).toMatchObject({ name: '課題', appearance: '#FD6F2C', can: { edit: true } })
    const category = await test.succeed(contract.createTagCategory, { body: { name: '商談' } }, owner)
    const made = await createTag('要望', { appearance: '#2f8fed', tag_category_id: category.id })
    expect(made).toMatchObject({ appearance: '#2F8FED', tag_category_id: category.id, display_order: 0 })
    const { body } = await update({ tagId: made.id, name: '要求', appearance: '#E5484D' }, owner)
    expect(body).toMatchObject({ id: made.id, name: '要求', appearance: '#E5484D', tag_category_id: category.id })
    expect((await update({ tagId: made.id, name: 'あ'.repeat(101) }, owner)).status).toBe(422)
    expect((await remove(made.id, owner)).status).toBe(200)
    const left = await test.succeed(contract.listTags, {}, owner)
    expect(left.map(({ id }) => id)).not.toContain(made.id)
  })

  it('TAG-04 the page shows who may change tags: editors of the folder, and guests for tags of its files and their own', async () => {
    const member = await createMember(test.db, owner, ROLE.member)
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, guest, ROLE.editor)
    const may = async (as: Caller, inFolder = folder) => {
      const { can } = await test.succeed(getProject, { params: { id: inFolder.projectId } }, as)
      return [can.edit_tags, can.edit_speakers]
    }
    expect([await may(owner), await may(member), await may(guest)]).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
    expect(await may(owner, rootOf(owner))).toEqual([true, true])
    expect((await update({ tagId: tag.id, name: '無断' }, member)).error).toBe('E_FORBIDDEN')
    // The tag marks nothing that the guest can see, so it is not found.
    expect((await update({ tagId: tag.id, name: '無断' }, guest)).error).toBe('E_NOT_FOUND')
    await mark(file, [[0, '本日']])
    expect((await update({ tagId: tag.id, name: '要望' }, guest)).status).toBe(200)
    const body = { name: 'ゲストのタグ' }
    const own = await test.succeed(contract.createFolderTag, { params: ofFolder(), body }, guest)
    expect((await update({ tagId: own.id, name: '改名' }, guest)).status).toBe(200)
    expect((await remove(own.id, guest)).status).toBe(200)
  })

  it('ids of another workspace are not found', async () => {
    const stranger = await createOwner(test.db)
    const theirs = await createFolder(test.db, rootOf(stranger), { creator: stranger })
    expect((await update({ tagId: tag.id, name: '無断' }, stranger)).error).toBe('E_NOT_FOUND')
    expect((await update({ tagId: tag.id, name: '無断' }, stranger, theirs)).error).toBe('E_NOT_FOUND')
    expect((await remove(tag.id, stranger, theirs)).error).toBe('E_NOT_FOUND')
    expect((await requestPassages({}, stranger)).error).toBe('E_NOT_FOUND')
    expect((await requestPassages({}, stranger, tag.id, theirs)).error).toBe('E_NOT_FOUND')
    expect(await usages({ scope: 'below' }, stranger, rootOf(stranger))).toEqual([])
  })
})

describe('rights', () => {
  let guest: TestUser
  let below: TestFile
  beforeEach(async () => {
    guest = await createMember(test.db, owner, ROLE.guest)
    below = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, below, { blocks: 4, phrases: 1 })
    await mark(file, [[0, '本日']])
    await mark(below, [
      [0, '本日'],
      [1, '課題'],
    ])
  })

  it('TAG-04 a guest of one file sees counts and passages of that file only', async () => {
    await assign(test.db, file, guest, ROLE.viewer)
    expect(await usages({ scope: 'below' }, guest)).toEqual([{ tag_id: tag.id, count: 1 }])
    expect((await passages({ scope: 'below' }, guest)).data.map(({ project_file }) => project_file.id)).toEqual([
      file.id,
    ])
  })

  it('TAG-04 folders below that are closed to a guest are neither counted nor listed', async () => {
    await assign(test.db, folder, guest, ROLE.viewer)
    expect(await usages({ scope: 'below' }, guest)).toEqual([{ tag_id: tag.id, count: 3 }])
    await assign(test.db, inner, guest, null)
    expect(await usages({ scope: 'below' }, guest)).toEqual([{ tag_id: tag.id, count: 1 }])
    expect((await passages({ scope: 'below' }, guest)).data).toHaveLength(1)
    expect((await requestPassages({}, guest, tag.id, inner)).error).toBe('E_NOT_FOUND')
  })
})

describe('parent folders are notified that their figures changed', () => {
  const receivedEvents = async () => {
    await test.settle()
    const rows = await test.db
      .selectFrom('events')
      .select(['data', 'channels'])
      .where('type', '=', 'figures.changed')
      .execute()
    await test.db.deleteFrom('events').execute()
    return rows.map(({ data, channels }) => [data, channels])
  }
  const channels = () => [owner.rootProjectId, folder.projectId, inner.projectId].map(folderChannel)

  it('by a tag, without any details', async () => {
    const below = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, below, { blocks: 1, phrases: 1 })
    await receivedEvents()
    await mark(below, [[0, '本日']])
    expect(await receivedEvents()).toEqual([[{}, channels()]])
  })

  it('by a deletion in a folder below', async () => {
    const below = await createFile(test.db, inner, { creator: owner })
    await receivedEvents()
    expect((await openTrash(() => test).remove(below, owner)).status).toBe(200)
    expect(await receivedEvents()).toEqual([[{}, channels()]])
  })
})
