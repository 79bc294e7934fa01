// `npm run plans` as a separate process, on a real database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import examples from './billing/plans/example-plans.json' with { type: 'json' }
import { runCommand } from './test/run-command.ts'
import { createTestDatabase, type TestDatabase } from './test/test-database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kaiwa-plans-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

function plans(...options: string[]) {
  return runCommand('plans.ts', options, { DATABASE_URL: database.url, KAIWA_DATA: folder })
}

async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

it('prints what changes from the month on, and nothing the second time', async () => {
  expect(await plans('--from', '2098-04')).toEqual({
    code: 0,
    output: 'From 2098-04:\n  personal: new\n  minimum: new\n  basic: new\n  premium: new\n',
  })
  expect(await plans('--from', '2098-04')).toEqual({ code: 0, output: 'Nothing changes.\n' })
  const changed = { ...examples, membership_price: 1200 }
  const path = await write('changed.json', changed)
  expect((await plans('--from', '2098-05', '--file', path)).output).toBe(
    'From 2098-05:\n  prices: membership_price 1000 → 1200\n',
  )
})

it('refuses a wrong file and a wrong month with a sentence, and changes nothing', async () => {
  const wrong = await write('wrong.json', { ...examples, trial_days: 0, membership_price: '1000' })
  const answer = await plans('--file', wrong)
  expect(answer.code).toBe(1)
  expect(answer.output).toContain('trial_days')
  expect(answer.output).toContain('membership_price')
  expect(answer.output).not.toContain('at Object')
  expect(await plans('--file', await write('broken.json', '{'))).toMatchObject({ code: 1 })
  expect(await plans('--file', join(folder, 'missing.json'))).toMatchObject({ code: 1 })
  expect(await plans('--from', '2098-13')).toEqual({ code: 1, output: '--from is a month: --from 2027-04\n' })
  expect(await plans('--from', '2020-01')).toEqual({
    code: 1,
    output: '2020-01 has passed: what was sold then is not changed.\n',
  })
})
