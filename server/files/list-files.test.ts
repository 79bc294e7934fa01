import { login } from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/workspace.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder, type TestFile } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { createMember, createOwner, PASSWORD, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

interface Query {
  query?: string
  page?: number
  order_by?: string
}

function list({ projectId }: { projectId: number }, query: Query = {}, as: TestUser = owner) {
  return test.call(contract.listFiles, { params: { id: projectId }, query: query as { page?: number } }, as)
}

async function names(place: { projectId: number }, query: Query = {}, as: TestUser = owner) {
  return (await list(place, query, as)).body.data.map(({ name }) => name)
}

function folder(parent: TestFolder = rootOf(owner), name?: string) {
  return createFolder(test.db, parent, { creator: owner, ...(name === undefined ? {} : { name }) })
}

describe('listFiles', () => {
  it('WS-56 API-05 returns data, current_page and last_page, 50 rows per page, folders first', async () => {
    const place = await folder()
    for (let n = 0; n < 3; n += 1) await folder(place, `folder ${n}`)
    for (let n = 0; n < 100; n += 1) await createFile(test.db, place, { creator: owner, title: `file ${n}` })
    const pages = [
      await list(place),
      await list(place, { page: 2 }),
      await list(place, { page: 3 }),
      await list(place, { page: 4 }),
    ]
    expect(pages.map(({ body }) => [body.data.length, body.current_page, body.last_page])).toEqual([
      [50, 1, 3],
      [50, 2, 3],
      [3, 3, 3],
      [0, 4, 3],
    ])
    expect(pages[0]?.body.data.map((row) => row.is_project)).toEqual([
      true,
      true,
      true,
      ...Array<boolean>(47).fill(false),
    ])
    const seen = pages.flatMap(({ body }) => body.data.map((row) => `${row.is_project} ${row.id}`))
    expect(new Set(seen).size).toBe(103)
  })

  it('an empty folder has one empty page', async () => {
    expect((await list(await folder())).body).toEqual({ data: [], current_page: 1, last_page: 1 })
  })

  it('WS-20 WS-23 a folder’s row has its name, who changed it last and when, and the total size of everything below it', async () => {
    const place = await folder()
    const inner = await folder(place, '議事録')
    const deeper = await folder(inner)
    await createFile(test.db, inner, { creator: owner, original_size: 3 * 1_048_576, derived_size: 1_048_576 })
    await createFile(test.db, deeper, { creator: owner, original_size: 524_288 })
    const [row] = (await list(place)).body.data
    expect(row).toEqual({
      id: inner.projectId,
      is_project: true,
      item_id: inner.itemId,
      title: '議事録',
      name: '議事録',
      total_size: 4.5,
      original_size: 3.5,
      last_updated_by: { id: owner.id, name: '山田 花子', avatar: null },
      last_updated_at: expect.stringMatching(/Z$/),
      role_ids: [3, 3],
      can: expect.objectContaining({ rename: true, move: true, delete: true }),
    })
  })

  it('a row of a file has the number of its speakers, and their first three names without numbers', async () => {
    const place = await folder()
    const talk = await createFile(test.db, place, { creator: owner, title: 'talk' })
    await createFile(test.db, place, { creator: owner, title: 'nothing' })
    const { speakerIds } = await createTranscript(test.db, talk, { blocks: 40, speakers: 5 })
    const name = (index: number, given: string, name_key: string | null) =>
      test.db
        .updateTable('speakers')
        .set({ name: given, name_key })
        .where('id', '=', speakerIds[index] as number)
        .execute()
    await name(0, '話者1', 'speaker:1')
    await name(1, '佐藤（北星製作所）', 'sample-customer')
    for (const [index, given] of ['鈴木', '高橋', '田中'].entries()) await name(index + 2, given, null)
    const rows = async (query: Query = {}) =>
      (await list(place, { order_by: 'name', ...query })).body.data.map((row) =>
        row.is_project ? null : [row.title, row.speaker_count, row.speaker_names],
      )
    expect(await rows()).toEqual([
      ['nothing', 0, []],
      ['talk', 5, ['佐藤（北星製作所）', '鈴木', '高橋']],
    ])
    expect(await rows({ query: 'talk' })).toEqual([['talk', 5, ['佐藤（北星製作所）', '鈴木', '高橋']]])
  })

  it('orders by the size of the uploads, and by that of everything stored', async () => {
    const place = await folder()
    const put = (title: string, original_size: number, derived_size: number) =>
      createFile(test.db, place, { creator: owner, title, original_size, derived_size })
    await put('film', 100, 1)
    await put('sound', 60, 90)
    expect(await names(place, { order_by: 'original_size' })).toEqual(['sound', 'film'])
    expect(await names(place, { order_by: 'total_size' })).toEqual(['film', 'sound'])
  })

  it('WS-23 for a guest, the size of a folder counts only the files they may see', async () => {
    const place = await folder()
    const inner = await folder(place)
    const [hidden, shown] = [await folder(inner), await folder(inner)]
    const mb = 1_048_576
    const put = (into: TestFolder, size: number) =>
      createFile(test.db, into, { creator: owner, original_size: size * mb, derived_size: 0 })
    const [one, two, four, eight] = [
      await put(inner, 1),
      await put(inner, 2),
      await put(hidden, 4),
      await put(hidden, 8),
    ]
    await put(shown, 16)
    const guest = await createMember(test.db, owner, ROLE.guest)
    const size = async () => (await list(place, {}, guest)).body.data.map(({ total_size }) => total_size)
    await assign(test.db, place, guest, ROLE.viewer)
    expect(await size()).toEqual([31])
    await assign(test.db, hidden, guest, null)
    expect(await size()).toEqual([19])
    await assign(test.db, one, guest, null)
    await assign(test.db, two, guest, ROLE.editor)
    await assign(test.db, four, guest, ROLE.viewer)
    await assign(test.db, eight, guest, null)
    expect(await size()).toEqual([2 + 4 + 16])
    await assign(test.db, shown, guest, ROLE.editor)
    expect(await size()).toEqual([2 + 4 + 16])
  })

  it.each([
    ['name', ['a 2', 'b 10', 'あ', 'new 1', 'new 02', 'ニュース']],
    ['-name', ['あ', 'b 10', 'a 2', 'ニュース', 'new 02', 'new 1']],
    ['last_updated_at', ['a 2', 'あ', 'b 10', 'new 02', 'ニュース', 'new 1']],
    ['-last_updated_at', ['b 10', 'あ', 'a 2', 'new 1', 'ニュース', 'new 02']],
    ['total_size', ['b 10', 'あ', 'a 2', 'new 1', 'new 02', 'ニュース']],
    ['-total_size', ['a 2', 'あ', 'b 10', 'ニュース', 'new 02', 'new 1']],
    ['last_updated_by', ['b 10', 'あ', 'a 2', 'new 1', 'new 02', 'ニュース']],
  ])('WS-22 WS-23 sorts by %s, folders and files separately', async (order_by, expected) => {
    const { place } = await (sorted ??= prepare())
    const rows = await names(place, { order_by })
    expect(rows).toEqual(expected)
  })
  let sorted: Promise<{ place: TestFolder }> | undefined
  const prepare = async () => {
    const place = await folder()
    const people = [
      await createMember(test.db, owner, ROLE.manager, { last_name: 'あべ' }),
      await createMember(test.db, owner, ROLE.manager, { last_name: 'いとう' }),
      await createMember(test.db, owner, ROLE.manager, { last_name: 'うえだ' }),
    ]
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    for (const [name, day, size, person] of [
      ['a 2', 1, 9, 2],
      ['あ', 2, 5, 1],
      ['b 10', 3, 1, 0],
    ] as const) {
      const made = await folder(place, name)
      await createFile(test.db, made, { creator: owner, original_size: size })
      await test.db
        .updateTable('projects')
        .set({ last_updated_at: at(day), last_updated_by: people[person]?.id ?? null })
        .where('id', '=', made.projectId)
        .execute()
    }
    for (const [title, day, size, person] of [
      ['new 1', 3, 1, 0],
      ['new 02', 1, 2, 1],
      ['ニュース', 2, 3, 2],
    ] as const)
      await createFile(test.db, place, {
        creator: owner,
        title,
        original_size: size,
        last_updated_at: at(day),
        last_updated_by: people[person]?.id ?? null,
      })
    return { place }
  }

  it('WS-21 sorts the newest first by default and refuses an unknown order', async () => {
    const { place } = await (sorted ??= prepare())
    expect(await names(place)).toEqual(await names(place, { order_by: '-last_updated_at' }))
    expect(await list(place, { order_by: 'color' })).toMatchObject({ status: 422, errors: { order_by: ['format'] } })
    expect((await list(place, { page: 0 })).errors).toEqual({ page: ['min'] })
  })

  it('WS-21 query searches names in the folder and below it, ignoring width and case, literally', async () => {
    const place = await folder()
    const inner = await folder(place, 'ｶﾀﾛｸﾞ 2026')
    await createFile(test.db, inner, { creator: owner, title: '新カタログの商談' })
    await createFile(test.db, place, { creator: owner, title: '100% ＡＢＣ_x' })
    await createFile(test.db, await folder(), { creator: owner, title: 'カタログ elsewhere' })
    expect(await names(place, { query: 'カタログ' })).toEqual(['ｶﾀﾛｸﾞ 2026', '新カタログの商談'])
    expect(await names(place, { query: ' ｶﾀﾛｸﾞ ' })).toHaveLength(2)
    expect(await names(place, { query: 'abc_' })).toEqual(['100% ＡＢＣ_x'])
    expect(await names(place, { query: '0%' })).toEqual(['100% ＡＢＣ_x'])
    expect(await names(place, { query: '%' })).toEqual(['100% ＡＢＣ_x'])
    expect(await names(place, { query: "'; --" })).toEqual([])
    expect(await names(place, { query: '\\' })).toEqual([])
  })

  it('a guest’s folder contains only the items they see, also in sizes and searches', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const place = await folder()
    const hidden = await folder(place, 'hidden')
    await createFile(test.db, hidden, { creator: owner, title: 'hidden file' })
    const one = await createFile(test.db, place, { creator: owner, title: 'shown file' })
    await createFile(test.db, place, { creator: owner, title: 'another file' })
    await assign(test.db, { itemId: one.itemId }, guest, ROLE.viewer)
    const answer = await list(place, {}, guest)
    expect(answer.body).toMatchObject({ data: [{ id: one.id, project_file_item: { role_ids: [8, 5] } }], last_page: 1 })
    expect(await names(place, { query: 'file' }, guest)).toEqual(['shown file'])
    await assign(test.db, place, guest, ROLE.viewer)
    await assign(test.db, hidden, guest, null)
    expect(await names(place, { order_by: 'name' }, guest)).toEqual(['another file', 'shown file'])
    expect((await list(rootOf(owner), {}, guest)).status).toBe(404)
    const parent = await folder()
    const child = await folder(parent)
    await createFile(test.db, child, { creator: owner })
    await createFile(test.db, await folder(child), { creator: owner })
    await assign(test.db, parent, guest, ROLE.viewer)
    expect((await list(parent, {}, guest)).body.data[0]?.total_size).toBe(20)
    const inside = await test.db
      .selectFrom('items')
      .select('id')
      .where('parent_id', '=', child.itemId)
      .where('is_project', '=', true)
      .executeTakeFirstOrThrow()
    await assign(test.db, { itemId: inside.id }, guest, null)
    expect((await list(parent, {}, guest)).body.data[0]?.total_size).toBe(10)
  })

  it('a stranger gets not found', async () => {
    const stranger = await createOwner(test.db)
    expect(await list(rootOf(owner), {}, stranger)).toMatchObject({ status: 404, body: { error: 'E_NOT_FOUND' } })
  })

  it('A2 executes the same number of statements for 1 row and for 120', async () => {
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const plain = test.app.db
    const countFor = async (place: TestFolder) => {
      statements = 0
      test.app.db = plain.withPlugin(counter)
      await list(place)
      test.app.db = plain
      return statements
    }
    const [small, large] = [await folder(), await folder()]
    for (const [place, number] of [
      [small, 1],
      [large, 30],
    ] as const)
      for (let n = 0; n < number; n += 1) {
        await folder(place)
        await createFile(test.db, place, { creator: owner })
      }
    // Session, folder, counts, folders, files. Sub-selects are not separate statements.
    expect(await countFor(small)).toBe(await countFor(large))
  })
})

