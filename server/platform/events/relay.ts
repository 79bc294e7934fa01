// Delivers events from the outbox to the handlers of the domains, in the order of their ids, at least once each. An
// event is locked while its handlers run, so that any number of workers can share the work and a killed worker loses
// nothing. Only a failed handler is retried later; later events do not wait for it.
import { inspect } from 'node:util'
import type { App } from '../app.ts'
import type { Listener } from '../database/listen.ts'
import { hasNextEvent, lockNextEvent, RELAY_NOTIFY, type RelayedEvent, saveHandlingResult } from '../store/outbox.ts'
import type { Subscription, Subscriptions } from './subscription.ts'

const POLL_MS = 1_000
const MAX_ATTEMPTS = 25

/** Seconds before the next attempt: 1, 2, 4, … up to ten minutes. */
export function backoff(attempts: number): number {
  return Math.min(2 ** attempts, 600)
}

async function runHandlers(app: App, row: RelayedEvent, subscriptions: readonly Subscription[]) {
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
export async function relayOne(app: App, subscriptions: Subscriptions): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockNextEvent(trx, [...subscriptions.keys()])
    if (!row) return false
    const { done, failure } = await runHandlers(app, row, subscriptions.get(row.type) ?? [])
    const attempts = row.attempts + 1
    const isOver = failure === undefined || attempts >= MAX_ATTEMPTS
    if (failure !== undefined && isOver)
      app.log.error({ event: row.id, type: row.type }, 'event given up after too many attempts')
    await saveHandlingResult(trx, row.id, {
      done,
      attempts,
      lastError: failure === undefined ? null : inspect(failure, { depth: 0 }),
      isOver,
      secondsUntilNext: backoff(row.attempts),
    })
    return true
  })
}

export interface Relay {
  stop: () => Promise<void>
}

/** Runs until stopped: immediately on NOTIFY, and every second for retries and notifications lost with a connection. */
export async function startRelay(app: App, subscriptions: Subscriptions, listener: Listener): Promise<Relay> {
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
      const timer = setTimeout(resolve, POLL_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const types = [...subscriptions.keys()]
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // Without a notification there is hardly ever an event: look without a transaction.
      let hasEvent = wanted
      wanted = false
      try {
        hasEvent ||= await hasNextEvent(app.db, types)
        while (hasEvent && !stopped.signal.aborted) hasEvent = await relayOne(app, subscriptions)
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
