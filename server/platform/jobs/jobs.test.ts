import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Domain } from '../domain.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { delayAfter } from './attempt-job.ts'
import { openBoss } from './boss.ts'
import { job } from './job.ts'
import { Postponed } from './postponed.ts'

const log: string[] = []
let failures = 0
const brew = job<{ cup: number }>({
  name: 'tea.brew',
  retries: 2,
  retryDelay: 1,
  run: async ({ cup }, { attempt }) => {
    if (failures > 0) {
      failures -= 1
      throw new Error('cold')
    }
    return log.push(`cup ${cup} at attempt ${attempt}`)
  },
  giveUp: async ({ cup }, { reason }) => log.push(`gave up cup ${cup}: ${reason}`),
})
const alone = job<{ n: number }>({
  name: 'tea.alone',
  unique: 'exclusive',
  run: async ({ n }) => log.push(`alone ${n}`),
})
const slow = job<Record<string, never>>({
  name: 'tea.slow',
  run: async (_data, { signal }) => {
    log.push('started')
    await new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    })
  },
})
const brief = job<Record<string, never>>({
  name: 'tea.brief',
  timeout: 1,
  retries: 0,
  run: () => new Promise(() => {}),
  giveUp: async (_data, { reason }) => log.push(reason),
})
const yielding = job<{ cup: number }>({
  name: 'tea.yield',
  retries: 0,
  run: async ({ cup }, { attempt, isLastTry }) => {
    if (attempt < 2) throw new Postponed(3_600)
    log.push(`cup ${cup} at attempt ${attempt}, last try: ${await isLastTry()}`)
  },
  giveUp: async () => log.push('gave up'),
})
const domain: Domain = { name: 'tea', jobs: [brew, alone, slow, brief, yielding] }

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ domains: [domain] })
})
afterAll(() => test.close())
afterEach(() => {
  log.length = 0
  failures = 0
})

function send(cup: number) {
  return test.db.transaction().execute((trx) => test.app.jobs.send(trx, brew, { cup }))
}

it('runs jobs of a committed transaction, and none of a failed one', async () => {
  await send(1)
  const broken = test.db.transaction().execute(async (trx) => {
    await test.app.jobs.send(trx, brew, { cup: 2 })
    throw new Error('spilled')
  })
  await expect(broken).rejects.toThrow('spilled')
  await test.settle()
  expect(log).toEqual(['cup 1 at attempt 0'])
})

it('retries after a failure, not before the delay has passed', async () => {
  failures = 1
  await send(1)
  await test.settle({ failures: 'expected' })
  expect(log).toEqual([])
  await test.settle({ now: true })
  expect(log).toEqual(['cup 1 at attempt 1'])
})

it('runs a postponed job later, and does not count it as failed', async () => {
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, yielding, { cup: 1 }))
  await test.settle()
  expect(log).toEqual([])
  expect((await test.app.jobs.counts())[yielding.name]).toEqual({ waiting: 1, running: 0, failed: 0 })
  await test.settle({ now: true })
  expect(log).toEqual(['cup 1 at attempt 2, last try: true'])
})

it('gives up after the last attempt and calls the give-up handler', async () => {
  failures = 9
  await send(1)
  await test.settle({ now: true, failures: 'expected' })
  expect(log).toEqual(['gave up cup 1: cold'])
  expect(failures).toBe(6)
})

it('gives up an attempt that exceeds its timeout', async () => {
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, brief, {}))
  await test.settle({ now: true, failures: 'expected' })
  expect(log).toEqual(['took longer than 1 s'])
})

it('waits 1, 2, 4, … seconds, five minutes at most', () => {
  expect([1, 2, 3, 4, 20].map((failed) => delayAfter(failed))).toEqual([1, 2, 4, 8, 300])
})

it('keeps one waiting job per key if it is unique', async () => {
  const ids = await test.db
    .transaction()
    .execute(async (trx) => [
      await test.app.jobs.send(trx, alone, { n: 1 }, { key: 'a' }),
      await test.app.jobs.send(trx, alone, { n: 2 }, { key: 'a' }),
      await test.app.jobs.send(trx, alone, { n: 3 }, { key: 'b' }),
    ])
  expect(ids[1]).toBeNull()
  await test.settle()
  // Jobs sent in one transaction have the same creation time, so their order is undefined.
  expect(log.toSorted()).toEqual(['alone 1', 'alone 3'])
})

it('starts no job before its start time', async () => {
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, brew, { cup: 5 }, { startAfter: 3600 }))
  await test.settle()
  expect(log).toEqual([])
  await test.settle({ now: true })
  expect(log).toEqual(['cup 5 at attempt 0'])
})

it('refuses to send a job that belongs to no domain', async () => {
  const stranger = job({ name: 'coffee.brew', run: async () => {} })
  const sent = test.db.transaction().execute((trx) => test.app.jobs.send(trx, stranger, {}))
  await expect(sent).rejects.toThrow('coffee.brew belongs to no domain')
})

it('cancels waiting jobs by key, in the transaction', async () => {
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, brew, { cup: 6 }, { key: 'six' }))
  await test.db.transaction().execute((trx) => test.app.jobs.cancel(trx, brew, 'six'))
  await test.settle()
  expect(log).toEqual([])
})

it('does not start if jobs without a handler are waiting', async () => {
  await send(7)
  const start = prepareDatabase(test.databaseUrl, 'server/migrations', [], test.app.log)
  await expect(start).rejects.toThrow(/tea.brew.*no handler/)
  await test.settle()
})

it('stops a running job when it is cancelled, and when the worker stops', async () => {
  const live = await openTestApp({ domains: [domain], roles: ['worker'] })
  try {
    const start = (key: string) => live.db.transaction().execute((trx) => live.app.jobs.send(trx, slow, {}, { key }))
    await start('x')
    await vi.waitFor(() => expect(log).toEqual(['started']), { timeout: 15_000 })
    await live.db.transaction().execute((trx) => live.app.jobs.cancel(trx, slow, 'x'))
    await start('y')
    // The only worker is free for the second job after the first handler was aborted.
    await vi.waitFor(() => expect(log).toEqual(['started', 'started']), { timeout: 15_000 })
  } finally {
    const before = Date.now()
    await live.close()
    expect(Date.now() - before).toBeLessThan(8_000)
  }
})

it('connections of the queue do not wait for the disk; those that send jobs have the setting of the database', async () => {
  const text = `select setting, source from pg_settings where name = 'synchronous_commit'`
  const boss = openBoss(test.databaseUrl, test.app.log, { migrate: false, supervise: false, schedule: false })
  await boss.start()
  onTestFinished(() => boss.stop({ graceful: false }))
  expect((await boss.getDb().executeSql(text)).rows).toEqual([{ setting: 'off', source: 'client' }])
  // The tests' PostgreSQL has it off by its command line.
  expect((await sql.raw(text).execute(test.db)).rows).toMatchObject([{ source: 'command line' }])
})
