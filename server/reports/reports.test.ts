// Rows and table of a report, compared with what the transcripts contain as their own page reads them.
import { randomUUID } from 'node:crypto'
import { CLASSIFICATIONS, filtersOfValue, PARTNERS, type Classification, unitOf } from '@kaiwa/contract/report-pairs.ts'
import * as contract from '@kaiwa/contract/reports.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { createFolderTag, deleteFolderTag, tagPassagesOfBlocks, type Tag } from '@kaiwa/contract/tags.ts'
import { type Block, getTranscript } from '@kaiwa/contract/transcripts.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../test/test-calls.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscript, createTranscriptOf } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { saveKeywords } from '../transcripts/store/keywords.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let inner: TestFolder
let first: TestFile
let second: TestFile
let below: TestFile
let issue: Tag
let request: Tag
let speakers: number[]
/** The blocks of both files of the folder, newest file first. */
const said: { fileId: number; block: Block }[] = []

beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_REPORT_SECONDS: '1' } })
  const { db } = test
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  inner = await createFolder(db, folder, { creator: owner })
  first = await createFile(db, folder, { creator: owner, title: '初回訪問' })
  second = await createFile(db, folder, { creator: owner, title: '二回目' })
  below = await createFile(db, inner, { creator: owner, title: '社内' })
  const made = await createTranscript(db, first, { blocks: 40, phrases: 1 })
  speakers = made.speakerIds
  await createTranscript(db, second, { blocks: 30, phrases: 1, speakers: 1 })
  await createTranscript(db, below, { blocks: 4, phrases: 1 })
  // One block has no speaker.
  const [{ uuid } = { uuid: '' }] = await blocksOf(first)
  await db.updateTable('blocks').set({ speaker_id: null }).where('uuid', '=', uuid).execute()
  issue = await createTag('課題')
  request = await createTag('要望')
  await mark(first, [
    [1, '課題', issue],
    [1, '議事録', issue],
    [1, '議事録', request],
    [5, '課題', issue],
  ])
  await mark(second, [[2, '水曜日', request]])
  const gone = await createTag('消した印')
  await mark(first, [[2, '来週', gone]])
  await test.succeed(deleteFolderTag, { params: ofFolder(), query: { tagId: gone.id } }, owner)
  for (const file of [second, first]) said.push(...(await blocksOf(file)).map((block) => ({ fileId: file.id, block })))
})
afterAll(() => test.close())

function ofFolder(inFolder = folder) {
  return { projectId: inFolder.projectId }
}

function createTag(name: string) {
  return test.succeed(createFolderTag, { params: ofFolder(), body: { name, appearance: '#2F8FED' } }, owner)
}

async function blocksOf({ id }: TestFile): Promise<Block[]> {
  const { transcript, blocks } = await test.succeed(getTranscript, { params: { fileId: id } }, owner)
  return transcript.block_order.flatMap((uuid) => blocks[uuid] ?? [])
}

async function mark(file: TestFile, words: [position: number, text: string, tag: Tag][]) {
  const blocks = await blocksOf(file)
  for (const [position, text, tag] of words) {
    const { uuid = '', content = '', transcript_id: id = 0 } = blocks[position] ?? {}
    const range = { block_uuid: uuid, tag_id: tag.id, tag_uuid: randomUUID(), offset: content.indexOf(text), text }
    await test.succeed(tagPassagesOfBlocks, { params: { id }, body: { ranges: [range] } }, owner)
  }
}

type Conditions = readonly [Classification, Classification]

function conditions([first_condition, second_condition]: Conditions) {
  return { first_condition, second_condition }
}

function ask(query: Record<string, unknown>, as: Caller = owner, inFolder = folder) {
  return test.call(contract.listReportRows, { params: ofFolder(inFolder), query: query as never }, as)
}

async function rowsOf(query: Record<string, unknown>, as: Caller = owner, inFolder = folder) {
  const answer = await ask(query, as, inFolder)
  expect(answer.status).toBe(200)
  return answer.body
}

