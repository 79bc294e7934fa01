import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Domain } from '../domain.ts'
import { emit } from './emit.ts'
import { on, wireName } from './event.ts'
import { backoff, nameReactions, pruneEvents, relayOne } from './relay.ts'

const seen: string[] = []
let isBroken = false
const domain: Domain = {
  name: 'tea',
  reactions: [
    on('tea.poured', async ({ data }) => seen.push(`first ${JSON.stringify(data['cup'])}`)),
    on('tea.poured', async ({ data }) => {
      if (isBroken) throw new Error('the pot is empty')
      return seen.push(`second ${JSON.stringify(data['cup'])}`)
    }),
  ],
}

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ domains: [domain] })
})
afterAll(() => test.close())
afterEach(async () => {
  seen.length = 0
  isBroken = false
  await test.db.deleteFrom('events').execute()
})

const pour = (...cups: number[]) =>
  test.db.transaction().execute(async (trx) => {
    for (const cup of cups) await emit(trx, { type: 'tea.poured', data: { cup } })
  })
const due = () => sql`update events set next_attempt_at = now()`.execute(test.db)

it('delivers events to every reaction in the order of their ids', async () => {
  await pour(1, 2)
  await test.settle()
  expect(seen).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
})

it('delivers nothing from a transaction that failed', async () => {
  const broken = test.db.transaction().execute(async (trx) => {
    await emit(trx, { type: 'tea.poured', data: { cup: 1 } })
    throw new Error('spilled')
  })
  await expect(broken).rejects.toThrow('spilled')
  await test.settle()
  expect(seen).toEqual([])
})

it('retries only the failed reaction, and does not hold up later events', async () => {
  isBroken = true
  await pour(1, 2)
  await test.settle({ failures: 'expected' })
  expect(seen).toEqual(['first 1', 'first 2'])
  isBroken = false
  expect(await relayOne(test.app, nameReactions([domain]))).toBe(false)
  await due()
  await test.settle()
  expect(seen).toEqual(['first 1', 'first 2', 'second 1', 'second 2'])
})

it('waits longer after each failure', () => {
  expect([0, 1, 2, 3, 30].map(backoff)).toEqual([1, 2, 4, 8, 600])
})

it('delivers each event to only one of several workers', async () => {
  await pour(...Array.from({ length: 20 }, (_, cup) => cup))
  const reactions = nameReactions([domain])
  const drain = async () => {
    while (await relayOne(test.app, reactions));
  }
  await Promise.all([drain(), drain(), drain()])
  expect(seen).toHaveLength(40)
  expect(new Set(seen).size).toBe(40)
})

it('leaves an event to other workers when a worker dies in the middle', async () => {
  await pour(1)
  const dying = nameReactions([
    {
      name: 'tea',
      reactions: [
        on('tea.poured', async () => {
          await sql`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'
            and datname = current_database()`.execute(test.db)
        }),
      ],
    },
  ])
  expect(await relayOne(test.app, dying).catch(isUnavailable)).toBe(true)
  await test.settle()
  expect(seen).toEqual(['first 1', 'second 1'])
})

it('deletes handled events after a day and keeps waiting ones', async () => {
  await pour(1)
  await test.settle()
  await pour(2)
  await test.db.transaction().execute((trx) => emit(trx, { type: 'tea.unheard', data: {} }))
  await sql`update events set created_at = now() - interval '2 days'`.execute(test.db)
  await pruneEvents(test.app, ['tea.poured'])
  const left = await test.db.selectFrom('events').select(['type', 'data']).execute()
  expect(left).toEqual([{ type: 'tea.poured', data: { cup: 2 } }])
})

it('converts event names to kebab case for clients', () => {
  expect(['file.processed', 'transcript.edit_lock_updated'].map(wireName)).toEqual([
    'file-processed',
    'transcript-edit-lock-updated',
  ])
})

it('reacts immediately in a running worker, and again after PostgreSQL terminated its connections', async () => {
  const live = await openTestApp({ domains: [domain], roles: ['worker'] })
  const pourLive = (cup: number) =>
    live.db.transaction().execute((trx) => emit(trx, { type: 'tea.poured', data: { cup } }))
  // A connection lost between a reaction and its commit repeats the reaction ("at least once"); committed reactions are
  // never repeated.
  const committed = async (cup: number) => {
    const reacted = () =>
      live.db
        .selectFrom('events')
        .select('id')
        .where(sql<boolean>`data = ${JSON.stringify({ cup })}::jsonb`)
        .where('reacted_at', 'is not', null)
        .executeTakeFirst()
    await vi.waitFor(async () => expect(await reacted()).toBeDefined(), { timeout: 20_000 })
  }
  try {
    await pourLive(1)
    await committed(1)
    // With a timeout, pg_terminate_backend returns after the connections are gone, not when their end was requested.
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(live.db)
    await pourLive(2)
    await committed(2)
    expect(seen).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
  } finally {
    await live.close()
  }
})
