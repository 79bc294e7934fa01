// The comparison of a folder's files, against the figures that each file shows in its own Talk tab.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { changeBlockSpeaker } from '@kaiwa/contract/speakers.ts'
import { listFolderTalk, type TalkRow } from '@kaiwa/contract/talk.ts'
import { TALK_ORDERS } from '@kaiwa/contract/talk-orders.ts'
import { type Block, getTranscript, reanalyzeTranscript } from '@kaiwa/contract/transcripts.ts'
import { type Talk, talkOf } from '@kaiwa/transcript/analysis/talk.ts'
import { randomOf } from '@kaiwa/transcript/test/random-document.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { jsonb } from '../platform/database/jsonb.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createLongTranscript, createTranscript } from '../test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'
import { measureTalkJob } from './jobs/measure-talk.ts'
import { measureTalk } from './measure-talk.ts'
import { saveTalk } from './store/talk-figures.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let inner: TestFolder
let hidden: TestFile
const files: TestFile[] = []
let speakers: number[]

beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談' })
  inner = await createFolder(test.db, folder, { creator: owner })
  const first = await createFile(test.db, folder, { creator: owner, title: '初回' })
  const made = await createTranscript(test.db, first, { blocks: 12, speakers: 3 })
  speakers = made.speakerIds
  files.push(first)
  for (let seed = 1; seed <= 24; seed += 1) {
    const file = await createFile(test.db, folder, { creator: owner, title: `録音${seed % 7}` })
    await createRandomTranscript(file, seed)
    files.push(file)
  }
  hidden = await createFile(test.db, inner, { creator: owner, title: '社内' })
  await createTranscript(test.db, hidden, { blocks: 4 })
})
afterAll(() => test.close())

const WORDS = ['本日', 'は', '予算', 'です', '、', '。', 'ですか。', 'そうですか。', '？', 'yes', "it's", '😀', ' ']

const WORD = { type: 3, score: 0.5, reading: '', confidence: 1 }

/** Turns that overlap, pauses between words, blocks without words, text, duration or speaker. */
async function createRandomTranscript(file: TestFile, seed: number) {
  const random = randomOf(seed)
  const { id } = await test.db
    .insertInto('transcripts')
    .values({ file_id: file.id, status: 'completed', language: 'ja', revision: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: random(30) }, (_, position) => {
    const start_time = position * 4 + random(5) + random(10) / 10
    const end_time = start_time + random(8) + random(10) / 7
    let content = ''
    const terms = []
    for (let at = 0, count = random(8); at < count; at += 1) {
      const text = WORDS[random(WORDS.length)]!
      const time = start_time + ((end_time - start_time) * at) / count
      if (random(3) > 0)
        terms.push({
          ...WORD,
          text,
          offset: content.length,
          start_time: time,
          end_time: time + random(3) / 3,
          base: text,
        })
      content += text
    }
    const speaker_id = [null, ...speakers][random(4)] ?? null
    return {
      transcript_id: id,
      uuid: randomUUID(),
      position,
      start_time,
      end_time,
      content,
      speaker_id,
      terms: jsonb(terms),
    }
  })
  if (rows.length > 0) await test.db.insertInto('blocks').values(rows).execute()
}

type Query = Partial<{ [K in 'sort' | 'direction' | 'scope' | 'speaker' | 'page']: string | number }>

function ask(query: Query = {}, as: Caller = owner, inFolder = folder) {
  return test.call(listFolderTalk, { params: { projectId: inFolder.projectId }, query: query as never }, as)
}

async function talk(query: Query = {}, as: Caller = owner, inFolder = folder) {
  const answer = await ask(query, as, inFolder)
  expect(answer.status).toBe(200)
  return answer.body
}

async function readBlocks({ id }: TestFile): Promise<Block[]> {
  const { transcript, blocks } = await test.succeed(getTranscript, { params: { fileId: id } }, owner)
  return transcript.block_order.flatMap((uuid) => blocks[uuid] ?? [])
}

/** The figures of the Talk tab of a file. */
async function shownTalk(file: TestFile): Promise<Talk> {
  return talkOf(await readBlocks(file))
}

/** A row in the form of `talkOf`. */
function asShown({ unit, duration, figures, speakers: of }: TalkRow): unknown {
  return {
    unit,
    duration,
    total: figures,
    speakers: of.map(({ speaker, ...one }) => ({ speaker_id: speaker?.id ?? null, ...one })),
  }
}

