import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { useChange } from '../platform/use-change.ts'
import type { ItemsToMove } from './moving.ts'
import { refreshTree } from './queries.ts'

interface Moving {
  moving: ItemsToMove
  destinationId: number
}

export function useMoveItems() {
  const { t } = useTranslation('workspace')
  return useChange(
    ({ moving: { sourceId, folderIds, fileIds }, destinationId }: Moving) =>
      call('moveItems', {
        params: { id: sourceId, destinationId },
        body: { target_item_ids: [...folderIds, ...fileIds] },
      }),
    {
      done: ({ moving }) => t(moving.folderIds.length > 0 ? 'folderMoved' : 'filesMoved'),
      on: 'move',
      refresh: refreshTree,
    },
  )
}
