import { chatChannel, folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type * as PusherModule from 'pusher-js'
import Imported from 'pusher-js'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Domain } from '../domain.ts'
import type { NewEvent } from '../events/event.ts'
import { publish } from '../store/outbox.ts'
import { authorise } from './channel.ts'

type PusherClass = typeof PusherModule.default.default
// The package is CommonJS: its export is the class itself, contrary to its types.
const Pusher = Imported as unknown as PusherClass

/** User → projects the user may subscribe to. */
const rights = new Map<number, Set<number>>()
const domain: Domain = {
  name: 'rooms',
  authenticate: async ({ headers }) => {
    const id = Number(headers.authorization?.replace('Bearer user', ''))
    return (id ? { id, isOperator: false } : null) as Awaited<ReturnType<NonNullable<Domain['authenticate']>>>
  },
  channels: [
    authorise('folder', (actor, id) => rights.get(actor.id)?.has(id) ?? false),
    authorise('user', (actor, id) => actor.id === id),
    authorise('chat', (actor, id) => actor.id === id),
    // Reads the rights first, then waits before answering.
    authorise('file', async (actor, id) => {
      const may = rights.get(actor.id)?.has(id) ?? false
      asked.resolve()
      await decided.promise
      return may
    }),
  ],
}
let asked = Promise.withResolvers<void>()
let decided = Promise.withResolvers<void>()

let test: TestApp
let base: URL
const open: InstanceType<PusherClass>[] = []
beforeAll(async () => {
  test = await openTestApp({ domains: [domain], roles: ['api', 'realtime'] })
  base = new URL(await test.listen())
})
afterAll(() => test.close())
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect()
  rights.clear()
})

function connect(user: number, key = 'kaiwa') {
  const client = new Pusher(key, {
    cluster: '',
    wsHost: base.hostname,
    wsPort: Number(base.port),
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: `${base.origin}/api/broadcasting/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer user${user}` },
    },
  })
  open.push(client)
  return client
}

/** Subscribes and collects the received events; `states` are the states of the subscription. */
function listen(client: InstanceType<PusherClass>, name: string) {
  const received: unknown[] = []
  const states: string[] = []
  const channel = client.subscribe(name)
  channel.bind('pusher:subscription_succeeded', () => states.push('open'))
  channel.bind('pusher:subscription_error', () => states.push('refused'))
  channel.bind_global((event: string, data: unknown) => {
    if (!event.startsWith('pusher:')) received.push({ event, data })
  })
  return { received, states, channel }
}

function until(check: () => void) {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 })
}

function publishEvent(event: NewEvent) {
  return test.db.transaction().execute((trx) => publish(trx, event))
}

function aboutFile(type: 'file.processed' | 'file.updated', fileId: number, ...projectIds: number[]): NewEvent {
  return {
    type,
    data: { project_file_id: fileId },
    channels: projectIds.map(folderChannel),
  }
}

function aboutTrash(workspaceId: number): NewEvent {
  return {
    type: 'trash.changed',
    data: { workspace_id: workspaceId },
    channels: [userChannel(4)],
  }
}

