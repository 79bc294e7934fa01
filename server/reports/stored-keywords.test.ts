// The stored keywords of blocks (`block_keywords`), from which reports count words, and reports while they are incomplete.
import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import * as contract from '@kaiwa/contract/reports.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEditingFixture, type EditingFixture, readFixture, saved } from '../test/factories/editing-fixture.ts'
import type { JobContext } from '../platform/jobs/job.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { reduceKeywordBacklog } from '../transcripts/store/keywords.ts'
import { saveAutomaticTranscript } from '../transcripts/store/automatic-transcripts.ts'
import { fillKeywords } from './jobs/fill-keywords.ts'

let test: TestApp
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  fixture = await createEditingFixture(test, { blocks: 60, phrases: 2 })
})
afterAll(() => test.close())

interface Stored {
  keys: string[]
  counts: number[]
  shown: string[] | null
  total: number
}

/** The keywords of a block by a plain loop over its words. */
function keywordsOf(terms: readonly Term[]): Stored {
  const found = new Map<string, string[]>()
  for (const { type, base, score } of terms)
    if ([1, 3, 7].includes(type) && score > 0) {
      const key = `${type}:${base.toLowerCase()}`
      found.set(key, [...(found.get(key) ?? []), base])
    }
  const keys = [...found.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const shown = keys.map((key) => found.get(key)!.toSorted()[0]!)
  return {
    keys,
    counts: keys.map((key) => found.get(key)!.length),
    shown: keys.every((key, index) => key.slice(2) === shown[index]) ? null : shown,
    total: [...found.values()].flat().length,
  }
}

/** Blocks whose stored keywords are missing or outdated. */
async function staleBlocks() {
  const rows = await test.db
    .selectFrom('blocks')
    .leftJoin('block_keywords as kept', 'kept.block_id', 'blocks.id')
    .select(['blocks.id', 'blocks.terms', 'kept.keys', 'kept.counts', 'kept.shown', 'kept.total'])
    .$castTo<{ id: number; terms: Term[] } & Stored>()
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  return rows.filter(({ terms, keys, counts, shown, total }) => {
    return JSON.stringify({ keys, counts, shown, total }) !== JSON.stringify(keywordsOf(terms))
  })
}

const word = { type: 3 as const, score: 1, start_time: 0, end_time: 1, reading: '', confidence: 1 }

/** Terms of a text whose words are divided by spaces; all are nouns. */
function termsOf(text: string): Term[] {
  let offset = 0
  return text.split(' ').map((one) => {
    const term = { ...word, text: one, base: one, offset }
    offset += one.length + 1
    return term
  })
}

describe('stored keywords', () => {
  it('are written with the words of new, changed and deleted blocks of a save, and with their analysis', async () => {
    const { owner, file, transcriptId } = fixture
    const params = { projectId: file.projectId, fileId: file.id }
    const { lock } = await test.succeed(requestLock, { params, body: {} }, owner)
    const { blocks, revision } = await readFixture(test, fixture)
    const [first, second] = [blocks[0]!, blocks[1]!]
    const content = 'CRM crm 見積'
    const body = {
      revision,
      lock_version: lock.version,
      blocks: [saved(first, { content, terms: termsOf(content) })],
      insert: [
        { ...saved(first, { uuid: randomUUID(), content, terms: termsOf(content) }), position: 1, speaker_id: null },
      ],
      delete: [second.uuid],
    }
    await test.succeed(saveBlocks, { params: { id: transcriptId }, body }, owner)
    expect(await staleBlocks()).toEqual([])
    await test.settle()
    expect(await staleBlocks()).toEqual([])
  })

  it('are written with an automatic transcript, whose spellings they keep', async () => {
    const own = await createEditingFixture(test, { blocks: 3 })
    const content = 'CRM crm'
    const block = { uuid: randomUUID(), start_time: 0, end_time: 1, content, sentiment: 0, speaker_id: null }
    await test.db.transaction().execute((trx) =>
      saveAutomaticTranscript(trx, own.file.id, {
        language: 'ja',
        engine: 'test',
        blocks: [{ ...block, terms: termsOf(content) }],
        original: [],
      }),
    )
    expect(await staleBlocks()).toEqual([])
    const rows = await test.db
      .selectFrom('block_keywords as kept')
      .innerJoin('blocks', 'blocks.id', 'kept.block_id')
      .select(['kept.keys', 'kept.counts', 'kept.shown'])
      .where('blocks.transcript_id', '=', own.transcriptId)
      .execute()
    expect(rows).toEqual([{ keys: ['3:crm'], counts: [2], shown: ['CRM'] }])
  })

  it('are added to blocks of an earlier version, also after a kill', async () => {
    await sql`delete from block_keywords`.execute(test.db)
    await sql`insert into block_keywords_backlog select min(id), max(id) from blocks`.execute(test.db)
    // The first batch is rolled back, as by a kill.
    const killed = test.db.transaction().execute(async (trx) => {
      await reduceKeywordBacklog(trx)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await test.db.selectFrom('block_keywords').selectAll().execute()).toEqual([])
    const stopped = { app: test.app, signal: AbortSignal.abort(new Error('stopped')) } as JobContext
    await expect(fillKeywords.run({}, stopped)).rejects.toThrow('stopped')
    await test.db.transaction().execute(async (trx) => void (await test.app.jobs.send(trx, fillKeywords, {})))
    await test.settle()
    expect(await staleBlocks()).toEqual([])
    expect(await test.db.selectFrom('block_keywords_backlog').selectAll().execute()).toEqual([])
  })
})

it.each<[string, Record<string, unknown>]>([
  ['keywords by speaker', { first_condition: 'keyword', second_condition: 'speakers' }],
  ['keywords', { first_condition: 'keyword', second_condition: 'sentence' }],
  ['nouns', { first_condition: 'keyword', second_condition: 'speakers', keyword_option: 3 }],
  ['verbs', { first_condition: 'keyword', second_condition: 'speakers', keyword_option: 7 }],
  ['one keyword', { first_condition: 'keyword', second_condition: 'speakers', keyword: '議事録' }],
  [
    'one noun of happy blocks',
    {
      first_condition: 'speakers',
      second_condition: 'keyword',
      keyword: '議事録',
      keyword_option: 3,
      emotion: 'positive',
    },
  ],
  ['blocks with a keyword', { first_condition: 'speakers', second_condition: 'emotions', keyword: '議事録' }],
  ['blocks with a verb', { first_condition: 'sentence', second_condition: 'emotions', keyword_option: 7 }],
])('a report of %s is the same before all keywords are stored', async (_, query) => {
  const { owner, folder } = fixture
  const read = async () => {
    const params = { projectId: folder.projectId }
    const table = await test.succeed(contract.getReportTable, { params, query: query as never }, owner)
    const { total, exportable, data } = await test.succeed(
      contract.listReportRows,
      { params, query: query as never },
      owner,
    )
    // Sums of seconds depend on the order of the blocks in their last digits.
    return JSON.parse(
      JSON.stringify({ table, total, exportable, data }, (_key, value: unknown) =>
        typeof value === 'number' ? Number(value.toFixed(6)) : value,
      ),
    ) as { table: { count: number }; total: number; exportable: number; data: unknown[] }
  }
  const stored = await read()
  expect(stored.total).toBeGreaterThan(0)
  expect(stored.table.count).toBe(stored.total)
  expect(stored.exportable).toBe(stored.total)
  await sql`delete from block_keywords`.execute(test.db)
  await sql`insert into block_keywords_backlog select min(id), max(id) from blocks`.execute(test.db)
  try {
    expect(await read()).toEqual(stored)
  } finally {
    while (await test.db.transaction().execute((trx) => reduceKeywordBacklog(trx)));
  }
})
