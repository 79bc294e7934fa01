import i18next from 'i18next'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { queryClient } from '../../platform/query-client.ts'
import { toast } from '../../platform/toasts.ts'
import { refreshRestored } from './queries.ts'

const undo = async (itemIds: readonly number[]): Promise<void> => {
  try {
    await call('restoreItems', { body: { item_ids: [...itemIds] } })
    toast.success(i18next.t('workspace:undone'))
  } catch (error) {
    toast.error(errorText(error))
  }
  await refreshRestored(queryClient)
}

/**
 * Says that something was deleted and offers the way back, to whatever page its reader is on by then. What was not
 * complete cannot come back: nothing is offered.
 */
export const tellDeleted = (text: string, itemIds: readonly number[]): void => {
  if (itemIds.length === 0) toast.success(text)
  else toast.success(text, { label: i18next.t('workspace:undo'), onAct: () => void undo(itemIds) })
}
