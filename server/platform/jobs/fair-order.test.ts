import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { arrangeQueue } from './fair-order.ts'
import { planOf, statementsOf } from '../../test/statements.ts'
import { job } from './job.ts'

interface Sip {
  house: string
  guest: string | null
  cup: string
  n: number
}

/** `A1a0`: house A, guest 1, cup a, job 0 of the cup. */
function toSip(text: string): Sip {
  const [house = '', guest = '', cup = '', n = ''] = text
  return { house, guest: guest === '-' ? null : guest, cup: house + guest + cup, n: Number(n) }
}

/**
 * The order in which one worker runs these jobs. The first one is running when the others are sent; those after `|` are
 * sent when half of the former have ended.
 */
async function orderOf(jobs: string): Promise<string> {
  const [first = '', later = ''] = jobs.split(' | ')
  const [begin = '', ...others] = first.split(' ')
  const late = later === '' ? [] : later.split(' ')
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const sip = job<Sip & { name: string }>({
    name: 'tea.sip',
    fairness: { shares: ['house', 'guest', 'cup'], order: 'n' },
    run: async ({ name }) => {
      await gate.promise
      if (done.length === Math.floor(others.length / 2)) await send(late)
      done.push(name)
    },
  })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }], roles: ['worker'] })
  const send = (names: readonly string[]) =>
    test.db.transaction().execute(async (trx) => {
      for (const name of names) await test.app.jobs.send(trx, sip, { name, ...toSip(name) })
    })
  try {
    await send([begin])
    await expect.poll(async () => (await test.app.jobs.counts())['tea.sip']?.running).toBe(1)
    await send(others)
    gate.resolve()
    await vi.waitFor(() => expect(done).toHaveLength(1 + others.length + late.length), { timeout: 30_000 })
    return done.join(' ')
  } finally {
    await test.close()
  }
}

it.each([
  ['jobs of one file by their order', 'A1a0 A1a2 A1a3 A1a1', 'A1a0 A1a1 A1a2 A1a3'],
  ['workspaces take turns', 'A1a0 A1a1 A1a2 A1a3 B1a0 B1a1', 'A1a0 B1a0 A1a1 B1a1 A1a2 A1a3'],
  ['many files of a workspace take no more turns', 'A1a0 A1b0 A1c0 A1d0 B1a0 B1a1', 'A1a0 B1a0 A1b0 B1a1 A1c0 A1d0'],
  ['people of a workspace take turns', 'A1a0 A1a1 A1b0 A2a0 A2a1', 'A1a0 A2a0 A1b0 A2a1 A1a1'],
  ['files of a person take turns', 'A1a0 A1a1 A1a2 A1b0 A1b1', 'A1a0 A1b0 A1a1 A1b1 A1a2'],
  [
    'a workspace that comes later is next',
    'A1a0 A1a1 A1a2 A1a3 A1a4 | B1a0 B1a1',
    'A1a0 A1a1 A1a2 B1a0 A1a3 B1a1 A1a4',
  ],
  ['jobs without a person are those of one more person', 'A1a0 A-a0 A-b0 A1a1', 'A1a0 A-a0 A1a1 A-b0'],
])('%s', async (_, jobs, order) => expect(await orderOf(jobs)).toBe(order))

it('runs a job of another workspace while long jobs of one hold all workers', async () => {
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  const sip = job<Sip & { name: string }>({
    name: 'tea.sip',
    concurrency: 2,
    reserved: 1,
    fairness: { shares: ['house', 'guest', 'cup'], order: 'n' },
    run: async ({ name }) => {
      started.push(name)
      if (name.startsWith('A')) await gate.promise
    },
  })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }], roles: ['worker'] })
  const send = (...names: string[]) =>
    test.db.transaction().execute(async (trx) => {
      for (const name of names) await test.app.jobs.send(trx, sip, { name, ...toSip(name) })
    })
  try {
    await send('A1a0', 'A1b0', 'A1c0', 'A1d0')
    await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 30_000 })
    await send('B1a0')
    await vi.waitFor(() => expect(started[2]).toBe('B1a0'), { timeout: 30_000 })
    await send('C1a0')
    await vi.waitFor(() => expect(started[3]).toBe('C1a0'), { timeout: 30_000 })
    gate.resolve()
    await vi.waitFor(() => expect(started).toHaveLength(6), { timeout: 30_000 })
  } finally {
    gate.resolve()
    await test.close()
  }
})

it('puts thousands of waiting jobs in order, and the order of a file back behind the turns', async () => {
  const sip = job<Sip>({
    name: 'tea.sip',
    fairness: { shares: ['house', 'guest', 'cup'], order: 'n' },
    run: async () => {},
  })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }] })
  try {
    await test.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 100; n += 1) await test.app.jobs.send(trx, sip, { house: 'A', guest: '1', cup: 'a', n })
    })
    const priorities = async () => {
      const { rows } = await sql<{ n: number; priority: number }>`
        select (data ->> 'n')::integer as n, priority from pgboss.job where name = 'tea.sip' order by priority desc`.execute(
        test.db,
      )
      return rows.map(({ n, priority }) => `${n}:${priority}`).join(' ')
    }
    expect(await priorities()).toMatch(/^0:0 1:-1 2:-2 .* 99:-99$/)
    await arrangeQueue(test.db, sip.name, sip.fairness!)
    expect(await priorities()).toMatch(/^0:32 1:31 .* 31:1 32:-32 .* 99:-99$/)
    await test.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 40; n += 1) await test.app.jobs.send(trx, sip, { house: 'B', guest: '1', cup: 'b', n })
    })
    await arrangeQueue(test.db, sip.name, sip.fairness!)
    expect(await priorities()).toMatch(/^0:32 0:31 1:30 1:29 .* 15:2 15:1 16:-16 16:-16 .* 99:-99$/)
  } finally {
    await test.close()
  }
})

it('reads no completed jobs of the day, only waiting ones and those that started lately', async () => {
  const sip = job<Sip>({
    name: 'tea.sip',
    fairness: { shares: ['house', 'guest', 'cup'], order: 'n' },
    run: async () => {},
  })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }] })
  try {
    await test.db
      .transaction()
      .execute((trx) => test.app.jobs.send(trx, sip, { house: 'A', guest: '1', cup: 'a', n: 0 }))
    await sql`
      insert into pgboss.job (name, data, state, policy, started_on, completed_on)
      select name, data, 'completed', policy, now() - n * interval '1 s', now() - n * interval '1 s'
      from pgboss.job, generate_series(1, 50000) n where name = 'tea.sip'`.execute(test.db)
    await sql`vacuum analyze pgboss.job_common`.execute(test.db)
    const statements = await statementsOf(test.db, (db) => arrangeQueue(db, sip.name, sip.fairness!))
    const order = statements.find(({ sql: text }) => text.includes('ranked'))
    const reads = (await planOf(test.db, order!)).filter((step) => step['Relation Name']?.startsWith('job'))
    expect(reads.length).toBeGreaterThanOrEqual(3)
    expect(reads.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([])
  } finally {
    await test.close()
  }
})
