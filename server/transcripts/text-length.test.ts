// `transcripts.text_length` and `block_count` are true after every change, and people cannot write more text than the limit.
import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { restoreTranscript } from '@kaiwa/contract/history.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up as addTextLength } from '../migrations/0037_text_length.ts'
import { up as addBlockCount } from '../migrations/0097_block_count.ts'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { importFile, srt } from '../test/factories/exchange-calls.ts'
import { createFile } from '../test/factories/items.ts'
import { createTranscriptOf } from '../test/factories/transcripts.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

const TOO_LONG = { status: 422, body: { reason: 'text-length', errors: { text_length: ['max'] } } }

let test: TestApp
let people: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
afterAll(() => test.close())

/** The stored length, and the length of the texts as JavaScript counts it. */
async function lengthsOf(transcriptId: number) {
  const { text_length } = await test.db
    .selectFrom('transcripts')
    .select('text_length')
    .where('id', '=', transcriptId)
    .executeTakeFirstOrThrow()
  const blocks = await test.db
    .selectFrom('blocks')
    .select('content')
    .where('transcript_id', '=', transcriptId)
    .execute()
  return [text_length, blocks.reduce((sum, { content }) => sum + content.length, 0)] as const
}

/** The stored number of blocks, and their number. */
async function countsOf(transcriptId: number) {
  const { block_count, blocks } = await test.db
    .selectFrom('transcripts')
    .innerJoin('blocks', 'blocks.transcript_id', 'transcripts.id')
    .select(['transcripts.block_count', ({ fn }) => fn.countAll<number>().as('blocks')])
    .where('transcripts.id', '=', transcriptId)
    .groupBy('transcripts.id')
    .executeTakeFirstOrThrow()
  return [block_count, blocks] as const
}

async function expectTrueSizes(fixture: EditingFixture, length: number, blocks: number) {
  expect(await lengthsOf(fixture.transcriptId)).toEqual([length, length])
  expect(await countsOf(fixture.transcriptId)).toEqual([blocks, blocks])
}

async function editing(fixture: EditingFixture) {
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const { blocks, revision } = await readFixture(test, fixture)
  const params_ = { id: fixture.transcriptId }
  return {
    blocks,
    revision,
    save: (body: object) =>
      test.call(saveBlocks, { params: params_, body: { lock_version: lock.version, ...body } }, fixture.owner),
    restore: (body: { revision: number; block_uuids?: string[] }) =>
      test.call(restoreTranscript, { params: params_, body: { lock_version: lock.version, ...body } }, fixture.owner),
  }
}

function inserted(content: string, position = 0) {
  return {
    uuid: randomUUID(),
    content,
    start_time: 0,
    end_time: 1,
    terms: [],
    tags: [],
    is_break: false,
    position,
    speaker_id: null,
  }
}

it('is true after saves, restores and imports', async () => {
  const fixture = await createFixtureFile(test, people)
  const [before] = await lengthsOf(fixture.transcriptId)
  const { blocks, revision, save, restore } = await editing(fixture)
  await expectTrueSizes(fixture, before, blocks.length)
  const [first, second] = blocks as [(typeof blocks)[number], (typeof blocks)[number]]
  const change = {
    blocks: [saved(first, { content: '😀あ' })],
    insert: [inserted('新しい'), inserted('😀', 1)],
    delete: [second.uuid],
  }
  expect(await save(change)).toMatchObject({ status: 200 })
  await expectTrueSizes(fixture, before - first.content.length - second.content.length + 3 + 5, blocks.length + 1)
  expect(await restore({ revision })).toMatchObject({ status: 200 })
  await expectTrueSizes(fixture, before, blocks.length)
  expect(
    await importFile(test, fixture, srt('はい😀。', 'いいえ。'), { revision: '3', take_over: 'true' }),
  ).toMatchObject({
    status: 200,
  })
  await expectTrueSizes(fixture, 5 + 4, 2)
})

it('refuses what would make the transcript longer than the limit, and changes nothing', async () => {
  const file = await createFile(test.db, people.folder, { creator: people.owner })
  const long = 'あ'.repeat(LIMITS.blockLength)
  const fixture = { ...people, file, transcriptId: await createTranscriptOf(test.db, file, Array(10).fill(long)) }
  const { blocks, revision, save, restore } = await editing(fixture)
  const [first, second] = blocks as [(typeof blocks)[number], (typeof blocks)[number]]
  expect(await save({ insert: [inserted('い')] })).toMatchObject(TOO_LONG)
  await expectTrueSizes(fixture, LIMITS.textPerTranscript, 10)
  expect(await save({ blocks: [saved(first, { content: 'い' })], insert: [inserted('うう')] })).toMatchObject({
    status: 200,
  })
  expect(await save({ blocks: [saved(second, { content: long.slice(1) })] })).toMatchObject({ status: 200 })
  expect(await restore({ revision, block_uuids: [first.uuid] })).toMatchObject(TOO_LONG)
  await expectTrueSizes(fixture, LIMITS.textPerTranscript - LIMITS.blockLength + 2, 11)
})

it('a transcript that is longer already can be shortened', async () => {
  const fixture = await createFixtureFile(test, people)
  await test.db
    .updateTable('transcripts')
    .set({ text_length: 2 * LIMITS.textPerTranscript })
    .where('id', '=', fixture.transcriptId)
    .execute()
  const { blocks, save } = await editing(fixture)
  const [first] = blocks as [(typeof blocks)[number]]
  const write = (content: string) => save({ blocks: [saved(first, { content })] })
  expect(await write(`${first.content}あ`)).toMatchObject(TOO_LONG)
  expect(await write('あ')).toMatchObject({ status: 200 })
})

it('is computed for the transcripts of earlier versions', async () => {
  const file = await createFile(test.db, people.folder, { creator: people.owner })
  const id = await createTranscriptOf(test.db, file, ['会議😀', '𠮷野家', 'abc'])
  await test.db.schema.alterTable('transcripts').dropColumn('text_length').dropColumn('block_count').execute()
  await test.db.transaction().execute(async (trx) => {
    await addTextLength(trx as unknown as Kysely<unknown>)
    await addBlockCount(trx as unknown as Kysely<unknown>)
  })
  expect(await lengthsOf(id)).toEqual([11, 11])
  expect(await countsOf(id)).toEqual([3, 3])
})