function tableOf(query: Record<string, unknown>, as: Caller = owner) {
  return test.succeed(contract.getReportTable, { params: ofFolder(), query: query as never }, as)
}

/** An occurrence as the transcript's own page shows it. */
interface Occurrence {
  fileId: number
  block: Block
  word?: Block['terms'][number]
  tag?: Block['tags'][number]
}

function signOf(value: number): string {
  return value > 0 ? 'positive' : value < 0 ? 'negative' : 'neutral'
}

/** All rows of a pair by plain loops over the transcripts. */
function expectedRows([one, other]: Conditions): Occurrence[] {
  const unit = unitOf({ first: one, second: other })
  if (unit === 'block') return said
  return said.flatMap((about): Occurrence[] => {
    const { terms, tags } = about.block
    if (unit === 'word') return terms.filter(({ type }) => [1, 3, 7].includes(type)).map((word) => ({ ...about, word }))
    const inOrder = tags.toSorted((a, b) => a.offset - b.offset || (a.tag_uuid < b.tag_uuid ? -1 : 1))
    return inOrder.map((tag) => ({ ...about, tag }))
  })
}

const pairs = CLASSIFICATIONS.flatMap((one) => PARTNERS[one].map((other): Conditions => [one, other]))

function valueOf(classification: Classification, { block, word, tag }: Occurrence): string {
  const values: Record<Classification, string> = {
    sentence: '',
    speakers: String(block.speaker_id ?? -1),
    emotions: signOf(block.sentiment),
    keyword: word ? `${word.type}:${word.base}` : '',
    tags: String(tag?.tag_id ?? ''),
  }
  return values[classification]
}

/** The classifications of rows and columns. */
function tableOrder([first, second]: Conditions): Conditions {
  return first === 'sentence' ? [second, first] : [first, second]
}

/** Filters with the same rule as a plain function. */
const FILTERS: readonly [string, () => Record<string, unknown>, (row: Occurrence) => boolean][] = [
  ['without a filter', () => ({}), () => true],
  ['REP-07 emotion=all', () => ({ emotion: 'all' }), () => true],
  ['REP-07 emotion=positive', () => ({ emotion: 'positive' }), ({ block }) => block.sentiment > 0],
  ['REP-07 emotion=negative', () => ({ emotion: 'negative' }), ({ block }) => block.sentiment < 0],
  ['REP-07 emotion=neutral', () => ({ emotion: 'neutral' }), ({ block }) => block.sentiment === 0],
  ['speakers=one', () => ({ speakers: speakers[0] }), ({ block }) => block.speaker_id === speakers[0]],
  ['speakers=two', () => ({ speakers }), ({ block }) => speakers.includes(block.speaker_id ?? 0)],
  ['speakers=0', () => ({ speakers: 0 }), () => true],
  ['speakers=-1', () => ({ speakers: -1 }), ({ block }) => block.speaker_id === null],
  ['tags=two', () => ({ tags: [issue.id, request.id] }), ({ block, tag }) => (tag ? true : block.tags.length > 0)],
  [
    'tags=one',
    () => ({ tags: issue.id }),
    ({ block, tag }) => (tag ? tag.tag_id === issue.id : block.tags.some(({ tag_id }) => tag_id === issue.id)),
  ],
  [
    'keyword',
    () => ({ keyword: '課題' }),
    ({ block, word }) => (word ? word.base === '課題' : block.terms.some(({ base }) => base === '課題')),
  ],
  [
    'REP-06 keyword_option=7, verbs',
    () => ({ keyword_option: 7 }),
    ({ block, word }) => (word ? word.type === 7 : block.terms.some(({ type }) => type === 7)),
  ],
  [
    'REP-06 keyword_option=3, nouns and proper nouns',
    () => ({ keyword_option: 3 }),
    ({ block, word }) => (word ? word.type === 3 : block.terms.some(({ type }) => type === 3)),
  ],
  ['REP-06 keyword_option=1, adjectives', () => ({ keyword_option: 1 }), () => false],
  ['search_text', () => ({ search_text: '議事録' }), ({ block }) => block.content.includes('議事録')],
  ['search_text of one character', () => ({ search_text: '百' }), ({ block }) => block.content.includes('百')],
  [
    'search_text with emotion and speaker',
    () => ({ search_text: '予算', emotion: 'positive', speakers: speakers[1] }),
    ({ block }) => block.content.includes('予算') && block.sentiment > 0 && block.speaker_id === speakers[1],
  ],
  ['contradictory filters', () => ({ search_text: '予算', keyword: '水曜日' }), () => false],
]

