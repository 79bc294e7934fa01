import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { refreshTree, useChange } from './queries.ts'

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
  return useChange(({ itemId }: { itemId: number }) => call('deleteItem', { params: { id: itemId } }), {
    done: t('folderDeleted'),
    refresh: refreshTree,
  })
}
