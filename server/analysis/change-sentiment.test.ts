import { randomUUID } from 'node:crypto'
import { changeSentiment } from '@kaiwa/contract/analysis.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { getTranscriptChanges, requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { getDraft, saveDraft } from '@kaiwa/contract/drafts.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { getTranscriptRevision, listTranscriptHistory, restoreTranscript } from '@kaiwa/contract/history.ts'
import { reanalyzeTranscript } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
  readFixture,
  saved,
} from '../test/factories/editing-fixture.ts'
import { exportFile, importFile } from '../test/factories/exchange-calls.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let block_uuid: string
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  block_uuid = (await read())[0]!.uuid
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

function change(sentiment: number, as: Caller = fixture.owner, uuid = block_uuid) {
  return test.call(changeSentiment, { body: { block_uuid: uuid, sentiment } }, as)
}

async function read() {
  return (await readFixture(test, fixture)).blocks
}

/** `-1!` for a sentiment chosen by a person, `0.5` for one of the analysis. */
async function shown(at = 0) {
  const block = (await read())[at]
  return `${block?.sentiment}${block?.is_sentiment_manual ? '!' : ''}`
}

function at() {
  return { projectId: fixture.file.projectId, fileId: fixture.file.id }
}

async function take(as: Caller, changed_block_uuids: string[] = []) {
  return (await test.succeed(requestLock, { params: at(), body: { changed_block_uuids } }, as)).lock.version
}

it('ANA-07 ANA-08 an owner and an editor change the emotion of a block to positive, neutral and negative', async () => {
  expect(await shown()).toBe('0')
  expect((await change(1)).body).toEqual({ success: true })
  expect(await shown()).toBe('1!')
  await change(-1, fixture.editor)
  expect(await shown()).toBe('-1!')
  await change(0)
  expect(await shown()).toBe('0!')
})

it('ANA-07 a viewer is refused, a stranger and an unknown block get 404', async () => {
  expect((await change(1, fixture.viewer)).status).toBe(403)
  expect((await change(1, fixture.stranger)).status).toBe(404)
  expect((await change(1, fixture.owner, randomUUID())).status).toBe(404)
  const params = { projectId: fixture.file.projectId, id: fixture.file.id }
  await test.succeed(deleteFile, { params }, fixture.owner)
  expect((await change(1)).status).toBe(404)
})

it.each([['1'], [Number.MAX_VALUE], [null]])('refuses the sentiment %j', async (sentiment) => {
  expect((await change(sentiment as number)).status).toBe(422)
  expect(await shown()).toBe('0')
})

it('is a change set in the journal, sent to readers', async () => {
  await change(-1, fixture.editor)
  const params = { id: fixture.transcriptId }
  const { data } = await test.succeed(listTranscriptHistory, { params, query: {} }, fixture.viewer)
  expect(data[0]).toMatchObject({ kind: 'sentiment', changed: 1, edited_by: { id: fixture.editor.id } })
  const revision = data[0]!.revision
  const { changes } = await test.succeed(
    getTranscriptRevision,
    { params: { ...params, revision }, query: {} },
    fixture.viewer,
  )
  expect(changes).toMatchObject([
    {
      before: { sentiment: 0, is_sentiment_manual: false },
      after: { sentiment: -1, is_sentiment_manual: true },
    },
  ])
  const sentiment = [{ block_uuid, sentiment: -1, is_manual: true }]
  const events = await test.db
    .selectFrom('events')
    .select(['data', 'channels'])
    .where('type', '=', 'transcript.changed')
    .execute()
  expect(events).toMatchObject([
    { data: { changes: { sentiment, blocks: [] } }, channels: [fileChannel(fixture.file.id)] },
  ])
  const since = await test.succeed(getTranscriptChanges, { params, query: { since: revision - 1 } }, fixture.viewer)
  expect(since.data).toMatchObject([{ revision, changes: { sentiment } }])
})

it('creates no revision when the same emotion was chosen before', async () => {
  await change(1)
  const { revision } = await readFixture(test, fixture)
  await change(1, fixture.editor)
  expect((await readFixture(test, fixture)).revision).toBe(revision)
})

it('stores two simultaneous choices as two revisions', async () => {
  const { revision } = await readFixture(test, fixture)
  const answers = await Promise.all([change(1), change(-1, fixture.editor)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await readFixture(test, fixture)).revision).toBe(revision + 2)
  expect(await shown()).toMatch(/^-?1!$/)
})

it('needs no edit lock, but is refused for a block that another editor has changed', async () => {
  const [first, second] = await read()
  await take(fixture.owner, [first!.uuid])
  expect(await change(1, fixture.editor)).toMatchObject({ status: 409, error: 'E_LOCKED' })
  expect((await change(1, fixture.editor, second!.uuid)).status).toBe(200)
  expect((await change(-1, fixture.owner)).status).toBe(200)
  expect([await shown(0), await shown(1)]).toEqual(['-1!', '1!'])
})

