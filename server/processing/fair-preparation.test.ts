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
import { ENOUGH_CHUNKS } from './steps/wait-for-pass-turn.ts'

const CHUNK_SECONDS = 25

/** The program without recognisers. */
const preparing = domains.map((domain) => ({
  ...domain,
  ...(domain.jobs && {
    jobs: domain.jobs.map((job) => (job.name === recogniseChunk.name ? { ...job, concurrency: 0 } : job)),
  }),
}))

it('begins no pass of a workspace whose chunks wait before one of them starts', { timeout: 180_000 }, async () => {
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
  const owner = await createOwner(test.db)

  const long = await upload(owner, (ENOUGH_CHUNKS + 1) * CHUNK_SECONDS)
  await reach(long, 'prepared')
  expect((await test.app.jobs.counts())[recogniseChunk.name]!.waiting).toBeGreaterThanOrEqual(ENOUGH_CHUNKS)
  const held = [await upload(owner, 5), await upload(owner, 5), await upload(owner, 5)]
  // The files of two other workspaces are prepared one after the other, although the workers have waiting jobs.
  for (let count = 0; count < 2; count += 1) await reach(await upload(await createOwner(test.db), 5), 'prepared')
  expect(await Promise.all(held.map(stateOf))).toEqual(['uploaded', 'uploaded', 'uploaded'])

  const recognising = await openTestApp({
    env: { ...env, KAIWA_DATA: test.dataFolder },
    database: { url: test.databaseUrl, drop: async () => {} },
    roles: ['worker'],
  })
  onTestFinished(() => recognising.close())
  for (const file of [long, ...held]) {
    await vi.waitFor(
      async () =>
        expect(
          await test.db.selectFrom('files').select('status').where('id', '=', file.id).executeTakeFirstOrThrow(),
        ).toEqual({ status: 'processed' }),
      { timeout: 50_000, interval: 100 },
    )
  }
})
