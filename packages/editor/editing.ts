// Connects the page and the session. Browser input and key commands become operations on the session's document; every
// change of that document, from any source, is mirrored on the page. The page is ahead of the document only during a
// composition. Input is handled by the tools that the session loads before edit mode.

import { uuidOf } from '@kaiwa/transcript'
import type { Change } from '@kaiwa/transcript'
import type { Command, SelectedRange } from '@kaiwa/transcript/type-text.ts'
import { EditorState, TextSelection } from 'prosemirror-state'
import type { Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { BlockSettings } from './block-view.ts'
import { mapTextPosition, positionOfChanges } from './caret.ts'
import type { Composition } from './composition.ts'
import { extensionSteps, mirrorStep, toDocument } from './prosemirror-document.ts'
import type { EditSession } from './edit-session.ts'
import type { SessionUpdate } from './edit-session-state.ts'
import type { DirectedSelection, EditTarget, RunOptions } from './edit-target.ts'
import { textPositionAt, docPositionOf } from './text-positions.ts'
import type { TypedText } from './input.ts'
import { tryEdit, checkLock } from './edit-refusal.ts'
import type { RefusalReason } from './edit-refusal.ts'
import { schema } from './schema.ts'

export interface EditingOptions {
  readonly settings: Pick<BlockSettings, 'isEditable' | 'locked'>
  onRefused(reason: RefusalReason): void
  /** Called after the page changed: in these blocks (null: in any), or only in the selection (empty set). */
  onPageChange(uuids: ReadonlySet<string> | null): void
  /** Runs a change that adds blocks above the window, and keeps the text in the window where it is. */
  keepPlace(change: () => void): void
}

export function createEditorState(session: EditSession): EditorState {
  return EditorState.create({ schema, doc: toDocument(session.getState().document.blocks) })
}

export class Editing implements EditTarget {
  readonly session: EditSession
  readonly #view: EditorView
  readonly #options: EditingOptions
  readonly #unsubscribe: () => void
  readonly #unregisterCommit: () => void
  #composition: Composition | null = null
  /** True when the browser deleted the selection just before the composition. Both then form a single undo batch. */
  #isSelectionDeleted = false
  #isBeginning = false
  /** The selection to set with the change in progress. */
  #pendingSelection: DirectedSelection | null = null

  constructor(view: EditorView, session: EditSession, options: EditingOptions) {
    this.#view = view
    this.session = session
    this.#options = options
    this.#unsubscribe = session.subscribe((update) => this.#handleUpdate(update))
    this.#unregisterCommit = session.onCommitComposition((isExcluded) => {
      if (this.#composition === null || !isExcluded(this.#composition.uuid)) this.endComposition()
    })
  }

  get isEditable(): boolean {
    return this.#options.settings.isEditable
  }

  /** Blocks locked by other users. */
  get locked(): ReadonlySet<string> {
    return this.#options.settings.locked.uuids
  }

  stop(): void {
    this.endComposition()
    this.#unregisterCommit()
    this.#unsubscribe()
  }

  /** The selection in reading order; null in an empty transcript. */
  selectedRange(): SelectedRange | null {
    this.readSelection()
    const { doc, selection } = this.#view.state
    const from = textPositionAt(doc, selection.from, true)
    const to = textPositionAt(doc, selection.to)
    return from && to && { from, to: selection.empty ? from : to }
  }

  /** The selection with its direction. */
  directedSelection(): DirectedSelection | null {
    this.readSelection()
    const { doc, selection } = this.#view.state
    const [anchor, head] = [textPositionAt(doc, selection.anchor), textPositionAt(doc, selection.head)]
    return anchor && head && { anchor, head }
  }

  /** Runs a command at the current selection. Returns false when it has no effect or is refused. */
  run(command: Command, options: RunOptions = {}): boolean {
    this.endComposition()
    const selected = this.selectedRange()
    return this.isEditable && selected !== null && this.#runCommand(command, selected, options)
  }

  /** Undoes or redoes one batch. */
  stepHistory(direction: 'undo' | 'redo'): void {
    this.endComposition()
    if (!this.isEditable) return
    this.#attempt(() => this.session[direction]())
  }

  /** Maps an offset in the document to one on the page. They differ only after a composition in the same block. */
  offsetOnPage(uuid: string, offset: number): number {
    return this.#composition?.uuid === uuid
      ? this.session.tools.shiftOffset(this.#composition, this.#view.state.doc, offset)
      : offset
  }

  beginComposition(): void {
    this.#commitComposition()
    this.session.closeBatch()
    this.#isBeginning = true
    this.#isSelectionDeleted = false
  }

  /** Commits the composed text to the session. */
  endComposition(): void {
    this.#isBeginning = false
    this.#commitComposition()
  }

  #commitComposition(): void {
    const composition = this.#composition
    if (!composition) return
    const continues = this.#isSelectionDeleted
    this.#isSelectionDeleted = false
    this.#composition = null
    this.#attempt(() => {
      const did = this.session.edit(
        (document) => {
          const edit = this.session.tools.compositionEdit(composition, this.#view.state.doc, document)
          if (edit) checkLock(edit.changes, this.locked)
          return edit
        },
        { isTyping: true, continues },
      )
      if (!did) this.#options.onPageChange(new Set([composition.uuid]))
      return did
    })
    this.session.setComposing(false)
  }

  /** Handles a transaction from ProseMirror: a new selection or a change made by the browser. */
  dispatch(transaction: Transaction): void {
    if (!transaction.docChanged) {
      this.#view.updateState(this.#view.state.apply(transaction))
      this.#options.onPageChange(new Set())
      return
    }
    // When the state is not updated, ProseMirror restores the page.
    if (!this.isEditable) return
    const typed = this.session.tools.readSteps(transaction)
    if (typed && this.#applyCompositionStep(typed, transaction)) return
    this.#commitComposition()
    if (typed) this.#applyTypedText(typed, transaction)
  }

  /** Sets the selection and optionally scrolls it into view. */
  select({ anchor, head }: DirectedSelection, { isScrolled = false } = {}): boolean {
    const { doc } = this.#view.state
    const [from, to] = [docPositionOf(doc, anchor), docPositionOf(doc, head)]
    if (from === null || to === null) return false
    const { tr } = this.#view.state
    tr.setSelection(TextSelection.create(doc, from, to))
    this.dispatch(isScrolled ? tr.scrollIntoView() : tr)
    return true
  }

  /** Reads the selection from the browser. Its selectionchange event comes later, and the next key may be faster. */
  readSelection(): void {
    const view = this.#view
    if (view.composing || !view.hasFocus()) return
    const selection = view.dom.ownerDocument.getSelection()
    if (!selection?.anchorNode || !selection.focusNode) return
    // At the edges of a text the browser may report the element instead of the text node.
    const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)
    const isInText = (node: Node) => elementOf(node)?.closest('.kaiwa-text') && view.dom.contains(node)
    if (!isInText(selection.anchorNode) || !isInText(selection.focusNode)) return
    const anchor = view.posAtDOM(selection.anchorNode, selection.anchorOffset)
    const head = view.posAtDOM(selection.focusNode, selection.focusOffset)
    const { state } = view
    if (anchor === state.selection.anchor && head === state.selection.head) return
    view.updateState(
      state.apply(state.tr.setSelection(TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head)))),
    )
  }

  /** Applies a composition step to the page only. */
  #applyCompositionStep(typed: readonly TypedText[], transaction: Transaction): boolean {
    if (!this.#view.composing && !this.#composition) return false
    const { beginComposition, blockTypedIn } = this.session.tools
    const uuid = blockTypedIn(typed)
    if (uuid === null || this.locked.has(uuid)) return false
    const isOwn = this.#composition?.uuid === uuid
    if (!this.#view.composing && !isOwn) return false
    if (!isOwn) this.#commitComposition()
    this.#composition ??= beginComposition(typed, this.session.getState().document)
    this.#view.updateState(this.#view.state.apply(transaction))
    this.session.setComposing(true)
    this.#options.onPageChange(new Set([uuid]))
    return true
  }

  #applyTypedText(typed: readonly TypedText[], transaction: Transaction): void {
    const { type, createUuid } = this.session.tools
    const { doc, selection } = transaction
    const [anchor, head] = [textPositionAt(doc, selection.anchor), textPositionAt(doc, selection.head)]
    const single = typed.length === 1 && typed[0]!.selected.from.uuid === typed[0]!.selected.to.uuid
    for (const { selected, text } of typed) {
      const after = single && anchor && head ? { anchor, head } : null
      const isTyping = selected.from.uuid === selected.to.uuid
      if (this.#isBeginning && !isTyping) this.#isSelectionDeleted = true
      if (!this.#runCommand(type(text, createUuid), selected, { isTyping }, after)) return
    }
  }

  #runCommand(
    command: Command,
    selected: SelectedRange,
    options: RunOptions,
    pendingSelection: DirectedSelection | null = null,
  ): boolean {
    return this.#attempt(() =>
      this.session.edit((document) => {
        const done = command(document, selected)
        if (!done) return null
        checkLock(done.edit.changes, this.locked)
        this.#pendingSelection = pendingSelection ?? { anchor: done.caret, head: done.caret }
        return done.edit
      }, options),
    )
  }

  /** Runs `act` and returns whether it changed something. When the edit is refused, the page is restored. */
  #attempt(act: () => boolean): boolean {
    const done = tryEdit(act)
    this.#pendingSelection = null
    if (typeof done === 'boolean') return done
    this.#mirror(null)
    this.#options.onRefused(done)
    return false
  }

  #handleUpdate({ cause, changes }: SessionUpdate): void {
    if (cause === 'state') return
    if (cause === 'extend') return this.#extend()
    if (cause === 'load' && this.#composition && !this.#hasCompositionBlock()) this.#dropComposition()
    this.#mirror(changes, cause === 'undo')
    this.#options.onPageChange(changes && new Set(changes.map(uuidOf)))
  }

  #dropComposition(): void {
    this.#composition = null
    this.session.setComposing(false)
  }

  #hasCompositionBlock(): boolean {
    const { document } = this.session.getState()
    return this.#composition !== null && document.blocks.get(this.#composition.uuid) !== undefined
  }

  /** Adds the blocks that the session has before the first and after the last block of the page. */
  #extend(): void {
    const { state } = this.#view
    const { tr } = state
    for (const step of extensionSteps(state.doc, this.session.getState().document)) tr.step(step)
    if (!tr.docChanged) return
    const apply = () => this.#view.updateState(state.apply(tr))
    if (tr.doc.firstChild === state.doc.firstChild) apply()
    else this.#options.keepPlace(apply)
    this.#options.onPageChange(null)
  }

  /** Updates the page to show the session's document. */
  #mirror(changes: readonly Change[] | null, isHistoryStep = false): void {
    const { state } = this.#view
    const kept = this.#composition?.uuid ?? null
    const { document } = this.session.getState()
    const step = mirrorStep(state.doc, document, changes, kept)
    if (!step && !this.#pendingSelection) return
    const selection = this.#pendingSelection ?? this.#selectionAfter(changes, isHistoryStep)
    const { tr } = state
    if (step) tr.step(step)
    const anchor = selection && docPositionOf(tr.doc, selection.anchor)
    const head = selection && docPositionOf(tr.doc, selection.head)
    if (anchor !== null && head !== null) tr.setSelection(TextSelection.create(tr.doc, anchor, head))
    this.#view.updateState(state.apply(this.#pendingSelection || isHistoryStep ? tr.scrollIntoView() : tr))
  }

  /** The selection after a change that was not typed here. */
  #selectionAfter(changes: readonly Change[] | null, isHistoryStep: boolean): DirectedSelection | null {
    const changed = isHistoryStep && changes ? positionOfChanges(changes) : null
    if (changed) return { anchor: changed, head: changed }
    const selection = this.directedSelection()
    if (!selection || !changes) return selection
    const [anchor, head] = [mapTextPosition(selection.anchor, changes), mapTextPosition(selection.head, changes)]
    return anchor && head && { anchor, head }
  }
}
