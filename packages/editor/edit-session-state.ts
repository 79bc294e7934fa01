// The state of an edit session: what it keeps, and what its subscribers see.
import { sameBlock } from '@kaiwa/transcript'
import type { Change, EditableDocument, History } from '@kaiwa/transcript'

export interface EditSessionState {
  /** The document shown, with pending edits. */
  readonly document: EditableDocument
  /** The last known state on the server: as loaded, saved, or received from another client. */
  readonly saved: EditableDocument
  readonly isEditing: boolean
  /** True when the document differs from the server's state. */
  readonly isDirty: boolean
  /** True during a composition, whose text is only on the page so far. */
  readonly isComposing: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Cause of an update: an edit by the user, undo or redo, a save by another client, a reload, more blocks of a transcript
 * that arrives in parts, or a change of state only.
 */
export type UpdateCause = 'edit' | 'undo' | 'remote' | 'load' | 'extend' | 'state'

/**
 * Update sent to subscribers: the new state and the changes that lead to it. `changes` is null after a reload and where
 * blocks were added at the start or the end.
 */
export interface SessionUpdate {
  readonly cause: UpdateCause
  readonly state: EditSessionState
  readonly changes: readonly Change[] | null
}

/** Internal state of a session. */
export interface InternalState {
  document: EditableDocument
  saved: EditableDocument
  isEditing: boolean
  isComposing: boolean
  /** Null while nothing can be undone or redone. */
  history: History | null
  /** Blocks changed since `saved`. */
  touched: ReadonlySet<string>
}

/** True when one of these blocks differs from the server's state. */
export function differs({ document, saved }: InternalState, uuids: ReadonlySet<string>): boolean {
  for (const uuid of uuids) {
    const now = document.blocks.get(uuid)
    const then = saved.blocks.get(uuid)
    if (now !== then && !(now && then && sameBlock(now, then))) return true
  }
  return false
}

/** The state that is passed to subscribers. */
export function stateOf(internal: InternalState): EditSessionState {
  return {
    document: internal.document,
    saved: internal.saved,
    isEditing: internal.isEditing,
    isDirty: differs(internal, internal.touched),
    isComposing: internal.isComposing,
    canUndo: internal.isEditing && (internal.history?.done ?? null) !== null,
    canRedo: internal.isEditing && (internal.history?.undone ?? null) !== null,
  }
}
