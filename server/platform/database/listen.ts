// A dedicated connection that listens for NOTIFY and reconnects after every loss. Notifications sent while disconnected
// are lost, so `onConnect` is called after every (re)connection, and its owner must query the tables once.
import pg from 'pg'
import type { Logger } from 'pino'

interface Subscriber {
  onNotify: (payload: string) => void
  onConnect: () => void
}

export interface Listener {
  /** Listens on a channel: immediately if connected, otherwise from the next (re)connection. */
  on: (channel: string, subscriber: Subscriber) => Promise<void>
  close: () => Promise<void>
}

const RETRY_DELAY = 500
const HEARTBEAT = 10_000

export function openListener(url: string, log: Logger): Listener {
  const subscribers = new Map<string, Subscriber[]>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  /** The last statement of the connection, because it takes one at a time. */
  let last: Promise<unknown> = Promise.resolve()

  const execute = (on: pg.Client, text: string): Promise<unknown> => {
    const result = last.then(() => on.query(text))
    last = result.catch(() => {})
    return result
  }
  const listen = (on: pg.Client, channel: string): Promise<unknown> =>
    execute(on, `listen ${on.escapeIdentifier(channel)}`)

  const handleLoss = (lostClient: pg.Client, error?: Error): void => {
    if (client !== lostClient) return
    client = null
    lostClient.end().catch(() => {})
    if (isClosed) return
    log.warn({ err: error }, 'lost the database connection for notifications')
    retry = setTimeout(() => void connect(), RETRY_DELAY)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'kaiwa listener', keepAlive: true })
    client = next
    last = Promise.resolve()
    next.on('error', (error) => handleLoss(next, error))
    next.on('end', () => handleLoss(next))
    next.on('notification', ({ channel, payload }) => {
      for (const { onNotify } of subscribers.get(channel) ?? []) onNotify(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of subscribers.keys()) await listen(next, channel)
      for (const list of subscribers.values()) for (const { onConnect } of list) onConnect()
    } catch (error) {
      handleLoss(next, error instanceof Error ? error : new Error(String(error)))
    }
  }

  const opened = connect()
  // Without a heartbeat, a connection that was cut silently would receive nothing for hours.
  const heartbeat = setInterval(() => {
    const checked = client
    if (!checked) return
    const timeout = setTimeout(() => handleLoss(checked, new Error('no heartbeat')), HEARTBEAT / 2)
    execute(checked, 'select 1')
      .catch((error: Error) => handleLoss(checked, error))
      .finally(() => clearTimeout(timeout))
  }, HEARTBEAT)
  heartbeat.unref()

  return {
    on: async (channel, subscriber) => {
      await opened
      const list = subscribers.get(channel)
      if (list) list.push(subscriber)
      else subscribers.set(channel, [subscriber])
      if (!client || list) return subscriber.onConnect()
      const current = client
      await listen(current, channel).then(subscriber.onConnect, (error: Error) => handleLoss(current, error))
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
