import type { ChangeSet, RevisionChanges } from '@kaiwa/contract/transcript-edits.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { EditFailure, sameBlock, toEditableBlock, toEditableDocument, touchedBy, uuidOf } from '@kaiwa/transcript'
import type { Change, Edit, EditableBlock, EditableDocument, NetChange, TranscriptDocument } from '@kaiwa/transcript'
import {
  differs,
  type EditSessionState,
  type InternalState,
  type SessionUpdate,
  stateOf,
  type UpdateCause,
} from './edit-session-state.ts'
import type * as Tools from './edit-tools.ts'

// The transcript in one browser tab: the document shown, the last state saved on the server, and the undo history. The
// document is the source of truth; the view mirrors it, and every change passes through here. No DOM, no network. Code
// that only changes need is loaded by `prepare`; a page that only shows the transcript does not load it.

/** The code that edits and the saves of others need. */
export type EditTools = typeof Tools

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

/** Commits the current composition to the document, except in blocks for which `isExcluded` returns true. */
export type CommitComposition = (isExcluded: (uuid: string) => boolean) => void

function hasSameOrder({ blocks }: EditableDocument, other: EditableDocument): boolean {
  if (blocks.length !== other.blocks.length) return false
  const uuids = Array.from(other.blocks, ({ uuid }) => uuid)
  let index = 0
  for (const { uuid } of blocks) if (uuid !== uuids[index++]) return false
  return true
}

export class EditSession {
  #internal: InternalState
  #state: EditSessionState
  readonly #listeners = new Set<(update: SessionUpdate) => void>()
  readonly #compositionListeners = new Set<CommitComposition>()

  #tools: EditTools | null

