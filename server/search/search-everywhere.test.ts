import { ROLE } from '@kaiwa/contract/roles.ts'
import { FOUND_ROWS, type FoundEverywhere, searchEverywhere } from '@kaiwa/contract/search-everywhere.ts'
import { createTag, tagPassages } from '@kaiwa/contract/tags.ts'
import { deleteItem } from '@kaiwa/contract/workspace.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscriptOf } from '../test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let sales: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(async () => {
  owner = await createOwner(test.db, {
    last_name: '見積',
    first_name: '花子',
    email: `mitsumori-${randomUUID()}@kaiwa.example`,
  })
  sales = await createFolder(test.db, rootOf(owner), { creator: owner, name: '営業' })
})
afterAll(() => test.close())

async function record(
  folder: TestFolder,
  title: string,
  texts: readonly string[],
): Promise<TestFile & { transcriptId: number }> {
  const file = await createFile(test.db, folder, { creator: owner, title })
  return { ...file, transcriptId: await createTranscriptOf(test.db, file, texts) }
}

/** Adds a speaker with a name typed by a user, who speaks all blocks of the file. */
async function speak(file: TestFile & { transcriptId: number }, name: string): Promise<void> {
  const { id } = await test.db
    .insertInto('speakers')
    .values({ workspace_id: owner.workspaceId, name, is_manual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.db.insertInto('project_speakers').values({ project_id: file.projectId, speaker_id: id }).execute()
  await test.db.updateTable('blocks').set({ speaker_id: id }).where('transcript_id', '=', file.transcriptId).execute()
}

/** Tags the first character of the file with a new tag. */
async function tag(file: TestFile & { transcriptId: number }, name: string): Promise<void> {
  const { id } = await test.succeed(createTag, { params: { fileId: file.id }, body: { name } }, owner)
  const { uuid, content } = await test.db
    .selectFrom('blocks')
    .select(['uuid', 'content'])
    .where('transcript_id', '=', file.transcriptId)
    .executeTakeFirstOrThrow()
  const range = { block_uuid: uuid, tag_id: id, offset: 0, text: content.slice(0, 1), tag_uuid: randomUUID() }
  await test.succeed(tagPassages, { params: { id: file.transcriptId }, body: { ranges: [range] } }, owner)
}

function search(query: string, as: TestUser = owner): Promise<FoundEverywhere> {
  return test.succeed(searchEverywhere, { query: { query } }, as)
}

/** The names of each group, without empty groups. */
async function names(query: string, as: TestUser = owner): Promise<Record<string, string[]>> {
  const found = await search(query, as)
  const groups = Object.entries(found).map(([group, rows]) => [group, rows.map(({ name }) => name)] as const)
  return Object.fromEntries(groups.filter(([, rows]) => rows.length > 0))
}

const NOTHING = { folders: [], files: [], members: [], speakers: [], tags: [], spoken: [] }

describe('search results', () => {
  it('finds folders, files, members, speakers and tags by name, and spoken words, in one answer', async () => {
    const folder = await createFolder(test.db, sales, { creator: owner, name: '見積の部屋' })
    const titled = await record(folder, '見積の説明', ['はじめます'])
    const spoken = await record(sales, '定例', ['お見積です', '以上です', '見積は来週'])
    await speak(titled, '見積 太郎')
    await tag(titled, '見積の根拠')
    const found = await search('見積')
    expect(found).toMatchObject({
      folders: [{ id: folder.projectId, name: '見積の部屋', path: ['ワークスペース', '営業'] }],
      files: [
        { id: titled.id, title: '見積の説明', folder: { id: folder.projectId, name: '見積の部屋' }, metadata: [] },
      ],
      members: [{ id: owner.id, name: '見積 花子', email: owner.email }],
      speakers: [{ name: '見積 太郎', folder: { id: folder.projectId, name: '見積の部屋' } }],
      tags: [{ name: '見積の根拠', appearance: '#FD6F2C', category: 'タグ', project_id: owner.rootProjectId }],
      spoken: [{ id: spoken.id, title: '定例', folder: { id: sales.projectId, name: '営業' } }],
    })
    expect(found.spoken[0]?.metadata).toMatchObject([
      { content: 'お見積です', start_time: 0, marks: [{ start: 1, end: 3 }] },
      { content: '見積は来週', start_time: 2, marks: [{ start: 0, end: 2 }] },
    ])
  })

  it.each([
    ['営', { folders: ['営業'] }],
    ['木', { spoken: ['一字'] }],
    ['ﾃﾞｰﾀ', { files: ['データの話'], spoken: ['一字'] }],
    ['HANAKO', {}],
    ['花子 見積', { members: ['見積 花子'] }],
    ['ハナコ', {}],
    ['%', {}],
    ['％', {}],
    ['＿', {}],
    [' ', {}],
    ['', {}],
  ])(
    'finds %j as a whole text from one character, regardless of width and the order of names',
    async (query, expected) => {
      await record(sales, 'データの話', ['本題です'])
      await record(sales, '一字', ['木曜のデータ'])
      expect(await names(query)).toEqual(expected)
    },
  )

  it('lists names that begin with the words first, and a few of each group', async () => {
    for (let n = 1; n <= 7; n += 1) await createFolder(test.db, sales, { creator: owner, name: `別の案件${n}` })
    await createFolder(test.db, sales, { creator: owner, name: '案件一覧' })
    const { folders = [] } = await names('案件')
    expect(folders).toEqual(['案件一覧', '別の案件1', '別の案件2', '別の案件3', '別の案件4'])
    expect(folders).toHaveLength(FOUND_ROWS)
  })

  it('a file with the words only in its title is not listed as spoken, however many such files exist', async () => {
    const spoken = await record(sales, '定例', ['契約の話'])
    for (let n = 1; n <= 7; n += 1) await record(sales, `契約${n}`, ['はい'])
    expect((await search('契約')).spoken.map(({ id }) => id)).toEqual([spoken.id])
  })

  it('leaves out automatic speakers without a name, and speakers that were merged', async () => {
    const file = await record(sales, '定例', ['はい'])
    await speak(file, '話者の会')
    const { workspaceId: workspace_id } = owner
    const [automatic, merged] = await test.db
      .insertInto('speakers')
      .values([
        { workspace_id, name: '話者1', is_manual: false },
        { workspace_id, name: '話者の一人', is_manual: true },
      ])
      .returning('id')
      .execute()
    for (const one of [automatic, merged])
      await test.db
        .insertInto('project_speakers')
        .values({ project_id: sales.projectId, speaker_id: one!.id })
        .execute()
    await test.db.updateTable('speakers').set({ merged_into: automatic!.id }).where('id', '=', merged!.id).execute()
    expect(await names('話者')).toEqual({ speakers: ['話者の会'] })
  })
})

describe('R1 finds what the reader sees elsewhere, and nothing else', () => {
  it.each<[string, (guest: TestUser, shown: TestFile) => Promise<unknown>, object]>([
    ['without a role', async () => undefined, {}],
    [
      'of a folder',
      (guest) => assign(test.db, sales, guest, ROLE.viewer),
      {
        folders: ['機密の営業'],
        files: ['機密の公開', '機密の非公開'],
        speakers: ['機密の話し手1', '機密の話し手2'],
        tags: ['機密の印1', '機密の印2'],
        spoken: ['機密の公開', '機密の非公開'],
      },
    ],
    [
      'of one file, who sees its folder by name',
      (guest, shown) => assign(test.db, shown, guest, ROLE.viewer),
      {
        folders: ['機密の営業'],
        files: ['機密の公開'],
        speakers: ['機密の話し手1'],
        tags: ['機密の印1'],
        spoken: ['機密の公開'],
      },
    ],
  ])('a guest %s', async (_who, give, expected) => {
    await test.db.updateTable('projects').set({ name: '機密の営業' }).where('id', '=', sales.projectId).execute()
    const other = await createFolder(test.db, rootOf(owner), { creator: owner, name: '機密の人事' })
    const [shown, hidden, elsewhere] = [
      await record(sales, '機密の公開', ['機密です']),
      await record(sales, '機密の非公開', ['機密です']),
      await record(other, '機密の面談', ['機密です']),
    ]
    for (const [n, file] of [shown, hidden, elsewhere].entries()) {
      await speak(file, `機密の話し手${n + 1}`)
      await tag(file, `機密の印${n + 1}`)
    }
    const guest = await createMember(test.db, owner, ROLE.guest, { last_name: '機密' })
    await give(guest, shown)
    const found = await names('機密', guest)
    expect(Object.fromEntries(Object.entries(found).map(([group, rows]) => [group, rows.toSorted()]))).toEqual(expected)
  })

  it('a guest opens the passages of a tag in a folder that they see', async () => {
    const inner = await createFolder(test.db, sales, { creator: owner, name: '4月' })
    await tag(await record(inner, '定例', ['はい']), '決定')
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, inner, guest, ROLE.viewer)
    expect((await search('決定', guest)).tags).toMatchObject([{ project_id: inner.projectId }])
    expect((await search('4月', guest)).folders).toMatchObject([{ path: [] }])
  })

  it.each([
    ['the owner', ROLE.owner, true],
    ['a manager', ROLE.manager, true],
    ['a member', ROLE.member, false],
    ['a guest', ROLE.guest, false],
  ] as const)('%s finds people of the workspace: %s %s', async (_who, role, sees) => {
    const reader = role === ROLE.owner ? owner : await createMember(test.db, owner, role)
    const stranger = await createOwner(test.db, { last_name: '見積' })
    expect((await search('見積', reader)).members.map(({ id }) => id)).toEqual(sees ? [owner.id] : [])
    expect((await search('見積', stranger)).members.map(({ id }) => id)).toEqual([stranger.id])
  })

  it('finds nothing that is in the trash or in another workspace', async () => {
    const folder = await createFolder(test.db, sales, { creator: owner, name: '見積の部屋' })
    const file = await record(folder, '見積の説明', ['見積です'])
    await speak(file, '見積 太郎')
    const stranger = await createOwner(test.db)
    expect(await search('見積', stranger)).toEqual(NOTHING)
    await test.succeed(deleteItem, { params: { id: folder.itemId } }, owner)
    expect(await names('見積')).toEqual({ members: ['見積 花子'] })
  })
})
