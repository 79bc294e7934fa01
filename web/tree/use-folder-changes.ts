import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { useSignedIn } from '../platform/session.ts'
import { useChange } from '../platform/use-change.ts'
import { refreshTree } from './queries.ts'
import { applyRename } from './renamed-folder.ts'
import { notifyDeleted } from './notify-deleted.ts'
import { renameKey } from './use-renames.ts'

export function useCreateFolder() {
  const { t } = useTranslation('workspace')
  return useChange(
    ({ parentItemId, name }: { parentItemId: number; name: string }) =>
      call('createFolder', { params: { id: parentItemId }, body: { name } }),
    { done: t('created'), refresh: refreshTree },
  )
}

export function useRenameFolder(itemId: number) {
  const { t } = useTranslation('workspace')
  const { user } = useSignedIn()
  const client = useQueryClient()
  return useChange(
    async ({ name }: { name: string }) => {
      const item = await call('renameItem', { params: { id: itemId }, body: { name } })
      applyRename(client, {
        itemId,
        projectId: item.resource_id,
        name: item.name,
        updatedAt: item.updated_at,
        updatedBy: { id: user.id, name: user.name, avatar: user.avatar },
      })
    },
    { done: t('folderUpdated'), key: renameKey(itemId), refresh: () => Promise.resolve() },
  )
}

export function useDeleteFolder() {
  const { t } = useTranslation('workspace')
  return useChange(
    async ({ itemId }: { itemId: number }) => {
      const { trashed_item_ids: itemIds } = await call('deleteItem', { params: { id: itemId } })
      notifyDeleted(t('folderDeleted'), itemIds)
    },
    { refresh: refreshTree },
  )
}
