// One open socket of the Pusher protocol. All input is validated here; a channel requires a signed subscription.
import { randomBytes, randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import * as z from 'zod'
import type { Grant } from './open-realtime.ts'
import { isSame, signSubscription } from './pusher-signature.ts'

/** Seconds of silence after which the client sends a ping. */
const ACTIVITY_TIMEOUT = 30
const MAX_CHANNELS = 100
/** Maximum messages of a socket in ten seconds. */
const MAX_MESSAGES = 200
/** Maximum bytes that wait for a slow reader. Small messages need several times as much memory. */
const MAX_WAITING = 512 * 1024
/** Milliseconds for which a grant can be used. */
const GRANT_LIFE = 60_000

/** Clients give up after 4001, reconnect after a second for 4100, and immediately for the others. */
export const closeCodes = { noApp: 4001, overCapacity: 4100, reconnect: 4200, silent: 4201 } as const

const frame = z.object({ event: z.string().max(200), data: z.unknown().optional() })
const subscribe = z.object({
  channel: z.string().max(164),
  auth: z.string().max(300).optional(),
  channel_data: z.string().max(1000).nullish(),
})
const unsubscribe = z.object({ channel: z.string().max(164) })
const grant: z.ZodType<Grant> = z.object({ user_id: z.int(), session_id: z.int().nullable(), issued_at: z.number() })

function message(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel === undefined ? {} : { channel }), data: JSON.stringify(data) })
}

export interface Credentials {
  key: string
  secret: string
}

/** State of the node that sockets use: subscribers of channels, and times of changed rights. */
export interface SocketNode {
  join: (channel: string, socket: Socket) => void
  leave: (channel: string, socket: Socket) => void
  /** Unix milliseconds; grants issued up to then are void. 0 without a recent change. */
  revokedAt: (userId: number) => number
  /** Unix milliseconds of the database's clock, which dates the grants. */
  now: () => number
}

/** Starts the time limit for the first subscription; null when too many sockets are waiting. */
export type StartWaiting = (onTimeout: () => void) => (() => void) | null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function newSocketId(): string {
  return `${randomInt(1, 2 ** 47)}.${randomInt(1, 2 ** 47)}`
}

/**
 * A text message as a frame of RFC 6455, for many sockets: `ws` would encode and frame the text for each of them, and
 * write two parts.
 */
export function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  // A whole text message.
  head[0] = 0x81
  if (length < 126) head[1] = length
  else if (length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}

export class Socket {
  readonly id = newSocketId()
  /** Channel → grant of its subscription. */
  readonly channels = new Map<string, Grant>()
  #ws: WebSocket
  /** The connection of the socket. */
  #duplex: Duplex
  #node: SocketNode
  #credentials: Credentials
  /** Content of the last ping; null when it was answered. */
  #ping: Buffer | null = null
  #messages = 0
  #windowStart = Date.now()
  #isClosing = false
  #startWaiting: StartWaiting
  #stopWaiting: (() => void) | null = null