function withoutIntervals({ speakers: of, ...shown }: Talk): unknown {
  const figures = of.map((one) => {
    const { intervals: _, ...rest } = one
    return rest
  })
  return { ...shown, speakers: figures }
}

async function setRevision(db: Db, transcriptId: number, revision: number): Promise<void> {
  await db.updateTable('transcripts').set({ revision }).where('id', '=', transcriptId).execute()
}

function idsOf(rows: readonly TalkRow[]): number[] {
  return rows.map(({ project_file }) => project_file.id)
}

describe('every file', () => {
  it('has the figures of its Talk tab', async () => {
    const { data, total, pending } = await talk()
    expect(pending).toBe(0)
    const rows = new Map(data.map((row) => [row.project_file.id, row]))
    let compared = 0
    for (const file of files) {
      const shown = await shownTalk(file)
      const row = rows.get(file.id)
      expect(row === undefined).toBe(shown.total === null)
      if (!row) continue
      expect(asShown(row)).toEqual(withoutIntervals(shown))
      compared += 1
    }
    expect(compared).toBe(total)
    expect(compared).toBeGreaterThan(20)
  })

  it('is listed only with a completed transcript', async () => {
    const file = await createFile(test.db, inner, { creator: owner })
    await createTranscript(test.db, file, { blocks: 2 })
    await test.db.updateTable('transcripts').set({ status: 'processing' }).where('file_id', '=', file.id).execute()
    expect(idsOf((await talk({}, owner, inner)).data)).toEqual([hidden.id])
  })
})

describe('changes', () => {
  let edited: TestFile
  let transcriptId: number
  beforeAll(async () => {
    edited = await createFile(test.db, await createFolder(test.db, rootOf(owner), { creator: owner }), {
      creator: owner,
    })
    transcriptId = (await createTranscript(test.db, edited, { blocks: 6 })).transcriptId
  })

  async function rowOf() {
    const { data } = await talk({}, owner, { ...folder, projectId: edited.projectId })
    return data[0]!
  }

  it.each<[string, boolean, () => Promise<unknown>]>([
    [
      'a save of text',
      true,
      async () => {
        const { lock } = await test.succeed(
          requestLock,
          { params: { projectId: edited.projectId, fileId: edited.id }, body: {} },
          owner,
        )
        const [{ uuid, start_time, end_time, is_break }] = (await readBlocks(edited)) as [Block]
        const block = {
          uuid,
          start_time,
          end_time,
          is_break,
          content: 'いつですか。いくらですか。',
          terms: [],
          tags: [],
        }
        const body = { blocks: [block], delete: [], revision: 1, lock_version: lock.version }
        await test.succeed(saveBlocks, { params: { id: transcriptId }, body }, owner)
      },
    ],
    [
      'another speaker',
      true,
      async () => {
        const [{ uuid }] = (await readBlocks(edited)) as [Block]
        const body = { type: 'individual' as const, block_uuid: uuid, speaker_id: speakers[0]!, child_block_uuids: [] }
        await test.succeed(changeBlockSpeaker, { body }, owner)
      },
    ],
    [
      'a new analysis',
      false,
      async () => {
        await test.succeed(reanalyzeTranscript, { params: { id: transcriptId } }, owner)
        await test.settle()
      },
    ],
  ])('are in the next answer: %s', async (_name, changesFigures, change) => {
    const before = await rowOf()
    await change()
    const after = await rowOf()
    expect(asShown(after)).toEqual(withoutIntervals(await shownTalk(edited)))
    expect(after.is_outdated).toBe(false)
    expect(isDeepStrictEqual(asShown(after), asShown(before))).toBe(!changesFigures)
  })

  it('of an earlier revision do not replace figures of a later one', async () => {
    await rowOf()
    await test.db
      .updateTable('talk_figures')
      .set({ revision: 1_000 })
      .where('transcript_id', '=', transcriptId)
      .execute()
    await saveTalk(test.db, { transcriptId, revision: 999, unit: 'words', duration: 1, total: null, speakers: [] })
    const { revision } = await test.db
      .selectFrom('talk_figures')
      .select('revision')
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirstOrThrow()
    expect(revision).toBe(1_000)
  })

  it('are computed once per revision', async () => {
    const version = async () => {
      const { rows } = await sql<{ version: string }>`
        select xmin::text as version from talk_figures where transcript_id = ${transcriptId}`.execute(test.db)
      return rows[0]?.version
    }
    await setRevision(test.db, transcriptId, 2_000)
    await measureTalk(test.db, [transcriptId])
    const first = await version()
    await measureTalk(test.db, [transcriptId])
    expect(await version()).toBe(first)
    await setRevision(test.db, transcriptId, 2_001)
    await measureTalk(test.db, [transcriptId])
    expect(await version()).not.toBe(first)
  })

  it('measuring a transcript that does not exist does nothing', async () => {
    await measureTalk(test.db, [2_000_000_000])
    expect(
      await test.db
        .selectFrom('talk_figures')
        .select('transcript_id')
        .where('transcript_id', '=', 2_000_000_000)
        .execute(),
    ).toEqual([])
  })
})

