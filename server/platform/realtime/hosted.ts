// Realtime through a hosted Pusher-protocol service: one node claims each event and sends it over the service's HTTP
// API.
import { wireName } from '@kaiwa/contract/events.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { PusherConfig } from '../config-services.ts'
import type { Listener } from '../database/listen.ts'
import { type Broadcast, claimPushes } from '../store/outbox.ts'
import { receiveBroadcasts } from './broadcasts.ts'
import { signRequest } from './pusher-signature.ts'

const CHANNELS_PER_CALL = 100
const ATTEMPTS = 4
const TIMEOUT_MS = 10_000

/** Makes one signed call; rejects unless the service answers with success. */
export async function callService(config: PusherConfig, path: string, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const query = signRequest(config, 'POST', path, text, Math.floor(Date.now() / 1000))
  const response = await fetch(`${config.url.replace(/\/+$/, '')}${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The realtime service answered ${response.status}: ${await response.text()}`)
  await response.body?.cancel()
}

async function withAttempts(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(250 * 2 ** attempt)
    }
  }
}

async function push(config: PusherConfig, { type, data, channels }: Broadcast): Promise<void> {
  const base = `/apps/${config.appId}`
  for (let start = 0; start < channels.length; start += CHANNELS_PER_CALL) {
    const some = channels.slice(start, start + CHANNELS_PER_CALL)
    const body = { name: wireName(type), channels: some, data: JSON.stringify(data) }
    await withAttempts(() => callService(config, `${base}/events`, body))
  }
  if (type !== 'access.changed') return
  for (const userId of (data as { user_ids: number[] }).user_ids)
    await withAttempts(() => callService(config, `${base}/users/${userId}/terminate_connections`, {}))
}

/**
 * Delivers events through the service until stopped. A message that cannot be sent is only logged, because clients
 * fetch the data anyway.
 */
export async function startHostedRealtime(app: App, config: PusherConfig, listener: Listener) {
  return receiveBroadcasts(app.db, listener, app.log, async (events) => {
    const claimed = await claimPushes(
      app.db,
      events.map(({ id }) => id),
    )
    for (const event of events.filter(({ id }) => claimed.has(id)))
      await push(config, event).catch((error: unknown) => {
        app.log.error({ err: error, event: event.id, type: event.type }, 'realtime message not sent')
      })
  })
}
