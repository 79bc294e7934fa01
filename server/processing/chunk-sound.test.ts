// The sound of the chunks exists, and counts as storage, only while a run of their file is in processing.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getUsage } from '@kaiwa/contract/billing.ts'
import { cancelFile, deleteFile, getFile, redoFile, retryFile } from '@kaiwa/contract/files.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { restoreItems } from '@kaiwa/contract/trash.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chunkKey, speechPrefix } from '../media/keys.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { runJob } from '../test/run-job.ts'
import { openEngines } from './engines/open-engines.ts'
import { sweepSpeech } from './steps/remove-speech.ts'

const SECONDS = 70
const RECOGNISE = ['transcription.recognise']
/** A single speaker in a short recording is an estimate. */
const ESTIMATED = { key: 'speakers-uncertain' }

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let recording: string
let removeModels: () => Promise<void>
beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-chunk-sound-'))
  recording = await makeToneRecording(work, 'talk.wav', toneTalk(SECONDS), SECONDS)
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
})
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})
beforeEach(async () => {
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})

function upload() {
  return uploadRecording(test, folder, recording, { creator: owner, language: 'ja' })
}

function params({ id: fileId }: TestFile) {
  return { params: { fileId } }
}

async function read(file: TestFile) {
  return (await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)).body
}

async function textOf(file: TestFile): Promise<string> {
  const { transcript, blocks } = (await test.call(getTranscript, params(file), owner)).body
  return transcript.block_order.map((uuid) => blocks[uuid]?.content).join(' ')
}

/** Keys of the stored sound, and its bytes. */
async function stored(file: TestFile) {
  const keys = await test.app.storage.list(speechPrefix(file.videoId))
  const heads = await Promise.all(keys.map((key) => test.app.storage.head(key)))
  return { keys, bytes: heads.reduce((sum, head) => sum + (head?.size ?? 0), 0) }
}

