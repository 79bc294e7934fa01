import { useSignedIn } from '../platform/session.ts'
import { useAwakening } from '../platform/use-awakening.ts'
import { useCalm } from '../platform/use-calm.ts'
import { useChannel } from '../platform/use-channel.ts'

/** Calls `refresh` when the figures of a folder, or of what stands below it, may be others: whoever changed them. */
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
  // What moves or goes further below is told to everybody whose tree shows it.
  useChannel(`private-user-${user.id}`, { 'items-changed': change, onReturn: change })
  useAwakening(change)
}
