import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { lockTree } from '../tree/store/items.ts'
import type { TestApp } from './open-test-app.ts'

const TIMEOUT = { timeout: 20_000 }

/**
 * Runs `change` until its transaction waits for the lock of the workspace's tree, then ends all connections, as a
 * restart of the database does. Returns the answer of `change`.
 */
export async function cutInWait(test: TestApp, workspaceId: number, change: () => Promise<unknown>): Promise<unknown> {
  const backendsAt = async (event: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event = ${event}`.execute(test.db)
    return rows[0]?.count
  }
  const held = test.db.transaction().execute(async (trx) => {
    await lockTree(trx, workspaceId)
    await sql`select pg_sleep(60)`.execute(trx)
  })
  const ended = held.catch(() => 'cut')
  await vi.waitFor(async () => expect(await backendsAt('PgSleep')).toBe(1), TIMEOUT)
  const answer = change()
  await vi.waitFor(async () => expect(await backendsAt('transactionid')).toBeGreaterThanOrEqual(1), TIMEOUT)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
  const given = await answer
  expect(await ended).toBe('cut')
  return given
}
