// Work on a transcript of few very long blocks: limits by the number of blocks alone would not bound it.
import { randomUUID } from 'node:crypto'
import { getTranscriptChanges, requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { restoreTranscript } from '@kaiwa/contract/history.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { changeBlockSpeaker } from '@kaiwa/contract/speakers.ts'
import { createTag, listTagBlocks, listTagPassages, tagPassages } from '@kaiwa/contract/tags.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonb } from '../platform/database/jsonb.ts'
import { createEditingFixture, type EditingFixture } from '../test/factories/editing-fixture.ts'
import { createFile } from '../test/factories/items.ts'
import { createLongBlocks } from '../test/factories/transcripts.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { analyseTranscript } from './analyse-transcript.ts'
import { blockBatches, findStoredBlocks } from './store/blocks.ts'
import { textBatches } from './store/text-batches.ts'

/** A batch of 45,000 words has 5 MB of JSON, and all 60,000 words have 7 MB. */
const MAX_BYTES = 6_000_000
const BLOCKS = 4
const WORDS = 15_000

let test: TestApp
let base: string
let people: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  base = `${await test.listen()}/api`
  people = await createEditingFixture(test)
})
afterAll(() => test.close())

async function createLongFile(blocks: number, words: number) {
  const { owner, folder, speakerIds } = people
  const file = await createFile(test.db, folder, { creator: owner })
  const transcriptId = await createLongBlocks(test.db, file, { blocks, words, speakerId: speakerIds[0] ?? null })
  const { uuid } = await test.db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  return { file, transcriptId, uuid }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The longest text in the parameters of a statement. */
function longestParameter(node: object): number {
  const parts = Object.values(node).filter(isObject)
  const own = 'kind' in node && node.kind === 'ValueNode' && 'value' in node ? node.value : null
  return Math.max(typeof own === 'string' ? own.length : 0, ...parts.map(longestParameter))
}

/** Runs `work` and returns the size of the largest result or parameter of a statement on this thread, as JSON. */
async function measureStatements<T>(work: () => Promise<T>) {
  let largestBytes = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      largestBytes = Math.max(largestBytes, longestParameter(node))
      return node
    },
    transformResult: async ({ result }) => {
      const bytes = result.rows.reduce((sum: number, row) => sum + JSON.stringify(row).length, 0)
      largestBytes = Math.max(largestBytes, bytes)
      return result
    },
  }
  const plain = test.app.db
  test.app.db = plain.withPlugin(counter)
  try {
    return { result: await work(), largestBytes }
  } finally {
    test.app.db = plain
  }
}

async function download(path: string): Promise<{ status: number; bytes: number }> {
  const answer = await fetch(base + path, { headers: { authorization: `Bearer ${people.owner.token}` } })
  let bytes = 0
  for await (const part of answer.body!) bytes += part.length
  return { status: answer.status, bytes }
}

it('reads blocks in batches of at most 200 blocks and 50,000 bytes of text, or a single block', async () => {
  const sizesOf = async (blocks: number, words: number) => {
    const { transcriptId } = await createLongFile(blocks, words)
    const sizes: number[] = []
    for await (const rows of blockBatches(test.db, transcriptId)) sizes.push(rows.length)
    return sizes
  }
  expect([await sizesOf(5, 20_000), await sizesOf(2, 49_999), await sizesOf(450, 10), await sizesOf(200, 10)]).toEqual([
    [2, 2, 1],
    [1, 1],
    [200, 200, 50],
    [200],
  ])
})

it('reads any number of named blocks in reading order', async () => {
  const { transcriptId } = await createLongFile(450, 2)
  const rows = await test.db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .execute()
  const uuids = rows.map(({ uuid }) => uuid)
  const found = await findStoredBlocks(test.db, transcriptId, { uuids: uuids.toReversed().slice(0, 430) })
  expect(found.map(({ uuid }) => uuid)).toEqual(uuids.slice(20))
})

it.each([
  [[], []],
  [[10, 20], [[10, 20]]],
  [
    [30_000, 20_000, 1],
    [[30_000, 20_000], [1]],
  ],
  [
    [1, 80_000, 2, 3],
    [[1], [80_000], [2, 3]],
  ],
])('divides texts of %j characters into batches', (lengths, batches) =>
  expect(textBatches(lengths, (length) => length)).toEqual(batches),
)

it('answers, changes and restores a transcript of long blocks in bounded parts', async () => {
  const { file, transcriptId, uuid } = await createLongFile(BLOCKS, WORDS)
  const { owner, speakerIds } = people
  const speak = () =>
    test.succeed(
      changeBlockSpeaker,
      { body: { block_uuid: uuid, speaker_id: speakerIds[1], type: 'multi', child_block_uuids: [] } },
      owner,
    )
  const params = { projectId: people.folder.projectId, fileId: file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, owner)
  const body = { revision: 1, lock_version: lock.version }
  const works: (readonly [what: string, work: () => Promise<unknown>, result: unknown])[] = [
    ['speakers', speak, expect.objectContaining({ block_ids: expect.objectContaining({ length: BLOCKS }) })],
    ...[
      `/files/${file.id}/transcript`,
      `/transcripts/${transcriptId}/history/0`,
      `/transcripts/${transcriptId}/history/2`,
      `/files/${file.id}/export?format=txt`,
      `/files/${file.id}/export/preview?format=srt`,
    ].map((path) => [path, () => download(path), expect.objectContaining({ status: 200 })] as const),
    [
      'restore',
      () => test.succeed(restoreTranscript, { params: { id: transcriptId }, body }, owner),
      expect.objectContaining({ revision: 3 }),
    ],
  ]
  for (const [what, work, expected] of works) {
    const { result, largestBytes } = await measureStatements(work)
    expect({ what, result, isBounded: largestBytes < MAX_BYTES }).toEqual({ what, result: expected, isBounded: true })
  }
  expect((await findStoredBlocks(test.db, transcriptId, 'all')).map(({ speaker_id }) => speaker_id)).toEqual(
    Array(BLOCKS).fill(speakerIds[0]),
  )
})

