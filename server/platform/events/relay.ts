// Delivers events from the outbox to the reactions of the domains, in the order of their ids, at least once each. An
// event is locked while its reactions run, so that any number of workers can share the work and a killed worker loses
// nothing. Only a failed reaction is retried later; later events do not wait for it.
import { inspect } from 'node:util'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Trx } from '../database/database.ts'
import type { Listener } from '../database/listen.ts'
import type { Domain } from '../domain.ts'
import { REACT_CHANNEL } from './emit.ts'
import type { Reaction, StoredEvent } from './event.ts'

const POLL = 1_000
const MAX_ATTEMPTS = 25

type Named = Reaction & { name: string }

/**
 * Reactions by event type. Finished reactions are stored by name, so a name must not change while events are waiting.
 */
export const nameReactions = (domains: readonly Domain[]): Map<string, Named[]> => {
  const byType = new Map<string, Named[]>()
  for (const domain of domains) {
    const own = Map.groupBy(domain.reactions ?? [], ({ type }) => type)
    for (const [type, reactions] of own) {
      const named = reactions.map((reaction, index) => ({ ...reaction, name: `${domain.name}#${index}` }))
      byType.set(type, [...(byType.get(type) ?? []), ...named])
    }
  }
  return byType
}

/** Seconds before the next attempt: 1, 2, 4, … up to ten minutes. */
export const backoff = (attempts: number): number => Math.min(2 ** attempts, 600)

type Row = Omit<StoredEvent, 'data'> & { data: StoredEvent['data']; reactions_done: string[]; attempts: number }

const takeNext = async (trx: Trx, types: readonly string[]): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select id, type, data, channels, created_at, reactions_done, attempts from events
    where reacted_at is null and type = any(${types}) and next_attempt_at <= now()
    order by id limit 1 for update skip locked
  `.execute(trx)
  return rows[0]
}

const react = async (app: App, row: Row, reactions: readonly Named[]) => {
  const done = [...row.reactions_done]
  let failure: unknown
  const { reactions_done: _, attempts: __, ...event } = row
  for (const { name, react: run } of reactions) {
    if (done.includes(name)) continue
    try {
      await run(event, app)
      done.push(name)
      app.metrics.reactions.inc({ type: row.type, outcome: 'done' })
    } catch (error) {
      failure = error
      app.metrics.reactions.inc({ type: row.type, outcome: 'failed' })
      app.log.error({ err: error, event: row.id, type: row.type, reaction: name }, 'event reaction failed')
    }
  }
  return { done, failure }
}

/** Handles the next waiting event; returns false if no event is waiting. */
export const relayOne = async (app: App, reactions: Map<string, Named[]>): Promise<boolean> =>
  app.db.transaction().execute(async (trx) => {
    const row = await takeNext(trx, [...reactions.keys()])
    if (!row) return false
    const { done, failure } = await react(app, row, reactions.get(row.type) ?? [])
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
export const startRelay = async (app: App, domains: readonly Domain[], listener: Listener): Promise<Relay> => {
  const reactions = nameReactions(domains)
  if (reactions.size === 0) return { stop: async () => {} }
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
        while (!stopped.signal.aborted && (await relayOne(app, reactions)));
      } catch (error) {
        app.log.warn({ err: error }, 'event relay failed, retrying')
      }
      if (!wanted && !stopped.signal.aborted) await rest()
    }
  }
  await listener.on(REACT_CHANNEL, { onNotify: nudge, onConnect: nudge })
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
 * Deletes events after a day if no reaction is outstanding, otherwise after a month. `handled`: event types with
 * reactions.
 */
export const pruneEvents = async ({ db }: Pick<App, 'db'>, handled: readonly string[]): Promise<void> => {
  await sql`
    delete from events where created_at < now() - interval '1 day' and (
      (reacted_at is not null and last_error is null)
      or (reacted_at is null and type <> all(${[...handled]}))
      or created_at < now() - interval '30 days')
  `.execute(db)
}
