import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import type { EditSessionState } from '@kaiwa/editor'
import type { Draft } from './draft-store.ts'
import type { Saving } from './saver.ts'
import type { LastEdit } from './transcript-feed.ts'

export interface EditState {
  readonly mode: 'reading' | 'starting' | 'editing' | 'ending'
  /** The lock of the file, of this tab or of others; null when the file is not being edited. */
  readonly lock: EditLock | null
  readonly saving: Saving
  /** When the server stored the draft of this edit mode, ISO 8601; null while it has none. */
  readonly draftSavedAt: string | null
  readonly lastEdit: LastEdit
  /** Drafts of closed tabs and of other browsers, newest first. */
  readonly drafts: readonly Draft[]
}

/** True when leaving edit mode now would lose something. A composition counts: its text is only on the page so far. */
export function hasUnsaved({ isEditing, isDirty, isComposing }: EditSessionState): boolean {
  return isEditing && (isDirty || isComposing)
}