/** Bytes that the usage of the workspace shows, as the owner reads it, beyond the files' own size. */
async function countedSound(): Promise<number> {
  const { remain, subscription } = (await test.call(getUsage, {}, owner)).body
  const used = ((subscription?.plan.storage ?? 0) - remain.storage) * BYTES_PER_MB
  const { kept } = await test.db
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(original_size + derived_size), 0)::bigint`.as('kept'))
    .where('workspace_id', '=', owner.workspaceId)
    .executeTakeFirstOrThrow()
  return Math.round(used - kept)
}

/** The recording is prepared, and its chunks wait. */
async function prepared(): Promise<TestFile> {
  const file = await upload()
  await test.settle({ leaving: RECOGNISE })
  return file
}

async function expectNoSound(file: TestFile): Promise<void> {
  expect(await stored(file)).toEqual({ keys: [], bytes: 0 })
  expect(await countedSound()).toBe(0)
}

function waitingChunks(file: TestFile) {
  return test.db.selectFrom('speech_chunks').select('id').where('file_id', '=', file.id).where('status', '=', 'waiting')
}

describe('the sound of the chunks', () => {
  it('counts as storage while the recording is recognised, and is removed when the transcript is complete', async () => {
    const file = await prepared()
    const { keys, bytes } = await stored(file)
    expect(keys).toEqual([0, 1, 2].map((position) => chunkKey(file.videoId, 1, position)))
    // 16 kHz, 16 bits: about the whole recording.
    expect(bytes).toBeGreaterThan(SECONDS * 32_000 * 0.8)
    expect(await countedSound()).toBe(bytes)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', note: ESTIMATED })
    expect(await textOf(file)).toMatch(/^one eight five two/)
    await expectNoSound(file)
  })

  it('is removed when the analysis is cancelled, and made again from the recording when it is resumed', async () => {
    const whole = await upload()
    await test.settle()
    const file = await prepared()
    await test.succeed(cancelFile, params(file), owner)
    expect(await countedSound()).toBe(0)
    await test.settle()
    await expectNoSound(file)

    await test.succeed(retryFile, params(file), owner)
    await test.settle({ leaving: RECOGNISE })
    const { keys, bytes } = await stored(file)
    expect(keys).toHaveLength(3)
    expect(await countedSound()).toBe(bytes)
    await test.settle()
    expect(await textOf(file)).toBe(await textOf(whole))
    await expectNoSound(file)
  })

  it('is made again for the passages that are recognised again, and for no others', async () => {
    const file = await prepared()
    await test.db
      .updateTable('speech_chunks')
      .set({ attempts: 1_000 })
      .where('file_id', '=', file.id)
      .where('position', '=', 1)
      .execute()
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', note: { key: 'parts-missing' } })
    await expectNoSound(file)

    await test.succeed(retryFile, params(file), owner)
    await test.settle({ leaving: RECOGNISE })
    const { run } = await test.db.selectFrom('files').select('run').where('id', '=', file.id).executeTakeFirstOrThrow()
    expect((await stored(file)).keys).toEqual([chunkKey(file.videoId, run, 1)])
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', note: ESTIMATED })
    await expectNoSound(file)
  })

  it('of a run that starts while the sound of the last one is removed stays', async () => {
    const file = await prepared()
    // The event and the job of the removal are still waiting.
    await test.succeed(redoFile, params(file), owner)
    await test.settle({ leaving: [...RECOGNISE, 'transcription.remove-speech'] })
    const { keys } = await stored(file)
    expect(new Set(keys.map((key) => key.split('/')[2]))).toEqual(new Set(['1', '3']))
    await test.settle({ leaving: RECOGNISE })
    const left = await stored(file)
    expect(left.keys).toEqual([0, 1, 2].map((position) => chunkKey(file.videoId, 3, position)))
    expect(await countedSound()).toBe(left.bytes)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', note: ESTIMATED })
    await expectNoSound(file)
  })

  it('is removed with a recording that goes to the trash, and made again after it was restored', async () => {
    const file = await prepared()
    await test.succeed(deleteFile, { params: { projectId: file.projectId, id: file.id } }, owner)
    await test.settle()
    await expectNoSound(file)
    await test.succeed(restoreItems, { body: { item_ids: [file.itemId] } }, owner)
    await test.succeed(retryFile, params(file), owner)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', note: ESTIMATED })
    await expectNoSound(file)
  })

  it('is removed when the analysis fails', async () => {
    const file = await prepared()
    await sql`update files set engine = 'nobody' where id = ${file.id}`.execute(test.db)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'failed', failed_reason: 'transcript-failed' })
    await expectNoSound(file)
  })
})

describe('the hourly sweep', () => {
  it('removes what a lost job and a killed worker left, and nothing of a run in processing', async () => {
    const [ended, running] = [await prepared(), await prepared()]
    await test.succeed(cancelFile, params(ended), owner)
    // As after a restore of the database: the removal is lost. A worker stores a chunk after its run has ended.
    await sql`delete from events where type = 'speech.released'`.execute(test.db)
    await test.app.storage.put(chunkKey(ended.videoId, 1, 9), 'late')
    const deleted = randomUUID()
    await test.app.storage.put(chunkKey(deleted, 1, 0), 'left')
    await test.app.storage.put('speech/notes/a-file-of-somebody', 'unknown')
    expect((await stored(ended)).keys).toHaveLength(4)
    await runJob(test, sweepSpeech)
    expect((await stored(ended)).keys).toEqual([])
    expect(await test.app.storage.list(speechPrefix(deleted))).toEqual([])
    expect((await stored(running)).keys).toHaveLength(3)
  })

  it('removes the sound that earlier versions kept, but not of a recording in processing', async () => {
    const [ended, running] = [await upload(), await prepared()]
    await test.settle({ leaving: RECOGNISE })
    await test.succeed(cancelFile, params(ended), owner)
    await test.settle({ leaving: RECOGNISE })
    const former = ({ videoId }: TestFile) => `${speechPrefix(videoId)}000000.wav`
    for (const file of [ended, running]) await test.app.storage.put(former(file), 'sound')
    await runJob(test, sweepSpeech)
    expect((await stored(ended)).keys).toEqual([])
    expect((await stored(running)).keys).toContain(former(running))
    await test.settle()
    expect((await stored(running)).keys).toEqual([])
  })
})

it('a recording that an earlier version cut at other times is recognised again as a whole', async () => {
  const file = await prepared()
  const whole = await upload()
  await test.settle()
  const text = await textOf(whole)
  // An earlier version: more chunks, at other times, with other words, and one of them failed.
  await sql`update speech_chunks set end_time = end_time - 1, words = '[]' where file_id = ${file.id} and position >= 1`.execute(
    test.db,
  )
  await sql`insert into speech_chunks (file_id, position, start_time, end_time, storage_key, status)
    values (${file.id}, 3, 60, 65, 'speech/x/000003.wav', 'failed')`.execute(test.db)
  await sql`update speech_chunks set storage_key = 'speech/x/000000.wav' where file_id = ${file.id}`.execute(test.db)
  await sql`update files set note = '{"key": "parts-missing", "values": {"count": "1"}}' where id = ${file.id}`.execute(
    test.db,
  )
  await test.succeed(retryFile, params(file), owner)
  await test.settle()
  expect(await read(file)).toMatchObject({ status: 'processed', note: ESTIMATED })
  expect(await waitingChunks(file).execute()).toEqual([])
  expect(await textOf(file)).toBe(text)
  await expectNoSound(file)
})
