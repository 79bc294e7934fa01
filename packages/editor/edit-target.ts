import type { TextPosition } from '@kaiwa/transcript'
import type { Command, SelectedRange } from '@kaiwa/transcript/type-text.ts'
import type { Transaction } from 'prosemirror-state'

/** The two ends of a selection; `head` is the end that moves. */
export interface DirectedSelection {
  readonly anchor: TextPosition
  readonly head: TextPosition
}

export interface RunOptions {
  readonly isTyping?: boolean
  readonly continues?: boolean
}

/** The text that keys, input events, paste and drop act on. */
export interface EditTarget {
  /** Blocks locked by other users. */
  readonly locked: ReadonlySet<string>
  /** The selection in reading order; null in an empty transcript. */
  selectedRange(): SelectedRange | null
  /** Reads the selection from the browser. Its selectionchange event comes later, and the next key may be faster. */
  readSelection(): void
  /** Sets the selection and optionally scrolls it into view. */
  select(selection: DirectedSelection, options?: { isScrolled?: boolean }): boolean
  /** Runs a command at the current selection. Returns false when it has no effect or is refused. */
  run(command: Command, options?: RunOptions): boolean
  /** Undoes or redoes one batch. */
  stepHistory(direction: 'undo' | 'redo'): void
  dispatch(transaction: Transaction): void
}
