// A change and its event commit together (transactional outbox). An event is a row written by the transaction of the
// change; reactions to it run in the worker role, at least once each.
import type { App } from '../app.ts'
import type { JsonObject } from '../json.ts'

/**
 * Event types with declared data. A domain adds its own by declaration merging (`declare module
 * '../platform/events/event.ts' { interface EventData { 'item.renamed': { item_id: number } } }`).
 */
export interface EventData {
  /** Rights of these users changed: their open sockets must be authorized again. */
  'access.changed': { user_ids: number[] }
}

export type DataOf<T extends string> = T extends keyof EventData ? EventData[T] : JsonObject

export type NewEvent<T extends string = string> = {
  /** `noun.verb` with the verb in the past tense: `file.processed`. */
  type: T
  data: DataOf<T>
  /** Private realtime channels on which the event is broadcast under its kebab-case name: `file-processed`. */
  channels?: readonly string[]
}

/** An event of a type with declared data. */
export type AnyEvent = { [T in keyof EventData]: NewEvent<T> }[keyof EventData] | NewEvent

export type StoredEvent<T extends string = string> = {
  id: number
  type: T
  data: DataOf<T>
  channels: string[]
  created_at: Date
}

export type Reaction = { type: string; react: (event: StoredEvent, app: App) => Promise<unknown> }

/**
 * Declares what a domain does on an event, its own or another domain's. A reaction must be idempotent, because it may
 * run twice.
 */
export const on = <T extends string>(
  type: T,
  react: (event: StoredEvent<T>, app: App) => Promise<unknown>,
): Reaction => ({ type, react: (event, app) => react(event as StoredEvent<T>, app) })

/** `file.processed` → `file-processed`: name of an event on a realtime channel. */
export const wireName = (type: string): string => type.replaceAll(/[._]/g, '-')
