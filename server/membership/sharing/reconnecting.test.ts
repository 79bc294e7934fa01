// A thousand open pages that reconnect together, as after a restart or a change of everyone's rights. Each requests its
// channel again and is accepted or refused. Other requests are still served.
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { removeMember } from '@kaiwa/contract/sharing.ts'
import { createFolder as createFolderCall, getProject } from '@kaiwa/contract/workspace.ts'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createFolder, assign, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const SOCKETS = 1000
const PEOPLE = 5
const RECONNECT = 4200

let test: TestApp
let base: URL
let owner: TestOwner
let folder: TestFolder
let people: TestUser[]
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
beforeAll(async () => {
  test = await openTestApp({ roles: ['api', 'realtime'] })
  base = new URL(await test.listen())
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  people = await Promise.all(Array.from({ length: PEOPLE }, () => createMember(test.db, owner, ROLE.guest)))
  for (const person of people) await assign(test.db, folder, person, ROLE.viewer)
})
afterAll(async () => {
  agent.destroy()
  await test.close()
})

/** Requests authorisation for a channel over the network, as browsers do. Resolves with null if it is refused. */
function ask(token: string, socketId: string, channel: string) {
  return new Promise<object | null>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(new URL('/api/broadcasting/auth', base), { method: 'POST', agent, headers }, (response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => {
        if (response.statusCode === 403) resolve(null)
        else if (response.statusCode === 200) resolve(JSON.parse(body) as object)
        else reject(new Error(`${response.statusCode} ${body}`))
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ socket_id: socketId, channel_name: channel }))
  })
}

interface Page {
  person: TestUser
  state: 'away' | 'heard' | 'refused'
  changes: number
  leave: () => void
}

/**
 * A page that keeps its subscription. It reconnects when its socket is closed: immediately if the close code asks for
 * it, and after a second if the connection was lost, as the client library does.
 */
function openPage(person: TestUser, channel: string, failures: unknown[]): Page {
  const page: Page = { person, state: 'away', changes: 0, leave: () => undefined }
  const connect = (): void => {
    const socket = new WebSocket(`ws://${base.host}/app/kaiwa`)
    const comeBack = (code: number): void => {
      page.state = 'away'
      if (code === RECONNECT) connect()
      else setTimeout(connect, 1000)
    }
    page.leave = () => socket.off('close', comeBack).terminate()
    socket.on('error', () => undefined)
    socket.on('close', comeBack)
    socket.on('message', (raw: Buffer) => {
      const { event, data } = JSON.parse(raw.toString()) as { event: string; data: string }
      if (event === 'pusher_internal:subscription_succeeded') page.state = 'heard'
      if (event === 'items-changed') page.changes += 1
      if (event !== 'pusher:connection_established') return
      const { socket_id: id } = JSON.parse(data) as { socket_id: string }
      ask(person.token, id, channel).then(
        (grant) => {
          if (grant) socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...grant } }))
          else page.state = 'refused'
        },
        (error: unknown) => failures.push(error),
      )
    })
  }
  connect()
  return page
}

it('RT-05 a thousand sockets reconnect together: each is authorised again, all permitted pages are subscribed, and removed users stay refused', async () => {
  const failures: unknown[] = []
  const pages = Array.from({ length: SOCKETS }, (_, number) =>
    openPage(people[number % PEOPLE]!, folderChannel(folder.projectId), failures),
  )
  const count = (state: Page['state']) => pages.filter((page) => page.state === state).length
  const until = (received: number, refused: number) =>
    vi.waitFor(() => expect([count('heard'), count('refused'), failures]).toEqual([received, refused, []]), {
      timeout: 60_000,
      interval: 50,
    })
  await until(SOCKETS, 0)

  const [removed] = people as [TestUser]
  await test.succeed(removeMember, { params: { itemId: folder.itemId }, body: { to_email: removed.email } }, owner)
  for (const person of people) await test.app.realtime.disconnectUser(person.id)
  // Other requests are served during the reconnection.
  for (let call = 0; call < 20; call += 1)
    await test.succeed(getProject, { params: { id: folder.projectId }, query: {} }, owner)
  await until(SOCKETS - SOCKETS / PEOPLE, SOCKETS / PEOPLE)

  for (const page of pages) page.changes = 0
  await test.succeed(createFolderCall, { params: { id: folder.itemId }, body: { name: '新しいフォルダ' } }, owner)
  await vi.waitFor(
    () => expect(pages.filter(({ person, changes }) => changes === (person === removed ? 0 : 1))).toHaveLength(SOCKETS),
    { timeout: 60_000, interval: 50 },
  )
  for (const page of pages) page.leave()
}, 240_000)
