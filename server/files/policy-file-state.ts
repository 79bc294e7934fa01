import type { FileState } from '../tree/policy.ts'
import type { FileRow } from './store/files.ts'

/**
 * The file state that the policy reads. A file is playable as a stream or, until the stream is made, as the original.
 */
export const fileState = (row: FileRow): FileState => ({
  ...row,
  is_playable: row.is_playable || row.is_original_playable,
})
