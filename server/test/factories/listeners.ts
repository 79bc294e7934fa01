// Open sockets like those of browsers, for tests of published and withheld events.
import { authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp } from '../open-test-app.ts'
import type { TestUser } from './users.ts'

export interface Listener {
  /** Names of the events received on the channel, oldest first. */
  received: string[]
  /** The close code of the socket; null while it is open. */
  closedWith: () => number | null
  socketId: string
  leave: () => void
}

const TIMEOUT = { timeout: 20_000, interval: 10 }

/** Opens a socket for this person and subscribes to a channel; rejects if the channel is refused. */
export async function openListener(test: TestApp, channel: string, person: TestUser): Promise<Listener> {
  const socket = new WebSocket(`${(await test.listen()).replace('http', 'ws')}/app/kaiwa`)
  const received: string[] = []
  let code: number | null = null
  socket.on('close', (closedWith) => (code = closedWith))
  const opened = Promise.withResolvers<string>()
  const subscribed = Promise.withResolvers<void>()
  socket.on('error', opened.reject)
  socket.on('message', (raw: Buffer) => {
    const { event, data } = JSON.parse(raw.toString()) as { event: string; data: string }
    if (event === 'pusher:connection_established') opened.resolve((JSON.parse(data) as { socket_id: string }).socket_id)
    else if (event === 'pusher_internal:subscription_succeeded') subscribed.resolve()
    else received.push(event)
  })
  const socketId = await opened.promise
  const grant = await test.succeed(authoriseChannel, { body: { socket_id: socketId, channel_name: channel } }, person)
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...grant } }))
  await subscribed.promise
  return { received, closedWith: () => code, socketId, leave: () => socket.terminate() }
}

/** Resolves with the close code when the socket is closed, which makes a browser reconnect. */
export function waitForClose({ closedWith }: Listener): Promise<number> {
  return vi.waitFor(() => {
    const code = closedWith()
    if (code === null) throw new Error('the socket is still open')
    return code
  }, TIMEOUT)
}

/** Resolves when an event of this name has been received. */
export function waitForEvent({ received }: Listener, name: string): Promise<void> {
  return vi.waitFor(() => {
    if (!received.includes(name)) throw new Error(`not received: ${name}`)
  }, TIMEOUT)
}