it('ANA-08 a new analysis keeps a chosen emotion and replaces the others', async () => {
  await change(-1)
  await sql`update blocks set sentiment = 0.123 where transcript_id = ${fixture.transcriptId} and uuid <> ${block_uuid}::uuid`.execute(
    test.db,
  )
  await test.succeed(reanalyzeTranscript, { params: { id: fixture.transcriptId } }, fixture.owner)
  await test.settle()
  expect(await shown()).toBe('-1!')
  expect((await read()).slice(1).map(({ sentiment }) => sentiment)).not.toContain(0.123)
})

it('ANA-08 an edit of the text keeps a chosen emotion; a save carries an undo of it', async () => {
  await change(-1)
  const lock_version = await take(fixture.owner)
  const save = async (body: object) => {
    const { revision } = await readFixture(test, fixture)
    const params = { id: fixture.transcriptId }
    await test.succeed(saveBlocks, { params, body: { revision, lock_version, ...body } }, fixture.owner)
  }
  await save({ blocks: [saved((await read())[0]!, { content: '直した文' })] })
  expect([await shown(), (await read())[0]!.content]).toEqual(['-1!', '直した文'])
  await save({ sentiment: [{ block_uuid: block_uuid.toUpperCase(), sentiment: 0.25, is_manual: false }] })
  expect(await shown()).toBe('0.25')
})

it.each([
  ['an unknown block', [randomUUID()], 'sentiment.0.block_uuid', 'incorrect'],
  ['a block named twice', ['own', 'own'], 'sentiment.1.block_uuid', 'unique'],
])('a save refuses the sentiment of %s', async (_, uuids, path, code) => {
  const lock_version = await take(fixture.owner)
  const sentiment = uuids.map((uuid) => ({
    block_uuid: uuid === 'own' ? block_uuid : uuid,
    sentiment: 1,
    is_manual: true,
  }))
  const body = { lock_version, sentiment }
  expect(await test.call(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)).toMatchObject({
    status: 422,
    errors: { [path]: [code] },
  })
})

it('a restore brings back the emotion of the earlier revision', async () => {
  await change(1)
  const { revision } = await readFixture(test, fixture)
  await change(-1)
  const lock_version = await take(fixture.owner)
  const restore = (to: number) => {
    const body = { revision: to, lock_version }
    return test.succeed(restoreTranscript, { params: { id: fixture.transcriptId }, body }, fixture.owner)
  }
  await restore(revision)
  expect(await shown()).toBe('1!')
  await restore(revision - 1)
  expect(await shown()).toBe('0')
})

/** Stores a draft that gives the first block this sentiment. */
async function storeDraft(sentiment: { sentiment: number; is_sentiment_manual?: boolean }) {
  const version = await take(fixture.owner)
  const { revision, blocks } = await readFixture(test, fixture)
  const { speaker_id } = blocks[0]!
  const put = [{ ...saved(blocks[0]!), ...sentiment, speaker_id, section_name: null, previous: null }]
  const params = { id: fixture.transcriptId, lockVersion: version }
  await test.succeed(saveDraft, { params, body: { revision, since: 0, key: 'k', put } }, fixture.owner)
  return (await test.succeed(getDraft, { params }, fixture.owner)).changes
}

async function expireLock() {
  await sql`update edit_locks set until = clock_timestamp() - interval '1 second'`.execute(test.db)
  await test.settle({ now: true, leaving: ['transcripts.reanalyse'] })
}

it('a draft keeps a chosen emotion, and the expiry of the lock saves it', async () => {
  const chosen = { sentiment: -1, is_sentiment_manual: true }
  expect(await storeDraft(chosen)).toMatchObject([{ before: { sentiment: 0 }, after: chosen }])
  expect(await shown()).toBe('0')
  await expireLock()
  expect(await shown()).toBe('-1!')
})

it('ANA-08 a draft with an undone choice returns to the emotion of the analysis', async () => {
  await change(1)
  // As browsers send it: only a chosen emotion has the flag.
  await storeDraft({ sentiment: 0.25 })
  await expireLock()
  expect(await shown()).toBe('0.25')
})

it('a transcript exported as JSON and imported again has the chosen emotions', async () => {
  await change(-1)
  const { text } = await exportFile(test, fixture, 'format=json')
  await change(1)
  const revision = String((await readFixture(test, fixture)).revision)
  const { status } = await importFile(test, fixture, text, { revision })
  expect([status, await shown(0), await shown(1)]).toEqual([200, '-1!', '0.5'])
})
