import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { refreshTree, useChange } from './queries.ts'
import { tellDeleted } from './trash/tell-deleted.ts'

export const useCreateFolder = () => {
  const { t } = useTranslation('workspace')
  return useChange(
    ({ parentItemId, name }: { parentItemId: number; name: string }) =>
      call('createFolder', { params: { id: parentItemId }, body: { name } }),
    { done: t('created'), refresh: refreshTree },
  )
}

export const useRenameFolder = () => {
  const { t } = useTranslation('workspace')
  return useChange(
    ({ itemId, name }: { itemId: number; name: string }) =>
      call('renameItem', { params: { id: itemId }, body: { name } }),
    { done: t('folderUpdated'), refresh: refreshTree },
  )
}

export const useDeleteFolder = () => {
  const { t } = useTranslation('workspace')
  return useChange(
    async ({ itemId }: { itemId: number }) => {
      const { trashed_item_ids: itemIds } = await call('deleteItem', { params: { id: itemId } })
      tellDeleted(t('folderDeleted'), itemIds)
    },
    { refresh: refreshTree },
  )
}
