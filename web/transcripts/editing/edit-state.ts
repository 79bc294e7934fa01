import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Draft } from './draft.ts'
import type { Saving } from './saver.ts'
import type { LastEdit } from './transcript-feed.ts'

export interface EditState {
  readonly mode: 'reading' | 'starting' | 'editing' | 'ending'
  /** The lock of the file, of this tab or of others; null when the file is not being edited. */
  readonly lock: EditLock | null
  readonly saving: Saving
  readonly lastEdit: LastEdit
  /** Drafts of closed tabs, newest first. */
  readonly drafts: readonly Draft[]
}
