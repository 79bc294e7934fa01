import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { RealtimeClient, reconnectionDelay } from './realtime-client.ts'

/** The browser's WebSocket as far as the client uses it; the test plays the server. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 1
  readonly url: string
  readonly sent: { event: string; data: Record<string, unknown> }[] = []

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
  }

  receive(event: string, data: unknown = {}, channel?: string): void {
    const message = JSON.stringify({ event, channel, data: JSON.stringify(data) })
    this.dispatchEvent(new MessageEvent('message', { data: message }))
  }

  /** The connection ends with this code. */
  end(code: number): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const network = new EventTarget()
let isOnline = true
let client: RealtimeClient
/** `socket id channel` of each request for a signature; `refusal` is the answer to all of them. */
let requests: string[]
let refusal: Error | null

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
  FakeSocket.all = []
  requests = []
  refusal = null
  isOnline = true
})
afterEach(() => {
  client.disconnect()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open({ isHosted = false } = {}): void {
  client = new RealtimeClient({
    url: 'ws://here/app/kaiwa',
    async authorise(socketId, channel) {
      requests.push(`${socketId} ${channel}`)
      if (refusal) throw refusal
      return { auth: `for ${socketId}` }
    },
    authenticate: isHosted ? async (socketId) => ({ auth: `user of ${socketId}`, user_data: '{"id":"7"}' }) : null,
  })
}

function socket(): FakeSocket {
  return FakeSocket.all.at(-1)!
}

async function flush(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}

async function establish(id: string): Promise<void> {
  socket().receive('pusher:connection_established', { socket_id: id, activity_timeout: 30 })
  await flush()
}

/** Subscribes and returns the events that a listener receives. */
function listen(name: string): unknown[] {
  const told: unknown[] = []
  client.subscribe(name).listen((event, data) => told.push([event, data]))
  return told
}

describe('a subscription', () => {
  it('is requested once, with a signature for the socket', async () => {
    open()
    const told = listen('private-a')
    expect(socket().url).toBe('ws://here/app/kaiwa')
    expect(requests).toEqual([])
    await establish('1.1')
    client.subscribe('private-a')
    await flush()
    expect(requests).toEqual(['1.1 private-a'])
    expect(socket().sent).toEqual([{ event: 'pusher:subscribe', data: { auth: 'for 1.1', channel: 'private-a' } }])
    expect(client.channel('private-a')?.subscribed).toBe(false)
    socket().receive('pusher_internal:subscription_succeeded', {}, 'private-a')
    expect(client.channel('private-a')?.subscribed).toBe(true)
    socket().receive('changed', { id: 5 }, 'private-a')
    socket().receive('changed', { id: 6 }, 'private-b')
    socket().receive('pusher_internal:subscription_count', {}, 'private-a')
    expect(told).toEqual([
      ['pusher:subscription_succeeded', {}],
      ['changed', { id: 5 }],
    ])
  })

  it('ends when the channel is unsubscribed', async () => {
    open()
    const told = listen('private-a')
    await establish('1.1')
    client.unsubscribe('private-a')
    expect(socket().sent.at(-1)).toEqual({ event: 'pusher:unsubscribe', data: { channel: 'private-a' } })
    socket().receive('changed', {}, 'private-a')
    expect(told).toEqual([])
  })

  it('is not requested when the channel is unsubscribed before the signature arrives', async () => {
    open()
    await establish('1.1')
    client.subscribe('private-a')
    client.unsubscribe('private-a')
    await flush()
    expect(socket().sent).toEqual([])
  })

  it.each([
    ['a refusal', new ApiError('E_FORBIDDEN', 403), 403],
    ['no network', new TypeError('Failed to fetch'), 0],
  ])('reports %s and can be retried', async (_, error, status) => {
    open()
    await establish('1.1')
    refusal = error
    const told = listen('private-a')
    await flush()
    expect(told).toEqual([['pusher:subscription_error', { status }]])
    refusal = null
    client.subscribe('private-a')
    await flush()
    expect(socket().sent).toHaveLength(1)
  })

  it('reports a refusal sent on the socket', async () => {
    open()
    await establish('1.1')
    const told = listen('private-a')
    await flush()
    socket().receive('pusher:subscription_error', { type: 'AuthError', status: 401 }, 'private-a')
    expect(told).toEqual([['pusher:subscription_error', { type: 'AuthError', status: 401 }]])
    expect(client.channel('private-a')?.state).toBe('idle')
  })

  it('ignores malformed messages', async () => {
    open()
    const told = listen('private-a')
    await establish('1.1')
    socket().dispatchEvent(new MessageEvent('message', { data: '<html>' }))
    socket().dispatchEvent(
      new MessageEvent('message', { data: '{"event":"changed","channel":"private-a","data":"{"}' }),
    )
    expect(told).toEqual([])
  })
})

describe('a lost connection', () => {
  it.each([
    [1006, 0, 500, 1_000],
    [1006, 2, 2_000, 4_000],
    [1006, 20, 5_000, 10_000],
    [4100, 0, 500, 1_000],
    [4200, 0, 0, 0],
    // A server that closes every new connection is not asked without a pause.
    [4200, 1, 1_000, 2_000],
  ])('close code %i after %i failures: delay of %i to %i ms', (code, failures, least, most) => {
    expect(reconnectionDelay(code, failures, () => 0)).toBe(least)
    expect(reconnectionDelay(code, failures, () => 1)).toBe(most)
  })

  it('is replaced, and its channels are subscribed again with new signatures', async () => {
    open()
    const told = listen('private-a')
    await establish('1.1')
    socket().receive('pusher_internal:subscription_succeeded', {}, 'private-a')
    socket().end(4200)
    expect(client.channel('private-a')?.subscribed).toBe(false)
    await flush()
    expect(FakeSocket.all).toHaveLength(2)
    await establish('2.2')
    expect(requests).toEqual(['1.1 private-a', '2.2 private-a'])
    socket().receive('pusher_internal:subscription_succeeded', {}, 'private-a')
    expect(told).toHaveLength(2)
    // A subscription ends the count of failures: the next reconnection has no delay either.
    socket().end(4200)
    await flush()
    expect(FakeSocket.all).toHaveLength(3)
  })

  it('does not leave its signatures to the next socket', async () => {
    open()
    client.subscribe('private-a')
    socket().receive('pusher:connection_established', { socket_id: '1.1' })
    socket().end(4200)
    await flush()
    await establish('2.2')
    expect(FakeSocket.all.map(({ sent }) => sent.map(({ data }) => data['auth']))).toEqual([[], ['for 2.2']])
  })

  it('is not replaced when the service does not know the application', async () => {
    open()
    await establish('1.1')
    // Node forgets to remove all but the last listener with the same signal after a collection of garbage.
    collectGarbage()
    socket().end(4001)
    network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(FakeSocket.all).toHaveLength(1)
  })

  it('is replaced when a hosted service has closed the connections of the user', async () => {
    open({ isHosted: true })
    client.subscribe('private-a')
    await establish('1.1')
    expect(socket().sent).toContainEqual({
      event: 'pusher:signin',
      data: { auth: 'user of 1.1', user_data: '{"id":"7"}' },
    })
    socket().end(4009)
    await vi.advanceTimersByTimeAsync(3_000)
    await establish('2.2')
    expect(requests.at(-1)).toBe('2.2 private-a')
  })

  it('is assumed when it is not established in time', async () => {
    open()
    await vi.advanceTimersByTimeAsync(16_000)
    expect(FakeSocket.all.length).toBe(2)
    expect(FakeSocket.all[0]!.readyState).toBe(3)
  })

  it('is replaced without delay when the network is back', async () => {
    open()
    isOnline = false
    for (let failures = 0; failures < 6; failures++) {
      socket().end(1006)
      await vi.advanceTimersByTimeAsync(10_000)
    }
    socket().end(1006)
    const before = FakeSocket.all.length
    network.dispatchEvent(new Event('offline'))
    expect(FakeSocket.all).toHaveLength(before)
    isOnline = true
    network.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(before + 1)
  })

  it('is not replaced after disconnect()', async () => {
    open()
    await establish('1.1')
    client.disconnect()
    expect(socket().readyState).toBe(3)
    socket().end(1000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.all).toHaveLength(1)
  })
})

describe('a silent connection', () => {
  it('is tested with a ping and kept when the server answers', async () => {
    open()
    await establish('1.1')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(socket().sent).toEqual([{ event: 'pusher:ping', data: {} }])
    socket().receive('pusher:pong')
    await vi.advanceTimersByTimeAsync(29_999)
    expect([FakeSocket.all.length, socket().sent.length]).toEqual([1, 1])
  })

  it('is replaced when the ping has no answer', async () => {
    open()
    await establish('1.1')
    await vi.advanceTimersByTimeAsync(61_000)
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('is tested when the network changes', async () => {
    open()
    await establish('1.1')
    network.dispatchEvent(new Event('online'))
    expect(socket().sent).toEqual([{ event: 'pusher:ping', data: {} }])
  })

  it('answers the pings of the server', async () => {
    open()
    await establish('1.1')
    socket().receive('pusher:ping')
    expect(socket().sent).toEqual([{ event: 'pusher:pong', data: {} }])
  })
})
