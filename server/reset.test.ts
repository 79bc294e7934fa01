// `npm run reset` as a separate process, on a real database and data folder.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openS3 } from './platform/storage/s3.ts'
import { openWorkFolders } from './platform/work-folders.ts'
import { runCommand } from './test/run-command.ts'
import { startS3 } from './test/start-s3.ts'
import { createTestDatabase, type TestDatabase } from './test/test-database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kaiwa-reset-'))
  for (const name of ['files/media/7', 'uploads', 'work/x', 'models']) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'bytes'), 'x')
  }
  await writeFile(join(folder, 'secret'), 'the secret of this installation, long enough')
  await ask("insert into rate_limits (key, count, expires_at) values ('x', 1, now())")
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function withClient<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url, application_name: name })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function ask(text: string) {
  return withClient('test', async (client) => (await client.query<{ n: number }>(text)).rows)
}

async function rows() {
  return (await ask('select count(*)::int as n from rate_limits'))[0]?.n
}

function reset(environment: Record<string, string> = {}) {
  return runCommand('reset.ts', [], { DATABASE_URL: database.url, KAIWA_DATA: folder, ...environment })
}

it.each([
  ['in server mode', 'server: only a local installation', { KAIWA_MODE: 'server' }],
  ['with a wrong setting', 'PORT is wrong', { PORT: 'eighty' }],
])('refuses %s and changes nothing', async (_when, sentence, environment) => {
  const { code, output } = await reset(environment)
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^Not reset: .*${sentence}.+\\.\n$`))
  expect(await rows()).toBe(1)
  expect(await readdir(join(folder, 'files'))).toEqual(['media'])
})

it('refuses while the program is running', async () => {
  const { code, output } = await withClient('kaiwa api worker', () => reset())
  expect([code, output]).toEqual([
    1,
    'Not reset: The program is running: stop it before its installation is emptied.\n',
  ])
  expect(await rows()).toBe(1)
})

it('empties database and files, and keeps models and secret', async () => {
  expect(await reset()).toEqual({ code: 0, output: 'The installation is empty.\n' })
  expect(await rows()).toBe(0)
  expect((await readdir(folder)).sort()).toEqual(['models', 'secret'])
  expect(await readdir(join(folder, 'models'))).toEqual(['bytes'])
  expect(await readFile(join(folder, 'secret'), 'utf8')).toContain('the secret')
  // The tables and queues that the next start needs exist.
  expect(await ask('select 1 as n from pgboss.queue limit 1')).toEqual([{ n: 1 }])
})

it('empties the bucket of an installation with object storage', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'kaiwa-reset-s3-'))
  const { server, config } = await startS3(directory)
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true })
  })
  const storage = openS3(config, openWorkFolders(join(folder, 'work')))
  const keys = [
    'media/7/original',
    'speech/7/1/0.wav',
    'uploads/7/0',
    'avatars/people/1/a.jpg',
    'invoices/2026/2026-1.pdf',
  ]
  for (const key of keys) await storage.put(key, 'x')
  const { accessKeyId, secretAccessKey } = config.credentials!
  expect(
    await reset({
      S3_BUCKET: config.bucket,
      S3_ENDPOINT: config.endpoint ?? '',
      S3_FORCE_PATH_STYLE: 'on',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }),
  ).toMatchObject({ code: 0 })
  expect(await Promise.all(keys.map((key) => storage.head(key)))).toEqual(keys.map(() => null))
})
