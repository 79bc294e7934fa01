import { userChannel } from '@kaiwa/contract/channels.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../platform/session.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { refreshTree } from './queries.ts'
import type { RenamedFolder } from './renamed-folder.ts'

/** Mutation key of a rename: its author waits for the response, which contains the name. */
export function renameKey(itemId: number) {
  return ['rename-folder', itemId]
}

/** Mounted on every private page: fetches the new name of a folder that someone renamed, and patches it everywhere. */
export function useRenames(): void {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const rename = async (folder: Omit<RenamedFolder, 'name'>): Promise<void> => {
    const { itemId } = folder
    if (isRenaming(client, itemId)) await new Promise<void>((resolve) => waitForEnd(client, itemId, resolve))
    // Loaded on demand, because renames are rare and this hook is part of every page.
    const { fetchRename } = await import('./renamed-folder.ts')
    await fetchRename(client, folder)
  }
  useChannel(userChannel(user.id), {
    'item-renamed': ({ item_id: itemId, project_id: projectId, updated_at: updatedAt, updated_by: updatedBy }) => {
      rename({ itemId, projectId, updatedAt, updatedBy }).catch(() => refreshTree(client))
    },
  })
}

function isRenaming(client: QueryClient, itemId: number): boolean {
  return client.isMutating({ mutationKey: renameKey(itemId) }) > 0
}

/** Calls `ended` when this browser has no pending rename of the folder. */
function waitForEnd(client: QueryClient, itemId: number, ended: () => void): void {
  const unsubscribe = client.getMutationCache().subscribe(() => {
    if (isRenaming(client, itemId)) return
    unsubscribe()
    ended()
  })
}
