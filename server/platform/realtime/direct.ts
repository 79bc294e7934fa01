// Messages without the outbox. They go to every realtime node as the payload of NOTIFY, or to the hosted service.
import type { DirectMessage } from '@kaiwa/contract/events.ts'
import type { RawBuilder } from 'kysely'
import type { App } from '../app.ts'
import { notifyDirect, notifyStored } from '../store/direct.ts'
import { callService } from './hosted.ts'

export interface Direct {
  event: string
  channel: string
  /** JSON. */
  data: string
}

/** Sends a message; logs a failure, because clients fetch what they missed. */
export async function sendDirect(
  { config, db, log }: Pick<App, 'config' | 'db' | 'log'>,
  { name, data, channel }: DirectMessage,
): Promise<void> {
  const text = JSON.stringify(data)
  try {
    if (config.pusher) {
      const body = { name, channels: [channel], data: text }
      await callService(config.pusher, `/apps/${config.pusher.appId}/events`, body)
    } else await notifyDirect(db, { event: name, channel, data: text })
  } catch (error) {
    log.warn({ err: error, channel }, 'direct message not sent')
  }
}

/** Executes `store`, and sends the message if it returned a row. Returns whether the message was sent. */
export async function sendStored(
  app: Pick<App, 'config' | 'db' | 'log'>,
  message: DirectMessage,
  store: RawBuilder<unknown>,
): Promise<boolean> {
  const { name: event, data, channel } = message
  if (!app.config.pusher) return notifyStored(app.db, { event, channel, data: JSON.stringify(data) }, store)
  const { rows } = await store.execute(app.db)
  if (rows.length > 0) await sendDirect(app, message)
  return rows.length > 0
}
