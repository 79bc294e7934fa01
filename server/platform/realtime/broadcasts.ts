// Receives the events for the realtime nodes: each NOTIFY carries an event, or the outbox id of a large one, which each node
// reads.
import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import { databaseTime } from '../database/clock.ts'
import type { Listener } from '../database/listen.ts'
import {
  type Broadcast,
  BROADCAST_NOTIFY,
  findBroadcasts,
  findBroadcastsSince,
  parseBroadcast,
} from '../store/outbox.ts'

/** Number of recently delivered ids to remember, so that a reconnection does not deliver events twice. */
const REMEMBERED = 10_000
/**
 * Seconds before the connection loss from which events are read again: an event has the time at which its transaction
 * began.
 */
const OVERLAP = 60

/**
 * Delivers every broadcast event once to `deliver`, in the order of the commits, including events missed during a
 * disconnection. Delivers one batch at a time.
 */
export async function receiveBroadcasts(
  db: Db,
  listener: Listener,
  log: Logger,
  deliver: (events: Broadcast[]) => void | Promise<void>,
): Promise<{ stop: () => Promise<void> }> {
  const delivered = new Set<number>()
  let wanted: (Broadcast | number)[] = []
  let isWantedQueued = false
  let chain: Promise<void> = Promise.resolve()
  // Database time, as in the events.
  let receivedUntil = await databaseTime(db)

  const receive = (rows: Broadcast[]): Broadcast[] => {
    for (const { created_at: at } of rows) if (at > receivedUntil) receivedUntil = at
    return rows
  }

  const pass = async (rows: Broadcast[]): Promise<void> => {
    const fresh = rows.filter(({ id }) => !delivered.has(id))
    for (const { id } of fresh) delivered.add(id)
    for (const id of delivered) {
      if (delivered.size <= REMEMBERED) break
      delivered.delete(id)
    }
    if (fresh.length > 0) await deliver(fresh)
  }

  const readWanted = async (): Promise<void> => {
    isWantedQueued = false
    const events = wanted
    wanted = []
    try {
      const ids = events.filter((event) => typeof event === 'number')
      const rows = ids.length > 0 ? await findBroadcasts(db, ids) : []
      const read = new Map(rows.map((row) => [row.id, row]))
      const found = events.flatMap((event) => (typeof event === 'number' ? (read.get(event) ?? []) : event))
      await pass(receive(found))
    } catch (error) {
      // The listening connection is lost at the same time; the missed events are read after its reconnection.
      log.warn({ err: error }, 'broadcasts could not be read')
    }
  }

  const readMissed = async (): Promise<void> => {
    try {
      const since = new Date(receivedUntil.getTime() - OVERLAP * 1000)
      await pass(receive(await findBroadcastsSince(db, since)))
    } catch (error) {
      log.warn({ err: error }, 'missed broadcasts could not be read')
    }
  }

  const queueWanted = (): void => {
    if (isWantedQueued) return
    isWantedQueued = true
    chain = chain.then(readWanted)
  }
  const queueMissed = (): void => {
    chain = chain.then(readMissed)
  }

  let isFirst = true
  await listener.on(BROADCAST_NOTIFY, {
    onNotify: (payload) => {
      wanted.push(parseBroadcast(payload))
      queueWanted()
    },
    onConnect: () => {
      if (!isFirst) queueMissed()
      isFirst = false
    },
  })
  return {
    stop: async () => {
      await chain
    },
  }
}