describe.each(pairs)('REP-05 REP-09 %s with %s', (...pair) => {
  // The same pair the other way round has the same filters.
  const isMirrored = CLASSIFICATIONS.indexOf(pair[0]) > CLASSIFICATIONS.indexOf(pair[1])
  const filters = isMirrored ? FILTERS.slice(0, 1) : FILTERS
  it.each(filters)('rows, %s', async (_name, query, keeps) => {
    const expected = expectedRows(pair).filter(keeps)
    const found: contract.ReportRow[] = []
    let pages = 1
    for (let page = 1; page <= pages; page += 1) {
      const { data, last_page, total, current_page } = await rowsOf({ ...conditions(pair), ...query(), page })
      expect([total, current_page]).toEqual([expected.length, page])
      pages = last_page
      found.push(...data)
    }
    const shown = found.map((row) => [
      row.project_file_id,
      row.uuid,
      row.keyword,
      row.tag?.id ?? null,
      row.mark && row.transcript_block?.content.slice(row.mark.start, row.mark.end),
    ])
    expect(shown).toEqual(
      expected.map(({ fileId, block, word, tag }) => [
        fileId,
        block.uuid,
        word?.base ?? null,
        tag?.tag_id ?? null,
        word?.text ?? tag?.text ?? null,
      ]),
    )
  })

  it.each(filters)('table, %s', async (_name, query, keeps) => {
    const expected = expectedRows(pair).filter(keeps)
    const table = await tableOf({ ...conditions(pair), ...query() })
    /** Talk time of the different blocks of some occurrences. */
    const secondsOf = (rows: readonly Occurrence[]) =>
      [...new Map(rows.map(({ block }) => [block.uuid, block.end_time - block.start_time])).values()].reduce(
        (sum, seconds) => sum + seconds,
        0,
      )
    const totals = (classification: Classification) =>
      Object.fromEntries(
        [...Map.groupBy(expected, (row) => valueOf(classification, row))].map(([key, rows]) => [
          key,
          [rows.length, expect.closeTo(secondsOf(rows), 6) as number],
        ]),
      )
    const plain = (values: readonly contract.ReportValue[]) =>
      Object.fromEntries(values.map(({ key, count, seconds }) => [key, [count, seconds]]))
    const [ofRows, ofColumns] = tableOrder(pair)
    expect(plain(table.rows)).toEqual(totals(ofRows))
    expect(plain(table.columns)).toEqual(totals(ofColumns))
    expect([table.count, table.row_count, table.column_count]).toEqual([
      expected.length,
      table.rows.length,
      table.columns.length,
    ])
    expect(table.seconds).toBeCloseTo(secondsOf(expected), 6)
    const cells = Map.groupBy(expected, (row) => `${valueOf(ofRows, row)} ${valueOf(ofColumns, row)}`)
    expect(
      Object.fromEntries(table.cells.map((cell) => [`${cell.row} ${cell.column}`, [cell.count, cell.seconds]])),
    ).toEqual(
      Object.fromEntries([...cells].map(([key, rows]) => [key, [rows.length, expect.closeTo(secondsOf(rows), 6)]])),
    )
    // Sentence is one column, whether it is the first or the second.
    if (pair.includes('sentence') && expected.length > 0) expect(table.columns).toMatchObject([{ key: '' }])
  })
})

it.each(pairs)(
  'each number of the table of %s with %s is the number of rows that its filters leave',
  async (...pair) => {
    const table = await tableOf(conditions(pair))
    const [ofRows, ofColumns] = tableOrder(pair)
    for (const { row, column, count } of table.cells) {
      const query = { ...conditions(pair), ...filtersOfValue(ofRows, row), ...filtersOfValue(ofColumns, column) }
      expect([row, column, (await rowsOf(query)).total]).toEqual([row, column, count])
    }
  },
)

