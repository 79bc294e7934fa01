// Recordings that end otherwise than by their last byte, and work that is interrupted: real ffmpeg, a real engine, the real
// database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFile } from '@kaiwa/contract/files.ts'
import { saveRecording } from '@kaiwa/contract/recordings.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { cancelUpload } from '@kaiwa/contract/uploads.ts'
import { toneSamples, toneTalk } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { recordUsage } from '../../billing/record-usage.ts'
import { recordSegment, type SentRecording, startRecording } from '../../test/factories/browser-recordings.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../../test/factories/items.ts'
import { makeToneEngine } from '../../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { type ProgramProcess, startWorkerProcess } from '../../test/program-process.ts'
import { runJob } from '../../test/run-job.ts'
import { sweepUploads } from '../../uploads/jobs/sweep-uploads.ts'
import { reconcileFiles } from '../steps/reconcile-files.ts'

const SECONDS = 100

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let models: { folder: string; remove: () => Promise<void> }
let bytes: Buffer
let worker: ProgramProcess
beforeAll(async () => {
  models = await makeToneEngine()
  work = await mkdtemp(join(tmpdir(), 'kaiwa-live-'))
  // Workers are processes of their own, which can be killed.
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
  bytes = await recordSegment(toneSamples(toneTalk(SECONDS), SECONDS))
  worker = await startWorker()
  await newWorkspace('business')
}, 300_000)
afterAll(async () => {
  await worker.kill()
  await test.close()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

function startWorker(): Promise<ProgramProcess> {
  return startWorkerProcess({
    DATABASE_URL: test.databaseUrl,
    KAIWA_DATA: test.dataFolder,
    KAIWA_MODELS: models.folder,
    KAIWA_MODEL_DOWNLOAD: 'off',
  })
}

async function newWorkspace(plan: 'trial' | 'business'): Promise<void> {
  owner = await createOwner(test.db, { plan })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
}

function start(): Promise<SentRecording> {
  return startRecording(test, folder, owner, { segments: [bytes] })
}

function rowOf(file: TestFile) {
  return test.db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow()
}

function chunksOf(file: TestFile) {
  return test.db
    .selectFrom('speech_chunks')
    .select(['id', 'position', 'status', 'end_time', 'finished_at'])
    .where('file_id', '=', file.id)
    .orderBy('position')
    .execute()
}

async function recognised(file: TestFile) {
  return (await chunksOf(file)).filter(({ status }) => status === 'recognised')
}

/** Sends this share of a recording, and waits until some of it is recognised. */
async function sendAndRecognise(recording: SentRecording, share: number): Promise<void> {
  await recording.sendTo(share)
  await until(async () => expect(await recognised(recording.file)).not.toEqual([]))
}

function until(check: () => Promise<void>) {
  return vi.waitFor(check, { timeout: 45_000, interval: 50 })
}

async function hasStatus(file: TestFile, status: string): Promise<void> {
  const row = await rowOf(file)
  if (row.status === 'failed' && status !== 'failed') throw new Error(`failed: ${row.failed_reason}`)
  expect(row.status).toBe(status)
}

async function textOf(file: TestFile) {
  const { transcript, blocks } = await test.succeed(getTranscript, { params: { fileId: file.id } }, owner)
  return transcript.block_order.map((uuid) => `${blocks[uuid]?.start_time} ${blocks[uuid]?.content}`)
}

async function hasNoSpeech({ videoId }: TestFile): Promise<void> {
  expect(await test.app.storage.list(`speech/${videoId}/`)).toEqual([])
}

async function minutesOf({ workspaceId }: TestOwner): Promise<number> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'minute')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

const LONG = { timeout: 150_000 }

it(
  'after a kill another worker continues: recognised chunks stay, the text is the same, minutes are charged once',
  LONG,
  async () => {
    const undisturbed = await start()
    await undisturbed.stop()
    await until(() => hasStatus(undisturbed.file, 'processed'))
    const before = await minutesOf(owner)
    const recording = await start()
    await sendAndRecognise(recording, 0.6)
    await worker.kill()
    const kept = await recognised(recording.file)
    await recording.sendTo(0.8)
    worker = await startWorker()
    await recording.stop()
    await until(() => hasStatus(recording.file, 'processed'))
    expect(await textOf(recording.file)).toEqual(await textOf(undisturbed.file))
    expect(await recognised(recording.file)).toEqual(expect.arrayContaining(kept))
    expect((await minutesOf(owner)) - before).toBe(Math.ceil(SECONDS / 60))
  },
)

/** Ends all connections to the database, as its restart does. */
async function cutConnections(): Promise<void> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
  await until(async () => void (await sql`select 1`.execute(test.db)))
}

