import { useAwakening } from '../platform/use-awakening.ts'
import { useCalm } from '../platform/use-calm.ts'
import { useFolderMessages } from './use-folder-messages.ts'

/** Calls `refresh` when the figures of a folder or the folders below may have changed. */
export const useFolderFigures = (projectId: number, refresh: () => void): void => {
  const change = useCalm(refresh)
  // Moves and deletions further below are announced to all users whose tree contains them.
  useFolderMessages(projectId, {
    'figures-changed': change,
    'speakers-changed': change,
    'files-deleted': change,
    'items-changed': change,
    onResubscribed: change,
  })
  useAwakening(change)
}
