import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/speakers.ts'
import { moveItems } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../test/test-calls.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let inner: TestFolder
let file: TestFile
/** The two automatic speakers of `file`. */
let voices: number[]
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
beforeEach(async () => {
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  inner = await createFolder(test.db, folder, { creator: owner })
  file = await createFile(test.db, folder, { creator: owner, title: '初回訪問' })
  voices = (await createTranscript(test.db, file, { blocks: 5, phrases: 1 })).speakerIds
})
afterAll(() => test.close())

interface Query {
  page?: number
  query?: string
  scope?: 'folder' | 'below'
  kind?: 'all' | 'manual'
}

function request(query: Query = {}, as: Caller = owner, inFolder = folder) {
  return test.call(contract.listFolderSpeakers, { params: { projectId: inFolder.projectId }, query }, as)
}

async function list(query: Query = {}, as: Caller = owner, inFolder = folder) {
  return (await request(query, as, inFolder)).body
}

async function names(query: Query = {}, as: Caller = owner, inFolder = folder) {
  return (await list(query, as, inFolder)).data.map(({ name }) => name)
}

function add(name: string, inFolder = folder) {
  return test.succeed(
    contract.createProjectSpeaker,
    { params: { projectId: inFolder.projectId }, body: { name } },
    owner,
  )
}

function describeAs(speakerId: number, fields: { name?: string; description?: string }) {
  return test.db
    .updateTable('speakers')
    .set({ ...fields, last_edited_at: new Date() })
    .where('id', '=', speakerId)
    .execute()
}

/** Assigns blocks of a file, given by position, to a speaker. */
async function assignBlocks({ id }: TestFile, positions: number[], speakerId: number) {
  await test.db
    .updateTable('blocks')
    .set({ speaker_id: speakerId })
    .where('transcript_id', 'in', (eb) => eb.selectFrom('transcripts').select('id').where('file_id', '=', id))
    .where('position', 'in', positions.map(String))
    .execute()
}

async function times({ id }: TestFile, speakerId: number): Promise<number> {
  const rows = await test.db
    .selectFrom('blocks')
    .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
    .select(['start_time', 'end_time'])
    .where('file_id', '=', id)
    .where('speaker_id', '=', speakerId)
    .execute()
  return rows.reduce((sum, { start_time, end_time }) => sum + end_time - start_time, 0)
}

describe('the speakers of a folder', () => {
  it('SPK-30 SPK-31 have a picture, a description, files, blocks and talk time over all files of the folder', async () => {
    const second = await createFile(test.db, folder, { creator: owner })
    await createTranscript(test.db, second, { blocks: 4, phrases: 2 })
    const suzuki = await add('鈴木')
    await describeAs(suzuki.id, { description: '営業部' })
    await assignBlocks(file, [0, 2], suzuki.id)
    await assignBlocks(second, [1], suzuki.id)
    const { data } = await list()
    expect(data[0]).toMatchObject({
      id: suzuki.id,
      name: '鈴木',
      description: '営業部',
      avatar: null,
      is_manual: true,
      project_id: folder.projectId,
      file_count: 2,
      block_count: 3,
      only_file: null,
      can: { edit: true, merge: true, merge_into: true },
    })
    expect(data[0]?.talk_time).toBeCloseTo((await times(file, suzuki.id)) + (await times(second, suzuki.id)), 3)
  })

  it('SPK-31 named and manual speakers are listed first, unnamed automatic ones last, with their file', async () => {
    await add('渡辺')
    await describeAs(voices[1] ?? 0, { name: '安藤' })
    const { data } = await list()
    expect(data.map(({ name, block_count }) => [name, block_count])).toEqual([
      ['安藤', 2],
      ['渡辺', 0],
      ['話者1', 3],
    ])
    expect(data[2]?.only_file).toEqual({ id: file.id, project_id: folder.projectId, title: '初回訪問' })
  })

  it('SPK-30 the folder filter includes the folders below, and only those', async () => {
    const beside = await createFolder(test.db, rootOf(owner), { creator: owner })
    await add('別のフォルダ', beside)
    await add('下のフォルダ', inner)
    const below = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, below, { blocks: 2, speakers: 1 })
    expect(await names()).toEqual(['話者1', '話者2'])
    expect(await names({ scope: 'below' })).toEqual(['下のフォルダ', '話者1', '話者1', '話者2'])
    expect(await names({ scope: 'below' }, owner, inner)).toEqual(['下のフォルダ', '話者1'])
  })

  it('SPK-30 the filter decides what is counted for a speaker in the folder and below it', async () => {
    const below = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, below, { blocks: 2 })
    const suzuki = await add('鈴木')
    await assignBlocks(file, [0], suzuki.id)
    await assignBlocks(below, [0, 1], suzuki.id)
    const figures = async (query: Query) =>
      (await list(query)).data.filter(({ id }) => id === suzuki.id).map((one) => [one.file_count, one.block_count])
    expect([await figures({}), await figures({ scope: 'below' })]).toEqual([[[1, 1]], [[2, 3]]])
  })

  it('SPK-32 are listed ten per page', async () => {
    for (let index = 10; index < 31; index += 1) await add(`担当${index}`)
    const first = await list()
    expect([first.data.length, first.current_page, first.last_page]).toEqual([10, 1, 3])
    const third = await list({ page: 3 })
    expect(third.data.map(({ name }) => name)).toEqual(['担当30', '話者1', '話者2'])
    expect(await list({ page: 9 })).toEqual({ data: [], current_page: 9, last_page: 3 })
  })

  it('SPK-31 are searched by name and description in any character width; can be limited to those that may be merged', async () => {
    await add('ｽｽﾞｷ')
    await describeAs((await add('佐藤')).id, { description: '鈴木さんの上司 100%' })
    expect(await names({ query: ' スズキ ' })).toEqual(['ｽｽﾞｷ'])
    expect(await names({ query: '鈴木' })).toEqual(['佐藤'])
    expect(await names({ query: '%' })).toEqual(['佐藤'])
    expect(await names({ query: 'いない' })).toEqual([])
    expect(await names({ kind: 'manual' })).toEqual(['ｽｽﾞｷ', '佐藤'])
    expect((await request({ page: 0 })).status).toBe(422)
  })

  it('an automatic speaker is not listed after its only file was moved to the trash or elsewhere', async () => {
    const items = { target_item_ids: [file.itemId] }
    const params = { id: folder.itemId, destinationId: inner.itemId }
    await test.succeed(moveItems, { params, body: items }, owner)
    expect([await names(), await names({ scope: 'below' })]).toEqual([[], ['話者1', '話者2']])
    expect((await openTrash(() => test).remove(inner, owner)).status).toBe(200)
    expect(await names({ scope: 'below' })).toEqual([])
  })
})

