import type { ChangeSet, RevisionChanges } from '@kaiwa/contract/changes.ts'
import {
  applyAll,
  applyChanges,
  canRedo,
  canUndo,
  closeBatch,
  compactChanges,
  EditFailure,
  emptyHistory,
  push,
  redo,
  sameBlock,
  toEditableDocument,
  touchedBy,
  undo,
} from '@kaiwa/transcript'
import type { Change, Edit, EditableDocument, History, TranscriptDocument } from '@kaiwa/transcript'

// The transcript in one browser tab: the document shown, the last state saved on the server, and the undo history. The
// document is the source of truth; the view mirrors it, and every change passes through here. No DOM, no network.

export interface EditSessionState {
  /** The document shown, with pending edits. */
  readonly document: EditableDocument
  /** The last known state on the server: as loaded, followed or saved. */
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
 * Cause of an update: an edit by the user, undo or redo, a save by another client, a reload, or a change of state only.
 */
export type UpdateCause = 'edit' | 'undo' | 'follow' | 'load' | 'state'

/** Update sent to subscribers: the new state and the changes that lead to it. `changes` is null after a reload. */
export interface SessionUpdate {
  readonly cause: UpdateCause
  readonly state: EditSessionState
  readonly changes: readonly Change[] | null
}

/** A save that is in progress. Editing continues during it. */
export interface PendingSave {
  readonly changes: ChangeSet
  /** The revision on which the changes are based. */
  readonly revision: number
  /** The server's document after the save. */
  readonly document: EditableDocument
}

/** An operation of `@kaiwa/transcript` on the current document; null when it changes nothing. */
export type Operation = (document: EditableDocument) => Edit | null

/** Commits the current composition to the document, unless its block stays. */
export type HandOver = (stays: (uuid: string) => boolean) => void

interface Inner {
  document: EditableDocument
  saved: EditableDocument
  isEditing: boolean
  isComposing: boolean
  history: History
  /** Blocks changed since `saved`. */
  touched: ReadonlySet<string>
}

/** True when one of these blocks differs from the server's state. */
const differs = ({ document, saved }: Inner, uuids: ReadonlySet<string>): boolean => {
  for (const uuid of uuids) {
    const now = document.blocks.get(uuid)
    const then = saved.blocks.get(uuid)
    if (now !== then && !(now && then && sameBlock(now, then))) return true
  }
  return false
}

const stateOf = (inner: Inner): EditSessionState => ({
  document: inner.document,
  saved: inner.saved,
  isEditing: inner.isEditing,
  isDirty: differs(inner, inner.touched),
  isComposing: inner.isComposing,
  canUndo: inner.isEditing && canUndo(inner.history),
  canRedo: inner.isEditing && canRedo(inner.history),
})

export class EditSession {
  #inner: Inner
  #state: EditSessionState
  readonly #listeners = new Set<(update: SessionUpdate) => void>()
  readonly #composers = new Set<HandOver>()

  constructor(document: TranscriptDocument) {
    const editable = toEditableDocument(document)
    this.#inner = {
      document: editable,
      saved: editable,
      isEditing: false,
      isComposing: false,
      history: emptyHistory,
      touched: new Set(),
    }
    this.#state = stateOf(this.#inner)
  }

  /** Returns the same object until something changes. */
  readonly getState = (): EditSessionState => this.#state

