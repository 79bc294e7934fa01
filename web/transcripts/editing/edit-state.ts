import type { RefusalReason } from '@kaiwa/editor'
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

/** What a person must be told; `error` is put into words by its code. */
export type EditMessage =
  | { kind: 'lockedByOther' | 'takenOver' | 'endedElsewhere' | 'expired' }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'failed' | 'notSaved'; error: unknown }
