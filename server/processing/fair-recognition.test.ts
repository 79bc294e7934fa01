// The order in which a worker recognises the recordings of several workspaces, people and files: real uploads, the queue
// in the database and a worker that recognises one chunk at a time.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { domains } from '../domains.ts'
import { createFolder, rootOf } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createMember, createOwner } from '../test/factories/users.ts'
import { openTestApp } from '../test/open-test-app.ts'
import { recogniseChunk } from './steps/recognise-chunk.ts'

/** The program, whose workers recognise one chunk at a time on every machine. */
const oneAtATime = domains.map((domain) => ({
  ...domain,
  ...(domain.jobs && {
    jobs: domain.jobs.map((job) => (job.name === recogniseChunk.name ? { ...job, concurrency: 1 } : job)),
  }),
}))

it('recognises chunks in turns of workspaces, then people, then files', { timeout: 120_000 }, async () => {
  const models = await makeToneEngine()
  const work = await mkdtemp(join(tmpdir(), 'kaiwa-fair-'))
  onTestFinished(async () => {
    await models.remove()
    await rm(work, { recursive: true, force: true })
  })
  const env = { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' }
  const test = await openTestApp({ env })
  onTestFinished(() => test.close())
  const [first, other] = [await createOwner(test.db), await createOwner(test.db)]
  const second = await createMember(test.db, first, ROLE.member)
  const [folder, elsewhere] = [
    await createFolder(test.db, rootOf(first), { creator: first }),
    await createFolder(test.db, rootOf(other), { creator: other }),
  ]
  const names = new Map<number, string>()
  // In the order of their uploads: two files of one person, one of a colleague, one of another workspace. So few chunks
  // that no media pass waits for the recognition.
  for (const [name, place, creator, seconds] of [
    ['a', folder, first, 45],
    ['b', folder, first, 20],
    ['c', folder, second, 45],
    ['d', elsewhere, other, 45],
  ] as const) {
    const path = await makeToneRecording(work, `${name}.wav`, toneTalk(seconds), seconds)
    names.set((await uploadRecording(test, place, path, { creator })).id, name)
  }
  await test.settle({ leaving: [recogniseChunk.name] })
  expect((await test.app.jobs.counts())[recogniseChunk.name]).toMatchObject({ waiting: 7 })

  const worker = await openTestApp({
    env: { ...env, KAIWA_DATA: test.dataFolder },
    database: { url: test.databaseUrl, drop: async () => {} },
    domains: oneAtATime,
    roles: ['worker'],
  })
  onTestFinished(() => worker.close())
  await vi.waitFor(
    async () => {
      const files = await test.db.selectFrom('files').select('status').execute()
      expect(files.map(({ status }) => status)).toEqual(Array(4).fill('processed'))
    },
    { timeout: 60_000 },
  )
  const { rows } = await sql<{ file: number; position: number }>`
    select (data ->> 'file_id')::integer as file, (data ->> 'position')::integer as position
    from pgboss.job where name = ${recogniseChunk.name} order by started_on`.execute(test.db)
  expect(rows.map(({ file, position }) => `${names.get(file)}${position}`).join(' ')).toBe('a0 d0 c0 d1 b0 c1 a1')
})
