import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Draft } from './draft.ts'
import type { Saving } from './saver.ts'
import type { LastEdit } from './transcript-feed.ts'

export interface EditState {
  readonly mode: 'reading' | 'starting' | 'editing' | 'ending'
  /** Who edits the file, this tab included; null: nobody. */
  readonly lock: EditLock | null
  readonly saving: Saving
  readonly lastEdit: LastEdit
  /** Unsaved work that no tab will save any more, newest first. */
  readonly drafts: readonly Draft[]
}
