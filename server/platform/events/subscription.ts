import type { EventName } from '@kaiwa/contract/events.ts'
import type { App } from '../app.ts'
import type { StoredEvent } from './event.ts'

export interface Subscription {
  type: EventName
  name: string
  handle: (event: StoredEvent, app: App) => Promise<unknown>
}

/**
 * Declares a handler of an event, the domain's own or another domain's: `on('file.processed', 'publish-figures', …)`.
 * The handler must be idempotent, because it may run more than once. Finished handlers are stored by name
 * (`files/publish-figures`): after a rename, events that are waiting for a retry run the handler again.
 */
export function on<E extends EventName>(
  type: E,
  name: string,
  handle: (event: StoredEvent<E>, app: App) => Promise<unknown>,
): Subscription {
  return { type, name, handle: (event, app) => handle(event as StoredEvent<E>, app) }
}

/** Handlers by event type, with their stored names. */
export type Subscriptions = ReadonlyMap<EventName, readonly Subscription[]>

interface Subscriber {
  name: string
  subscriptions?: readonly Subscription[]
}

/** Throws if two handlers of an event have the same name in one domain. */
export function collectSubscriptions(domains: readonly Subscriber[]): Subscriptions {
  const byType = new Map<EventName, Subscription[]>()
  for (const { name: domain, subscriptions = [] } of domains)
    for (const subscription of subscriptions) {
      const { type } = subscription
      const name = `${domain}/${subscription.name}`
      const others = byType.get(type) ?? []
      if (others.some((other) => other.name === name)) throw new Error(`two handlers of ${type} are named ${name}`)
      byType.set(type, [...others, { ...subscription, name }])
    }
  return byType
}