describe('the realtime endpoint, with pusher-js', () => {
  it('delivers a direct message to the sockets of its channel, without an event in the outbox', async () => {
    const mine = listen(connect(1), 'private-chat-1')
    const other = listen(connect(2), 'private-chat-2')
    await until(() => expect([mine.states, other.states]).toEqual([['open'], ['open']]))
    const data = { message_id: 3, from: 0, text: '「"予算\\n"」'.repeat(100) }
    await test.app.realtime.send({ name: 'message-delta', data, channel: chatChannel(1) })
    await test.app.realtime.send({ name: 'message-delta', data: { ...data, text: '次' }, channel: chatChannel(2) })
    await until(() => expect(mine.received).toEqual([{ event: 'message-delta', data }]))
    await until(() => expect(other.received).toEqual([{ event: 'message-delta', data: { ...data, text: '次' } }]))
    const { rows } = await sql`select from events where type = 'message-delta'`.execute(test.db)
    expect(rows).toEqual([])
  })

  it('sends a direct message if its statement changed a row, and none otherwise', async () => {
    const mine = listen(connect(1), 'private-chat-1')
    await until(() => expect(mine.states).toEqual(['open']))
    const send = (text: string, store: RawBuilder<unknown>) => {
      const data = { message_id: 3, from: 0, text }
      return test.app.realtime.sendStored({ name: 'message-delta', data, channel: chatChannel(1) }, store)
    }
    const counted = sql`insert into rate_limits (key, count, expires_at) values ('told', 1, now()) on conflict do nothing returning key`
    expect([await send('一', counted), await send('二', counted), await send('三', sql`select 1`)]).toEqual([
      true,
      false,
      true,
    ])
    const delta = (text: string) => ({ event: 'message-delta', data: { message_id: 3, from: 0, text } })
    await until(() => expect(mine.received).toEqual([delta('一'), delta('三')]))
    expect(await test.db.selectFrom('rate_limits').select('key').where('key', '=', 'told').execute()).toHaveLength(1)
  })

  it('RT-12 delivers an event under its kebab-case name to subscribers of the channel', async () => {
    rights.set(1, new Set([7]))
    rights.set(2, new Set([8]))
    const mine = listen(connect(1), 'private-project-7')
    const other = listen(connect(2), 'private-project-8')
    await until(() => expect([mine.states, other.states]).toEqual([['open'], ['open']]))
    await publishEvent(aboutFile('file.processed', 3, 7))
    await publishEvent(aboutFile('file.processed', 4, 8))
    await until(() => expect(other.received).toEqual([{ event: 'file-processed', data: { project_file_id: 4 } }]))
    // Two sockets: either may receive first.
    await until(() => expect(mine.received).toEqual([{ event: 'file-processed', data: { project_file_id: 3 } }]))
  })

  it('RT-05 authorises by a POST with socket_id and channel_name, and refuses channels that are not the caller’s', async () => {
    const client = connect(3)
    const foreign = listen(client, 'private-project-7')
    const unknown = listen(client, 'private-kitchen-1')
    const own = listen(client, 'private-user-3')
    await until(() =>
      expect([foreign.states, unknown.states, own.states]).toEqual([['refused'], ['refused'], ['open']]),
    )
  })

  it('RT-06 accepts private channels only', async () => {
    const publicChannel = listen(connect(1), 'project-7')
    await until(() => expect(publicChannel.states).toEqual(['refused']))
  })

  it('sends nothing after an unsubscribe', async () => {
    rights.set(1, new Set([7, 9]))
    const client = connect(1)
    const left = listen(client, 'private-project-7')
    const kept = listen(client, 'private-project-9')
    await until(() => expect([left.states, kept.states]).toEqual([['open'], ['open']]))
    client.unsubscribe('private-project-7')
    await publishEvent(aboutFile('file.updated', 1, 7))
    await publishEvent(aboutFile('file.updated', 1, 9))
    await until(() => expect(kept.received).toHaveLength(1))
    expect(left.received).toEqual([])
  })

  it('removes a channel when rights change, and keeps the others', async () => {
    rights.set(5, new Set([7, 8]))
    const client = connect(5)
    const lost = listen(client, 'private-project-7')
    const kept = listen(client, 'private-project-8')
    await until(() => expect([lost.states, kept.states]).toEqual([['open'], ['open']]))
    rights.set(5, new Set([8]))
    await test.db.transaction().execute((trx) => publish(trx, { type: 'access.changed', data: { user_ids: [5] } }))
    // Grants from the moment of the change are void too: the client may reconnect and be refused more than once.
    await until(() => expect([lost.states[1], kept.states]).toEqual(['refused', ['open', 'open']]))
    await publishEvent(aboutFile('file.updated', 1, 7, 8))
    await until(() => expect(kept.received).toHaveLength(1))
    expect(lost.received).toEqual([])
    expect(lost.states.slice(1)).not.toContain('open')
  })

  it('disconnectUser has the same effect', async () => {
    const own = listen(connect(6), 'private-user-6')
    await until(() => expect(own.states).toEqual(['open']))
    await test.app.realtime.disconnectUser(6)
    await until(() => expect(own.states).toEqual(['open', 'open']))
  })

  it('delivers events that were published during a loss of the database connection', async () => {
    const own = listen(connect(4), 'private-user-4')
    await until(() => expect(own.states).toEqual(['open']))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'kaiwa listener'`.execute(test.db)
    await publishEvent(aboutTrash(1))
    await until(() => expect(own.received).toEqual([{ event: 'trash-changed', data: { workspace_id: 1 } }]))
  })

  it('delivers nothing of a transaction that failed', async () => {
    const own = listen(connect(4), 'private-user-4')
    await until(() => expect(own.states).toEqual(['open']))
    const broken = test.db.transaction().execute(async (trx) => {
      await publish(trx, aboutTrash(1))
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    await publishEvent(aboutTrash(2))
    await until(() => expect(own.received).toEqual([{ event: 'trash-changed', data: { workspace_id: 2 } }]))
  })
})

describe('the realtime endpoint, with a misbehaving client', () => {
  interface Message {
    event: string
    channel?: string
    data: string
  }
  const raw = async (path = '/app/kaiwa', headers: Record<string, string> = {}) => {
    const ws = new WebSocket(`ws://${base.host}${path}`, { headers })
    const messages: Message[] = []
    const closed = new Promise<number>((resolve) => ws.once('close', (code) => resolve(code)))
    ws.on('error', () => {})
    ws.on('message', (data) => messages.push(JSON.parse((data as Buffer).toString()) as Message))
    const next = async (event: string): Promise<Message> => {
      await until(() => expect(messages.some((message) => message.event === event)).toBe(true))
      return messages.find((message) => message.event === event) as Message
    }
    return {
      ws,
      closed,
      next,
      publishEvent: (event: string, data: unknown) => ws.send(JSON.stringify({ event, data })),
    }
  }
  const socketId = async (socket: Awaited<ReturnType<typeof raw>>): Promise<string> => {
    const { data } = await socket.next('pusher:connection_established')
    return (JSON.parse(data) as { socket_id: string }).socket_id
  }
  const ask = async (id: string, channel: string, user: number) => {
    const response = await test.http.inject({
      method: 'POST',
      url: '/api/broadcasting/auth',
      headers: { authorization: `Bearer user${user}` },
      payload: { socket_id: id, channel_name: channel },
    })
    return response.json<{ auth: string; channel_data: string }>()
  }

  it('answers pings', async () => {
    const socket = await raw()
    await socketId(socket)
    socket.publishEvent('pusher:ping', {})
    await socket.next('pusher:pong')
    socket.ws.close()
  })

  it.each([
    ['no signature', () => ({})],
    ['a made-up signature', () => ({ auth: `kaiwa:${'0'.repeat(64)}` })],
    ["another channel's signature", (good: object) => ({ ...good, channel: 'private-user-2' })],
    ["another user's name", (good: object) => ({ ...good, channel_data: '{"user_id":2,"issued_at":9999999999999}' })],
  ])('refuses a subscription with %s', async (_, forge) => {
    const socket = await raw()
    const good = { channel: 'private-user-1', ...(await ask(await socketId(socket), 'private-user-1', 1)) }
    socket.publishEvent('pusher:subscribe', { channel: 'private-user-1', ...forge(good) })
    await socket.next('pusher:subscription_error')
    socket.ws.close()
  })

  it("refuses another socket's grant", async () => {
    const [first, second] = [await raw(), await raw()]
    const grant = await ask(await socketId(first), 'private-user-1', 1)
    await socketId(second)
    second.publishEvent('pusher:subscribe', { channel: 'private-user-1', ...grant })
    await second.next('pusher:subscription_error')
    first.ws.close()
    second.ws.close()
  })

  it('closes a socket whose grant is older than a change of rights, so that it asks again', async () => {
    const socket = await raw()
    const grant = await ask(await socketId(socket), 'private-user-1', 1)
    const witness = listen(connect(1), 'private-user-1')
    await until(() => expect(witness.states).toEqual(['open']))
    await test.app.realtime.disconnectUser(1)
    await until(() => expect(witness.states).toEqual(['open', 'open']))
    socket.publishEvent('pusher:subscribe', { channel: 'private-user-1', ...grant })
    expect(await socket.closed).toBe(4200)
  })

  it('closes a socket whose rights changed while its grant was being decided, so that it asks again', async () => {
    rights.set(7, new Set([9]))
    asked = Promise.withResolvers()
    decided = Promise.withResolvers()
    const socket = await raw()
    const asking = ask(await socketId(socket), 'private-project-file-9', 7)
    await asked.promise
    const witness = listen(connect(7), 'private-user-7')
    await until(() => expect(witness.states).toEqual(['open']))
    rights.delete(7)
    await test.app.realtime.disconnectUser(7)
    await until(() => expect(witness.states).toEqual(['open', 'open']))
    decided.resolve()
    socket.publishEvent('pusher:subscribe', { channel: 'private-project-file-9', ...(await asking) })
    expect(await socket.closed).toBe(4200)
  })

  it.each([
    ['another site’s page', { origin: 'https://evil.example' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a name that was bent to the loopback', { host: 'evil.example' }],
  ])('refuses the socket of %s', async (_, headers) => {
    expect(await (await raw('/app/kaiwa', headers)).closed).toBe(1006)
  })

  it('accepts a socket from its own origin', async () => {
    const socket = await raw('/app/kaiwa', { origin: `http://${base.host}` })
    await socketId(socket)
    socket.ws.close()
  })

  it('accepts no events from clients', async () => {
    const socket = await raw()
    await socketId(socket)
    socket.publishEvent('client-shout', { channel: 'private-user-1' })
    expect(JSON.parse((await socket.next('pusher:error')).data)).toMatchObject({ code: 4301 })
    socket.ws.close()
  })

  it('survives invalid messages, and closes a socket that floods', async () => {
    const socket = await raw()
    await socketId(socket)
    for (const text of ['', '{', 'null', '[]', '{"event":1}', '{"event":"pusher:subscribe","data":"{"}'])
      socket.ws.send(text)
    await socket.next('pusher:error')
    for (let n = 0; n < 300; n += 1) socket.publishEvent('pusher:ping', {})
    expect(await socket.closed).toBe(4200)
  })

  it('closes a socket for a message that is too long, another application key, or another path', async () => {
    const long = await raw()
    await socketId(long)
    long.ws.send('x'.repeat(20_000))
    expect(await long.closed).toBe(1009)
    expect(await (await raw('/app/other')).closed).toBe(4001)
    expect(await (await raw('/elsewhere')).closed).toBe(1006)
  })
})
