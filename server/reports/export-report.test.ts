// The CSV of a report, as bytes over HTTP.
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Classification } from '@kaiwa/contract/report-pairs.ts'
import { listReportRows } from '@kaiwa/contract/reports.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { createFolderTag, tagPassagesOfBlocks } from '@kaiwa/contract/tags.ts'
import { getProject } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, fillFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createLongTranscript, createTranscript, createTranscriptOf } from '../test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談 "7/1"' })
  const file = await createFile(test.db, folder, { creator: owner, title: '初回訪問' })
  const { transcriptId } = await createTranscript(test.db, file, { blocks: 3, phrases: 1 })
  // Everything that is read as a time in Japan.
  await test.db
    .updateTable('transcripts')
    .set({ created_at: new Date('2026-11-26T20:15:30Z') })
    .where('id', '=', transcriptId)
    .execute()
})
afterAll(() => test.close())

function url(first: Classification, second: Classification, more = '', inFolder = folder) {
  return `/api/projects/${inFolder.projectId}/reports/export?first_condition=${first}&second_condition=${second}${more}`
}

async function take(address: string, as: { token: string } = owner) {
  const answer = await test.http.inject({ url: address, headers: { authorization: `Bearer ${as.token}` } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload }
}

/** Reads CSV by RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Today in Japan. */
function today() {
  return new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
}

it('REP-01 a CSV is UTF-8 with BOM and CRLF, named by folder and date', async () => {
  const before = today()
  const { status, headers, bytes, text } = await take(url('speakers', 'emotions'))
  // The request may be made at midnight.
  const dates = [before, today()].join('|')
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
    new RegExp(`filename\\*=UTF-8''商談 _7_1__(${dates})\\.csv`),
  )
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(text.split('\r\n')).toHaveLength(5)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(readCsv(text)).toEqual([
    ['ファイル', '開始', '終了', '話者', '感情', '本文', '更新日時'],
    [
      '初回訪問',
      '00:00:00.000',
      '00:00:01.800',
      '話者1',
      'ニュートラル',
      '本日はお時間をいただきありがとうございます。',
      '2026-11-27 05:15:30',
    ],
    [
      '初回訪問',
      '00:00:02.300',
      '00:00:04.700',
      '話者2',
      'ポジティブ',
      '現在の課題は議事録の作成です。',
      '2026-11-27 05:15:30',
    ],
    [
      '初回訪問',
      '00:00:05.200',
      '00:00:07.600',
      '話者1',
      'ネガティブ',
      '来週の水曜日にもう一度打ち合わせしましょう。',
      '2026-11-27 05:15:30',
    ],
  ])
})

it('has a row per word, with English headings', async () => {
  const { text } = await take(url('keyword', 'speakers', '&language=en&keyword=%E8%AD%B0%E4%BA%8B%E9%8C%B2'))
  expect(readCsv(text)).toEqual([
    ['File', 'Start', 'Speaker', 'Emotion', 'Keyword', 'Part of speech', 'Spoken form', 'Text', 'Updated'],
    [
      '初回訪問',
      '00:00:03.500',
      '話者2',
      'Positive',
      '議事録',
      'Noun, proper noun',
      '議事録',
      '現在の課題は議事録の作成です。',
      '2026-11-27 05:15:30',
    ],
  ])
})

it('has a row per tagged passage, and the time of the last save', async () => {
  const place = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, place, { creator: owner, title: '訪問' })
  const { transcriptId } = await createTranscript(test.db, file, { blocks: 2, phrases: 1 })
  const { uuid } = await test.db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .where('position', '=', '1')
    .executeTakeFirstOrThrow()
  const body = { name: '=課題', appearance: '#2F8FED' }
  const tag = await test.succeed(createFolderTag, { params: { projectId: place.projectId }, body }, owner)
  const range = { block_uuid: uuid, tag_id: tag.id, tag_uuid: randomUUID(), offset: 3, text: '課題' }
  await test.succeed(tagPassagesOfBlocks, { params: { id: transcriptId }, body: { ranges: [range] } }, owner)
  await test.succeed(changeSection, { body: { block_uuid: uuid, section_name: '予算' } }, owner)
  await test.db
    .updateTable('transcript_revisions')
    .set({ edited_at: new Date('2026-01-02T03:04:05Z') })
    .where('transcript_id', '=', transcriptId)
    .execute()
  const { text } = await take(url('tags', 'sentence', '', place))
  expect(readCsv(text)[1]).toEqual([
    '訪問',
    '00:00:02.900',
    '話者2',
    'ポジティブ',
    "'=課題",
    '課題',
    '現在の課題は議事録の作成です。',
    '2026-01-02 12:04:05',
  ])
})

