import type { Channel } from '@kaiwa/contract/channels.ts'
import type { BrowserContext, Page, WebSocket } from 'playwright-core'
import { expect } from 'vitest'

function parse(payload: string | Buffer): { event?: string; channel?: string; data?: { channel?: string } } {
  try {
    return JSON.parse(String(payload)) as object
  } catch {
    return {}
  }
}

/** Keeps `channels` as the channels that are subscribed on this socket. */
function watchSocket(socket: WebSocket, channels: Set<string>): void {
  const opened = new Set<string>()
  socket.on('framereceived', ({ payload }) => {
    const { event, channel = '' } = parse(payload)
    if (event !== 'pusher_internal:subscription_succeeded') return
    opened.add(channel)
    channels.add(channel)
  })
  socket.on('framesent', ({ payload }) => {
    const { event, data } = parse(payload)
    if (event === 'pusher:unsubscribe') channels.delete(data?.channel ?? '')
  })
  socket.on('close', () => {
    for (const channel of opened) channels.delete(channel)
  })
}

/**
 * Watches the sockets of the pages that are opened from now on. The returned function waits until a page receives the
 * messages of a channel: a change before that is not sent to the page, which may have read its data earlier.
 */
export function watchChannels(context: BrowserContext): (page: Page, channel: Channel) => Promise<void> {
  const pages = new WeakMap<Page, Set<string>>()
  context.on('page', (page) => {
    const channels = new Set<string>()
    pages.set(page, channels)
    page.on('websocket', (socket) => watchSocket(socket, channels))
  })
  return (page, channel) => expect.poll(() => pages.get(page)?.has(channel)).toBe(true)
}
