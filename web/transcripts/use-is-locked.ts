import { useSignedIn } from '../platform/session.ts'
import { useEditState } from './editing/use-editing.ts'
import { useOpenFile } from './open-file.ts'

/** Whether another user edits the file. Until they finish, this user cannot change its speakers and sections. */
export function useIsLocked(): boolean {
  const { control } = useOpenFile()
  const { user } = useSignedIn()
  const { lock } = useEditState(control)
  return lock !== null && lock.by.id !== user.id
}