it('contains all rows that the filters leave, in the order of the pages', async () => {
  const large = await createFolder(test.db, rootOf(owner), { creator: owner })
  await fillFolder(test.db, large, { creator: owner, count: 230 })
  const files = await test.db
    .selectFrom('files')
    .select('id')
    .where('project_id', '=', large.projectId)
    .orderBy('id')
    .execute()
  for (const { id } of files) await createTranscriptOf(test.db, { id }, [`最初 ${id}`, `次の話 ${id}`])
  const rows = readCsv((await take(url('sentence', 'speakers', '&search_text=%E6%AC%A1', large))).text)
  expect(rows.slice(1).map((row) => row[5])).toEqual(files.map(({ id }) => `次の話 ${id}`).toReversed())
  const query = { first_condition: 'sentence', second_condition: 'speakers', search_text: '次' } as const
  const page = await test.succeed(listReportRows, { params: { projectId: large.projectId }, query }, owner)
  expect([page.total, page.exportable]).toEqual([230, 230])
  expect(page.data.map(({ content }) => content)).toEqual(rows.slice(1, 51).map((row) => row[5]))
})

describe('a file that is longer than a batch', () => {
  let long: TestFolder
  beforeAll(async () => {
    const { db } = test
    long = await createFolder(db, rootOf(owner), { creator: owner })
    const id = await createLongTranscript(db, await createFile(db, long, { creator: owner }), 6_000)
    const tag = await test.succeed(
      createFolderTag,
      { params: { projectId: long.projectId }, body: { name: '印' } },
      owner,
    )
    await sql`
      insert into block_tags (block_id, tag_uuid, transcript_id, tag_id, start_offset, length)
      select id, 'tag', ${id}, ${tag.id}, 3, 3 from blocks where transcript_id = ${id}`.execute(db)
  })

  it.each([
    ['sentence', 'speakers', 6_000],
    ['keyword', 'speakers', 18_000],
    ['tags', 'speakers', 6_000],
  ] as const)('has all rows of %s with %s in order', async (first, second, count) => {
    const rows = readCsv((await take(url(first, second, '', long))).text).slice(1)
    const times = rows.map((row) => row[1] ?? '')
    expect(rows).toHaveLength(count)
    // Words of the factory have the times of the first block.
    if (first === 'sentence') expect(times).toEqual(times.toSorted())
    expect(new Set(rows.map((row) => row.length)).size).toBe(1)
  })
})

it('has the texts of all blocks, also for a reader that pauses', async () => {
  const { db } = test
  const place = await createFolder(db, rootOf(owner), { creator: owner })
  const texts: string[] = []
  for (let n = 0; n < 16; n += 1) {
    const file = await createFile(db, place, { creator: owner })
    const id = await createTranscriptOf(db, file, ['始め'])
    await db.deleteFrom('blocks').where('transcript_id', '=', id).execute()
    // Parts of very different sizes.
    const length = n % 3 === 2 ? 100_000 : 100 * (n + 1)
    const contents = Array.from(
      { length: 8 },
      (_, at) => `${n}-${at}:${String.fromCodePoint(0x4e00 + n * 8 + at).repeat(length)}`,
    )
    await sql`
      insert into blocks (transcript_id, uuid, position, start_time, end_time, content)
      select ${id}, gen_random_uuid(), at, at, at + 1, content
      from unnest(${contents}::text[]) with ordinality as one (content, at)`.execute(db)
    await db
      .updateTable('transcripts')
      .set({ text_length: contents.join('').length })
      .where('id', '=', id)
      .execute()
    texts.unshift(...contents)
  }
  const answer = await fetch((await test.listen()) + url('sentence', 'speakers', '', place), {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    await nextTurn()
  }
  const rows = readCsv(Buffer.concat(pieces).toString()).slice(1)
  expect(rows.map((row) => row[5]).every((text, index) => text === texts[index])).toBe(true)
  expect(new Set(rows.map((row) => `${row[3]},${row[4]}`))).toEqual(new Set([',ニュートラル']))
  expect(rows).toHaveLength(texts.length)
})

it('is only the head without rows', async () => {
  const { status, text } = await take(url('tags', 'speakers', '&search_text=%E3%81%AA%E3%81%84%E8%A8%80%E8%91%89'))
  expect([status, text]).toEqual([200, '\ufeffファイル,開始,話者,感情,タグ,箇所,本文,更新日時\r\n'])
})

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+81 3', "'+81 3"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tTab', "'\tTab"],
  ['\rReturn', `"'\rReturn"`],
  ['＝１＋１', "'＝１＋１"],
  ['a,"b"\nc', '"a,""b""\nc"'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  [`plain'`, `plain'`],
])('escapes the cell %j in text, speaker and file', async (value, cell) => {
  const place = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, place, { creator: owner, title: value })
  const id = await createTranscriptOf(test.db, file, [value])
  const { id: speaker_id } = await test.db
    .insertInto('speakers')
    .values({ workspace_id: owner.workspaceId, name: value, is_manual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.db.updateTable('blocks').set({ speaker_id }).where('transcript_id', '=', id).execute()
  const [, row = ''] = (await take(url('sentence', 'speakers', '', place))).text.split(/\r\n(?=.*00:00:00)/s)
  expect(row.startsWith(`${cell},00:00:00.000,00:00:01.000,${cell},ニュートラル,${cell},`)).toBe(true)
})

describe('REP-02 the download is for owner, admin and editor', () => {
  it.each([
    ['manager', ROLE.manager, null, 200],
    ['editor', ROLE.guest, ROLE.editor, 200],
    ['viewer', ROLE.guest, ROLE.viewer, 403],
    ['member without a role', ROLE.member, null, 403],
    ['guest without a role', ROLE.guest, null, 404],
  ])('%s: %s, %s is answered %i', async (_who, workspaceRole, role, status) => {
    const person = await createMember(test.db, owner, workspaceRole)
    if (role !== null) await assign(test.db, folder, person, role)
    expect((await take(url('speakers', 'sentence'), person)).status).toBe(status)
    const { status: seen, body } = await test.call(getProject, { params: { id: folder.projectId } }, person)
    if (seen !== 200) return
    expect(body.can.export_report).toBe(status === 200)
    const query = { first_condition: 'speakers', second_condition: 'sentence' } as const
    const page = await test.succeed(listReportRows, { params: { projectId: folder.projectId }, query }, person)
    expect([page.total, page.exportable]).toEqual([3, status === 200 ? 3 : 0])
  })

  it('a guest of one file of the folder is refused, as editor of the file too', async () => {
    const place = await createFolder(test.db, rootOf(owner), { creator: owner })
    const file = await createFile(test.db, place, { creator: owner })
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, file, guest, ROLE.editor)
    expect((await take(url('speakers', 'sentence', '', place), guest)).status).toBe(403)
  })

  it('leaves out files that an editor of the folder may only view, and counts them', async () => {
    const { db } = test
    const place = await createFolder(db, rootOf(owner), { creator: owner })
    const [open, closed] = [
      await createFile(db, place, { creator: owner }),
      await createFile(db, place, { creator: owner }),
    ]
    await createTranscriptOf(db, open, ['共有'])
    await createTranscriptOf(db, closed, ['閲覧のみ'])
    const guest = await createMember(db, owner, ROLE.guest)
    await assign(db, place, guest, ROLE.editor)
    await assign(db, closed, guest, null)
    await db
      .updateTable('item_roles')
      .set({ role_id: ROLE.viewer })
      .where('item_id', '=', closed.itemId)
      .where('user_id', '=', guest.id)
      .execute()
    const { text } = await take(url('sentence', 'speakers', '', place), guest)
    expect([text.includes('共有'), text.includes('閲覧のみ')]).toEqual([true, false])
    const query = { first_condition: 'sentence', second_condition: 'speakers' } as const
    const page = await test.succeed(listReportRows, { params: { projectId: place.projectId }, query }, guest)
    expect([page.total, page.exportable]).toEqual([2, 1])
  })
})