describe('a folder with much to compute', () => {
  it('the answer does not wait: it has the stored figures, and a job computes the others', async () => {
    const large = await createFolder(test.db, rootOf(owner), { creator: owner })
    const known = await createFile(test.db, large, { creator: owner })
    const { transcriptId } = await createTranscript(test.db, known, { blocks: 4 })
    expect(await talk({}, owner, large)).toMatchObject({ total: 1, pending: 0 })
    const long = await createFile(test.db, large, { creator: owner })
    // More text than a reader waits for.
    await createLongTranscript(test.db, long, 15_000)
    await test.db.updateTable('transcripts').set({ revision: 2 }).where('id', '=', transcriptId).execute()
    const first = await talk({}, owner, large)
    expect(first).toMatchObject({ total: 1, pending: 2 })
    expect(first.data[0]).toMatchObject({ project_file: { id: known.id }, is_outdated: true })
    await test.settle()
    const then = await talk({}, owner, large)
    expect(then).toMatchObject({ total: 2, pending: 0 })
    expect(asShown(then.data[0]!)).toEqual(withoutIntervals(await shownTalk(long)))
  })
})

describe('a folder whose figures a job computes', () => {
  let large: TestFolder
  let ids: number[]
  beforeAll(async () => {
    large = await createFolder(test.db, rootOf(owner), { creator: owner })
    ids = []
    // More text than a reader waits for.
    for (const blocks of [3, 15_000, 3]) {
      const file = await createFile(test.db, large, { creator: owner })
      ids.push(await createLongTranscript(test.db, file, blocks))
    }
  })

  it('has one job, however many people read it while the job works', async () => {
    const colleague = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, large, colleague, ROLE.viewer)
    const sent = async () => (await test.app.jobs.counts())[measureTalkJob.name]?.waiting
    expect(await talk({}, owner, large)).toMatchObject({ total: 0, pending: 3 })
    expect(await sent()).toBe(1)
    // The job has computed its first transcript.
    await measureTalk(test.db, ids.slice(2))
    expect(await talk({}, owner, large)).toMatchObject({ total: 1, pending: 2 })
    expect(await talk({}, colleague, large)).toMatchObject({ total: 1, pending: 2 })
    expect(await sent()).toBe(1)
  })

  it('is complete although the figures of one file cannot be computed', async () => {
    await test.db
      .updateTable('blocks')
      .set({ terms: jsonb([null]) })
      .where('transcript_id', '=', ids[0]!)
      .execute()
    for (const id of ids) await setRevision(test.db, id, 2)
    expect(await measureTalk(test.db, ids)).toEqual([{ transcript_id: ids[0], message: expect.any(String) }])
    expect(await talk({}, owner, large)).toMatchObject({ total: 2, pending: 0 })
  })
})

