import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { openListener } from '../database/listen.ts'
import { publish } from '../store/outbox.ts'
import { receiveBroadcasts } from './broadcasts.ts'

it('delivers one batch at a time when the listener reconnects during a delivery', async () => {
  const test = await openTestApp({ domains: [] })
  const listener = openListener(test.databaseUrl, test.app.log)
  const change = (userId: number) =>
    test.db.transaction().execute((trx) => publish(trx, { type: 'access.changed', data: { user_ids: [userId] } }))
  const listening = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'kaiwa listener' and state = 'idle'
        and query like 'listen%'`.execute(test.db)
    return rows.map(({ pid }) => pid)
  }
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const broadcasts = await receiveBroadcasts(test.db, listener, test.app.log, async (events) => {
    const users = events.map(({ data }) => (data as { user_ids: number[] }).user_ids[0]).join()
    log.push(`begin ${users}`)
    if (log.length === 1) await first.promise
    log.push(`end ${users}`)
  })

  await change(1)
  await vi.waitFor(() => expect(log).toEqual(['begin 1']), { timeout: 20_000 })
  const [lost] = await listening()
  await sql`select pg_terminate_backend(${lost}::integer)`.execute(test.db)
  await vi.waitFor(async () => expect(await listening()).not.toContain(lost), { timeout: 20_000 })
  await change(2)
  await vi.waitFor(async () => expect(await listening()).toHaveLength(1), { timeout: 20_000 })
  // Enough time for a read that would not wait for the first delivery.
  await sql`select pg_sleep(0.3)`.execute(test.db)
  first.resolve()
  await vi.waitFor(() => expect(log).toHaveLength(4), { timeout: 20_000 })
  expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])

  await broadcasts.stop()
  await listener.close()
  await test.close()
})

it('delivers events in the order of their commits, also large ones, which a notification cannot carry', async () => {
  const test = await openTestApp({ domains: [] })
  const listener = openListener(test.databaseUrl, test.app.log)
  const received: { users: number[]; at: Date }[] = []
  const broadcasts = await receiveBroadcasts(test.db, listener, test.app.log, (events) => {
    for (const { data, created_at: at } of events)
      received.push({ users: (data as { user_ids: number[] }).user_ids, at })
  })
  const many = Array.from({ length: 3_000 }, (_, index) => index + 10)
  await test.db.transaction().execute(async (late) => {
    await publish(late, { type: 'access.changed', data: { user_ids: [1] } })
    for (const users of [many, [2]])
      await test.db.transaction().execute((trx) => publish(trx, { type: 'access.changed', data: { user_ids: users } }))
  })
  await vi.waitFor(() => expect(received).toHaveLength(3), { timeout: 20_000 })
  expect(received.map(({ users }) => users)).toEqual([many, [2], [1]])
  const { rows } = await sql<{ at: Date }>`select created_at as at from events order by created_at`.execute(test.db)
  // A notification has microseconds.
  expect(received.map(({ at }) => at.getTime()).toSorted()).toEqual(rows.map(({ at }) => at.getTime()))

  await broadcasts.stop()
  await listener.close()
  await test.close()
})
