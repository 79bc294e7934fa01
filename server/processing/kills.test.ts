// R2 and R3: kills a worker process with SIGKILL at random moments, and then the programs it uses. The text must equal
// that of an undisturbed run, and the minutes are charged once.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toneTalk } from '@kaiwa/speech/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { supervisePostgres, type SupervisedPostgres } from '../platform/database/embedded/supervise-postgres.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { openLog } from '../platform/log.ts'
import { createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner } from '../test/factories/users.ts'
import { migrationsFolder } from '../test/migrations-folder.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { type ProgramProcess, startWorkerProcess } from '../test/program-process.ts'
import { randomNumbers } from '../test/random-numbers.ts'
import { RECOGNITION_CONCURRENCY } from './engines/recognition-concurrency.ts'

const SECONDS = 300
const KILLS = 5
const SEED = Number(process.env['KAIWA_TEST_SEED'] ?? 20_260_101)

let work: string
let recording: string
let models: { folder: string; remove: () => Promise<void> }
const workers: ProgramProcess[] = []
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'kaiwa-kills-'))
  models = await makeToneEngine({ effort: 20 })
  recording = await makeToneRecording(work, 'long.wav', toneTalk(SECONDS), SECONDS)
})
afterAll(async () => {
  for (const worker of workers) await worker.kill()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

async function startWorker(test: TestApp): Promise<ProgramProcess> {
  const worker = await startWorkerProcess({
    DATABASE_URL: test.databaseUrl,
    KAIWA_DATA: test.dataFolder,
    KAIWA_MODELS: models.folder,
    KAIWA_MODEL_DOWNLOAD: 'off',
  })
  workers.push(worker)
  return worker
}

async function upload(test: TestApp): Promise<TestFile> {
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  return uploadRecording(test, folder, recording, { creator: owner, language: 'ja' })
}

function chunksOf(test: TestApp, { id }: TestFile) {
  return test.db.selectFrom('speech_chunks').select(['id', 'status', 'attempts']).where('file_id', '=', id).execute()
}

async function statusOf(test: TestApp, { id }: TestFile) {
  return (await test.db.selectFrom('files').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

function untilProcessed(test: TestApp, file: TestFile) {
  return vi.waitFor(async () => expect(await statusOf(test, file)).toBe('processed'), {
    timeout: 150_000,
    interval: 200,
  })
}

/** The complete text of the transcript, without ids. */
async function textOf(test: TestApp, { id }: TestFile) {
  const rows = await test.db
    .selectFrom('blocks')
    .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
    .leftJoin('speakers', 'speakers.id', 'blocks.speaker_id')
    .select(['content', 'start_time', 'end_time', 'sentiment', 'terms', 'speakers.name'])
    .where('file_id', '=', id)
    .orderBy('position')
    .execute()
  return JSON.stringify(rows)
}

async function chargesOf(test: TestApp, { id }: TestFile) {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('file_id', '=', id)
    .where('kind', '=', 'minute')
    .execute()
  return rows.map(({ amount }) => amount)
}

/** The text of a run in which nothing is killed. */
let undisturbed: string
beforeAll(async () => {
  const test = await openTestApp()
  try {
    const worker = await startWorker(test)
    const file = await upload(test)
    await untilProcessed(test, file)
    expect((await chunksOf(test, file)).every(({ attempts }) => attempts === 1)).toBe(true)
    undisturbed = await textOf(test, file)
    await worker.stop()
  } finally {
    await test.close()
  }
}, 180_000)

describe('a worker that is killed', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  it(`R2 five times at random (seed ${SEED}) gives the same text, charged once`, { timeout: 300_000 }, async () => {
    const random = randomNumbers(SEED)
    const file = await upload(test)
    let worker = await startWorker(test)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(50 + random() * 550)
      expect(await statusOf(test, file), 'still processing when killed').toMatch(/uploaded|processing/)
      const killedAt = performance.now()
      await worker.kill()
      const before = (await chunksOf(test, file)).reduce((sum, { attempts }) => sum + attempts, 0)
      worker = await startWorker(test)
      // The time limit of R2 counts from the start of the new worker process, because a busy machine may start it
      // slowly.
      const startedAt = performance.now()
      if (kill < KILLS - 1) continue
      // Work continues: a chunk is claimed again.
      await vi.waitFor(
        async () =>
          expect((await chunksOf(test, file)).reduce((sum, { attempts }) => sum + attempts, 0)).toBeGreaterThan(before),
        { timeout: 15_000, interval: 50 },
      )
      expect(performance.now() - startedAt).toBeLessThan(15_000)
      expect(performance.now() - killedAt, 'including process start').toBeLessThan(60_000)
    }
    await untilProcessed(test, file)
    const chunks = await chunksOf(test, file)
    expect(chunks.length).toBeGreaterThan(8)
    // Each recogniser of a killed worker had at most one chunk.
    const redone = chunks.reduce((sum, { attempts }) => sum + attempts - 1, 0)
    expect(redone).toBeLessThanOrEqual(KILLS * RECOGNITION_CONCURRENCY)
    expect(await chargesOf(test, file)).toEqual([Math.ceil(SECONDS / 60)])
    expect(await textOf(test, file)).toBe(undisturbed)
    await worker.stop()
  })
})

describe('a program used by the worker', () => {
  let test: TestApp
  let folder: string
  let postgres: SupervisedPostgres
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kaiwa-kills-postgres-'))
    // PostgreSQL does not run as root and needs access to this folder.
    await chmod(folder, 0o755)
    postgres = await supervisePostgres({ dataDirectory: folder, settings: { fsync: 'off' } })
    await prepareDatabase(postgres.url, migrationsFolder, [], openLog('silent'))
    test = await openTestApp({ database: { url: postgres.url, drop: async () => {} } })
  }, 60_000)
  afterAll(async () => {
    await test.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Process ids of descendants of the worker whose program name matches. */
  const below = (pid: number, program: RegExp): number[] => {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
      .flatMap((match) => (match ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? '' }] : []))
    const found: number[] = []
    const look = (parent: number): void => {
      for (const row of rows.filter((one) => one.parent === parent)) {
        if (program.test(row.args)) found.push(row.pid)
        look(row.pid)
      }
    }
    look(pid)
    return found
  }

  it(
    'R2 R3 ffmpeg, the engine and PostgreSQL are killed in turn: the same text, charged once',
    { timeout: 300_000 },
    async () => {
      const worker = await startWorker(test)
      const file = await upload(test)
      const kill = async (program: RegExp): Promise<void> => {
        const [pid] = await vi.waitFor(
          () => {
            const found = below(worker.pid, program)
            expect(found).not.toEqual([])
            return found
          },
          { timeout: 30_000, interval: 5 },
        )
        process.kill(pid ?? 0, 'SIGKILL')
      }
      const untilRecognised = (count: number) =>
        vi.waitFor(
          async () => {
            const done = (await chunksOf(test, file)).filter(({ status }) => status === 'recognised')
            expect(done.length).toBeGreaterThanOrEqual(count)
          },
          { timeout: 60_000, interval: 50 },
        )
      await kill(/ffmpeg\b.*\bplaylist\.m3u8/)
      await untilRecognised(2)
      await kill(/sherpa\/child/)
      await untilRecognised(5)
      const postmaster = Number((await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(postmaster, 'SIGKILL')
      await vi.waitFor(() => test.app.jobs.check(), { timeout: 30_000, interval: 100 })
      await untilProcessed(test, file)
      expect(await textOf(test, file)).toBe(undisturbed)
      expect(await chargesOf(test, file)).toEqual([Math.ceil(SECONDS / 60)])
      const { note, is_playable } = await test.db
        .selectFrom('files')
        .select(['note', 'is_playable'])
        .where('id', '=', file.id)
        .executeTakeFirstOrThrow()
      expect(note?.['key' as never] ?? null).not.toBe('parts-missing')
      expect(is_playable).toBe(true)
      await worker.stop()
    },
  )
})
