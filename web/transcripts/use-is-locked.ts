import { useSignedIn } from '../platform/session.ts'
import { useEditState } from './editing/use-editing.ts'
import { useOpenFile } from './open-file.ts'

/** Somebody else is editing the file: speakers and sections of the whole file are theirs until they end. */
export function useIsLocked(): boolean {
  const { control } = useOpenFile()
  const { user } = useSignedIn()
  const { lock } = useEditState(control)
  return lock !== null && lock.by.id !== user.id
}
