import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { listHits } from '@kaiwa/contract/search.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { grams, normalise, queryGrams } from '@kaiwa/language'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEditingFixture, readFixture, saved } from '../test/factories/editing-fixture.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { fillWorkspace } from '../test/factories/large-workspace.ts'
import { createTranscriptOf } from '../test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import type { JobContext } from '../platform/jobs/job.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { fillBatch, fillTexts } from './jobs/fill-texts.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

function folder(parent: TestFolder = rootOf(owner)) {
  return createFolder(test.db, parent, { creator: owner })
}

let count = 0

/** A file with this text, one block for each entry. */
async function record(
  parentFolder: TestFolder,
  texts: readonly string[],
  title = `録音 ${(count += 1)}`,
): Promise<TestFile> {
  const file = await createFile(test.db, parentFolder, { creator: owner, title })
  await createTranscriptOf(test.db, file, texts)
  return file
}

interface Query {
  page?: number
  order_by?: 'name' | '-name'
}

function search(parentFolder: TestFolder, query: string, as: TestUser = owner, more: Query = {}) {
  return test.succeed(
    listFiles,
    { params: { id: parentFolder.projectId }, query: { query, order_by: 'name', ...more } },
    as,
  )
}

async function found(parentFolder: TestFolder, query: string, as: TestUser = owner, more: Query = {}) {
  return (await search(parentFolder, query, as, more)).data.map(({ name }) => name)
}

