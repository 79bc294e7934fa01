// The part of the Pusher protocol (version 7) that a page needs: one WebSocket, private channels, and the sign-in that
// hosted services require. Channels survive the loss of the socket: they are subscribed again after a reconnection.
import { ApiError } from '../api-error.ts'
import { FAILED, RealtimeChannel, SUBSCRIBED } from './realtime-channel.ts'

export interface Ports {
  url: string
  /** Asks the server for the signature of a private channel. Throws ApiError when it is refused. */
  authorise: (socketId: string, channel: string) => Promise<object>
  /** Asks the server for the signature of the user; null if the service knows the users of its sockets otherwise. */
  authenticate: ((socketId: string) => Promise<object>) | null
}

/** Milliseconds until a connection must be established. */
const CONNECT_TIMEOUT_MS = 15_000
/** Milliseconds of silence before a ping, unless the server asks for less, and until its answer. */
const ACTIVITY_TIMEOUT_MS = 120_000
const PONG_TIMEOUT_MS = 30_000
/** First and longest delay before a reconnection, in milliseconds. */
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 10_000
/** A hosted service closes the sockets of a user whose rights changed. This gives it time to forget the old ones. */
const TERMINATED_RETRY_MS = 3_000

interface Message {
  event: string
  channel?: string
  data?: unknown
}

function parseMessage(text: unknown): Message | null {
  try {
    const message = JSON.parse(String(text)) as Message
    return { ...message, data: typeof message.data === 'string' ? JSON.parse(message.data) : message.data }
  } catch {
    return null
  }
}

/**
 * Delay in milliseconds before a reconnection after `failures` failed connections; null if the close code forbids it.
 * Close codes 40xx forbid a reconnection, 42xx ask for one without delay. All others have a delay with a random part.
 */
export function reconnectionDelay(code: number, failures: number, random = Math.random): number | null {
  if (code >= 4000 && code < 4100) return null
  if (code >= 4200 && code < 4300 && failures === 0) return 0
  return Math.min(MIN_RETRY_MS * 2 ** failures, MAX_RETRY_MS) * (0.5 + random() / 2)
}

export class RealtimeClient {
  readonly #ports: Ports
  readonly #channels = new Map<string, RealtimeChannel>()
  readonly #abort = new AbortController()
  #socket: WebSocket | null = null
  /** Null until the connection is established. */
  #socketId: string | null = null
  /** Connections since the last successful subscription. */
  #failures = 0
  #activityTimeout = ACTIVITY_TIMEOUT_MS
  /** The action if no message arrives in time: reconnect, ping, or close a silent socket. */
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: Ports) {
    this.#ports = ports
    const { signal } = this.#abort
    globalThis.addEventListener('online', () => this.#checkConnection(), { signal })
    globalThis.addEventListener('offline', () => this.#checkConnection(), { signal })
    this.#connect()
  }

  channel(name: string): RealtimeChannel | undefined {
    return this.#channels.get(name)
  }

  /** Subscribes to a channel, or tries again after a failure. */
  subscribe(name: string): RealtimeChannel {
    const channel = this.#channels.get(name) ?? new RealtimeChannel(name)
    this.#channels.set(name, channel)
    void this.#authorise(channel)
    return channel
  }

  unsubscribe(name: string): void {
    const channel = this.#channels.get(name)
    this.#channels.delete(name)
    if (channel?.state === 'requested' || channel?.state === 'subscribed')
      this.#send('pusher:unsubscribe', { channel: name })
  }

  /** Closes the socket for good. */
  disconnect(): void {
    this.#abort.abort()
    this.#channels.clear()
    this.#drop()
  }

  #connect(): void {
    const socket = new WebSocket(this.#ports.url)
    this.#socket = socket
    this.#startTimer(CONNECT_TIMEOUT_MS, () => this.#lose())
    socket.addEventListener('message', ({ data }) => this.#socket === socket && this.#receive(parseMessage(data)))
    // A failed connection is reported as a close as well.
    socket.addEventListener('close', ({ code }) => this.#socket === socket && this.#handleClose(code))
  }

  #receive(message: Message | null): void {
    this.#startTimer(this.#activityTimeout, () => this.#ping())
    if (message === null) return
    const { event, channel: name = '', data } = message
    const channel = this.#channels.get(name)
    if (event === 'pusher:connection_established') this.#establish(data as { socket_id: string })
    else if (event === 'pusher:ping') this.#send('pusher:pong', {})
    else if (event === 'pusher_internal:subscription_succeeded') {
      this.#failures = 0
      if (channel) channel.state = 'subscribed'
      channel?.emit(SUBSCRIBED, data)
    } else if (!event.startsWith('pusher_internal:')) {
      if (channel && event === FAILED) channel.state = 'idle'
      channel?.emit(event, data)
    }
  }

  #establish({ socket_id, activity_timeout = Infinity }: { socket_id: string; activity_timeout?: number }): void {
    this.#socketId = socket_id
    this.#activityTimeout = Math.min(ACTIVITY_TIMEOUT_MS, activity_timeout * 1_000)
    this.#startTimer(this.#activityTimeout, () => this.#ping())
    this.#ports
      .authenticate?.(socket_id)
      .then((grant) => this.#socketId === socket_id && this.#send('pusher:signin', grant))
      // The service then cannot close this socket for the user; each channel was authorised nevertheless.
      .catch(() => undefined)
    for (const channel of this.#channels.values()) void this.#authorise(channel)
  }

  async #authorise(channel: RealtimeChannel): Promise<void> {
    const id = this.#socketId
    if (id === null || channel.state !== 'idle') return
    channel.state = 'authorising'
    // The socket may be another one after the answer, and the channel may have been left.
    const isCurrent = () => this.#socketId === id && this.#channels.get(channel.name) === channel
    try {
      const grant = await this.#ports.authorise(id, channel.name)
      if (!isCurrent()) return
      channel.state = 'requested'
      this.#send('pusher:subscribe', { ...grant, channel: channel.name })
    } catch (error) {
      if (!isCurrent()) return
      channel.state = 'idle'
      channel.emit(FAILED, { status: error instanceof ApiError ? error.status : 0 })
    }
  }

  #send(event: string, data: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ event, data }))
  }

  #ping(): void {
    this.#send('pusher:ping', {})
    this.#startTimer(PONG_TIMEOUT_MS, () => this.#lose())
  }

  /** After a network change: tests the socket with a ping, or reconnects without waiting for the delay. */
  #checkConnection(): void {
    // The signal removes the listener, but Node may have collected that part of it when a target has several listeners.
    if (this.#abort.signal.aborted) return
    if (this.#socketId !== null) this.#ping()
    else if (this.#socket === null && navigator.onLine) this.#connect()
  }

  /** Gives up a socket that does not answer. */
  #lose(): void {
    this.#handleClose(1006)
  }

  #handleClose(code: number): void {
    this.#drop()
    const delay = reconnectionDelay(code, this.#failures++) ?? (this.#ports.authenticate ? TERMINATED_RETRY_MS : null)
    if (delay === null) this.#abort.abort()
    else this.#startTimer(delay, () => this.#connect())
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    this.#socketId = null
    socket?.close()
    for (const channel of this.#channels.values()) channel.state = 'idle'
  }

  #startTimer(delay: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, delay)
  }
}
