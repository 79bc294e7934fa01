import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { createCommentThread, listComments, listCommentThreads } from '@kaiwa/contract/comments.ts'
import { restoreTranscript } from '@kaiwa/contract/history.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { saveAutomaticTranscript } from '../transcripts/store/automatic-transcripts.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let blocks: Awaited<ReturnType<typeof readFixture>>['blocks']
let lock_version: number
/** The passage is the third to sixth character of the second block. */
let text: string
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  ;({ blocks } = await readFixture(test, fixture))
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  lock_version = (await test.succeed(requestLock, { params, body: {} }, fixture.owner)).lock.version
  const { uuid, content } = blocks[1]!
  text = content.slice(2, 6)
  const body = { block_uuid: uuid, start_offset: 2, text, body: '要確認' }
  await test.succeed(createCommentThread, { params: { fileId: fixture.file.id }, body }, fixture.viewer)
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

async function save(body: Record<string, unknown>) {
  const { revision } = await readFixture(test, fixture)
  const sent = { blocks: [], insert: [], delete: [], speaker: [], section: [], revision, lock_version, ...body }
  return test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body: sent }, fixture.owner)
}

async function readThreads() {
  const params = { fileId: fixture.file.id }
  const { threads } = await test.succeed(listCommentThreads, { params }, fixture.viewer)
  const query = { 'thread_ids[]': threads.map(({ id }) => id) }
  return test.succeed(listComments, { params, query }, fixture.viewer)
}

async function passage() {
  const { threads } = await readThreads()
  const { block_uuid, start_offset, end_offset, is_removed, quote, text: now } = threads[0]!
  return { block_uuid, start_offset, end_offset, is_removed, quote, now }
}

function published() {
  return test.db.selectFrom('events').select('data').where('type', '=', 'comments.changed').execute()
}

it('a passage moves with text that is saved before it, and open pages fetch it', async () => {
  const block = blocks[1]!
  await save({ blocks: [saved(block, { content: `えっと、${block.content}` })] })
  expect(await passage()).toMatchObject({ block_uuid: block.uuid, start_offset: 6, end_offset: 10, now: text })
  expect(await published()).toEqual([{ data: { project_file_id: fixture.file.id, thread_ids: [expect.any(Number)] } }])
})

it('a save elsewhere, or of another part of the block, changes and publishes nothing', async () => {
  const before = await passage()
  await save({ blocks: [saved(blocks[3]!, { content: '別の話' })] })
  await save({ blocks: [saved(blocks[1]!, { content: `${blocks[1]!.content}以上` })] })
  await test.succeed(changeSection, { body: { block_uuid: blocks[1]!.uuid, section_name: '章' } }, fixture.owner)
  expect(await passage()).toEqual(before)
  expect(await published()).toEqual([])
})

it('a passage follows a split to the new block, and a join back', async () => {
  const block = blocks[1]!
  const [head, tail] = [block.content.slice(0, 1), block.content.slice(1)]
  const uuid = randomUUID()
  const inserted = { ...saved(block, { content: tail }), uuid, speaker_id: block.speaker_id, position: 2 }
  await save({ blocks: [saved(block, { content: head })], insert: [inserted] })
  expect(await passage()).toMatchObject({ block_uuid: uuid, start_offset: 1, end_offset: 5, now: text })
  await save({ blocks: [saved(block, { content: block.content })], delete: [uuid] })
  expect(await passage()).toMatchObject({ block_uuid: block.uuid, start_offset: 2, end_offset: 6, now: text })
})

it('a passage whose block is deleted is removed with its quote, and returns when an older version is restored', async () => {
  const before = await passage()
  await save({ delete: [blocks[1]!.uuid] })
  expect(await passage()).toEqual({ ...before, is_removed: true })
  const params = { id: fixture.transcriptId }
  await test.succeed(restoreTranscript, { params, body: { revision: 0, lock_version } }, fixture.owner)
  expect(await passage()).toEqual(before)
})

it.each([
  ['😀😁😂です', '😂', '😀😂です', { start_offset: 2, end_offset: 4, text: '😂', is_removed: false }],
  ['😀😁😂です', '😁', '😀😂です', { text: '😁', is_removed: true }],
  ['今日は𠮷田さん', '𠮷', '今日は𠮟田さん', { start_offset: 3, end_offset: 5, text: '𠮟', is_removed: false }],
])('an edit from %s around the passage %s to %s is saved', async (before, quote, after, expected) => {
  const { uuid } = blocks[2]!
  await save({ blocks: [saved(blocks[2]!, { content: before })] })
  const params = { fileId: fixture.file.id }
  const body = { block_uuid: uuid, start_offset: before.indexOf(quote), text: quote, body: '要確認' }
  const { id } = await test.succeed(createCommentThread, { params, body }, fixture.viewer)
  await save({ blocks: [saved(blocks[2]!, { content: after })] })
  const { threads } = await readThreads()
  expect(threads.find((thread) => thread.id === id)).toMatchObject({ block_uuid: uuid, quote, ...expected })
})

it('after the recording was recognised again, a passage is found by its text and time, or is removed', async () => {
  const again = (content: string) =>
    test.db.transaction().execute((trx) =>
      saveAutomaticTranscript(trx, fixture.file.id, {
        language: 'ja',
        engine: 'test',
        blocks: blocks.map(({ start_time, end_time, speaker_id, content: old }, index) => ({
          uuid: randomUUID(),
          start_time,
          end_time,
          content: index === 1 ? content : `別${old.length}`,
          sentiment: 0,
          speaker_id,
          terms: [],
        })),
        original: [],
      }),
    )
  await again(`さて${text}です`)
  const { blocks: next } = await readFixture(test, fixture)
  expect(await passage()).toMatchObject({ block_uuid: next[1]!.uuid, start_offset: 2, now: text, is_removed: false })
  await again('まったく違う話')
  expect(await passage()).toMatchObject({ quote: text, is_removed: true })
})