it('saves that are larger than an answer may be are not read: the client reloads', async () => {
  const { transcriptId } = await createLongFile(1, 10)
  const changes = { blocks: [], insert: [], delete: Array(150_000).fill(randomUUID()), speaker: [], section: [] }
  await test.db
    .insertInto('transcript_revisions')
    .values({
      transcript_id: transcriptId,
      revision: 2,
      kind: 'edit',
      added: 0,
      changed: 1,
      removed: 0,
      changes: jsonb(changes),
    })
    .execute()
  await test.db.updateTable('transcripts').set({ revision: 2 }).where('id', '=', transcriptId).execute()
  const { result, largestBytes } = await measureStatements(() =>
    test.succeed(getTranscriptChanges, { params: { id: transcriptId }, query: { since: 1 } }, people.owner),
  )
  expect(result).toMatchObject({ reload: true, data: [], revision: 2 })
  expect(largestBytes).toBeLessThan(10_000)
})

it('a save that is larger than an answer may be is not kept for readers', async () => {
  const { transcriptId, uuid } = await createLongFile(1, 10)
  const terms = Array.from({ length: 30_000 }, (_, at) => ({ text: 'b', start_time: 0, end_time: 1, offset: at }))
  const block = { uuid, content: 'b'.repeat(30_000), start_time: 0, end_time: 1, terms, tags: [], is_break: false }
  const save = (one: object) =>
    test.succeed(saveBlocks, { params: { id: transcriptId }, body: { blocks: [{ ...block, ...one }] } }, people.owner)
  const changesSince = (since: number) =>
    test.succeed(getTranscriptChanges, { params: { id: transcriptId }, query: { since } }, people.owner)
  expect((await save({})).revision).toBe(2)
  expect((await save({ content: 'b', terms: [] })).revision).toBe(3)
  expect([(await changesSince(1)).reload, (await changesSince(2)).data.length]).toEqual([true, 1])
  const kept = await test.db
    .selectFrom('transcript_revisions')
    .select(sql<boolean>`changes is not null`.as('is_kept'))
    .where('transcript_id', '=', transcriptId)
    .orderBy('revision')
    .execute()
  expect(kept.map(({ is_kept }) => is_kept)).toEqual([false, true])
})

describe('tagged passages of long blocks', () => {
  const params = (id: number) => ({ id })
  const range = (block_uuid: string, tag_id: number, [offset, length]: readonly [number, number]) => ({
    block_uuid,
    tag_id,
    offset,
    text: 'a'.repeat(length),
    tag_uuid: randomUUID(),
  })
  const createTagOf = async (fileId: number, name: string) =>
    (await test.succeed(createTag, { params: { fileId }, body: { name } }, people.owner)).id

  it('are listed with each block read once, few at a time', async () => {
    const { file, transcriptId } = await createLongFile(BLOCKS, WORDS)
    const tagId = await createTagOf(file.id, '長い発言')
    const blocks = await findStoredBlocks(test.db, transcriptId, 'all')
    const ranges = blocks.flatMap(({ uuid }) => [2, 4, 6].map((offset) => range(uuid, tagId, [offset, 1])))
    await test.succeed(tagPassages, { params: params(transcriptId), body: { ranges } }, people.owner)
    const { projectId } = people.folder
    const { result, largestBytes } = await measureStatements(async () => [
      await test.succeed(listTagPassages, { params: { projectId, tagId }, query: {} }, people.owner),
      await test.succeed(listTagBlocks, { params: { projectId }, query: { tag_id: tagId } }, people.owner),
    ])
    expect(result).toMatchObject([
      { data: ranges.map(({ tag_uuid }) => ({ tag_uuid, time: 0, before: expect.stringMatching(/^a+$/) })) },
      ranges.map(({ tag_uuid, offset }) => ({
        count: ranges.length,
        transcript_block: { tag_uuid, offset, text: 'a', content: 'a'.repeat(WORDS) },
      })),
    ])
    expect(largestBytes).toBeLessThan(MAX_BYTES)
  })

  it('are limited by the sum of their texts', async () => {
    const { file, transcriptId, uuid } = await createLongFile(1, WORDS)
    const ids: number[] = []
    for (let n = 0; n <= LIMITS.taggedTextPerBlock / WORDS; n += 1) ids.push(await createTagOf(file.id, `タグ${n}`))
    const mark = (tags: readonly number[]) => {
      const body = { ranges: tags.map((id) => range(uuid, id, [0, WORDS])) }
      return test.call(tagPassages, { params: params(transcriptId), body }, people.owner)
    }
    expect(await mark(ids)).toMatchObject({ status: 422, errors: { ranges: ['max'] } })
    expect(await mark(ids.slice(1))).toMatchObject({ status: 201 })
  })
})

it('analyses long blocks in batches', async () => {
  const { transcriptId } = await createLongFile(BLOCKS, WORDS)
  const { largestBytes } = await measureStatements(() => analyseTranscript(test.app.db, transcriptId))
  expect(largestBytes).toBeLessThan(MAX_BYTES)
  const [first] = await findStoredBlocks(test.db, transcriptId, 'all')
  expect(first?.terms.length).toBeLessThan(WORDS)
})
