import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openLog } from '../log.ts'
import type { Db } from './database.ts'
import { openDatabase, openPool } from './open-database.ts'
import { PLAN_EACH_TIME } from './statement-names.ts'
import { isUnavailable } from './unavailable.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  // One connection, so that all queries share its prepared statements.
  db = openDatabase(openPool(database.url, { max: 1, name: 'kaiwa test', log: openLog('silent') }))
  await sql`create table kettles (id integer primary key, litres integer not null)`.execute(db)
  await sql`insert into kettles values (1, 2)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function prepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

async function pour(from: Db = db) {
  const { rows } = await sql<object>`select * from kettles where id = ${1}`.execute(from)
  return rows
}

async function often(ask: () => Promise<unknown>) {
  for (let time = 0; time < 6; time += 1) await ask()
}

it('prepares frequent statements', async () => {
  await pour()
  expect((await prepared()).some((statement) => statement.includes('kettles'))).toBe(false)
  await often(() => pour())
  expect((await prepared()).filter((statement) => statement.includes('kettles'))).toHaveLength(1)
})

it('gives correct results after a column was added to the table', async () => {
  await often(() => pour())
  await sql`alter table kettles add column colour text`.execute(db)
  expect(await pour()).toEqual([{ id: 1, litres: 2, colour: null }])
  expect(await pour()).toEqual([{ id: 1, litres: 2, colour: null }])
})

it('in a transaction the first query after a column was added fails, the next one succeeds', async () => {
  const drain = (from: Db) => sql`select * from kettles where litres = ${2}`.execute(from)
  await often(() => drain(db))
  await sql`alter table kettles add column material text`.execute(db)
  const inTransaction = () => db.transaction().execute((trx) => drain(trx))
  // The caller may repeat it: it is answered like a conflict with another transaction.
  await expect(inTransaction()).rejects.toSatisfy(
    (error: Error) => /cached plan/.test(error.message) && isUnavailable(error),
  )
  expect((await inTransaction()).rows).toEqual([{ id: 1, litres: 2, colour: null, material: null }])
})

it('does not prepare statements marked to be replanned, nor those without parameters', async () => {
  await often(() => sql`${sql.raw(PLAN_EACH_TIME)} select litres from kettles where id = ${1}`.execute(db))
  await often(() => sql`select litres as all_litres from kettles`.execute(db))
  const statements = (await prepared()).join()
  expect(statements).not.toContain('anew')
  expect(statements).not.toContain('all_litres')
})

it('what statements return does not outlive collections of the young generation', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const oldBytes = (): number =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size
  const read = async (): Promise<void> => {
    for (let time = 0; time < 50; time += 1)
      await sql`select md5(n::text) as leaf, n::text as number from generate_series(1, ${500}::integer) n`.execute(db)
    collect({ type: 'minor' })
  }
  for (let time = 0; time < 4; time += 1) await read()
  collect()
  const before = oldBytes()
  // 150,000 rows, some 30 MB.
  for (let time = 0; time < 6; time += 1) await read()
  expect(oldBytes() - before).toBeLessThan(4_000_000)
})
