import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import { ROLE, type RoleId } from '@kaiwa/contract/roles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { clientConfigQuery } from '../platform/client-config.ts'
import { queryClient } from '../platform/query-client.ts'
import { disconnectRealtime, openRealtime } from '../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { FakeSocket, startFakeRealtime } from '../test/fake-socket.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { useFolderFigures } from './use-folder-figures.ts'
import { useFolderMessages } from './use-folder-messages.ts'

afterEach(() => {
  disconnectRealtime()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  subscribed.mockClear()
  refresh.mockClear()
})

const subscribed = vi.fn<() => void>()
const refresh = vi.fn<() => void>()

function Folder() {
  useFolderMessages(3, { onSubscribed: subscribed })
  useFolderFigures(3, refresh)
  return null
}

function folder(id: number, role_ids: RoleId[], children: Item[] = []): Item {
  return { resource_id: id, is_project: true, role_ids, children } as unknown as Item
}

async function open(roles: RoleId[]) {
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 7 } as User } as Identity)
  const tree = { project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }
  queryClient.setQueryData(treeQuery.queryKey, { ...tree, all_items: [folder(2, [ROLE.guest], [folder(3, roles)])] })
  await show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <Folder />
      </PrivatePage>
    </QueryClientProvider>,
  )
}

const FOLDERS: [string, RoleId[], boolean][] = [
  ['a folder with a role', [ROLE.guest, ROLE.viewer], true],
  ['the folder around a shared file', [ROLE.guest], false],
]

it.each(FOLDERS)('subscribes to %s: %#', async (_, roles, isSubscribed) => {
  const realtime = { key: 'test', cluster: null, host: null, port: null, tls: false, signs_in: false }
  queryClient.setQueryData(clientConfigQuery.queryKey, { realtime } as never)
  await open(roles)
  const client = await openRealtime()
  await expect.poll(() => client.channel(userChannel(7))).toBeTruthy()
  expect(client.channel(folderChannel(3)) !== undefined).toBe(isSubscribed)
})

it.each(FOLDERS)('the data of %s is read again once its channel is subscribed', async (_, roles, isSubscribed) => {
  startFakeRealtime({ isHeld: true })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ auth: 'signature' }))
  await open(roles)
  const channels = isSubscribed ? [folderChannel(3), userChannel(7)] : [userChannel(7)]
  await expect.poll(() => FakeSocket.held.toSorted()).toEqual(channels)
  expect(subscribed).not.toHaveBeenCalled()
  expect(refresh).not.toHaveBeenCalled()
  FakeSocket.confirm()
  await expect.poll(() => refresh.mock.calls.length).toBe(1)
  expect(subscribed).toHaveBeenCalledTimes(1)
})