  /** `tools`: for callers that have loaded them already. */
  constructor(document: TranscriptDocument, tools: EditTools | null = null) {
    this.#tools = tools
    const editable = toEditableDocument(document)
    this.#internal = {
      document: editable,
      saved: editable,
      isEditing: false,
      isComposing: false,
      history: null,
      touched: new Set(),
    }
    this.#state = stateOf(this.#internal)
  }

  /** Loads what edits and the saves of others need. Call before edit mode and before `applyRemoteSaves`. */
  async prepare(): Promise<void> {
    this.#tools ??= await import('./edit-tools.ts')
  }

  get tools(): EditTools {
    if (!this.#tools) throw new Error('call prepare() before the document is changed')
    return this.#tools
  }

  /** Returns the same object until something changes. */
  readonly getState = (): EditSessionState => this.#state

  readonly subscribe = (listener: (update: SessionUpdate) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Registers `commit`, which is called when the current composition must be committed. Returns the function that
   * unregisters it.
   */
  onCommitComposition(commit: CommitComposition): () => void {
    this.#compositionListeners.add(commit)
    return () => void this.#compositionListeners.delete(commit)
  }

  /**
   * Commits the current composition. Call before edit mode ends or a block is removed: composed text is only on the
   * page until then. A composition continues in blocks that are kept.
   */
  commitComposition(isExcluded: (uuid: string) => boolean = () => false): void {
    for (const commit of this.#compositionListeners) commit(isExcluded)
  }

  /** Called by the view when a composition starts or ends. */
  setComposing(isComposing: boolean): void {
    if (isComposing !== this.#internal.isComposing) this.#update('state', { isComposing }, [])
  }

  /** Turns edit mode on or off and clears the history. Pending changes stay until a save or reload. */
  setEditing(isEditing: boolean): void {
    this.#update('state', { isEditing, history: null }, [])
  }

  /**
   * Applies an operation; returns false when it changed nothing. When the operation throws (EditFailure), the state is
   * unchanged. Typing in one block is one undo batch until it pauses; an edit with `continues` joins the previous
   * batch.
   */
  edit(operation: Operation, { isTyping = false, continues = false, at = Date.now() } = {}): boolean {
    const done = operation(this.#internal.document)
    if (!done) return false
    const { push, emptyHistory } = this.tools
    const history = push(this.#internal.history ?? emptyHistory, done.changes, { at, isTyping, continues })
    this.#update('edit', { document: done.document, history, touched: this.#touchedWith(done.changes) }, done.changes)
    return true
  }

  /** Starts a new undo batch with the next edit. */
  closeBatch(): void {
    const { history } = this.#internal
    if (history) this.#internal = { ...this.#internal, history: this.tools.closeBatch(history) }
  }

  readonly undo = (): boolean => this.#stepHistory('undo')

  readonly redo = (): boolean => this.#stepHistory('redo')

  /** The smallest change set that brings the server to the current document; null when nothing is pending. */
  toSave(): PendingSave | null {
    if (!this.#state.isDirty) return null
    const { document, saved, touched } = this.#internal
    return { changes: this.tools.compactChanges(saved, document, touched), revision: saved.revision, document }
  }

  /** Marks a save as stored with `revision`. Edits made since then stay pending. */
  markSaved(save: PendingSave, revision: number): void {
    const saved = { ...save.document, revision }
    const document = { ...this.#internal.document, revision }
    const touched = [...this.#internal.touched].filter((uuid) => document.blocks.get(uuid) !== saved.blocks.get(uuid))
    this.#update('state', { saved, document, touched: new Set(touched) }, [])
  }

  /**
   * Applies saves made by other clients, oldest first, and skips those already applied. Also applies an own save whose
   * response was lost. Pending edits stay on top. Returns false when a save does not apply, or inserts or deletes a block
   * with pending edits; the caller must then reload the transcript.
   */
  applyRemoteSaves(saves: readonly RevisionChanges[]): boolean {
    const deleted = new Set(saves.flatMap(({ changes }) => changes.delete))
    if (deleted.size > 0) this.commitComposition((uuid) => !deleted.has(uuid))
    const structural = new Set([...deleted, ...saves.flatMap(({ changes }) => changes.insert.map(({ uuid }) => uuid))])
    if (differs(this.#internal, this.#internal.touched.intersection(structural))) return false
    const { applyAll, applyChanges, belowPending } = this.tools
    let { saved, document } = this.#internal
    const steps: Change[] = []
    try {
      for (const { revision, changes } of saves) {
        if (revision <= saved.revision) continue
        if (revision !== saved.revision + 1) return false
        const applied = applyChanges(saved, changes, revision)
        document =
          document.blocks === saved.blocks
            ? applied.document
            : { ...applyAll(document, belowPending(document, applied.changes)), revision }
        saved = applied.document
        steps.push(...applied.changes)
      }
    } catch (error) {
      if (error instanceof EditFailure) return false
      throw error
    }
    if (saved !== this.#internal.saved) this.#update('remote', { saved, document }, steps)
    return true
  }

  /** The net changes of the pending edits. The cost depends on the number of changed blocks. */
  pendingChanges(): NetChange[] {
    const { document, saved, touched } = this.#internal
    return this.tools.netChanges(saved, document, touched)
  }

  /** The net changes of the shown document since `base`. Compares all blocks. */
  changesSince(base: EditableDocument): NetChange[] {
    return this.tools.netChangesBetween(base, this.#internal.document)
  }

  /**
   * Applies changes of an older version to the current document, as a single step that can be undone. Returns false when
   * the document contains them already.
   */
  applyRebased(changes: readonly NetChange[]): boolean {
    return this.edit((current) => this.tools.rebaseChanges(current, changes))
  }

  /**
   * Replaces the server's state by `document` and keeps pending edits and the history, for example after a new analysis of
   * all blocks. `base` is the state that the server had before, as far as the pending edits are based on it. Returns false
   * when other blocks exist now; the caller must then load the document.
   */
  rebaseOn(document: TranscriptDocument, base: EditableDocument = this.#internal.saved): boolean {
    const loaded = toEditableDocument(document)
    if (!hasSameOrder(base, loaded)) return false
    const replaced = new Map<EditableBlock, EditableBlock>()
    for (const before of base.blocks) {
      const now = loaded.blocks.get(before.uuid)!
      if (!sameBlock(before, now) || before.sentiment !== now.sentiment) replaced.set(before, now)
    }
    const puts = Array.from(replaced, ([before, after]): Change => ({ type: 'put', before, after }))
    const { applyAll, belowPending, replaceBlocks } = this.tools
    const { document: shown, history } = this.#internal
    const existing = puts.filter((change) => shown.blocks.get(uuidOf(change)) !== undefined)
    const { revision } = loaded
    this.#update(
      'remote',
      {
        saved: { ...base, revision, blocks: base.blocks.put(replaced.values()) },
        document: { ...applyAll(shown, belowPending(shown, existing)), revision },
        history: history && replaceBlocks(history, replaced),
      },
      existing,
    )
    return true
  }

  /** Loads a document. Drops pending changes and the history. */
  load(document: TranscriptDocument): void {
    const editable = toEditableDocument(document)
    this.#update('load', { document: editable, saved: editable, history: null, touched: new Set() }, null)
  }

  /**
   * Adds blocks at the start and the end, as they arrive from the server. Only for a document without pending changes,
   * before edit mode.
   */
  extend(before: readonly Block[], after: readonly Block[]): void {
    const { saved } = this.#internal
    const blocks = saved.blocks.extend(before.map(toEditableBlock), after.map(toEditableBlock))
    const document = { ...saved, blocks }
    this.#update('extend', { document, saved: document }, null)
  }

  /** Drops pending changes and shows the server's state. */
  discard(): void {
    this.#update('load', { document: this.#internal.saved, history: null, touched: new Set() }, null)
  }

  #stepHistory(direction: 'undo' | 'redo'): boolean {
    const { history: before } = this.#internal
    const step = before && this.tools[direction](before, this.#internal.document)
    if (!step) return false
    const { document, history, changes } = step
    this.#update('undo', { document, history, touched: this.#touchedWith(changes) }, changes)
    return true
  }

  #touchedWith(changes: readonly Change[]): ReadonlySet<string> {
    return this.#internal.touched.union(touchedBy(changes))
  }

  #update(cause: UpdateCause, next: Partial<InternalState>, changes: readonly Change[] | null): void {
    this.#internal = { ...this.#internal, ...next }
    this.#state = stateOf(this.#internal)
    for (const listener of this.#listeners) listener({ cause, state: this.#state, changes })
  }
}
