import { useMemo } from 'react'
import { useEditState } from '../transcripts/editing/use-editing.ts'
import { useOpenFile } from '../transcripts/open-file.ts'

/** Blocks that somebody else has changed and not saved yet: nobody tags them until then (EDIT-42). */
export function useLockedBlocks(): ReadonlySet<string> {
  const { control } = useOpenFile()
  const { mode, lock } = useEditState(control)
  const locked = mode === 'editing' || mode === 'ending' ? undefined : lock?.locked_block_uuids
  return useMemo(() => new Set(locked), [locked])
}