it('connections that are lost several times cost nothing of the text, and no minutes', LONG, async () => {
  const undisturbed = await start()
  await undisturbed.stop()
  await until(() => hasStatus(undisturbed.file, 'processed'))
  const before = await minutesOf(owner)
  const recording = await start()
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    await recording.sendTo(share)
    await cutConnections()
  }
  await recording.stop()
  await cutConnections()
  await until(() => hasStatus(recording.file, 'processed'))
  expect(await textOf(recording.file)).toEqual(await textOf(undisturbed.file))
  expect((await minutesOf(owner)) - before).toBe(Math.ceil(SECONDS / 60))
})

it('a worker that dies at the end of the recording is replaced', LONG, async () => {
  const recording = await start()
  await sendAndRecognise(recording, 0.9)
  await worker.kill()
  await recording.stop()
  worker = await startWorker()
  await until(() => hasStatus(recording.file, 'processed'))
  expect((await textOf(recording.file)).length).toBeGreaterThan(0)
})

it('a canceled recording leaves nothing', LONG, async () => {
  const recording = await start()
  await sendAndRecognise(recording, 0.6)
  await test.succeed(cancelUpload, { params: { uploadId: recording.upload.id } }, owner)
  await test.settle()
  await until(() => hasNoSpeech(recording.file))
  expect(await test.db.selectFrom('recordings').selectAll().where('file_id', '=', recording.file.id).execute()).toEqual(
    [],
  )
})

it('an expired recording has failed, its speech is removed, and what was recognised stays charged', LONG, async () => {
  await newWorkspace('business')
  const recording = await start()
  await sendAndRecognise(recording, 0.6)
  const { id } = recording.upload
  await test.db
    .updateTable('uploads')
    .set({ expires_at: sql`now() - interval '1 minute'` })
    .where('id', '=', id)
    .execute()
  await runJob(test, sweepUploads)
  await test.settle({ leaving: ['processing.listen'] })
  const row = await rowOf(recording.file)
  expect(row).toMatchObject({ status: 'failed', failed_reason: 'file-not-found', is_recording: false })
  await until(() => hasNoSpeech(recording.file))
  expect(await minutesOf(owner)).toBe(1)
})

it('BILL-40 BILL-41 without minutes the recording continues and its chunks wait for minutes', LONG, async () => {
  await newWorkspace('trial')
  const spend = (amount: number) =>
    test.db.transaction().execute((trx) =>
      recordUsage(trx, {
        workspaceId: owner.workspaceId,
        userId: owner.id,
        kind: 'minute',
        amount,
        cause: `spent:${amount}:${owner.id}`,
      }),
    )
  await spend(60)
  const [recording, other] = [await start(), await start()]
  await recording.sendTo(0.7)
  await until(async () => expect((await chunksOf(recording.file)).length).toBeGreaterThan(1))
  await other.stop()
  await until(() => hasStatus(other.file, 'failed'))
  expect((await rowOf(other.file)).failed_reason).toBe('not-enough-minute')
  expect(await recognised(recording.file)).toEqual([])
  expect((await rowOf(recording.file)).status).toBe('waiting')
  await spend(-30)
  await runJob(test, reconcileFiles)
  await until(async () => expect(await recognised(recording.file)).not.toEqual([]))
  await recording.stop()
  await until(() => hasStatus(recording.file, 'processed'))
  expect(await minutesOf(owner)).toBe(60 - 30 + Math.ceil(SECONDS / 60))
})

it('another language recognises all of it again, for the same minutes', LONG, async () => {
  await newWorkspace('business')
  const recording = await start()
  await sendAndRecognise(recording, 0.7)
  const [first] = await recognised(recording.file)
  const { run } = await rowOf(recording.file)
  const segments = [{ offset: 0, started_at: '2026-11-01T00:00:00.000Z' }]
  const params = { uploadId: recording.upload.id }
  // The engine of the tests knows one language: the second change makes it the first again.
  for (const language of ['en', 'ja'] as const)
    await test.succeed(saveRecording, { params, body: { segments, markers: [], interruptions: [], language } }, owner)
  expect(await rowOf(recording.file)).toMatchObject({ status: 'waiting', run: run + 2, language: 'ja' })
  await recording.stop()
  await until(() => hasStatus(recording.file, 'processed'))
  const again = (await recognised(recording.file)).find(({ position }) => position === first?.position)
  expect(again?.finished_at?.getTime()).toBeGreaterThan(first?.finished_at?.getTime() ?? 0)
  expect(await minutesOf(owner)).toBe(Math.ceil(SECONDS / 60))
  const { body } = await test.call(
    getFile,
    { params: { projectId: recording.file.projectId, id: recording.file.id } },
    owner,
  )
  expect(body).toMatchObject({ status: 'processed', is_recording: false })
})
