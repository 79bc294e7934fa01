// A change and its event commit together; others react. An event is a row of the outbox, written by the change's own
// transaction; reactions run in the worker role, at least once each.
import type { App } from '../app.ts'
import type { JsonObject } from '../json.ts'

/**
 * Event types whose data is declared. A domain adds its own by declaration merging
 * (`declare module '../platform/events/event.ts' { interface EventData { 'item.renamed': { item_id: number } } }`).
 */
export interface EventData {
  /** Rights of these users changed: their open sockets must prove again what they may hear. */
  'access.changed': { user_ids: number[] }
}

export type DataOf<T extends string> = T extends keyof EventData ? EventData[T] : JsonObject

export type NewEvent<T extends string = string> = {
  /** `noun.verb` in the past: `file.processed`. */
  type: T
  data: DataOf<T>
  /** Private realtime channels on which it is broadcast under its kebab-case name: `file-processed`. */
  channels?: readonly string[]
}

/** One of those whose data is declared. */
export type AnyEvent = { [T in keyof EventData]: NewEvent<T> }[keyof EventData] | NewEvent

export type StoredEvent<T extends string = string> = {
  id: number
  type: T
  data: DataOf<T>
  channels: string[]
  created_at: Date
}

export type Reaction = { type: string; react: (event: StoredEvent, app: App) => Promise<unknown> }

/** Something a domain does on an event, its own or another's. It may run twice and must then change nothing. */
export const on = <T extends string>(
  type: T,
  react: (event: StoredEvent<T>, app: App) => Promise<unknown>,
): Reaction => ({ type, react: (event, app) => react(event as StoredEvent<T>, app) })

/** `file.processed` → `file-processed`: the name of an event on a realtime channel. */
export const wireName = (type: string): string => type.replaceAll(/[._]/g, '-')
