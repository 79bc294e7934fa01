import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import { ROLE, type RoleId } from '@kaiwa/contract/roles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { clientConfigQuery } from '../platform/client-config.ts'
import { queryClient } from '../platform/query-client.ts'
import { openRealtime } from '../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { useFolderMessages } from './use-folder-messages.ts'

afterEach(async () => {
  ;(await openRealtime()).disconnect()
  queryClient.clear()
})

function Folder() {
  useFolderMessages(3, {})
  return null
}

function folder(id: number, role_ids: RoleId[], children: Item[] = []): Item {
  return { resource_id: id, is_project: true, role_ids, children } as unknown as Item
}

it.each<[string, RoleId[], boolean]>([
  ['a folder with a role', [ROLE.guest, ROLE.viewer], true],
  ['the folder around a shared file', [ROLE.guest], false],
])('subscribes to %s: %#', async (_, roles, isSubscribed) => {
  const realtime = { key: 'test', cluster: null, host: null, port: null, tls: false, signs_in: false }
  queryClient.setQueryData(clientConfigQuery.queryKey, { realtime } as never)
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
  const client = await openRealtime()
  await expect.poll(() => client.channel(userChannel(7))).toBeTruthy()
  expect(client.channel(folderChannel(3)) !== undefined).toBe(isSubscribed)
})