  readonly subscribe = (listener: (update: SessionUpdate) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Registers `handOver`, which is called when the current composition must be committed. Returns the function that
   * unregisters it.
   */
  onSettle(handOver: HandOver): () => void {
    this.#composers.add(handOver)
    return () => void this.#composers.delete(handOver)
  }

  /**
   * Commits the current composition. Call before edit mode ends or a block is removed: composed text is only on the
   * page until then. A composition continues in blocks that stay.
   */
  settle(stays: (uuid: string) => boolean = () => false): void {
    for (const handOver of this.#composers) handOver(stays)
  }

  /** Called by the view when a composition starts or ends. */
  setComposing(isComposing: boolean): void {
    if (isComposing !== this.#inner.isComposing) this.#become('state', { isComposing }, [])
  }

  /** Turns edit mode on or off and clears the history. Pending changes stay until a save or reload. */
  setEditing(isEditing: boolean): void {
    this.#become('state', { isEditing, history: emptyHistory }, [])
  }

  /**
   * Applies an operation; returns false when it changed nothing. When the operation throws (EditFailure), the state is
   * unchanged. Typing in one block is one undo batch until it pauses; an edit with `continues` joins the previous
   * batch.
   */
  edit(operation: Operation, { isTyping = false, continues = false, at = Date.now() } = {}): boolean {
    const done = operation(this.#inner.document)
    if (!done) return false
    const history = push(this.#inner.history, done.changes, { at, isTyping, continues })
    this.#become('edit', { document: done.document, history, touched: this.#touchedWith(done.changes) }, done.changes)
    return true
  }

  /** Starts a new undo batch with the next edit. */
  closeBatch(): void {
    this.#inner = { ...this.#inner, history: closeBatch(this.#inner.history) }
  }

  readonly undo = (): boolean => this.#travel(undo)

  readonly redo = (): boolean => this.#travel(redo)

  /** The smallest change set that brings the server to the current document; null when nothing is pending. */
  toSave(): PendingSave | null {
    if (!this.#state.isDirty) return null
    const { document, saved, touched } = this.#inner
    return { changes: compactChanges(saved, document, touched), revision: saved.revision, document }
  }

  /** Marks a save as stored with `revision`. Edits made since then stay pending. */
  markSaved(save: PendingSave, revision: number): void {
    const saved = { ...save.document, revision }
    const document = { ...this.#inner.document, revision }
    const touched = [...this.#inner.touched].filter((uuid) => document.blocks.get(uuid) !== saved.blocks.get(uuid))
    this.#become('state', { saved, document, touched: new Set(touched) }, [])
  }

  /**
   * Applies saves made by other clients, oldest first, and skips those already applied. Pending edits stay on top.
   * Returns false when a save does not apply or deletes a block with pending edits; the caller must then reload the
   * transcript.
   */
  follow(saves: readonly RevisionChanges[]): boolean {
    const deleted = new Set(saves.flatMap(({ changes }) => changes.delete))
    if (deleted.size > 0) this.settle((uuid) => !deleted.has(uuid))
    if (differs(this.#inner, this.#inner.touched.intersection(deleted))) return false
    let { saved, document } = this.#inner
    const steps: Change[] = []
    try {
      for (const { revision, changes } of saves) {
        if (revision <= saved.revision) continue
        if (revision !== saved.revision + 1) return false
        const followed = applyChanges(saved, changes, revision)
        document =
          document.blocks === saved.blocks ? followed.document : { ...applyAll(document, followed.changes), revision }
        saved = followed.document
        steps.push(...followed.changes)
      }
    } catch (error) {
      if (error instanceof EditFailure) return false
      throw error
    }
    if (saved !== this.#inner.saved) this.#become('follow', { saved, document }, steps)
    return true
  }

  /** Loads a document. Drops pending changes and the history. */
  load(document: TranscriptDocument): void {
    const editable = toEditableDocument(document)
    this.#become('load', { document: editable, saved: editable, history: emptyHistory, touched: new Set() }, null)
  }

  /** Drops pending changes and shows the server's state. */
  discard(): void {
    this.#become('load', { document: this.#inner.saved, history: emptyHistory, touched: new Set() }, null)
  }

  #travel(direction: typeof undo): boolean {
    const travelled = direction(this.#inner.history, this.#inner.document)
    if (!travelled) return false
    const { document, history, changes } = travelled
    this.#become('undo', { document, history, touched: this.#touchedWith(changes) }, changes)
    return true
  }

  #touchedWith(changes: readonly Change[]): ReadonlySet<string> {
    return this.#inner.touched.union(touchedBy(changes))
  }

  #become(cause: UpdateCause, next: Partial<Inner>, changes: readonly Change[] | null): void {
    this.#inner = { ...this.#inner, ...next }
    this.#state = stateOf(this.#inner)
    for (const listener of this.#listeners) listener({ cause, state: this.#state, changes })
  }
}
