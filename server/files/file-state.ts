import type { FileState } from '../tree/policy.ts'
import type { FileRow } from './file-rows.ts'

/** What the policy judges a file by. It plays as a stream or, until that is made, as it came. */
export const fileState = (row: FileRow): FileState => ({
  ...row,
  is_playable: row.is_playable || row.is_original_playable,
})
