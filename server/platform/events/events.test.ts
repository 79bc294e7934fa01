import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { checkEvents, problemOf } from '../../test/check-events.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Trx } from '../database/database.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Domain } from '../domain.ts'
import type { NewEvent } from './event.ts'
import { pruneEvents, publish } from '../store/outbox.ts'
import { backoff, relayOne } from './relay.ts'
import { collectSubscriptions, on } from './subscription.ts'

const seen: string[] = []
let isBroken = false
const domain: Domain = {
  name: 'test',
  subscriptions: [
    on('file.updated', 'first', async ({ data }) => seen.push(`first ${data.project_file_id}`)),
    on('file.updated', 'second', async ({ data }) => {
      if (isBroken) throw new Error('handler failed')
      return seen.push(`second ${data.project_file_id}`)
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

function update(trx: Trx, fileId: number) {
  return publish(trx, { type: 'file.updated', data: { project_file_id: fileId }, channels: [] })
}

function publishUpdates(...fileIds: number[]) {
  return test.db.transaction().execute(async (trx) => {
    for (const fileId of fileIds) await update(trx, fileId)
  })
}

function due() {
  return sql`update events set next_attempt_at = now()`.execute(test.db)
}

it('delivers events to every handler in the order of their ids', async () => {
  await publishUpdates(1, 2)
  await test.settle()
  expect(seen).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
})

it('delivers nothing from a transaction that failed', async () => {
  const broken = test.db.transaction().execute(async (trx) => {
    await update(trx, 1)
    throw new Error('rolled back')
  })
  await expect(broken).rejects.toThrow('rolled back')
  await test.settle()
  expect(seen).toEqual([])
})

it('retries only the failed handler, and does not hold up later events', async () => {
  isBroken = true
  await publishUpdates(1, 2)
  await test.settle({ failures: 'expected' })
  expect(seen).toEqual(['first 1', 'first 2'])
  isBroken = false
  const { rows } = await sql<{ is_delayed: boolean }>`
    select next_attempt_at >= created_at + interval '1 second' as is_delayed from events`.execute(test.db)
  expect(rows).toEqual([{ is_delayed: true }, { is_delayed: true }])
  await sql`update events set next_attempt_at = now() + interval '1 hour'`.execute(test.db)
  expect(await relayOne(test.app, collectSubscriptions([domain]))).toBe(false)
  await due()
  await test.settle()
  expect(seen).toEqual(['first 1', 'first 2', 'second 1', 'second 2'])
})

it('stores finished handlers by domain and name', async () => {
  isBroken = true
  await publishUpdates(1)
  await test.settle({ failures: 'expected' })
  expect(await test.db.selectFrom('events').select('reactions_done').execute()).toEqual([
    { reactions_done: ['test/first'] },
  ])
})

it('runs all handlers of an event that was stored with names of an earlier version', async () => {
  await publishUpdates(1)
  await sql`update events set reactions_done = '{test#0}', attempts = 1`.execute(test.db)
  await test.settle()
  expect(seen).toEqual(['first 1', 'second 1'])
})

it('refuses two handlers of an event with the same name in one domain', () => {
  const handler = on('file.updated', 'first', async () => undefined)
  const sameName = on('file.processed', 'first', async () => undefined)
  const collect = (...others: Domain['subscriptions'] & object) =>
    collectSubscriptions([{ name: 'test', subscriptions: [handler, ...others] }])
  expect(() => collect(handler)).toThrow('two handlers of file.updated are named test/first')
  expect([...collect(sameName).keys()]).toEqual(['file.updated', 'file.processed'])
})

it.each([
  ['a field of the wrong type', 'file.updated', '{"project_file_id": "1"}', []],
  ['a missing field', 'file.updated', '{}', []],
  ['an additional field', 'file.updated', '{"project_file_id": 1, "title": "x"}', []],
  ['an unknown event', 'file.touched', '{"project_file_id": 1}', []],
  ['a kind of channel that the event may not use', 'trash.changed', '{"workspace_id": 1}', ['private-project-1']],
  ['an unknown channel', 'file.updated', '{"project_file_id": 1}', ['private-kitchen-1']],
])('a test that stored %s fails when it closes its app', async (_, type, data, channels) => {
  await expect(checkEvents(test.db)).resolves.toBeUndefined()
  await sql`insert into events (type, data, channels) values (${type}, ${data}, ${channels})`.execute(test.db)
  await expect(checkEvents(test.db)).rejects.toThrow(`event ${type}`)
})

it('accepts only events, payloads and channels of the registry', () => {
  const toUser = [userChannel(1)]
  const typed: NewEvent[] = [
    { type: 'trash.changed', data: { workspace_id: 1 }, channels: toUser },
    // @ts-expect-error: not in the registry
    { type: 'trash.opened', data: { workspace_id: 1 }, channels: toUser },
    // @ts-expect-error: another payload
    { type: 'trash.changed', data: { user_id: 1 }, channels: toUser },
    // @ts-expect-error: another kind of channel
    { type: 'trash.changed', data: { workspace_id: 1 }, channels: [folderChannel(1)] },
    // @ts-expect-error: no channels
    { type: 'trash.changed', data: { workspace_id: 1 } },
    // @ts-expect-error: an internal event has no channels
    { type: 'access.changed', data: { user_ids: [1] }, channels: toUser },
  ]
  expect(typed.map(({ type, data, channels = [] }) => problemOf(type, data, channels) === null)).toEqual([
    true,
    false,
    false,
    false,
    // The channels default to none, which only the type refuses.
    true,
    false,
  ])
})

it('waits longer after each failure', () => {
  expect([0, 1, 2, 3, 30].map(backoff)).toEqual([1, 2, 4, 8, 600])
})

it('delivers each event to only one of several workers', async () => {
  await publishUpdates(...Array.from({ length: 20 }, (_, fileId) => fileId))
  const subscriptions = collectSubscriptions([domain])
  const drain = async () => {
    while (await relayOne(test.app, subscriptions));
  }
  await Promise.all([drain(), drain(), drain()])
  expect(seen).toHaveLength(40)
  expect(new Set(seen).size).toBe(40)
})

it('leaves an event to other workers when a worker dies in the middle', async () => {
  await publishUpdates(1)
  const dying = collectSubscriptions([
    {
      name: 'test',
      subscriptions: [
        on('file.updated', 'first', async () => {
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
  await publishUpdates(1)
  await test.settle()
  await publishUpdates(2)
  await test.db.transaction().execute((trx) => publish(trx, { type: 'items.changed', data: {}, channels: [] }))
  await sql`update events set created_at = now() - interval '2 days'`.execute(test.db)
  await pruneEvents(test.db, ['file.updated'])
  const left = await test.db.selectFrom('events').select(['type', 'data']).execute()
  expect(left).toEqual([{ type: 'file.updated', data: { project_file_id: 2 } }])
})

it('runs handlers immediately in a running worker, and again after PostgreSQL terminated its connections', async () => {
  const live = await openTestApp({ domains: [domain], roles: ['worker'] })
  const publishLive = (fileId: number) => live.db.transaction().execute((trx) => update(trx, fileId))
  // A connection lost between a handler and its commit repeats the handler ("at least once"); committed handlers are
  // never repeated.
  const committed = async (fileId: number) => {
    const finished = () =>
      live.db
        .selectFrom('events')
        .select('id')
        .where(sql<boolean>`data = ${JSON.stringify({ project_file_id: fileId })}::jsonb`)
        .where('reacted_at', 'is not', null)
        .executeTakeFirst()
    await vi.waitFor(async () => expect(await finished()).toBeDefined(), { timeout: 20_000 })
  }
  try {
    await publishLive(1)
    await committed(1)
    // With a timeout, pg_terminate_backend returns after the connections are gone, not when their end was requested.
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(live.db)
    await publishLive(2)
    await committed(2)
    expect(seen).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
  } finally {
    await live.close()
  }
})
