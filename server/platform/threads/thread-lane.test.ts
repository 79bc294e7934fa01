import { getPriority } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { measureLoopDelay } from '../../test/loop-delay.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { openDatabase, openPool } from '../database/open-database.ts'
import type { QueueLimits, Turn } from '../fair-queue.ts'
import { openLog } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { Trial } from './tasks.fixture.ts'
import { type LaneOptions, ThreadLane } from './thread-lane.ts'

const SOMEBODY: Turn = { accountId: 1, workspaceId: 1 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Options = Partial<QueueLimits & Omit<LaneOptions, 'queue'>>

function openLane({ memoryMb = 64, idleMs = 60_000, keepsPriority = false, ...limits }: Options = {}) {
  const queue = { width: 1, widthPerWorkspace: 2, perAccount: 10, perWorkspace: 10, waiting: 10, ...limits }
  const lane = new ThreadLane({ queue, memoryMb, idleMs, keepsPriority })
  const open = new AbortController()
  onTestFinished(() => open.abort())
  const module = new URL('tasks.fixture.ts', import.meta.url).href
  interface Limits {
    turn?: Turn
    signal?: AbortSignal
    timeoutMs?: number
    transfer?: ArrayBuffer[]
  }
  return (input: Trial, { turn = SOMEBODY, signal = open.signal, timeoutMs = 60_000, transfer = [] }: Limits = {}) =>
    lane.run(
      { module, input, databaseUrl: database.url, logLevel: 'silent' },
      { turn, signal: AbortSignal.any([signal, open.signal]), timeoutMs, transfer },
    )
}

it('runs tasks sequentially in the same thread', async () => {
  const run = openLane()
  const [first, second] = await Promise.all([run({ do: 'tell-thread' }), run({ do: 'tell-thread' })])
  expect(first).toBeGreaterThan(0)
  expect(second).toBe(first)
})

it('returns the result of a task when Node reports imported modules, as with --watch', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await openLane()({ do: 'query' })).toBe(42)
})

it('runs as many tasks in parallel as it has threads', async () => {
  const run = openLane({ width: 2 })
  const stop = new AbortController()
  const spinning = run({ do: 'spin' }, { signal: stop.signal })
  expect(await run({ do: 'tell-thread' })).toBeGreaterThan(0)
  stop.abort(new Error('enough'))
  await expect(spinning).rejects.toThrow('enough')
})

it('rethrows a refusal with code, details and headers, and an outage with its code', async () => {
  const run = openLane()
  const refusal = await run({ do: 'refuse' }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'E_CONFLICT', details: { reason: 'revision', revision: 7 } })
  expect((refusal as Refusal).headers).toEqual({ 'retry-after': '1' })
  expect(isUnavailable(await run({ do: 'lose-database' }).catch((error: unknown) => error))).toBe(true)
})

it('an endless computation is ended by its signal and by its time limit, and the next task runs', async () => {
  const run = openLane()
  const stop = new AbortController()
  const { longestMs } = await measureLoopDelay(async () => {
    const spinning = run({ do: 'spin' }, { signal: stop.signal })
    const waiting = run({ do: 'tell-thread' })
    stop.abort(new Error('cancelled'))
    await expect(spinning).rejects.toThrow('cancelled')
    expect(await waiting).toBeGreaterThan(0)
    // On a busy machine the thread may get too little computing time until its limit by the clock.
    await expect(run({ do: 'spin' }, { timeoutMs: 500 })).rejects.toMatchObject({
      reason: expect.stringMatching(/^(?:time|waited)$/),
    })
    expect(await run({ do: 'tell-thread' })).toBeGreaterThan(0)
  })
  expect(longestMs).toBeLessThan(1_000)
})

it('a task that exceeds the memory of its thread fails without affecting others', async () => {
  const run = openLane({ memoryMb: 32 })
  await expect(run({ do: 'fill-memory' })).rejects.toMatchObject({ reason: 'memory' })
  expect(await run({ do: 'tell-thread' })).toBeGreaterThan(0)
})

