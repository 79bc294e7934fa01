import type { Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'
import type { Selected } from './commands.ts'
import { placeAt } from './positions.ts'

/** A change made by the browser: `text` replaces `selected`. */
export interface Typed {
  readonly selected: Selected
  readonly text: string
}

/**
 * Reads the typed text from a ProseMirror transaction, one entry per step. Each entry refers to the text after the
 * previous steps. Null when the transaction contains anything except text.
 */
export function readSteps(transaction: Transaction): Typed[] | null {
  const typed: Typed[] = []
  for (const [number, step] of transaction.steps.entries()) {
    const before = transaction.docs[number]!
    if (!(step instanceof ReplaceStep)) return null
    const from = placeAt(before, step.from, true)
    const to = placeAt(before, step.to)
    if (!from || !to) return null
    typed.push({ selected: { from, to }, text: step.slice.content.textBetween(0, step.slice.content.size, '\n') })
  }
  return typed
}
