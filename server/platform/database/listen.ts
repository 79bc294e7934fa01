// A dedicated connection that listens for NOTIFY and reconnects after every loss. Notifications sent while disconnected
// are lost, so `onConnect` is called after every (re)connection, and its owner must query the tables once.
import pg from 'pg'
import type { Logger } from 'pino'

type Hearer = { onNotify: (payload: string) => void; onConnect: () => void }

export type Listener = {
  /** Listens on a channel: immediately if connected, otherwise from the next (re)connection. */
  on: (channel: string, hearer: Hearer) => Promise<void>
  close: () => Promise<void>
}

const RETRY_DELAY = 500
const HEARTBEAT = 10_000

export const openListener = (url: string, log: Logger): Listener => {
  const hearers = new Map<string, Hearer[]>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const lose = (lost: pg.Client, error?: Error): void => {
    if (client !== lost) return
    client = null
    lost.end().catch(() => {})
    if (isClosed) return
    log.warn({ err: error }, 'lost the database connection for notifications')
    retry = setTimeout(() => void connect(), RETRY_DELAY)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'kaiwa listener', keepAlive: true })
    client = next
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    next.on('notification', ({ channel, payload }) => {
      for (const { onNotify } of hearers.get(channel) ?? []) onNotify(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of hearers.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      for (const list of hearers.values()) for (const { onConnect } of list) onConnect()
    } catch (error) {
      lose(next, error instanceof Error ? error : new Error(String(error)))
    }
  }

  const opened = connect()
  // Without a heartbeat, a connection that was cut silently would receive nothing for hours.
  const heartbeat = setInterval(() => {
    const beating = client
    if (!beating) return
    const timeout = setTimeout(() => lose(beating, new Error('no heartbeat')), HEARTBEAT / 2)
    beating
      .query('select 1')
      .catch((error: Error) => lose(beating, error))
      .finally(() => clearTimeout(timeout))
  }, HEARTBEAT)
  heartbeat.unref()

  return {
    on: async (channel, hearer) => {
      await opened
      const list = hearers.get(channel)
      if (list) list.push(hearer)
      else hearers.set(channel, [hearer])
      if (!client || list) return hearer.onConnect()
      const current = client
      await current
        .query(`listen ${current.escapeIdentifier(channel)}`)
        .then(hearer.onConnect, (error: Error) => lose(current, error))
    },
    close: async () => {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await opened
      await client?.end().catch(() => {})
    },
  }
}
