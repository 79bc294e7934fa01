import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWaits } from '../../test/count-waits.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openLog } from '../log.ts'
import type { Db, Trx } from './database.ts'
import { openDatabase, openPool } from './open-database.ts'
import { pipelined } from './pipelined.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(openPool(database.url, { max: 1, name: 'test', log: openLog('silent') }))
  await sql`create table cups (n integer primary key)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

function add(trx: Trx, n: number) {
  return sql`insert into cups values (${n})`.execute(trx)
}

async function count(trx: Trx | Db) {
  const { rows } = await sql<{ cups: number }>`select count(*) as cups from cups`.execute(trx)
  return rows[0]
}

it('sends statements together, in the order of the calls, each of which sees the writes before it', async () => {
  const seen = await db.transaction().execute(async (trx) => {
    let result: unknown
    const waits = await countWaits(async () => {
      result = await pipelined(trx, (at) => Promise.all([count(at), add(at, 1), count(at), add(at, 2), count(at)]))
    })
    expect(waits).toBe(1)
    return result
  })
  expect(seen).toMatchObject([{ cups: 0 }, {}, { cups: 1 }, {}, { cups: 2 }])
})

it('a frequent statement that is sent twice together becomes a prepared statement', async () => {
  const before = await count(db)
  await db.transaction().execute(async (trx) => {
    for (let n = 10; n < 30; n += 2) await pipelined(trx, (at) => Promise.all([add(at, n), add(at, n + 1)]))
  })
  expect((await count(db))!.cups).toBe(before!.cups + 20)
})

it('rejects with the first error and rolls everything back', async () => {
  const before = await count(db)
  const work = db
    .transaction()
    .execute((trx) => pipelined(trx, (at) => Promise.all([add(at, 100), add(at, 100), add(at, 101), count(at)])))
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await count(db)).toEqual(before)
})

const branches: [string, (trx: Trx, taken: number) => Promise<unknown>][] = [
  ['one after another', (trx, n) => Promise.all([add(trx, n), add(trx, 201), add(trx, 202)])],
  [
    'sent together',
    (trx, n) =>
      pipelined(trx, (at) =>
        Promise.all([
          add(at, n),
          add(at, 201)
            .catch(() => undefined)
            .then(() => add(at, 202)),
          add(at, 203)
            .catch(() => undefined)
            .then(() => add(at, 204)),
        ]),
      ),
  ],
]
it.each(branches)('what continues after a failed statement writes nothing: statements %s', async (_name, run) => {
  const before = await count(db)
  const work = db.transaction().execute(async (trx) => {
    await add(trx, 200)
    await run(trx, 200)
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await count(db)).toEqual(before)
})