  constructor(ws: WebSocket, duplex: Duplex, node: SocketNode, credentials: Credentials, startWaiting: StartWaiting) {
    this.#ws = ws
    this.#duplex = duplex
    this.#node = node
    this.#credentials = credentials
    this.#startWaiting = startWaiting
    ws.on('message', (data) => this.#receive((data as Buffer).toString()))
    ws.on('ping', (data) => {
      if (this.#countMessage()) ws.pong(data)
    })
    ws.on('pong', (data) => {
      if (this.#countMessage() && this.#ping?.equals(data)) this.#ping = null
    })
    ws.on('error', () => ws.terminate())
    ws.once('close', () => {
      for (const channel of this.channels.keys()) node.leave(channel, this)
      this.channels.clear()
      this.#stopWaiting?.()
    })
    if (!this.#awaitSubscription()) return
    this.send(message('pusher:connection_established', { socket_id: this.id, activity_timeout: ACTIVITY_TIMEOUT }))
  }

  send(text: string): void {
    this.sendFrame(frameOf(text))
  }

  /** Sends a frame between those of `ws`, which it writes whole, because nothing is compressed. */
  sendFrame(frame: Buffer): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    if (this.#ws.bufferedAmount > MAX_WAITING) this.#ws.terminate()
    else this.#duplex.write(frame)
  }

  close(code: number): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#ws.close(code)
    // Do not wait for a peer that does not answer the close.
    setTimeout(() => this.#ws.terminate(), 2_000).unref()
  }

  /**
   * Ends a socket whose peer did not answer the last ping, otherwise sends another ping. Only a peer that has read
   * everything before the ping knows its content: one that sends but does not read is ended too.
   */
  checkAlive(): void {
    if (this.#ping) return this.#ws.terminate()
    this.#ping = randomBytes(8)
    this.#ws.ping(this.#ping)
  }

  #isFlooding(): boolean {
    const now = Date.now()
    if (now - this.#windowStart > 10_000) {
      this.#windowStart = now
      this.#messages = 0
    }
    this.#messages += 1
    return this.#messages > MAX_MESSAGES
  }

  /** Counts any kind of input; returns whether it should be handled. */
  #countMessage(): boolean {
    if (!this.#isClosing && this.#isFlooding()) this.close(closeCodes.reconnect)
    return !this.#isClosing
  }

  /** A socket without subscriptions has limited time. Returns false after closing it because too many are waiting. */
  #awaitSubscription(): boolean {
    this.#stopWaiting = this.#startWaiting(() => this.close(closeCodes.overCapacity))
    if (!this.#stopWaiting) this.close(closeCodes.overCapacity)
    return this.#stopWaiting !== null
  }

  #receive(text: string): void {
    if (!this.#countMessage()) return
    const parsed = frame.safeParse(parseJson(text))
    if (!parsed.success) return this.#error(null, 'Not a message of the Pusher protocol')
    const { event, data: raw } = parsed.data
    // Clients may send the data as an object or as its JSON text.
    const data = typeof raw === 'string' ? parseJson(raw) : raw
    if (event === 'pusher:ping') return this.send(message('pusher:pong', {}))
    if (event === 'pusher:pong') return
    if (event === 'pusher:subscribe') return this.#subscribe(subscribe.safeParse(data).data)
    if (event === 'pusher:unsubscribe') return this.#unsubscribe(unsubscribe.safeParse(data).data?.channel)
    this.#error(event.startsWith('client-') ? 4301 : null, 'Clients only listen here')
  }

  #error(code: number | null, text: string): void {
    this.send(message('pusher:error', { code, message: text }))
  }

  #refuse(channel: string, error: string): void {
    this.send(message('pusher:subscription_error', { type: 'AuthError', error, status: 401 }, channel))
  }

  #subscribe(request: z.output<typeof subscribe> | undefined): void {
    if (!request) return this.#error(null, 'Not a subscription')
    const { channel, auth = '', channel_data: channelData } = request
    if (this.channels.size >= MAX_CHANNELS) return this.#refuse(channel, 'Too many channels')
    const expected = signSubscription(
      this.#credentials.key,
      this.#credentials.secret,
      this.id,
      channel,
      channelData ?? undefined,
    )
    const granted = grant.safeParse(parseJson(channelData ?? '')).data
    if (!channel.startsWith('private-') || !granted || !isSame(auth, expected))
      return this.#refuse(channel, 'The signature does not allow this')
    // Not an error: the grant is outdated and the client has to ask again, which a new connection does.
    const isStale =
      granted.issued_at < this.#node.now() - GRANT_LIFE || granted.issued_at <= this.#node.revokedAt(granted.user_id)
    if (isStale) return this.close(closeCodes.reconnect)
    this.channels.set(channel, granted)
    this.#node.join(channel, this)
    this.#stopWaiting?.()
    this.#stopWaiting = null
    this.send(message('pusher_internal:subscription_succeeded', {}, channel))
  }

  #unsubscribe(channel: string | undefined): void {
    if (channel === undefined || !this.channels.delete(channel)) return
    this.#node.leave(channel, this)
    if (this.channels.size === 0) this.#awaitSubscription()
  }
}
