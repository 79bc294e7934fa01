// The media passes of a workspace with many files: real uploads, the queue in the database and real workers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toneTalk } from '@kaiwa/speech/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { domains } from '../domains.ts'
import { createFolder, rootOf } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner } from '../test/factories/users.ts'
import { openTestApp } from '../test/open-test-app.ts'
import { recogniseChunk } from './steps/recognise-chunk.ts'
import { prepareMedia, prepareMediaAt } from './steps/prepare-media.ts'

const CHUNK_SECONDS = 25
const MIN_WAITING_CHUNKS = 2

/** The program without recognisers. No pass begins because of its waiting time, however slow the machine. */
const preparing = domains.map((domain) => ({
  ...domain,
  ...(domain.jobs && {
    jobs: domain.jobs.map((job) => {
      if (job.name === recogniseChunk.name) return { ...job, concurrency: 0 }
      if (job.name !== prepareMedia.name) return job
      return prepareMediaAt({ minWaitingChunks: MIN_WAITING_CHUNKS, maxWaitMs: Infinity })
    }),
  }),
}))

it('starts no media pass while chunks of the workspace wait and none has started', { timeout: 180_000 }, async () => {
  const models = await makeToneEngine()
  const work = await mkdtemp(join(tmpdir(), 'kaiwa-fair-'))
  onTestFinished(async () => {
    await models.remove()
    await rm(work, { recursive: true, force: true })
  })
  const env = { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' }
  const test = await openTestApp({ env, domains: preparing, roles: ['worker'] })
  onTestFinished(() => test.close())
  const upload = async (owner: Awaited<ReturnType<typeof createOwner>>, seconds: number) => {
    const path = await makeToneRecording(work, `${seconds}.wav`, toneTalk(seconds), seconds)
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    return uploadRecording(test, folder, path, { creator: owner })
  }
  const stateOf = async ({ id }: { id: number }) => {
    const { status, prepared_at } = await test.db
      .selectFrom('files')
      .select(['status', 'prepared_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return prepared_at ? 'prepared' : status
  }
  const reach = (file: { id: number }, state: string) =>
    vi.waitFor(async () => expect(await stateOf(file)).toBe(state), { timeout: 50_000, interval: 100 })
  const files: { id: number }[] = []
  const held: { id: number }[] = []
  const expectHeld = async () => expect(new Set(await Promise.all(held.map(stateOf)))).toEqual(new Set(['uploaded']))
  const pass = async () => reach(await upload(await createOwner(test.db), 5), 'prepared')

  const owner = await createOwner(test.db)
  const other = await createOwner(test.db)
  for (const paced of [owner, other]) {
    const long = await upload(paced, (MIN_WAITING_CHUNKS + 1) * CHUNK_SECONDS)
    await reach(long, 'prepared')
    files.push(long)
  }
  expect((await test.app.jobs.counts())[recogniseChunk.name]!.waiting).toBeGreaterThanOrEqual(2 * MIN_WAITING_CHUNKS)

  // The passes of the first workspace wait, while those of other workspaces run in sequence.
  for (let count = 0; count < 3; count += 1) held.push(await upload(owner, 5))
  await pass()
  await pass()
  await expectHeld()
  // Passes of two workspaces wait, in all workers.
  for (let count = 0; count < 3; count += 1) held.push(await upload(other, 5))
  await vi.waitFor(
    async () => expect((await test.app.jobs.counts())[prepareMedia.name]).toMatchObject({ running: 3 }),
    { timeout: 50_000, interval: 100 },
  )
  await pass()
  await pass()
  await expectHeld()

  const recognising = await openTestApp({
    env: { ...env, KAIWA_DATA: test.dataFolder },
    database: { url: test.databaseUrl, drop: async () => {} },
    roles: ['worker'],
  })
  onTestFinished(() => recognising.close())
  for (const file of [...files, ...held]) {
    await vi.waitFor(
      async () =>
        expect(
          await test.db.selectFrom('files').select('status').where('id', '=', file.id).executeTakeFirstOrThrow(),
        ).toEqual({ status: 'processed' }),
      { timeout: 50_000, interval: 100 },
    )
  }
})