describe('SPK-31 merging from the folder', () => {
  it('combines the blocks of both speakers, in all files', async () => {
    const second = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, second, { blocks: 4 })
    const [target, merged] = [await add('田中'), await add('田中（誤）')]
    await assignBlocks(file, [0], target.id)
    await assignBlocks(file, [1], merged.id)
    await assignBlocks(second, [0, 1], merged.id)
    const body = { project_id: folder.projectId, target_speaker_id: target.id, destination_speaker_id: merged.id }
    await test.succeed(contract.mergeSpeakers, { body }, owner)
    const { data } = await list({ scope: 'below' })
    expect(data[0]).toMatchObject({ name: '田中', file_count: 2, block_count: 4 })
    expect(data.map(({ name }) => name)).not.toContain('田中（誤）')
  })
})

describe('rights', () => {
  let member: TestUser
  let guest: TestUser
  beforeEach(async () => {
    member = await createMember(test.db, owner, ROLE.member)
    guest = await createMember(test.db, owner, ROLE.guest)
  })

  it('strangers and guests without access get 404', async () => {
    const stranger = await createOwner(test.db)
    for (const who of [stranger, guest]) expect((await request({}, who)).error).toBe('E_NOT_FOUND')
  })

  it('a member changes names, and merges after becoming editor', async () => {
    await add('鈴木')
    expect((await list({}, member)).data[0]?.can).toEqual({ edit: true, merge: false, merge_into: false })
    await assign(test.db, folder, member, ROLE.editor)
    expect((await list({}, member)).data[0]?.can).toEqual({ edit: true, merge: true, merge_into: true })
  })

  it('SPK-31 an editor of one of the folders can merge there', async () => {
    const one = await add('鈴木')
    await test.db.insertInto('project_speakers').values({ project_id: inner.projectId, speaker_id: one.id }).execute()
    await assign(test.db, inner, member, ROLE.editor)
    expect((await list({}, member)).data[0]).toMatchObject({ project_id: inner.projectId, can: { merge_into: true } })
  })

  it('a guest of one file sees its speakers, but no other speakers of the folder', async () => {
    const other = await createFile(test.db, folder, { creator: owner })
    await createTranscript(test.db, other, { blocks: 4 })
    const [here, elsewhere] = [await add('同席者'), await add('社外秘の人')]
    await assignBlocks(file, [0, 1], here.id)
    await assignBlocks(other, [0, 1, 2], here.id)
    await assignBlocks(other, [3], elsewhere.id)
    await assign(test.db, file, guest, ROLE.viewer)
    const { data } = await list({}, guest)
    expect(data.map(({ name, file_count, block_count }) => [name, file_count, block_count])).toEqual([
      ['同席者', 1, 2],
      ['話者1', 1, 2],
      ['話者2', 1, 1],
    ])
  })

  it('folders below that are closed to a guest are not counted', async () => {
    const below = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, below, { blocks: 4, speakers: 1 })
    const one = await add('鈴木')
    await assignBlocks(file, [0], one.id)
    await assignBlocks(below, [0, 1], one.id)
    await assign(test.db, folder, guest, ROLE.viewer)
    expect((await list({ scope: 'below' }, guest)).data[0]).toMatchObject({ file_count: 2, block_count: 3 })
    await assign(test.db, inner, guest, null)
    const { data } = await list({ scope: 'below' }, guest)
    expect(data.map(({ name, file_count, block_count }) => [name, file_count, block_count])).toEqual([
      ['鈴木', 1, 1],
      ['話者1', 1, 2],
      ['話者2', 1, 2],
    ])
  })
})
