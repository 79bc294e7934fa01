// What hangs on a right ends with it: open sockets, media addresses, edit locks.
import { authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import { requestLock } from '@kaiwa/contract/edit-lock.ts'
import * as files from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { originalKey } from '../media/keys.ts'
import { createStudio, type Studio } from '../test/factories/editing.ts'
import { assign } from '../test/factories/items.ts'
import { createMember, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let studio: Studio
let guest: TestUser
beforeAll(async () => {
  test = await openTestApp({ roles: ['api', 'realtime', 'worker'] })
  studio = await createStudio(test)
  guest = await createMember(test.db, studio.owner, ROLE.guest)
  await assign(test.db, studio.file, guest, ROLE.editor)
  await test.app.storage.put(originalKey(studio.file.videoId), 'twelve bytes')
})
afterAll(() => test.close())

/** A socket that hears the channel, as a browser opens one; `heard` are the names of what arrives. */
const listen = async (channel: string) => {
  const socket = new WebSocket(`${(await test.listen()).replace('http', 'ws')}/app/kaiwa`)
  const heard: string[] = []
  const closed = vi.fn<(code: number) => void>()
  socket.on('close', closed)
  const id = await new Promise<string>((resolve) => {
    socket.on('message', (raw: Buffer) => {
      const { event, data } = JSON.parse(raw.toString()) as { event: string; data: string }
      heard.push(event)
      if (event === 'pusher:connection_established') resolve((JSON.parse(data) as { socket_id: string }).socket_id)
    })
  })
  const grant = await test.succeed(authoriseChannel, { body: { socket_id: id, channel_name: channel } }, guest)
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...grant } }))
  await vi.waitFor(() => expect(heard).toContain('pusher_internal:subscription_succeeded'), 10_000)
  return { id, heard, closed }
}

const place = () => ({ projectId: studio.file.projectId, fileId: studio.file.id })
const detail = () => test.call(files.getFile, { params: { projectId: place().projectId, id: place().fileId } }, guest)
const lock = (as: TestUser) => test.call(requestLock, { params: place(), body: {} }, as)
const change = (role: 4 | 5) =>
  test.succeed(
    contract.updateMemberRole,
    { params: { itemId: studio.file.itemId }, body: { user_id: guest.id, role_id: role } },
    studio.owner,
  )

it('SHARE-40 lowering ends the lock, so that others can edit at once', async () => {
  expect((await lock(guest)).status).toBe(200)
  expect((await lock(studio.owner)).status).toBe(409)
  await change(ROLE.viewer)
  expect((await lock(guest)).error).toBe('E_FORBIDDEN')
  await vi.waitFor(async () => expect((await lock(studio.owner)).status).toBe(200), { timeout: 20_000, interval: 200 })
}, 60_000)

it('SHARE-42 removing closes open sockets, tells the page, and takes media addresses away', async () => {
  const channel = `private-project-file-${studio.file.id}`
  const own = await listen(`private-user-${guest.id}`)
  const file = await listen(channel)
  const media = new URL(`${(await detail()).body.url}/${studio.file.videoId}/original`).pathname
  expect((await test.http.inject(media)).statusCode).toBe(200)
  const query = { user_id: guest.id }
  await test.succeed(contract.detachEditor, { params: { itemId: studio.file.itemId }, query }, studio.owner)
  expect((await test.http.inject(media)).statusCode).toBe(404)
  expect((await detail()).error).toBe('E_NOT_FOUND')
  await vi.waitFor(() => expect(file.closed).toHaveBeenCalledWith(4200, expect.anything()), 20_000)
  expect(own.heard).toContain('rights-changed')
  const again = await test.call(authoriseChannel, { body: { socket_id: own.id, channel_name: channel } }, guest)
  expect(again.error).toBe('E_FORBIDDEN')
}, 60_000)
