import type { Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'
import type { Selected } from './commands.ts'
import { placeAt } from './positions.ts'

/** What the browser did to the text: `text` in place of what was selected. */
export interface Typed {
  readonly selected: Selected
  readonly text: string
}

/**
 * Reads a transaction that ProseMirror made of the browser's changes: what was typed, step by step, each in the text as
 * the steps before it left it. Null when it holds anything but text.
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
