import type { TrashedItem } from '@kaiwa/contract/trash.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { useChange } from '../platform/use-change.ts'
import { refreshRestored, refreshTrash } from '../tree/queries.ts'

export function useTrashChanges() {
  const { t } = useTranslation('trash')
  return {
    restore: useChange(
      async ({ item_id: itemId, name }: TrashedItem) => {
        const { folders } = await call('restoreItems', { body: { item_ids: [itemId] } })
        // The item may be restored to another folder.
        toast.success(t('restored', { name, folder: folders[0]?.name ?? '' }))
      },
      { refresh: refreshRestored },
    ),
    deleteForever: useChange(({ item_id: itemId }: TrashedItem) => call('deleteForever', { params: { itemId } }), {
      done: t('deleted'),
      refresh: refreshTrash,
    }),
    empty: useChange(() => call('emptyTrash'), { done: t('emptied'), refresh: refreshTrash }),
  }
}
