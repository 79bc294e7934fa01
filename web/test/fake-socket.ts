import { vi } from 'vitest'
import { clientConfigQuery } from '../platform/client-config.ts'
import { queryClient } from '../platform/query-client.ts'

/** The parts of WebSocket that realtime uses. Subscriptions are confirmed immediately, or by `confirm`. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static last: FakeSocket | null = null
  /** Channels whose subscription was requested, while `isHeld` is true. */
  static held: string[] = []
  static isHeld = false
  readyState = 1
  /** Channels whose subscription was confirmed. */
  readonly subscribed = new Set<string>()

  constructor() {
    super()
    FakeSocket.last = this
    setTimeout(() => this.receive('pusher:connection_established', { socket_id: '1.1' }))
  }

  /** Confirms the subscriptions that are held. */
  static confirm(): void {
    FakeSocket.isHeld = false
    for (const channel of FakeSocket.held.splice(0)) FakeSocket.last?.confirm(channel)
  }

  confirm(channel: string): void {
    this.subscribed.add(channel)
    this.receive('pusher_internal:subscription_succeeded', {}, channel)
  }

  send(text: string): void {
    const { event, data } = JSON.parse(text) as { event: string; data: { channel: string } }
    if (event === 'pusher:unsubscribe') this.subscribed.delete(data.channel)
    if (event !== 'pusher:subscribe') return
    if (FakeSocket.isHeld) FakeSocket.held.push(data.channel)
    else this.confirm(data.channel)
  }

  close(): void {
    this.readyState = 3
    this.subscribed.clear()
  }

  receive(event: string, data: object, channel?: string): void {
    const message = JSON.stringify({ event, channel, data: JSON.stringify(data) })
    this.dispatchEvent(new MessageEvent('message', { data: message }))
  }
}

/** Lets the page connect to `FakeSocket`. The test answers `POST /api/broadcasting/auth` with `{ auth }`. */
export function startFakeRealtime({ isHeld = false } = {}): void {
  FakeSocket.isHeld = isHeld
  FakeSocket.held = []
  const realtime = { key: 'key', host: null, port: null, tls: false, cluster: null, signs_in: false }
  queryClient.setQueryData(clientConfigQuery.queryKey, { realtime } as never)
  vi.stubGlobal('WebSocket', FakeSocket)
}