describe('order and filter', () => {
  const figuresOf = (row: TalkRow): Record<string, number | string | null> => ({
    created: row.project_file.created_at,
    title: row.project_file.title,
    seconds: row.figures.seconds,
    share: row.speakers[0]!.share,
    turns: row.figures.turns,
    median: row.figures.median_turn,
    longest: row.figures.longest.seconds,
    pace: row.figures.pace,
    pauses: row.figures.pauses.seconds,
    overlaps: row.figures.overlaps.seconds,
    questions: row.figures.questions,
  })

  it.each(TALK_ORDERS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    '%s %s',
    async (sort, direction) => {
      const { data } = await talk({ sort, direction })
      const sign = direction === 'asc' ? 1 : -1
      const sorted = data.toSorted((a, b) => {
        const [left, right] = [figuresOf(a)[sort]!, figuresOf(b)[sort]!]
        const unit = sort === 'pace' ? a.unit.localeCompare(b.unit) : 0
        // Files without a pace come last.
        if (sort === 'pace' && (left === null) !== (right === null)) return unit || (left === null ? 1 : -1)
        const compared = left === right ? 0 : (left < right ? -1 : 1) * sign
        return unit || compared || b.project_file.id - a.project_file.id
      })
      expect(idsOf(data)).toEqual(idsOf(sorted))
    },
  )

  it('filtering by a speaker keeps the files in which they talk, with their figures', async () => {
    const speaker = speakers[1]!
    const all = await talk()
    const { data, total } = await talk({ speaker, sort: 'share', direction: 'asc' })
    const expected = all.data.flatMap((row) => row.speakers.filter((one) => one.speaker?.id === speaker))
    expect(total).toBe(expected.length)
    expect(data.map(({ figures }) => figures)).toEqual(
      data.map((row) => {
        const { speaker: _, ...figures } = row.speakers.find((one) => one.speaker?.id === speaker)!
        return figures
      }),
    )
    const shares = data.map(({ figures }) => figures.share)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  it('-1 is blocks without a speaker, and 0 is refused', async () => {
    const { data } = await talk({ speaker: -1 })
    expect(data.length).toBeGreaterThan(0)
    for (const row of data) expect(row.speakers.some(({ speaker }) => speaker === null)).toBe(true)
    expect((await ask({ speaker: 0 })).status).toBe(422)
  })

  it('the speakers of all files have the sums of the files', async () => {
    const { data, speakers: of } = await talk()
    const [named] = of.filter(({ speaker }) => speaker?.id === speakers[2])
    const own = data.flatMap((row) => row.speakers.filter((one) => one.speaker?.id === speakers[2]))
    expect(named).toMatchObject({ speaker: { name: '話者3' }, file_count: own.length })
    expect(named?.seconds).toBeCloseTo(
      own.reduce((sum, { seconds }) => sum + seconds, 0),
      6,
    )
    expect(of.map(({ seconds }) => seconds)).toEqual(of.map(({ seconds }) => seconds).toSorted((a, b) => b - a))
  })

  it('pages of 50 together have each file once', async () => {
    const many = await createFolder(test.db, rootOf(owner), { creator: owner })
    for (let number = 0; number < 60; number += 1)
      await createTranscript(test.db, await createFile(test.db, many, { creator: owner }), { blocks: 1, phrases: 1 })
    await ask({}, owner, many)
    await test.settle()
    const pages = [await talk({ sort: 'turns' }, owner, many), await talk({ sort: 'turns', page: 2 }, owner, many)]
    expect(pages.map(({ data, last_page, total }) => [data.length, last_page, total])).toEqual([
      [50, 2, 60],
      [10, 2, 60],
    ])
    expect(new Set(pages.flatMap(({ data }) => idsOf(data))).size).toBe(60)
  })
})

describe('rights', () => {
  it('a guest of one file gets this file and its speakers only', async () => {
    const [only] = files as [TestFile]
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, only, guest, ROLE.viewer)
    for (const scope of ['folder', 'below']) {
      const { data, total, pending, speakers: of } = await talk({ scope }, guest)
      expect([idsOf(data), total, pending]).toEqual([[only.id], 1, 0])
      expect(of.map(({ file_count }) => file_count)).toEqual([1, 1, 1])
    }
  })

  it('files of subfolders are compared only if asked for', async () => {
    expect(idsOf((await talk({ scope: 'below' })).data)).toContain(hidden.id)
    expect(idsOf((await talk()).data)).not.toContain(hidden.id)
  })

  it('a file that was taken away is missing in the next answer, also among the speakers', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, guest, ROLE.viewer)
    const before = await talk({ scope: 'below' }, guest)
    await assign(test.db, inner, guest, null)
    const after = await talk({ scope: 'below' }, guest)
    expect(idsOf(before.data)).toContain(hidden.id)
    expect(idsOf(after.data)).toEqual(idsOf(before.data).filter((id) => id !== hidden.id))
    expect(after.speakers.length).toBe(before.speakers.length - 2)
  })

  it('a stranger and a folder that does not exist get 404', async () => {
    expect((await ask({}, await createOwner(test.db))).status).toBe(404)
    expect((await ask({}, owner, { ...folder, projectId: 2_000_000_000 })).status).toBe(404)
  })
})