describe('search', () => {
  it('WS-26 WS-41 a hit has title, time, a snippet with marks, and the id of its block', async () => {
    const parentFolder = await folder()
    const file = await record(
      await folder(parentFolder),
      ['おはようございます。', 'ﾃﾞｰﾀの話です。', '次はデータベース。'],
      '定例',
    )
    const { data } = await search(parentFolder, 'データ')
    const uuids = await test.db
      .selectFrom('blocks')
      .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
      .select('uuid')
      .where('file_id', '=', file.id)
      .orderBy('position')
      .execute()
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id: file.id,
      metadata: [
        {
          id: uuids[1]?.uuid,
          title: '定例',
          start_time: 1,
          content: 'ﾃﾞｰﾀの話です。',
          marks: [{ start: 0, end: 4 }],
          remain: 0,
        },
        { id: uuids[2]?.uuid, start_time: 2, content: '次はデータベース。', marks: [{ start: 2, end: 5 }], remain: 0 },
      ],
    })
  })

  it('WS-27 a file shows three hits and the number of further ones; all of them are listed page by page', async () => {
    const parentFolder = await folder()
    const texts = Array.from({ length: 60 }, (_, n) => `見積 ${n}`)
    const file = await record(parentFolder, texts)
    const [row] = (await search(parentFolder, '見積')).data
    expect(row?.is_project === false && row.metadata.map(({ remain }) => remain)).toEqual([0, 0, 57])
    const hits = (page: number) =>
      test.succeed(listHits, { params: { fileId: file.id }, query: { query: '見積', page } }, owner)
    const [first, second] = [await hits(1), await hits(2)]
    expect([first.data.length, first.last_page, second.data.length]).toEqual([50, 2, 10])
    expect([...first.data, ...second.data].map(({ content }) => content)).toEqual(texts)
  })

  it('WS-26 WS-27 WS-28 a guest who can only view a folder gets the same hits, their number, and the text', async () => {
    const parentFolder = await folder()
    const texts = Array.from({ length: 70 }, (_, n) => (n % 7 === 3 ? `${n}番目のﾃﾞｰﾀです。` : 'はい。'))
    const file = await record(await folder(parentFolder), texts, '定例会議')
    const viewer = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, parentFolder, viewer, ROLE.viewer)
    const [row] = (await search(parentFolder, 'データ', viewer)).data
    if (!row || row.is_project) throw new Error('no file')
    expect(row.name).toBe('定例会議')
    expect(row.metadata).toMatchObject(
      [3, 10, 17].map((n, at) => ({
        start_time: n,
        content: `${n}番目のﾃﾞｰﾀです。`,
        marks: [{ start: `${n}番目の`.length, end: `${n}番目のﾃﾞｰﾀ`.length }],
        remain: at === 2 ? 7 : 0,
      })),
    )
    const all = await test.succeed(listHits, { params: { fileId: file.id }, query: { query: 'データ' } }, viewer)
    expect(all.data.map(({ content }) => content)).toEqual(texts.filter((text) => text !== 'はい。'))
    const { blocks } = await test.succeed(getTranscript, { params: { fileId: file.id } }, viewer)
    for (const { id, content } of all.data) expect(blocks[id]?.content).toBe(content)
  })

  it.each([
    ['録', ['議事録の件']],
    ['議事', ['議事録の件']],
    ['100%', ['100%です', '１００％増']],
    ['a_b', ['Ａ_B']],
    ['\\', ['円\\']],
    ['コミュニケーション', ['コミュニケーションズ', 'ｺﾐｭﾆｹｰｼｮﾝ']],
    ['か', ['か']],
    ['が', ['か\u3099']],
    ['😀', ['笑😀']],
    ['\u200b', []],
    ["'; drop table blocks; --", []],
    ['事録件', []],
  ])('UI-17 finds %j in the transcript, literally and regardless of character width', async (query, expected) => {
    const { parentFolder } = await (spoken ??= speak())
    expect((await found(parentFolder, query)).toSorted()).toEqual(expected.map((texts) => `t${TEXTS.indexOf(texts)}`))
  })
  const TEXTS = [
    '議事録の件',
    '100%です',
    '１００％増',
    'Ａ_B',
    '円\\',
    'コミュニケーションズ',
    'ｺﾐｭﾆｹｰｼｮﾝ',
    'か',
    'か\u3099',
    '笑😀',
  ]
  let spoken: Promise<{ parentFolder: TestFolder }> | undefined
  const speak = async () => {
    const parentFolder = await folder()
    for (const [index, texts] of TEXTS.entries()) await record(parentFolder, [texts], `t${index}`)
    return { parentFolder }
  }

  it('WS-21 finds by title or transcript, in the folder and below it, nowhere else', async () => {
    const parentFolder = await folder()
    const inner = await createFolder(test.db, parentFolder, { creator: owner, name: '予算の部屋' })
    await record(parentFolder, ['予算です'], 'a')
    await record(inner, ['別の話'], 'b 予算')
    await record(inner, ['別の話'], 'c')
    await record(await folder(), ['予算です'], 'elsewhere')
    expect(await found(parentFolder, '予算')).toEqual(['予算の部屋', 'a', 'b 予算'])
    expect(await found(inner, '予算')).toEqual(['b 予算'])
  })

  it('paging and order are the same whether every file matches or only some', async () => {
    const parentFolder = await folder()
    for (let n = 0; n < 120; n += 1)
      await record(parentFolder, ['よろしく', n % 7 === 0 ? '特別' : '普通'], `f${String(n).padStart(3, '0')}`)
    const pages = async (query: string, order_by: 'name' | '-name') => {
      const names: string[] = []
      for (let page = 1; ; page += 1) {
        const { data, last_page } = await search(parentFolder, query, owner, { page, order_by })
        names.push(...data.map(({ name }) => name))
        if (page >= last_page) return names
      }
    }
    const all = Array.from({ length: 120 }, (_, n) => `f${String(n).padStart(3, '0')}`)
    expect(await pages('よろしく', 'name')).toEqual(all)
    expect(await pages('よろしく', '-name')).toEqual(all.toReversed())
    expect(await pages('特別', 'name')).toEqual(all.filter((_, n) => n % 7 === 0))
    expect(await pages('普通', '-name')).toEqual(all.filter((_, n) => n % 7 !== 0).toReversed())
    expect(await search(parentFolder, '特別', owner, { page: 9 })).toMatchObject({
      data: [],
      current_page: 9,
      last_page: 1,
    })
  })

  it('a transcript in reprocessing is not found until it is readable', async () => {
    const parentFolder = await folder()
    const file = await record(parentFolder, ['改めて'], 'x')
    await test.db.updateTable('transcripts').set({ status: 'processing' }).where('file_id', '=', file.id).execute()
    expect(await found(parentFolder, '改めて')).toEqual([])
  })
})

