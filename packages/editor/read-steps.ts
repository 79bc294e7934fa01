import type { Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'
import type { SelectedRange } from './commands.ts'
import { textPositionAt } from './text-positions.ts'

/** A change made by the browser: `text` replaces `selected`. */
export interface TypedText {
  readonly selected: SelectedRange
  readonly text: string
}

/**
 * Reads the typed text from a ProseMirror transaction, one entry per step. Each entry refers to the text after the
 * previous steps. Null when the transaction contains anything except text.
 */
export function readSteps(transaction: Transaction): TypedText[] | null {
  const typed: TypedText[] = []
  for (const [number, step] of transaction.steps.entries()) {
    const before = transaction.docs[number]!
    if (!(step instanceof ReplaceStep)) return null
    const from = textPositionAt(before, step.from, true)
    const to = textPositionAt(before, step.to)
    if (!from || !to) return null
    typed.push({ selected: { from, to }, text: step.slice.content.textBetween(0, step.slice.content.size, '\n') })
  }
  return typed
}
