import i18next from 'i18next'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { queryClient } from '../platform/query-client.ts'
import { toast } from '../platform/toasts.ts'
import { refreshRestored } from './queries.ts'

async function undo(itemIds: readonly number[]): Promise<void> {
  try {
    await call('restoreItems', { body: { item_ids: [...itemIds] } })
    toast.success(i18next.t('workspace:undone'))
  } catch (error) {
    toast.error(errorText(error))
  }
  await refreshRestored(queryClient)
}

/**
 * Shows a deletion message with an undo action, also after navigating to another page. Without restorable items
 * (incomplete uploads) there is no action.
 */
export function notifyDeleted(text: string, itemIds: readonly number[]): void {
  if (itemIds.length === 0) toast.success(text)
  else toast.success(text, { label: i18next.t('workspace:undo'), onAct: () => void undo(itemIds) })
}
