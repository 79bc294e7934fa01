import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { acquireLease, assertLease, LeaseLost, pruneLeases, releaseLease } from './leases.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ domains: [] })
})
afterAll(() => test.close())

function expire() {
  return sql`update leases set expires_at = now() - interval '1 second'`.execute(test.db)
}

function write(lease: Parameters<typeof assertLease>[1]) {
  return test.db.transaction().execute((trx) => assertLease(trx, lease))
}

it('has one holder, who can extend it', async () => {
  const lease = await acquireLease(test.db, 'kettle', 'a', 60)
  expect(lease).toMatchObject({ fence: 1 })
  expect(await acquireLease(test.db, 'kettle', 'b', 60)).toBeNull()
  expect(await acquireLease(test.db, 'kettle', 'a', 60)).toMatchObject({ fence: 1 })
})

it('refuses a late write by a former holder', async () => {
  const first = await acquireLease(test.db, 'pot', 'a', 60)
  if (!first) throw new Error('the lease was free')
  await write(first)
  await expire()
  expect(await acquireLease(test.db, 'pot', 'b', 60)).toMatchObject({ fence: 2 })
  await expect(write(first)).rejects.toThrow(LeaseLost)
})

it('is free after it was released, and gets a higher number', async () => {
  const first = await acquireLease(test.db, 'cup', 'a', 60)
  if (!first) throw new Error('the lease was free')
  await releaseLease(test.db, first)
  await expect(write(first)).rejects.toThrow(LeaseLost)
  expect(await acquireLease(test.db, 'cup', 'a', 60)).toMatchObject({ fence: 2 })
})

it('is free when its end is hours away, because the clock was put back', async () => {
  await acquireLease(test.db, 'bowl', 'a', 60)
  await sql`update leases set expires_at = expires_at + interval '9 hours'`.execute(test.db)
  expect(await acquireLease(test.db, 'bowl', 'b', 60)).toMatchObject({ fence: 2 })
  expect(await acquireLease(test.db, 'bowl', 'c', 60)).toBeNull()
})

it('is deleted days after its end, when it is not taken again', async () => {
  await acquireLease(test.db, 'old', 'a', 60)
  await sql`update leases set expires_at = now() - interval '4 days' where key = 'old'`.execute(test.db)
  await acquireLease(test.db, 'new', 'a', 60)
  await pruneLeases(test.db)
  const rows = await test.db.selectFrom('leases').select('key').where('key', 'in', ['old', 'new']).execute()
  expect(rows).toEqual([{ key: 'new' }])
})

it('is granted to one of many concurrent callers', async () => {
  const holders = Array.from({ length: 10 }, (_, n) => acquireLease(test.db, 'spoon', `holder ${n}`, 60))
  expect((await Promise.all(holders)).filter((lease) => lease !== null)).toHaveLength(1)
})