it('words that differ in case are one value of the table', async () => {
  const place = await createFolder(test.db, rootOf(owner), { creator: owner })
  const id = await createTranscriptOf(test.db, await createFile(test.db, place, { creator: owner }), ['CRM crm'])
  const word = { type: 3, score: 1, start_time: 0, end_time: 1, reading: '', confidence: 1 }
  const terms = [
    { ...word, text: 'CRM', base: 'CRM', offset: 0 },
    { ...word, text: 'crm', base: 'crm', offset: 4 },
  ]
  await test.db
    .updateTable('blocks')
    .set({ terms: JSON.stringify(terms) })
    .where('transcript_id', '=', id)
    .execute()
  await test.db.transaction().execute((trx) => saveKeywords(trx, { transcriptId: id }))
  const query = conditions(['keyword', 'sentence'])
  const table = await test.succeed(contract.getReportTable, { params: ofFolder(place), query }, owner)
  expect(table.rows).toMatchObject([{ key: '3:crm', count: 2, seconds: 1 }])
  expect((await rowsOf({ ...query, ...filtersOfValue('keyword', '3:crm') }, owner, place)).total).toBe(2)
})

describe('the answer', () => {
  it('REP-11 GET projects/{projectId}/reports takes the names of the specification', async () => {
    const query =
      'first_condition=keyword&second_condition=speakers&keyword=%E8%AA%B2%E9%A1%8C&keyword_option=3' +
      `&tags=${issue.id}&emotion=all&speakers=${speakers.join('&speakers=')}&search_text=%E8%AD%B0`
    const { statusCode, body } = await test.http.inject({
      url: `/api/projects/${folder.projectId}/reports?${query}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const { data, current_page, last_page } = JSON.parse(body) as { data: { keyword: string }[] } & Record<
      string,
      number
    >
    expect([statusCode, current_page, last_page, data.length]).toEqual([200, 1, 1, 2])
    expect(new Set(data.map(({ keyword }) => keyword))).toEqual(new Set(['課題']))
  })

  it('REP-10 a row of a block has content, a row of a tag has transcript_block and tag', async () => {
    const [block] = (await rowsOf(conditions(['sentence', 'emotions']))).data
    expect(block).toEqual({
      id: expect.any(Number) as number,
      project_id: folder.projectId,
      project_file_id: second.id,
      uuid: (await blocksOf(second))[0]?.uuid,
      content: '本日はお時間をいただきありがとうございます。',
      keyword: null,
      keyword_option: null,
      tag: null,
      sentiment: 0,
      speaker: { id: expect.any(Number) as number, name: '話者1', avatar: null },
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      project_file: { id: second.id, title: '二回目', project_id: folder.projectId },
      time: 0,
      mark: null,
    })
    const [passage] = (await rowsOf({ ...conditions(['tags', 'speakers']), tags: issue.id })).data
    const [, tagged] = await blocksOf(first)
    expect(passage).toMatchObject({
      project_file_id: first.id,
      tag: { id: issue.id, name: '課題', appearance: '#2F8FED' },
      transcript_block: {
        content: tagged?.content,
        start_time: tagged?.start_time,
        updated_at: passage?.updated_at,
        tags: expect.arrayContaining(tagged?.tags ?? []) as unknown[],
      },
      time: tagged?.terms.find(({ text }) => text === '課題')?.start_time,
    })
    expect(passage).not.toHaveProperty('content')
    const [word] = (await rowsOf({ ...conditions(['keyword', 'sentence']), keyword: '議事録' })).data
    expect(word).toMatchObject({
      keyword: '議事録',
      keyword_option: 3,
      transcript_block: { content: expect.any(String) as string },
    })
  })

  it('REP-10 updated_at is the time of the save that changed the block, else of the analysis', async () => {
    const query = conditions(['sentence', 'speakers'])
    const [before, untouched] = (await rowsOf(query)).data
    const block_uuid = before?.uuid ?? ''
    await test.succeed(changeSection, { body: { block_uuid, section_name: '予算' } }, owner)
    const [after, same] = (await rowsOf(query)).data
    const saved = await test.db
      .selectFrom('transcript_revisions')
      .select('edited_at')
      .where('kind', '=', 'section')
      .executeTakeFirstOrThrow()
    const { created_at } = await test.db
      .selectFrom('transcripts')
      .select('created_at')
      .where('file_id', '=', second.id)
      .executeTakeFirstOrThrow()
    expect([after?.updated_at, before?.updated_at, untouched?.updated_at, same?.updated_at]).toEqual([
      saved.edited_at.toISOString(),
      created_at.toISOString(),
      created_at.toISOString(),
      created_at.toISOString(),
    ])
  })

  it('REP-03 has 50 rows per page, without gaps between pages', async () => {
    const query = conditions(['sentence', 'speakers'])
    const pages = [await rowsOf(query), await rowsOf({ ...query, page: 2 }), await rowsOf({ ...query, page: 3 })]
    expect(pages.map(({ data, last_page, total }) => [data.length, last_page, total])).toEqual([
      [50, 2, 70],
      [20, 2, 70],
      [0, 2, 70],
    ])
    expect(new Set(pages.flatMap(({ data }) => data.map(({ uuid }) => uuid))).size).toBe(70)
  })

  it.each([
    ['REP-04 twice the same', { first_condition: 'tags', second_condition: 'tags' }, { second_condition: ['unique'] }],
    [
      'REP-08 tags with keyword',
      { first_condition: 'tags', second_condition: 'keyword' },
      { second_condition: ['mismatch'] },
    ],
    ['an unknown one', { first_condition: 'mood', second_condition: 'tags' }, { first_condition: ['format'] }],
    ['only one', { first_condition: 'tags' }, { second_condition: ['required'] }],
    ['an unknown emotion', { ...conditions(['tags', 'speakers']), emotion: 'angry' }, { emotion: ['format'] }],
    [
      'an unknown part of speech',
      { ...conditions(['tags', 'speakers']), keyword_option: 2 },
      { keyword_option: ['format'] },
    ],
  ])('refuses %s', async (_name, query, errors) => {
    for (const operation of [contract.listReportRows, contract.getReportTable, contract.exportReport]) {
      const answer = await test.call(operation, { params: ofFolder(), query: query as never }, owner)
      expect([answer.status, answer.errors]).toEqual([422, errors])
    }
  })

  it('returns long blocks cut, with the word inside', async () => {
    const long = await createFolder(test.db, rootOf(owner), { creator: owner })
    const file = await createFile(test.db, long, { creator: owner })
    const id = await createTranscriptOf(test.db, file, [`${'あ'.repeat(60_000)}価格${'い'.repeat(30_000)}`])
    const term = {
      text: '価格',
      base: '価格',
      type: 3,
      score: 1,
      offset: 60_000,
      start_time: 7,
      end_time: 8,
      reading: '',
      confidence: 1,
    }
    await test.db
      .updateTable('blocks')
      .set({ terms: JSON.stringify([term]) })
      .where('transcript_id', '=', id)
      .execute()
    const { data } = await rowsOf(conditions(['keyword', 'speakers']), owner, long)
    const { transcript_block: { content } = { content: '' }, mark, time } = data[0] ?? {}
    expect(content.length).toBe(1_002)
    expect([content.slice(mark?.start, mark?.end), time]).toEqual(['価格', 7])
  })

  it('names values of the table for their reader', async () => {
    const { rows, columns } = await tableOf(conditions(['tags', 'speakers']))
    expect(rows.map(({ name, appearance }) => [name, appearance])).toEqual([
      ['課題', '#2F8FED'],
      ['要望', '#2F8FED'],
    ])
    expect(columns.map(({ speaker }) => speaker?.name).toSorted()).toEqual(['話者1', '話者2'])
    // Speakers of the same name in several files are named with their file.
    const bySpeaker = await tableOf(conditions(['speakers', 'emotions']))
    const names = ['話者1（二回目）', '話者1（初回訪問）', '話者2']
    expect(bySpeaker.rows.flatMap(({ name }) => name ?? []).toSorted()).toEqual(names)
    const emotions = await tableOf(conditions(['emotions', 'sentence']))
    expect(emotions.rows.map(({ key }) => key)).toEqual(['positive', 'neutral', 'negative'])
  })
})

it('refuses a report whose statement takes longer than the limit, and answers the next one', async () => {
  const query = conditions(['speakers', 'sentence'])
  for (const operation of [contract.listReportRows, contract.getReportTable]) {
    const refused = await test.db.transaction().execute(async (trx) => {
      await sql`lock table blocks in access exclusive mode`.execute(trx)
      return test.call(operation, { params: ofFolder(), query }, owner)
    })
    expect([refused.status, refused.error, refused.body]).toMatchObject([
      422,
      'E_UNPROCESSABLE_ENTITY',
      { reason: 'report-time' },
    ])
    expect((await test.call(operation, { params: ofFolder(), query }, owner)).status).toBe(200)
  }
})

it('refuses a CSV whose first statement takes longer than the limit, and writes the next one', async () => {
  const url = `/api/projects/${folder.projectId}/reports/export?first_condition=speakers&second_condition=sentence`
  const download = () => test.http.inject({ url, headers: { authorization: `Bearer ${owner.token}` } })
  const refused = await test.db.transaction().execute(async (trx) => {
    await sql`lock table blocks in access exclusive mode`.execute(trx)
    return download()
  })
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { reason: 'report-time' }])
  expect((await download()).body.split('\r\n')).toHaveLength(72)
})

describe('the files of a report', () => {
  const total = async (query: Record<string, unknown>, as: Caller = owner, inFolder = folder) =>
    (await rowsOf({ ...conditions(['sentence', 'speakers']), ...query }, as, inFolder)).total

  it('are those of the folder, with scope=below also those of subfolders', async () => {
    expect([await total({}), await total({ scope: 'below' }), await total({}, owner, inner)]).toEqual([70, 74, 4])
  })

  it('are those that a guest sees', async () => {
    const { db } = test
    const ofOneFile = await createMember(db, owner, ROLE.guest)
    await assign(db, second, ofOneFile, ROLE.viewer)
    const excluded = await createMember(db, owner, ROLE.guest)
    await assign(db, folder, excluded, ROLE.viewer)
    await assign(db, first, excluded, null)
    for (const [guest, found] of [
      [ofOneFile, 30],
      [excluded, 34],
    ] as const) {
      expect(await total({ scope: 'below' }, guest)).toBe(found)
      const table = await tableOf({ ...conditions(['speakers', 'sentence']), scope: 'below' }, guest)
      expect(table.count).toBe(found)
      const tags = await tableOf({ ...conditions(['tags', 'sentence']), scope: 'below' }, guest)
      expect(tags.rows.map(({ key }) => key)).toEqual([String(request.id)])
    }
    const stranger = await createMember(db, owner, ROLE.guest)
    expect((await ask(conditions(['tags', 'speakers']), stranger)).error).toBe('E_NOT_FOUND')
  })

  it('do not contain ids of another workspace', async () => {
    const other = await createOwner(test.db)
    const own = await createFolder(test.db, rootOf(other), { creator: other })
    const file = await createFile(test.db, own, { creator: other })
    await createTranscript(test.db, file, { blocks: 2 })
    for (const foreign of [{ tags: issue.id }, { speakers: speakers[0] }, { speakers }])
      expect(await total(foreign, other, own)).toBe(0)
  })

  it('are without those in the trash', async () => {
    const { db } = test
    const bin = await createFolder(db, rootOf(owner), { creator: owner })
    const file = await createFile(db, bin, { creator: owner })
    await createTranscript(db, file, { blocks: 2 })
    expect(await total({}, owner, bin)).toBe(2)
    await openTrash(() => test).remove(file, owner)
    expect(await total({}, owner, bin)).toBe(0)
  })
})
