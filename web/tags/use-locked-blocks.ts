import { useMemo } from 'react'
import { useEditState } from '../transcripts/editing/use-editing.ts'
import { useOpenFile } from '../transcripts/open-file.ts'

/** Blocks with unsaved changes by another user. They cannot be tagged until these are saved (EDIT-42). */
export function useLockedBlocks(): ReadonlySet<string> {
  const { control } = useOpenFile()
  const { mode, lock } = useEditState(control)
  const locked = mode === 'editing' || mode === 'ending' ? undefined : lock?.locked_block_uuids
  return useMemo(() => new Set(locked), [locked])
}
