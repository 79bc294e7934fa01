import type { Trx } from '../database/database.ts'
import { insertEvents } from '../store/events.ts'
import type { NewEvent } from './event.ts'

/**
 * Writes an event in the transaction of its change; it is delivered only after the commit. One statement, never blocks.
 * The types hold the event to the contract's registry; payloads are not validated again (decision 70).
 */
export function publish(trx: Trx, event: NewEvent): Promise<void> {
  return publishAll(trx, [event])
}

/** The same for several events, delivered in this order. */
export async function publishAll(trx: Trx, published: readonly NewEvent[]): Promise<void> {
  if (published.length === 0) return
  await insertEvents(trx, published)
}
