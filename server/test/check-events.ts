import { parseChannel } from '@kaiwa/contract/channels.ts'
import { type EventName, events } from '@kaiwa/contract/events.ts'
import type { Db } from '../platform/database/database.ts'

/** The problem of a stored event, checked against the contract's registry; null if it is valid. */
export function problemOf(type: string, data: unknown, channels: readonly string[]): string | null {
  if (!Object.hasOwn(events, type)) return 'not in the registry'
  const definition = events[type as EventName]
  const { error } = definition.data.safeParse(data)
  if (error) return error.message
  const kinds = new Set<string | undefined>(definition.channels)
  const wrong = channels.find((name) => !kinds.has(parseChannel(name)?.kind))
  return wrong === undefined ? null : `published on ${wrong}`
}

/**
 * Throws if a stored event does not match the contract's registry. Runs when a test closes its app, so that every test
 * checks the events that it caused.
 */
export async function checkEvents(db: Db): Promise<void> {
  const rows = await db.selectFrom('events').select(['type', 'data', 'channels']).orderBy('id').execute()
  for (const { type, data, channels } of rows) {
    const problem = problemOf(type, data, channels)
    if (problem) throw new Error(`event ${type} ${JSON.stringify(data)}: ${problem}`)
  }
}