it('a thread that exits fails only its own task', async () => {
  const run = openLane()
  await expect(run({ do: 'exit' })).rejects.toMatchObject({ reason: 'ended' })
  expect(await run({ do: 'tell-thread' })).toBeGreaterThan(0)
})

it('refuses a task when too many are waiting, and removes a waiting task whose signal aborts', async () => {
  const run = openLane({ waiting: 1 })
  const [stop, leave] = [new AbortController(), new AbortController()]
  const spinning = run({ do: 'spin' }, { signal: stop.signal })
  const waiting = run({ do: 'tell-thread' }, { signal: leave.signal })
  await expect(run({ do: 'tell-thread' })).rejects.toMatchObject({ reason: 'busy' })
  leave.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  const next = run({ do: 'tell-thread' })
  stop.abort(new Error('stopped'))
  await expect(spinning).rejects.toThrow('stopped')
  expect(await next).toBeGreaterThan(0)
})

it('runs the task of another workspace next when one account floods the lane, and refuses only that account', async () => {
  const run = openLane({ perAccount: 2 })
  const stop = new AbortController()
  const order: string[] = []
  const spinning = run({ do: 'spin' }, { signal: stop.signal })
  const second = run({ do: 'tell-thread' }).then(() => order.push('flood'))
  await expect(run({ do: 'tell-thread' })).rejects.toMatchObject({
    code: 'E_TOO_MANY_REQUESTS',
    headers: { 'retry-after': '10' },
  })
  const other = run({ do: 'tell-thread' }, { turn: { accountId: 2, workspaceId: 2 } }).then(() => order.push('other'))
  stop.abort(new Error('enough'))
  await expect(spinning).rejects.toThrow('enough')
  await Promise.all([second, other])
  expect(order).toEqual(['other', 'flood'])
})

it('distinguishes a task that waited until its time limit from one that computed', async () => {
  const run = openLane()
  await run({ do: 'tell-thread' })
  await expect(run({ do: 'wait' }, { timeoutMs: 500 })).rejects.toMatchObject({ reason: 'waited' })
  await run({ do: 'tell-thread' })
  // On a busy machine the first attempts may end by the clock, before the thread has used its computing time.
  const spin = () => run({ do: 'spin' }, { timeoutMs: 500 }).catch((error: unknown) => error)
  await expect.poll(spin).toMatchObject({ reason: 'time' })
})

it.runIf(process.platform === 'linux')('a thread has a lower priority than the event loop', async () => {
  const run = openLane()
  expect(await run({ do: 'read-priority' })).toBe(getPriority() + 10)
})

it.runIf(process.platform === 'linux')('the threads of a lane may keep the priority', async () => {
  const run = openLane({ keepsPriority: true })
  expect(await run({ do: 'read-priority' })).toBe(getPriority())
})

it('an idle thread ends', async () => {
  const run = openLane({ idleMs: 1 })
  const first = await run({ do: 'tell-thread' })
  await expect.poll(() => run({ do: 'tell-thread' })).not.toBe(first)
})

it('transfers bytes in and out instead of copying them', async () => {
  const run = openLane()
  const bytes = new Uint8Array([1, 2, 3]).buffer
  expect(await run({ do: 'measure', bytes }, { transfer: [bytes] })).toEqual(new Uint8Array([1, 2, 3]))
  expect(bytes.byteLength).toBe(0)
})

it('a task has a database connection, which is closed when it ends', async () => {
  const run = openLane()
  expect(await run({ do: 'query' })).toBe(42)
  const db = openDatabase(openPool(database.url, { max: 1, name: 'test', log: openLog('silent') }))
  onTestFinished(() => db.destroy())
  const open = async () =>
    (
      await sql`select from pg_stat_activity
        where application_name = 'kaiwa thread' and datname = current_database()`.execute(db)
    ).rows.length
  await expect.poll(open).toBe(0)
})
