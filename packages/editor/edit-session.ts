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

// One tab's transcript: what is shown, what the server is known to have, and the way back. The document is the truth;
// the view on the page mirrors it, and every change, typed or commanded, passes through here. No DOM, no network.

export interface EditSessionState {
  /** What is shown. */
  readonly document: EditableDocument
  /** What the server has, at the revision it was read, followed or saved. */
  readonly saved: EditableDocument
  readonly isEditing: boolean
  /** Something differs from what the server has. */
  readonly isDirty: boolean
  /** A text is being composed: it stands only on the page yet. */
  readonly isComposing: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Who changed the document: the person (typing or a command), their undo or redo, a save elsewhere, a new reading. */
export type UpdateCause = 'edit' | 'undo' | 'follow' | 'load' | 'state'

/** What a listener hears: the new state and the steps to it; null means that everything was read anew. */
export interface SessionUpdate {
  readonly cause: UpdateCause
  readonly state: EditSessionState
  readonly changes: readonly Change[] | null
}

/** A save on its way. Typing goes on meanwhile. */
export interface PendingSave {
  readonly changes: ChangeSet
  /** The revision that the changes were made on. */
  readonly revision: number
  /** What the server has when the save is done. */
  readonly document: EditableDocument
}

/** An operation of `@kaiwa/transcript` on today's document; null when it changes nothing. */
export type Operation = (document: EditableDocument) => Edit | null

/** Puts what is being composed into the document, unless its block stays where it is. */
export type HandOver = (stays: (uuid: string) => boolean) => void

interface Inner {
  document: EditableDocument
  saved: EditableDocument
  isEditing: boolean
  isComposing: boolean
  history: History
  /** The blocks touched since `saved`. */
  touched: ReadonlySet<string>
}

/** Whether one of these blocks is not as the server has it. */
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

  /** The same object until something changes. */
  readonly getState = (): EditSessionState => this.#state

  readonly subscribe = (listener: (update: SessionUpdate) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** `handOver` is called when what is being composed must be in the document; the answer takes it back. */
  onSettle(handOver: HandOver): () => void {
    this.#composers.add(handOver)
    return () => void this.#composers.delete(handOver)
  }

  /**
   * A text that is being composed stands only on the page: whoever ends edit mode, or takes its block away, takes it
   * over first. In blocks that stay it goes on.
   */
  settle(stays: (uuid: string) => boolean = () => false): void {
    for (const handOver of this.#composers) handOver(stays)
  }

  /** The page says that a text is being composed there, or no more. */
  setComposing(isComposing: boolean): void {
    if (isComposing !== this.#inner.isComposing) this.#become('state', { isComposing }, [])
  }

  /** Turns edit mode on or off. Both forget the history; pending changes stay until they are saved or loaded over. */
  setEditing(isEditing: boolean): void {
    this.#become('state', { isEditing, history: emptyHistory }, [])
  }

  /**
   * Does an operation; false when it changed nothing. Throws what the operation throws (EditFailure), and nothing has
   * happened then. Typing in one block is one batch until it pauses; what `continues` belongs to the batch before it.
   */
  edit(operation: Operation, { isTyping = false, continues = false, at = Date.now() } = {}): boolean {
    const done = operation(this.#inner.document)
    if (!done) return false
    const history = push(this.#inner.history, done.changes, { at, isTyping, continues })
    this.#become('edit', { document: done.document, history, touched: this.#touchedWith(done.changes) }, done.changes)
    return true
  }

  /** What is typed next is undone by itself. */
  closeBatch(): void {
    this.#inner = { ...this.#inner, history: closeBatch(this.#inner.history) }
  }

  readonly undo = (): boolean => this.#travel(undo)

  readonly redo = (): boolean => this.#travel(redo)

  /** The least that brings the server to what is shown now; null when there is nothing to save. */
  toSave(): PendingSave | null {
    if (!this.#state.isDirty) return null
    const { document, saved, touched } = this.#inner
    return { changes: compactChanges(saved, document, touched), revision: saved.revision, document }
  }

  /** A save has arrived as `revision`; what was typed meanwhile stays pending. */
  markSaved(save: PendingSave, revision: number): void {
    const saved = { ...save.document, revision }
    const document = { ...this.#inner.document, revision }
    const touched = [...this.#inner.touched].filter((uuid) => document.blocks.get(uuid) !== saved.blocks.get(uuid))
    this.#become('state', { saved, document, touched: new Set(touched) }, [])
  }

  /**
   * Follows saves made elsewhere, oldest first; those it has already are skipped. What is pending here stays on top.
   * False when they do not fit, or take a block away in which something is pending: the transcript must be read anew.
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

  /** The transcript was read anew: pending changes and history are dropped. */
  load(document: TranscriptDocument): void {
    const editable = toEditableDocument(document)
    this.#become('load', { document: editable, saved: editable, history: emptyHistory, touched: new Set() }, null)
  }

  /** Drops what is pending: shown again is what the server has. */
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
