// The assembly of a recording of twelve hours: clustering its voices and writing its blocks must not block the event loop.
import { cancelFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import type { Voice } from '@kaiwa/speech'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobContext } from '../platform/jobs/job.ts'
import { reanalyse } from '../transcripts/jobs/reanalyse.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import { createLongTranscript } from '../test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { measureLoopDelay } from '../test/loop-delay.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { type RunJob, toRunJob } from './store/runs.ts'
import { assembleTranscript } from './steps/assemble-transcript.ts'

/** Here it is several seconds. */
const MAX_DELAY_MS = 200
const CHUNKS = 1_440

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

/** Chunks with different voices; later ones repeat them. */
const DIFFERENT_CHUNKS = 200

/**
 * Voice features of the classical method for one speaker, in ten windows of 1.2 s: 15 means and their covariance. Each window
 * has another sound.
 */
function voices(speaker: number, chunk: number): Voice[] {
  return Array.from({ length: 10 }, (_, n) => {
    const sound = chunk * 10 + n
    const means = Array.from(
      { length: 15 },
      (_value, k) => 8 * Math.sin((speaker + 1) * (k + 1)) + 3 * Math.sin(sound * (k + 1.7)),
    )
    const covariance = means.flatMap((_mean, i) => means.slice(0, i + 1).map((_value, j) => (i === j ? 20 : 0)))
    return { start: n * 1.2, end: n * 1.2 + 1.1, kind: 'classical', features: [...means, ...covariance].map(toMillis) }
  })
}

function toMillis(value: number) {
  return Math.round(value * 1_000) / 1_000
}

/** A file all of whose chunks are recognised, of half a minute and four words each. Its speakers take turns. */
async function createRecognisedFile({ speakers = 2, chunks = CHUNKS } = {}): Promise<TestFile> {
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner, status: 'processing', language: 'en', run: 1 })
  await test.db.insertInto('transcripts').values({ file_id: file.id, status: 'processing' }).execute()
  const words = ['we', 'write', 'our', 'minutes'].map((text, n) => ({ text, start: n, end: n + 1, confidence: 0.9 }))
  const known = Array.from({ length: Math.min(chunks, DIFFERENT_CHUNKS) }, (_, n) => voices(n % speakers, n))
  await sql`
    insert into speech_chunks (file_id, position, start_time, end_time, storage_key, status, engine, language, words, voices)
    select ${file.id}, n, n * 30, n * 30 + 30, 'x', 'recognised', 'tones', 'en', ${JSON.stringify(words)}::jsonb, known.voices
    from generate_series(0, ${chunks - 1}::integer) n
    join jsonb_array_elements(${JSON.stringify(known)}::jsonb) with ordinality known(voices, number)
      on known.number = n % ${known.length} + 1
  `.execute(test.db)
  return file
}

function contextOf(signal: AbortSignal): JobContext {
  return {
    app: test.app,
    log: test.app.log,
    signal,
    id: 'test',
    attempt: 0,
    isLastTry: async () => false,
  }
}

const never = new AbortController().signal

function runJobOf({ id, workspaceId }: TestFile): RunJob {
  return toRunJob({ id, run: 1, workspace_id: workspaceId, created_by: owner.id })
}

async function statusOf(file: TestFile) {
  return (await test.db.selectFrom('files').select('status').where('id', '=', file.id).executeTakeFirstOrThrow()).status
}

it('PROC-01 a recording of twelve hours is assembled with its speakers without blocking the event loop', async () => {
  const file = await createRecognisedFile()
  const { longestMs } = await measureLoopDelay(() => assembleTranscript.run(runJobOf(file), contextOf(never)))
  expect(await statusOf(file)).toBe('processed')
  const { transcript, blocks } = await test.succeed(getTranscript, { params: { fileId: file.id } }, owner)
  expect(transcript.block_order).toHaveLength(CHUNKS)
  const [first, second, third] = transcript.block_order.map((uuid) => blocks[uuid])
  expect([first?.speaker?.name, second?.speaker?.name, third?.speaker?.name]).toEqual(['話者1', '話者2', '話者1'])
  expect(first).toMatchObject({ content: 'we write our minutes', terms: [{ text: 'we', base: 'we' }, {}, {}, {}] })
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
  const { text_length } = await test.db
    .selectFrom('transcripts')
    .select('text_length')
    .where('file_id', '=', file.id)
    .executeTakeFirstOrThrow()
  expect(text_length).toBe(Object.values(blocks).reduce((sum, { content }) => sum + content.length, 0))
})

it('automatic detection returns more than five speakers', async () => {
  const file = await createRecognisedFile({ speakers: 7, chunks: 28 })
  await assembleTranscript.run(runJobOf(file), contextOf(never))
  const { transcript, blocks } = await test.succeed(getTranscript, { params: { fileId: file.id } }, owner)
  const names = transcript.block_order.map((uuid) => blocks[uuid]?.speaker?.name)
  expect(names.slice(0, 8)).toEqual(['話者1', '話者2', '話者3', '話者4', '話者5', '話者6', '話者7', '話者1'])
  expect(new Set(names).size).toBe(7)
})

it('PROC-33 a cancelled file ends the clustering of its voices', async () => {
  const file = await createRecognisedFile()
  const running = assembleTranscript.run(runJobOf(file), contextOf(never))
  await test.succeed(cancelFile, { params: { fileId: file.id } }, owner)
  await running
  expect(await statusOf(file)).toBe('canceled')
  const blocks = await test.db
    .selectFrom('blocks')
    .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
    .select('blocks.id')
    .where('transcripts.file_id', '=', file.id)
    .execute()
  expect(blocks).toEqual([])
})

it('a worker that stops ends the clustering, which is begun again elsewhere', async () => {
  const file = await createRecognisedFile()
  const stopping = new AbortController()
  const running = assembleTranscript.run(runJobOf(file), contextOf(stopping.signal))
  stopping.abort(new Error('the worker stops'))
  await expect(running).rejects.toThrow('the worker stops')
  expect(await statusOf(file)).toBe('processing')
})

it('PROC-36 a new analysis of a long transcript does not block the event loop', async () => {
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner })
  const transcriptId = await createLongTranscript(test.db, file, 6_000)
  const { longestMs } = await measureLoopDelay(() => reanalyse.run({ transcript_id: transcriptId }, contextOf(never)))
  const { revision } = await test.db
    .selectFrom('transcripts')
    .select('revision')
    .where('id', '=', transcriptId)
    .executeTakeFirstOrThrow()
  expect(revision).toBe(2)
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})
