// The cost of estimates on an installation with many recordings, measured by query plans.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFile, createFolder, rootOf, type TestFile } from '../../test/factories/items.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { planOf, statementsOf } from '../../test/statements.ts'
import { hasRecognisedLately, recognitionCost } from './recognition-speed.ts'

const CHUNKS = 20_000

let test: TestApp
let file: TestFile
beforeAll(async () => {
  test = await openTestApp()
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const old = await createFile(test.db, folder, { creator: owner })
  file = await createFile(test.db, folder, { creator: owner })
  await sql`
    insert into speech_chunks (file_id, position, start_time, end_time, storage_key, status, engine, seconds_spent, finished_at)
    select ${old.id}, n, n * 20, n * 20 + 20, 'speech/old/0/000000.wav', 'recognised', 'old',
      case when n > ${CHUNKS} - 100 then 5 else 10 end, now() - (${CHUNKS} - n) * interval '5 s'
    from generate_series(1, ${CHUNKS}::integer) n`.execute(test.db)
  await sql`vacuum analyze speech_chunks`.execute(test.db)
})
afterAll(() => test.close())

it('the cost of an engine is that of its latest hundred chunks', async () => {
  expect(await recognitionCost(test.db, file.id, 'old')).toBe(0.25)
  expect(await recognitionCost(test.db, file.id, 'new')).toBe(0)
  expect(await recognitionCost(test.db, file.id, null)).toBe(0)
})

it('an engine has recognised something lately, or not', async () => {
  expect(await hasRecognisedLately(test.db, 'old')).toBe(true)
  expect(await hasRecognisedLately(test.db, 'new')).toBe(false)
})

it.each([
  ['an engine with many chunks', 'old'],
  ['a new engine', 'new'],
  ['no engine', null],
])('an estimate for %s reads no chunks of other engines', async (_, engine) => {
  const statements = [
    ...(await statementsOf(test.db, (db) => recognitionCost(db, file.id, engine))),
    ...(await statementsOf(test.db, (db) => hasRecognisedLately(db, engine ?? ''))),
  ]
  const plans = await Promise.all(statements.map((statement) => planOf(test.db, statement)))
  const reads = plans.flat().filter((step) => step['Relation Name'] === 'speech_chunks')
  expect(reads.length).toBeGreaterThanOrEqual(2)
  const indexes = new Set(reads.map((step) => step['Index Name']))
  expect([...indexes].filter((name) => !/^speech_chunks_(cost|status|file_id_position_key)$/.test(name ?? ''))).toEqual(
    [],
  )
  expect(indexes).toContain('speech_chunks_cost')
})