describe('a right that is withdrawn during the download ends it', () => {
  const withdraw: Record<string, (guest: { id: number }, place: TestFolder) => Promise<unknown>> = {
    'the role on the folder': ({ id }) => test.db.deleteFrom('item_roles').where('user_id', '=', id).execute(),
    'the role of editor': ({ id }) =>
      test.db.updateTable('item_roles').set({ role_id: ROLE.viewer }).where('user_id', '=', id).execute(),
    'the session': ({ id }) => test.db.deleteFrom('sessions').where('user_id', '=', id).execute(),
    'the membership': ({ id }) => test.db.deleteFrom('workspace_members').where('user_id', '=', id).execute(),
    'the folder': (_guest, { itemId }) =>
      test.http.inject({
        method: 'DELETE',
        url: `/api/items/${itemId}`,
        headers: { authorization: `Bearer ${owner.token}` },
      }),
  }

  it.each(Object.keys(withdraw))('ends when %s is gone', async (right) => {
    const { db } = test
    const base = await test.listen()
    const place = await createFolder(db, rootOf(owner), { creator: owner })
    // 24 MB in 20 batches: more than the buffers of both sockets hold, so that the answer waits for its reader.
    for (let n = 0; n < 20; n += 1) {
      const id = await createTranscriptOf(db, await createFile(db, place, { creator: owner }), ['始め'])
      await sql`
        insert into blocks (transcript_id, uuid, position, start_time, end_time, content)
        select ${id}, gen_random_uuid(), n, n, n + 1, repeat('あ', 100000) from generate_series(1, 4) n`.execute(db)
      await db.updateTable('transcripts').set({ text_length: 400_000 }).where('id', '=', id).execute()
    }
    const guest = await createMember(db, owner, ROLE.guest)
    await assign(db, place, guest, ROLE.editor)
    const answer = await fetch(base + url('sentence', 'speakers', '', place), {
      headers: { authorization: `Bearer ${guest.token}` },
    })
    const reader = answer.body!.getReader()
    expect(answer.status).toBe(200)
    await reader.read()
    await withdraw[right]?.(guest, place)
    const readAll = async () => {
      for (;;) if ((await reader.read()).done) return
    }
    await expect(readAll()).rejects.toThrow('terminated')
  })
})
