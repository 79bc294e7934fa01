import { createHmac } from 'node:crypto'
import { authenticateSocket } from '@kaiwa/contract/broadcasting.ts'
import { chatChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type * as PusherModule from 'pusher-js'
import Imported from 'pusher-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { KEY, SECRET, startPusherService } from '../../test/pusher-service.ts'
import type { Domain } from '../domain.ts'
import { publish } from '../store/outbox.ts'
import { authorise } from './channel.ts'

type PusherClass = typeof PusherModule.default.default
// The package is CommonJS: its export is the class itself, contrary to its types.
const Pusher = Imported as unknown as PusherClass

const domain: Domain = {
  name: 'rooms',
  authenticate: async ({ headers }) => {
    const id = Number(headers.authorization?.replace('Bearer user', ''))
    return (id ? { id, isOperator: false } : null) as Awaited<ReturnType<NonNullable<Domain['authenticate']>>>
  },
  channels: [authorise('user', (actor, id) => actor.id === id)],
}

function actor(id: number) {
  return { id, isOperator: false } as Parameters<TestApp['app']['realtime']['authorise']>[0]
}

let service: Awaited<ReturnType<typeof startPusherService>>
let node: TestApp
beforeAll(async () => {
  service = await startPusherService()
  const env = {
    PUSHER_APP_ID: '42',
    PUSHER_KEY: KEY,
    PUSHER_SECRET: SECRET,
    PUSHER_URL: `http://127.0.0.1:${service.port}`,
    PUSHER_CLIENT_URL: `http://127.0.0.1:${service.port}`,
  }
  node = await openTestApp({ domains: [domain], roles: ['api', 'realtime'], env })
})
afterAll(async () => {
  await node.close()
  service.close()
})

function publishRights(workspaceId: number, ...userIds: number[]) {
  return node.db.transaction().execute((trx) =>
    publish(trx, {
      type: 'trash.changed',
      data: { workspace_id: workspaceId },
      channels: userIds.map(userChannel),
    }),
  )
}

it('sends each event once over the signed HTTP API, and again after a failure', async () => {
  const { calls, state } = service
  state.failuresLeft = 1
  await publishRights(1, 1, 2)
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 15_000 })
  expect(calls).toEqual([
    {
      path: '/apps/42/events',
      body: { name: 'trash-changed', channels: ['private-user-1', 'private-user-2'], data: '{"workspace_id":1}' },
    },
  ])
  expect(state.failuresLeft).toBe(0)
})

it('sends a direct message over the API, and only logs a failure', async () => {
  const { calls, state } = service
  calls.length = 0
  const data = { message_id: 3, from: 0, text: '予算' }
  await node.app.realtime.send({ name: 'message-delta', data, channel: chatChannel(7) })
  expect(calls).toEqual([
    {
      path: '/apps/42/events',
      body: { name: 'message-delta', channels: ['private-chat-7'], data: JSON.stringify(data) },
    },
  ])
  const message = { name: 'message-delta', data, channel: chatChannel(7) } as const
  expect(await node.app.realtime.sendStored(message, sql`select 1 where false`)).toBe(false)
  expect(calls).toHaveLength(1)
  expect(await node.app.realtime.sendStored(message, sql`select 1`)).toBe(true)
  expect(calls).toHaveLength(2)
  state.failuresLeft = 1
  await expect(
    node.app.realtime.send({ name: 'message-delta', data, channel: chatChannel(7) }),
  ).resolves.toBeUndefined()
})

it('splits an event for more channels than one call may have', async () => {
  const { calls } = service
  calls.length = 0
  await publishRights(2, ...Array.from({ length: 150 }, (_, n) => n + 1))
  await vi.waitFor(() => expect(calls).toHaveLength(2), { timeout: 15_000 })
  expect(calls.map(({ body }) => body.channels.length)).toEqual([100, 50])
})

it('closes the connections of users whose rights changed, which requires user sign-in', async () => {
  const base = await node.listen()
  const connect = (user: number) => {
    const headers = { authorization: `Bearer user${user}` }
    const client = new Pusher(KEY, {
      cluster: '',
      wsHost: '127.0.0.1',
      wsPort: service.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      disableStats: true,
      channelAuthorization: { endpoint: `${base}/api/broadcasting/auth`, transport: 'ajax', headers },
      userAuthentication: { endpoint: `${base}/api/broadcasting/user-auth`, transport: 'ajax', headers },
    })
    client.signin()
    const seen: string[] = []
    client.connection.bind('state_change', ({ current }: { current: string }) => seen.push(current))
    client.bind_global((event: string) => seen.push(event))
    client.subscribe(`private-user-${user}`).bind('pusher:subscription_succeeded', () => seen.push('subscribed'))
    return { client, seen }
  }
  const [leaving, staying] = [connect(3), connect(4)]
  try {
    for (const { seen } of [leaving, staying])
      await vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(['pusher:signin_success', 'subscribed'])), {
        timeout: 15_000,
      })
    await node.app.realtime.disconnectUser(3)
    await vi.waitFor(() => expect(leaving.seen.at(-1)).toBe('disconnected'), { timeout: 15_000 })
    await publishRights(3, 3, 4)
    await vi.waitFor(() => expect(staying.seen).toContain('trash-changed'), { timeout: 15_000 })
    expect(leaving.seen).not.toContain('trash-changed')
    // Like the browser: the client connects and subscribes again.
    leaving.seen.length = 0
    leaving.client.connect()
    await vi.waitFor(
      () => expect(leaving.seen).toEqual(expect.arrayContaining(['pusher:signin_success', 'subscribed'])),
      { timeout: 15_000 },
    )
  } finally {
    for (const { client } of [leaving, staying]) client.disconnect()
  }
})

it('returns the connection settings for browsers, and signs channels for the service', async () => {
  const { realtime } = node.app
  expect(realtime.client).toEqual({
    key: KEY,
    host: '127.0.0.1',
    port: service.port,
    tls: false,
    cluster: null,
    signs_in: true,
  })
  const { auth } = await realtime.authorise(actor(3), '1.2', 'private-user-3')
  const signature = createHmac('sha256', SECRET).update('1.2:private-user-3').digest('hex')
  expect(auth).toBe(`${KEY}:${signature}`)
  await expect(realtime.authorise(actor(3), '1.2', 'private-user-4')).rejects.toThrow('E_FORBIDDEN')
})

it('signs user authentication for the signed-in user only', async () => {
  const ask = (token?: string) => node.call(authenticateSocket, { body: { socket_id: '1.2' } }, token)
  expect((await ask()).status).toBe(401)
  const { body } = await ask('user5')
  expect(JSON.parse(body.user_data)).toEqual({ id: '5' })
  expect((await node.call(authenticateSocket, { body: { socket_id: '1.2:x' } }, 'user5')).status).toBe(422)
})
