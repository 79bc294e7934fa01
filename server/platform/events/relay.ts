// Delivers events from the outbox to the handlers of the domains, in the order of their ids, at least once each. An
// event is locked while its handlers run, so that any number of workers can share the work and a killed worker loses
// nothing. Only a failed handler is retried later; later events do not wait for it.
import { inspect } from 'node:util'
import type { EventName } from '@kaiwa/contract/events.ts'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Trx } from '../database/database.ts'
import type { Listener } from '../database/listen.ts'
import type { StoredEvent } from './event.ts'
import { RELAY_NOTIFY } from './publish.ts'
import type { Subscription, Subscriptions } from './subscription.ts'

const POLL = 1_000
const MAX_ATTEMPTS = 25

/** Seconds before the next attempt: 1, 2, 4, … up to ten minutes. */
export const backoff = (attempts: number): number => Math.min(2 ** attempts, 600)

/** `reactions_done`: names of the finished handlers. */
type Row = StoredEvent & { reactions_done: string[]; attempts: number }

const takeNext = async (trx: Trx, types: readonly EventName[]): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select id, type, data, channels, created_at, reactions_done, attempts from events
    where reacted_at is null and type = any(${types}) and next_attempt_at <= now()
    order by id limit 1 for update skip locked
  `.execute(trx)
  return rows[0]
}

const runHandlers = async (app: App, row: Row, subscriptions: readonly Subscription[]) => {
  const done = [...row.reactions_done]
  let failure: unknown
  const { reactions_done: _, attempts: __, ...event } = row
  for (const { name, handle } of subscriptions) {
    if (done.includes(name)) continue
    try {
      await handle(event, app)
      done.push(name)
      app.metrics.reactions.inc({ type: row.type, outcome: 'done' })
    } catch (error) {
      failure = error
      app.metrics.reactions.inc({ type: row.type, outcome: 'failed' })
      app.log.error({ err: error, event: row.id, type: row.type, handler: name }, 'event handler failed')
    }
  }
  return { done, failure }
}

/** Handles the next waiting event; returns false if no event is waiting. */
export const relayOne = async (app: App, subscriptions: Subscriptions): Promise<boolean> =>
  app.db.transaction().execute(async (trx) => {
    const row = await takeNext(trx, [...subscriptions.keys()])
    if (!row) return false
    const { done, failure } = await runHandlers(app, row, subscriptions.get(row.type) ?? [])
    const attempts = row.attempts + 1
    const isOver = failure === undefined || attempts >= MAX_ATTEMPTS
    if (failure !== undefined && isOver)
      app.log.error({ event: row.id, type: row.type }, 'event given up after too many attempts')
    await trx
      .updateTable('events')
      .set({
        reactions_done: done,
        attempts,
        last_error: failure === undefined ? null : inspect(failure, { depth: 0 }),
        ...(isOver ? { reacted_at: sql<Date>`now()` } : {}),
        next_attempt_at: sql<Date>`now() + make_interval(secs => ${backoff(row.attempts)})`,
      })
      .where('id', '=', row.id)
      .execute()
    return true
  })

export type Relay = { stop: () => Promise<void> }

/** Runs until stopped: immediately on NOTIFY, and every second for retries and notifications lost with a connection. */
export const startRelay = async (app: App, subscriptions: Subscriptions, listener: Listener): Promise<Relay> => {
  if (subscriptions.size === 0) return { stop: async () => {} }
  const stopped = new AbortController()
  let wanted = true
  let wake = (): void => {}
  const nudge = (): void => {
    wanted = true
    wake()
  }
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      wanted = false
      try {
        while (!stopped.signal.aborted && (await relayOne(app, subscriptions)));
      } catch (error) {
        app.log.warn({ err: error }, 'event relay failed, retrying')
      }
      if (!wanted && !stopped.signal.aborted) await rest()
    }
  }
  await listener.on(RELAY_NOTIFY, { onNotify: nudge, onConnect: nudge })
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      wake()
      await running
    },
  }
}

/**
 * Deletes events after a day if no handler is outstanding, otherwise after a month. `handled`: event types with
 * handlers.
 */
export const pruneEvents = async ({ db }: Pick<App, 'db'>, handled: readonly EventName[]): Promise<void> => {
  await sql`
    delete from events where created_at < now() - interval '1 day' and (
      (reacted_at is not null and last_error is null)
      or (reacted_at is null and type <> all(${[...handled]}))
      or created_at < now() - interval '30 days')
  `.execute(db)
}