describe('projects', () => {
  it('WS-51 WS-39 getProject returns fields, breadcrumb and abilities', async () => {
    const a = await folder(rootOf(owner), '営業')
    const b = await folder(a, '商談')
    const { body } = await test.call(contract.getProject, { params: { id: b.projectId } }, owner)
    expect(body).toEqual({
      id: b.projectId,
      item_id: b.itemId,
      name: '商談',
      project_speakers: [],
      role_ids: [3, 3],
      is_root_item: false,
      depth: 2,
      breadcrumb: [
        { id: owner.rootProjectId, item_id: owner.rootItemId, name: 'ワークスペース' },
        { id: a.projectId, item_id: a.itemId, name: '営業' },
        { id: b.projectId, item_id: b.itemId, name: '商談' },
      ],
      can: expect.objectContaining({ upload: true }),
    })
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, b, guest, ROLE.viewer)
    const seen = await test.succeed(contract.getProject, { params: { id: b.projectId } }, guest)
    expect(seen.breadcrumb).toEqual([{ id: b.projectId, item_id: b.itemId, name: '商談' }])
    expect((await test.call(contract.getProject, { params: { id: a.projectId } }, guest)).status).toBe(404)
  })

  it('WS-16 WS-17 WS-18 the root cannot be renamed, moved or deleted', async () => {
    const root = await test.succeed(contract.getProject, { params: { id: owner.rootProjectId } }, owner)
    expect(root).toMatchObject({ is_root_item: true, depth: 0 })
    expect(root.can).toMatchObject({ rename: false, move: false, delete: false, upload: false, create_folder: true })
  })

  it('WS-39 AUTH-79 pages that show no speakers get none; the session lists speakers that people created or named', async () => {
    const boss = await createOwner(test.db)
    const place = await createFolder(test.db, rootOf(boss), { creator: boss })
    const file = await createFile(test.db, place, { creator: boss })
    const { speakerIds } = await createTranscript(test.db, file, { blocks: 2 })
    const [voice] = speakerIds as [number]
    const params = { id: place.projectId }
    const all = await test.succeed(contract.getProject, { params }, boss)
    expect(all.project_speakers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(speakerIds)
    expect(await test.succeed(contract.getProject, { params, query: { speakers: '0' } }, boss)).toEqual({
      ...all,
      project_speakers: [],
    })
    const speakersOf = async ({ email }: TestUser) =>
      (await test.succeed(login, { body: { email, password: PASSWORD } })).speakers
    expect(await speakersOf(boss)).toEqual([])
    const named = { name: '田中', last_edited_at: new Date() }
    await test.db.updateTable('speakers').set(named).where('id', '=', voice).execute()
    expect(await speakersOf(boss)).toMatchObject([
      { id: voice, name: '田中', project_ids: [place.projectId], project_file_ids: [] },
    ])
    const guest = await createMember(test.db, boss, ROLE.guest)
    expect(await speakersOf(guest)).toEqual([])
    await assign(test.db, file, guest, ROLE.viewer)
    expect((await speakersOf(guest)).map(({ id }) => id)).toEqual([voice])
  })

  it('WS-39 a project returns its speakers, each with the folders and files that the reader sees', async () => {
    const boss = await createOwner(test.db)
    const place = await createFolder(test.db, rootOf(boss), { creator: boss })
    const other = await createFolder(test.db, rootOf(boss), { creator: boss })
    const files = [
      await createFile(test.db, place, { creator: boss }),
      await createFile(test.db, other, { creator: boss }),
      await createFile(test.db, place, { creator: boss }),
    ]
    const { id } = await test.db
      .insertInto('speakers')
      .values({ workspace_id: boss.workspaceId, name: '話者1', is_manual: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { projectId } of [place, other])
      await test.db.insertInto('project_speakers').values({ project_id: projectId, speaker_id: id }).execute()
    for (const file of files.slice(0, 2)) {
      const transcript = await test.db
        .insertInto('transcripts')
        .values({ file_id: file.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (let position = 0; position < 3; position += 1)
        await test.db
          .insertInto('blocks')
          .values({
            transcript_id: transcript.id,
            uuid: crypto.randomUUID(),
            position,
            start_time: position,
            end_time: position + 1,
            content: 'x',
            speaker_id: id,
          })
          .execute()
    }
    const speakersFor = async (user: TestUser) =>
      (await test.succeed(contract.getProject, { params: { id: place.projectId } }, user)).project_speakers
    expect(await speakersFor(boss)).toEqual([
      {
        id,
        name: '話者1',
        description: null,
        avatar: null,
        is_manual: false,
        project_ids: [place.projectId, other.projectId],
        project_file_ids: [files[0]?.id, files[1]?.id],
        last_edited_at: null,
        can: { edit: true, merge: false },
      },
    ])
    const guest = await createMember(test.db, boss, ROLE.guest)
    await assign(test.db, place, guest, ROLE.viewer)
    expect(await speakersFor(guest)).toMatchObject([
      { project_ids: [place.projectId], project_file_ids: [files[0]?.id] },
    ])

    // A guest of one file sees the speakers of that file, but not those of other files in the folder.
    const [spoken, , silent] = files as [TestFile, TestFile, TestFile]
    const guestOf = async (file: TestFile) => {
      const person = await createMember(test.db, boss, ROLE.guest)
      await assign(test.db, file, person, ROLE.viewer)
      return person
    }
    expect(await speakersFor(await guestOf(spoken))).toMatchObject([{ id, project_file_ids: [spoken.id] }])
    expect(await speakersFor(await guestOf(silent))).toEqual([])
  })

  it('WS-50 listProjects lists visible folders by page and by name', async () => {
    const boss = await createOwner(test.db)
    for (let n = 1; n <= 55; n += 1) await createFolder(test.db, rootOf(boss), { creator: boss, name: `folder ${n}` })
    const page = async (query: { query?: string; page?: number }, as: TestUser = boss) =>
      test.succeed(contract.listProjects, { query }, as)
    const first = await page({})
    expect(first.data.slice(0, 3).map(({ name }) => name)).toEqual(['ワークスペース', 'folder 1', 'folder 2'])
    expect([first.data.length, first.current_page, first.last_page]).toEqual([50, 1, 2])
    expect((await page({ page: 2 })).data).toHaveLength(6)
    expect(await page({ page: 3 })).toEqual({ data: [], current_page: 3, last_page: 2 })
    expect((await page({ query: 'ＦＯＬＤＥＲ 5' })).data.map(({ name }) => name)).toEqual([
      'folder 5',
      'folder 50',
      'folder 51',
      'folder 52',
      'folder 53',
      'folder 54',
      'folder 55',
    ])
    const guest = await createMember(test.db, boss, ROLE.guest)
    expect((await page({}, guest)).data).toEqual([])
  })
})
