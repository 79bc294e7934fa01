import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { operation } from '@kaiwa/contract/operation.ts'
import * as z from 'zod'
import { route } from '../http/route.ts'
import { transactionConflictOf } from './transaction-conflict.ts'
import { isUnavailable } from './unavailable.ts'

const ask = operation({
  name: 'ask',
  method: 'GET',
  path: '/ask',
  access: 'public',
  query: z.object({ slow: z.string().optional() }),
  response: z.object({ one: z.int() }),
})
const failWith = operation({
  name: 'failWith',
  method: 'GET',
  path: '/fail-with',
  access: 'public',
  query: z.object({ code: z.string().length(5) }),
  response: z.object({}),
})
const log: string[] = []
let test: TestApp
beforeAll(async () => {
  const routes = [
    route(ask, async ({ query }, { app }) => {
      const wait = query.slow === undefined ? 0 : 60
      const { rows } = await sql<{ one: number }>`select 1 as one, pg_sleep(${wait})`.execute(app.db)
      return { one: rows[0]?.one ?? 0 }
    }),
    route(failWith, async ({ query: { code } }, { app }) => {
      await sql`do ${sql.lit(`begin raise exception 'rolled back' using errcode = '${code}'; end`)}`.execute(app.db)
      return {}
    }),
  ]
  test = await openTestApp({ domains: [{ name: 'asking', routes }], logTo: { write: (line) => log.push(line) } })
})
afterAll(() => test.close())

function cut() {
  return sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
}

it('a request whose connection dies gets 503, and the next one succeeds', async () => {
  const slow = test.call(ask, { query: { slow: '1' } })
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where query like '%pg_sleep%' and datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
      expect(rows[0]?.count).toBe(1)
    },
    { timeout: 15_000 },
  )
  await cut()
  expect(await slow).toMatchObject({ status: 503, error: 'E_UNAVAILABLE', headers: { 'retry-after': '1' } })
  await vi.waitFor(async () => expect((await test.call(ask, { query: {} })).status).toBe(200), { timeout: 15_000 })
})

it.each([
  ['57P01', true],
  ['57P03', true],
  ['08006', true],
  ['53300', true],
  ['ECONNREFUSED', true],
  ['23505', false],
  ['ENOENT', false],
  ['42P01', false],
])('code %s means that the database is unavailable: %s', (code, isAway) => {
  expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(isAway)
})

it.each([
  ['40P01', 'a deadlock', 503, 'E_UNAVAILABLE', { level: 'warn', msg: 'transaction conflict', sqlstate: '40P01' }],
  [
    '40001',
    'a serialisation failure',
    503,
    'E_UNAVAILABLE',
    { level: 'warn', msg: 'transaction conflict', sqlstate: '40001' },
  ],
  ['57P03', 'a start of the database', 503, 'E_UNAVAILABLE', { msg: 'database or storage unavailable' }],
  ['23505', 'a bug', 500, 'E_INTERNAL', { level: 'error', msg: 'unhandled error' }],
])('SQLSTATE %s, %s, is answered %i and logged', async (code, _name, status, error, line) => {
  log.length = 0
  const answer = await test.call(failWith, { query: { code } })
  expect([answer.status, answer.error]).toEqual([status, error])
  if (status === 503) expect(answer.headers['retry-after']).toBe('1')
  // Lines of this request only: the pool still reports connections that earlier tests ended.
  const lines = log.map((text) => JSON.parse(text) as Record<string, unknown>)
  const failures = lines.filter(({ err, reqId }) => err !== undefined && reqId !== undefined)
  expect(failures).toEqual([expect.objectContaining(line)])
})

it('finds a transaction conflict in causes and in aggregated errors', () => {
  const conflict = Object.assign(new Error('x'), { code: '40P01' })
  expect(transactionConflictOf(new Error('y', { cause: conflict }))).toBe('40P01')
  expect(transactionConflictOf(new AggregateError([new Error('z'), conflict]))).toBe('40P01')
  expect(transactionConflictOf(Object.assign(new Error('x'), { code: '57P01' }))).toBeNull()
})
