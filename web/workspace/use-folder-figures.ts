import { useSignedIn } from '../platform/session.ts'
import { useAwakening } from '../platform/use-awakening.ts'
import { useCalm } from '../platform/use-calm.ts'
import { useChannel } from '../platform/use-channel.ts'

/** Calls `refresh` when the figures of a folder or the folders below may have changed. */
export const useFolderFigures = (projectId: number, refresh: () => void): void => {
  const { user } = useSignedIn()
  const change = useCalm(refresh)
  useChannel(`private-project-${projectId}`, {
    'figures-changed': change,
    'speakers-changed': change,
    'files-deleted': change,
    'items-changed': change,
    onReturn: change,
  })
  // Moves and deletions further below are announced to all users whose tree contains them.
  useChannel(`private-user-${user.id}`, { 'items-changed': change, onReturn: change })
  useAwakening(change)
}