describe('R1 search respects permissions', () => {
  it('finds only what each person may see, and nothing after access was removed', async () => {
    const parentFolder = await folder()
    const [open, shut] = [await folder(parentFolder), await folder(parentFolder)]
    const shown = await record(open, ['秘密の数字'], 'open')
    const hidden = await record(shut, ['秘密の数字'], 'shut')
    const member = await createMember(test.db, owner, ROLE.member)
    const manager = await createMember(test.db, owner, ROLE.manager)
    const [viewer, editor, single, none] = [
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.guest),
    ]
    const stranger = await createOwner(test.db)
    await assign(test.db, parentFolder, viewer, ROLE.viewer)
    await assign(test.db, shut, viewer, null)
    await assign(test.db, parentFolder, editor, ROLE.editor)
    await assign(test.db, hidden, editor, null)
    await assign(test.db, shown, single, ROLE.viewer)
    const status = async (as: TestUser, at: TestFolder) =>
      (await test.call(listFiles, { params: { id: at.projectId }, query: { query: '秘密' } }, as)).status
    const inFile = async (as: TestUser, file: TestFile) =>
      (await test.call(listHits, { params: { fileId: file.id }, query: { query: '秘密' } }, as)).status
    for (const all of [owner, manager, member]) {
      expect(await found(parentFolder, '秘密', all)).toEqual(['open', 'shut'])
      expect([await inFile(all, shown), await inFile(all, hidden)]).toEqual([200, 200])
    }
    for (const part of [viewer, editor]) {
      expect(await found(parentFolder, '秘密', part)).toEqual(['open'])
      expect([await inFile(part, shown), await inFile(part, hidden)]).toEqual([200, 404])
    }
    expect([await status(single, parentFolder), await found(open, '秘密', single)]).toEqual([404, ['open']])
    expect([await inFile(single, shown), await inFile(single, hidden)]).toEqual([200, 404])
    for (const nobody of [none, stranger])
      expect([await status(nobody, parentFolder), await inFile(nobody, shown)]).toEqual([404, 404])
    expect(await found(rootOf(stranger), '秘密', stranger)).toEqual([])

    await assign(test.db, open, viewer, null)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', editor.id).execute()
    expect(await found(parentFolder, '秘密', viewer)).toEqual([])
    expect([await inFile(viewer, shown), await status(editor, parentFolder)]).toEqual([404, 403])
  })
})

describe('a large workspace', () => {
  it('finds common and rare words, after the statistics were collected', async () => {
    const other = await createOwner(test.db)
    const [parentFolder] = await fillWorkspace(test.db, rootOf(other), {
      creator: other,
      blocks: 1_200,
      blocksPerFile: 12,
    })
    if (!parentFolder) throw new Error('no folder')
    const texts = await test.db
      .selectFrom('blocks')
      .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
      .innerJoin('files', 'files.id', 'transcripts.file_id')
      .select(['files.title', 'content'])
      .where('files.project_id', '=', parentFolder.projectId)
      .execute()
    for (const words of ['の', 'です', 'ありがとう', 'データベース', 'ます。', 'います。', '。お', '1']) {
      const having = texts.filter(({ content }) => normalise(content).includes(words))
      const titles = [...new Set(having.map(({ title }) => title))].toSorted()
      const pages = [await search(parentFolder, words, other), await search(parentFolder, words, other, { page: 2 })]
      const rows = pages.flatMap(({ data }) => data)
      const titled = new Set(texts.map(({ title }) => title).filter((title) => title.includes(words)))
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([...titles, ...titled]))
      const hits = rows.flatMap((row) =>
        row.is_project ? [] : [row.metadata.length + (row.metadata.at(-1)?.remain ?? 0)],
      )
      expect(hits.reduce((sum, n) => sum + n, 0)).toBe(having.length)
    }
  })
})

