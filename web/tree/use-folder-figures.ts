import { useWakeDetection } from '../platform/wake-detection.ts'
import { useThrottledCallback } from '../platform/use-throttled-callback.ts'
import { useFolderMessages } from './use-folder-messages.ts'

/** Calls `refresh` when the figures of a folder or the folders below may have changed. */
export function useFolderFigures(projectId: number, refresh: () => void): void {
  const change = useThrottledCallback(refresh)
  // Moves and deletions further below are announced to all users whose tree contains them.
  useFolderMessages(projectId, {
    'figures-changed': change,
    'speakers-changed': change,
    'files-deleted': change,
    'items-changed': change,
    onSubscribed: change,
    onResubscribed: change,
  })
  useWakeDetection(change)
}
