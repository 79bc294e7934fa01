// Jobs that fail repeatedly, crash their worker or get lost: their file still reaches a final state.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelFile, getFile, retryFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { encodeSpeech } from '@kaiwa/speech/audio/speech-wav.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunkKey, mediaKey, originalKey } from '../media/keys.ts'
import { reconcileFiles } from './steps/reconcile-files.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { failRun, failureOfJob, MAX_WORKER_CRASHES } from './fail-file.ts'
import { openEngines } from './engines/open-engines.ts'
import { assembleTranscript } from './steps/assemble-transcript.ts'
import { type RunJob, toRunJob } from './store/runs.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let recording: string
let models: { folder: string; remove: () => Promise<void> }
beforeAll(async () => {
  models = await makeToneEngine()
  work = await mkdtemp(join(tmpdir(), 'kaiwa-give-up-'))
  recording = await makeToneRecording(work, 'talk.wav', toneTalk(70), 70)
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

function upload() {
  return uploadRecording(test, folder, recording, { creator: owner, language: 'ja' })
}

async function read(file: TestFile) {
  return (await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)).body
}

async function runOf({ id }: TestFile): Promise<RunJob> {
  const file = await test.db
    .selectFrom('files')
    .select(['id', 'run', 'workspace_id', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toRunJob(file)
}

async function textOf(file: TestFile): Promise<string[]> {
  const { transcript, blocks } = (await test.call(getTranscript, { params: { fileId: file.id } }, owner)).body
  return transcript.block_order.map((uuid) => blocks[uuid]?.content ?? '')
}

async function charged(file: TestFile): Promise<number> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('file_id', '=', file.id)
    .where('kind', '=', 'minute')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

async function jobsOf(file: TestFile): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where data ->> 'file_id' = ${String(file.id)} and state < 'completed'
  `.execute(test.db)
  return Number(rows[0]?.count)
}

/** Sets the retry count as if this many workers had crashed on the file's jobs with this name. */
function setCrashes(file: TestFile, name: string, times: number) {
  return sql`update pgboss.job set retry_count = ${times}, retry_limit = 100
    where name = ${name} and data ->> 'file_id' = ${String(file.id)} and state < 'completed'`.execute(test.db)
}

/** Runs only the first job of the file: the recording is prepared, and the chunks wait without a job. */
async function prepared(file: TestFile): Promise<void> {
  await test.settle({ leaving: ['transcription.recognise'] })
  await sql`delete from pgboss.job where data ->> 'file_id' = ${String(file.id)}`.execute(test.db)
}

/** Puts an ended file back into processing, without a job. */
async function resetToProcessing(file: TestFile): Promise<void> {
  const status = 'processing'
  await test.db.updateTable('files').set({ status }).where('id', '=', file.id).execute()
  await test.db.updateTable('transcripts').set({ status }).where('file_id', '=', file.id).execute()
}

describe('giving up', () => {
  it('a recording whose preparation fails each time ends as transcript-failed, and can be resumed', async () => {
    const file = await upload()
    // A file in place of the chunks' folder: nothing can be stored below it.
    await mkdir(join(test.dataFolder, 'files/speech'), { recursive: true })
    await writeFile(join(test.dataFolder, 'files/speech', file.videoId), '')
    await test.settle({ now: true, failures: 'expected' })
    expect(await read(file)).toMatchObject({
      status: 'failed',
      failed_reason: 'transcript-failed',
      can: { retry: true },
    })
    expect(await jobsOf(file)).toBe(0)
  })

  it('PROC-17 a recording whose original is missing ends as file-not-found, and must be uploaded again', async () => {
    const file = await upload()
    await test.app.storage.delete(originalKey(file.videoId))
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'failed', failed_reason: 'file-not-found', can: { retry: false } })
  })

  it('a preparation that crashes every worker ends as transcript-failed', async () => {
    const file = await upload()
    await setCrashes(file, 'media.prepare', MAX_WORKER_CRASHES + 1)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'failed', failed_reason: 'transcript-failed' })
  })

  it.each([
    ['took longer than 43200 s', 'timeout'],
    ['connection refused', 'transcript-failed'],
    ['the worker died too often', 'transcript-failed'],
  ])('PROC-17 a job given up with “%s” ends its file as %s', (reason, failure) => {
    expect(failureOfJob(reason)).toBe(failure)
  })

  it('BILL-41 an internal failure refunds the minutes, and the next attempt charges again', async () => {
    const file = await upload()
    await test.settle()
    expect(await charged(file)).toBe(2)
    await resetToProcessing(file)
    await failRun(test.app, await runOf(file), 'timeout')
    expect(await read(file)).toMatchObject({ status: 'failed', failed_reason: 'timeout', can: { retry: true } })
    expect(await charged(file)).toBe(0)
  })

  it('an assembly that crashes every worker ends as transcript-failed, and the minutes are refunded', async () => {
    const file = await upload()
    await prepared(file)
    const charge = { charge_cause: `file:${file.id}:charge:1`, charge_count: 1 }
    await test.db.updateTable('files').set(charge).where('id', '=', file.id).execute()
    const run = await runOf(file)
    await test.db
      .transaction()
      .execute((trx) => test.app.jobs.send(trx, assembleTranscript, run, { key: `${file.id}:${run.run}` }))
    await setCrashes(file, 'transcription.assemble', MAX_WORKER_CRASHES + 1)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'failed', failed_reason: 'transcript-failed' })
    const { charge_cause } = await test.db
      .selectFrom('files')
      .select('charge_cause')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    expect(charge_cause).toBeNull()
  })

  it('a chunk that crashes every worker is left out, and the file has a note', async () => {
    const file = await upload()
    await prepared(file)
    await test.db
      .updateTable('speech_chunks')
      .set({ attempts: MAX_WORKER_CRASHES })
      .where('file_id', '=', file.id)
      .where('position', '=', 1)
      .execute()
    await restart()
    expect(await read(file)).toMatchObject({
      status: 'processed',
      note: { key: 'parts-missing', values: { count: '1' } },
      can: { retry: true },
    })
    const before = await textOf(file)
    // Recognised in the recording's language: the second of three chunks is missing.
    expect(before.filter((text) => text === '［聞き取り不能］')).toHaveLength(1)
    expect(before.indexOf('［聞き取り不能］')).toBeGreaterThan(0)

    await test.call(retryFile, { params: { fileId: file.id } }, owner)
    await test.settle()
    // A single speaker in a short recording is an estimate.
    expect(await read(file)).toMatchObject({ status: 'processed', note: { key: 'speakers-uncertain' } })
    const after = await textOf(file)
    expect(after).not.toContain('［聞き取り不能］')
    expect(after.length).toBeGreaterThan(before.length - 1)
  })

  it('a recording whose only speech failed ends as transcript-failed, free of charge, and can be resumed', async () => {
    const file = await upload()
    await prepared(file)
    const { run } = await runOf(file)
    const silence = encodeSpeech(new Int16Array(16_000))
    await test.app.storage.put(chunkKey(file.videoId, run, 0), silence, { contentType: 'audio/wav' })
    // Of the others, one crashes its workers, one is not a wav file.
    await test.app.storage.put(chunkKey(file.videoId, run, 1), new Uint8Array(99), { contentType: 'audio/wav' })
    await test.db
      .updateTable('speech_chunks')
      .set({ attempts: MAX_WORKER_CRASHES })
      .where('file_id', '=', file.id)
      .where('position', '>', 1)
      .execute()
    await restart()
    const engine = 'sherpa-onnx/parakeet-tdt_ctc-0.6b-ja-int8'
    expect(await read(file)).toMatchObject({
      status: 'failed',
      failed_reason: 'transcript-failed',
      note: { key: 'engine-failed', values: { engine } },
      can: { retry: true },
    })
    expect(await charged(file)).toBe(0)
    await test.call(retryFile, { params: { fileId: file.id } }, owner)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed' })
    expect(await charged(file)).toBe(2)
  })

  it('attempts of an earlier run, for example in an outage, do not count for a chunk', async () => {
    const file = await upload()
    await test.settle({ leaving: ['transcription.recognise'] })
    await test.db
      .updateTable('speech_chunks')
      .set({ attempts: MAX_WORKER_CRASHES })
      .where('file_id', '=', file.id)
      .execute()
    await test.succeed(cancelFile, { params: { fileId: file.id } }, owner)
    await test.succeed(retryFile, { params: { fileId: file.id } }, owner)
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', note: { key: 'speakers-uncertain' } })
  })

  it('a chunk whose audio is missing is left out too', async () => {
    const file = await upload()
    await prepared(file)
    await test.app.storage.delete(chunkKey(file.videoId, (await runOf(file)).run, 0))
    await restart()
    expect(await read(file)).toMatchObject({ status: 'processed', note: { key: 'parts-missing' } })
  })
})

/** The file is in processing, but has no job: only the reconciliation finds it. */
async function restart(): Promise<void> {
  await reconcile()
  await test.settle()
}

async function reconcile(): Promise<void> {
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, reconcileFiles, {}))
}

describe('files whose jobs are missing', () => {
  it('are queued again within a minute, and resume where they were', async () => {
    const half = await upload()
    await prepared(half)
    const fresh = await upload()
    await sql`delete from pgboss.job where data ->> 'file_id' = ${String(fresh.id)}`.execute(test.db)
    await test.settle()
    expect((await read(fresh)).status).toMatch(/uploaded|failed/)
    await reconcile()
    await test.settle()
    expect([(await read(fresh)).status, (await read(half)).status]).toEqual(['processed', 'processed'])
    expect([await charged(fresh), await charged(half)]).toEqual([2, 2])
  })

  it('are only queued if no job of theirs is waiting', async () => {
    const file = await upload()
    const before = await jobsOf(file)
    const { rows } = await sql<{
      id: string
    }>`select id from pgboss.job where data ->> 'file_id' = ${String(file.id)}`.execute(test.db)
    await reconcile()
    await test.settle()
    expect(before).toBe(1)
    expect(rows).toHaveLength(1)
    const after = await sql<{ name: string }>`select name from pgboss.job
      where data ->> 'file_id' = ${String(file.id)} and name = 'media.prepare'`.execute(test.db)
    expect(after.rows).toHaveLength(1)
    expect((await read(file)).status).toBe('processed')
  })
})

describe('the playback files of a recording without speech', () => {
  /**
   * A file as if the process had died directly after the file's final state: the playback job is missing, nothing is
   * made.
   */
  const silent = async (): Promise<TestFile> => {
    const path = await makeToneRecording(work, 'silence.wav', [], 5)
    const file = await uploadRecording(test, folder, path, { creator: owner, language: 'ja' })
    await test.settle()
    await test.app.storage.delete(mediaKey(file.videoId, 'playlist.m3u8'))
    await test.db
      .updateTable('files')
      .set({ is_preparing: true, prepared_at: null, is_playable: false })
      .where('id', '=', file.id)
      .execute()
    return file
  }
  const stateOf = (file: TestFile) =>
    test.db
      .selectFrom('files')
      .select(['status', 'failed_reason', 'is_preparing', 'is_playable'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()

  it('are made within a minute if the job is missing, and counted once', async () => {
    const file = await silent()
    await reconcile()
    await test.settle()
    expect(await stateOf(file)).toEqual({
      status: 'failed',
      failed_reason: 'no-transcript',
      is_preparing: false,
      is_playable: true,
    })
    expect(await test.app.storage.head(mediaKey(file.videoId, 'playlist.m3u8'))).not.toBeNull()
    const counted = test.db.selectFrom('usage_ledger').select('id').where('cause', '=', `file:${file.id}:derived`)
    expect(await counted.execute()).toHaveLength(1)
  })

  it('are made after an outage that lasts longer than all retries of the job', async () => {
    const file = await silent()
    // A folder in place of the playlist: nothing can be stored there.
    const outage = join(test.dataFolder, 'files', mediaKey(file.videoId, 'playlist.m3u8'))
    await mkdir(outage, { recursive: true })
    await reconcile()
    await test.settle({ now: true, failures: 'expected' })
    expect(await stateOf(file)).toMatchObject({ is_preparing: true, is_playable: false })
    expect(await jobsOf(file)).toBe(0)
    await rm(outage, { recursive: true })
    await reconcile()
    await test.settle()
    expect(await stateOf(file)).toMatchObject({ is_preparing: false, is_playable: true })
  })

  it('are given up if they cannot be made: the file keeps its final state, without endless retries', async () => {
    const file = await silent()
    await test.app.storage.delete(originalKey(file.videoId))
    await reconcile()
    await test.settle()
    expect(await stateOf(file)).toMatchObject({ status: 'failed', failed_reason: 'no-transcript', is_preparing: false })
    expect(await jobsOf(file)).toBe(0)
  })
})