describe('the index', () => {
  const stale = async () => {
    const rows = await test.db
      .selectFrom('blocks')
      .leftJoin('block_texts as text', 'text.block_id', 'blocks.id')
      .select(['blocks.content', 'text.normal', 'blocks.position', 'text.position as indexed_position'])
      .execute()
    return rows.filter((row) => row.normal !== normalise(row.content) || row.position !== row.indexed_position)
  }

  it('is updated with the text: new, changed and deleted blocks of a save are found immediately', async () => {
    const fixture = await createEditingFixture(test)
    const { owner: as, file, transcriptId, folder: parentFolder } = fixture
    const { lock } = await test.succeed(
      requestLock,
      { params: { projectId: file.projectId, fileId: file.id }, body: {} },
      as,
    )
    const { blocks, revision } = await readFixture(test, fixture)
    const [first, second] = blocks
    if (!first || !second) throw new Error('no blocks')
    const insert = { ...saved(first, { uuid: randomUUID(), content: '挿入ﾃﾞｽ' }), position: 1, speaker_id: null }
    const body = {
      revision,
      lock_version: lock.version,
      blocks: [saved(first, { content: '全面改訂' })],
      insert: [insert],
      delete: [second.uuid],
    }
    await test.succeed(saveBlocks, { params: { id: transcriptId }, body }, as)
    const hits = async (query: string) =>
      (await test.succeed(listHits, { params: { fileId: file.id }, query: { query } }, as)).data.map(
        ({ content }) => content,
      )
    expect([await hits('改訂'), await hits('挿入デス'), await hits(second.content)]).toEqual([
      ['全面改訂'],
      ['挿入ﾃﾞｽ'],
      blocks.slice(2).flatMap(({ content }) => (content === second.content ? [content] : [])),
    ])
    expect((await search(parentFolder, '改訂', as)).data).toHaveLength(1)
    expect(await stale()).toEqual([])
  })

  it('is filled for blocks of an earlier version and resumes after a kill', async () => {
    const parentFolder = await folder()
    for (let n = 0; n < 3; n += 1)
      await record(
        parentFolder,
        Array.from({ length: 400 }, (_, at) => `以前の発言${at}`),
      )
    await sql`delete from block_texts`.execute(test.db)
    await sql`insert into block_texts_backlog select min(id), max(id) from blocks`.execute(test.db)
    await fillBatch(test.db)
    const half = await sql<{ count: number }>`select count(*)::integer as count from block_texts`.execute(test.db)
    expect(half.rows[0]?.count).toBe(200)
    const stopped = { app: test.app, signal: AbortSignal.abort(new Error('stopped')) } as JobContext
    await expect(fillTexts.run({}, stopped)).rejects.toThrow('stopped')
    await test.db.transaction().execute(async (trx) => void (await test.app.jobs.send(trx, fillTexts, {})))
    await test.settle()
    expect(await stale()).toEqual([])
    expect(await test.db.selectFrom('block_texts_backlog').selectAll().execute()).toEqual([])
    expect(await found(parentFolder, '以前の発言39')).toHaveLength(3)
  })

  it('is filled in batches that are limited by text', async () => {
    await record(
      await folder(),
      Array.from({ length: 5 }, (_, at) => `${at}${'あ'.repeat(8_000)}`),
    )
    await sql`delete from block_texts`.execute(test.db)
    await sql`insert into block_texts_backlog select max(id) - 4, max(id) from blocks`.execute(test.db)
    const counts: number[] = []
    while (await fillBatch(test.db)) {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from block_texts`.execute(test.db)
      counts.push(rows[0]?.count ?? 0)
    }
    expect(counts).toEqual([2, 4, 5])
  })

  it('contains the grams that queries look up', async () => {
    for (const text of ['', 'あ', 'ああ', '議事録の件', 'a😀b', 'か\u3099', 'x'.repeat(300)]) {
      const { rows } = await sql<{ grams: string[] }>`select block_grams(${text}) as grams`.execute(test.db)
      expect(new Set(rows[0]?.grams)).toEqual(new Set(grams(text)))
      for (const gram of queryGrams(text)) expect(rows[0]?.grams).toContain(gram)
    }
  })
})
