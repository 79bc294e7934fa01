// Access rules for files: pure functions of the item and of the columns that decide which actions are possible now. Rules
// about processing, editing, downloads and exports are in the policies of the domains that perform these actions.
import type { FailedReason, FileNote, FileStatus } from '@kaiwa/contract/files.ts'
import { all, type Decision, reader, type Subject, when } from '../tree/policy.ts'
import type { FileRow } from './store/files.ts'

/** The columns of a file that decide which actions are allowed now. */
export interface FileState {
  status: FileStatus
  failed_reason: FailedReason | null
  note: FileNote | null
  /** As a stream or, until the stream is made, as the original. */
  is_playable: boolean
  has_stream: boolean
  block_count: number
  /** People edited the transcript. A new analysis does not count as an edit. */
  is_edited: boolean
}

export function fileState(row: FileRow): FileState {
  return {
    ...row,
    is_playable: row.is_playable || row.is_original_playable,
    has_stream: row.is_playable,
  }
}

/** A file can be opened after its first block can be read or its recording plays. */
export function open(item: Subject, file: FileState): Decision {
  return all(reader(item), when(file.status === 'processed' || file.is_playable || file.block_count > 0, 'state'))
}
