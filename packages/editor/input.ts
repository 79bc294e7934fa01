// Input of the text in edit mode: keys, input events, paste and drop, and changes that the browser has made itself.

import type { Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'
import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { isCaret, newline, remove, type } from '@kaiwa/transcript/type-text.ts'
import type { SelectedRange } from '@kaiwa/transcript/type-text.ts'
import { mergeBack, mergeForward } from './block-commands.ts'
import { openKeys } from './edit-keys.ts'
import type { KeyOptions } from './edit-keys.ts'
import type { RefusalReason } from './edit-refusal.ts'
import type { EditTarget } from './edit-target.ts'
import { openInsertedText } from './inserted-text.ts'
import { textPositionAt } from './text-positions.ts'

export interface InputOptions extends Omit<KeyOptions, 'createUuid'> {
  onRefused(reason: RefusalReason): void
}

export type Input = ReturnType<typeof openInput>

export function openInput(editing: EditTarget, { onRefused, ...keys }: InputOptions) {
  return {
    press: openKeys(editing, { ...keys, createUuid }),
    beforeInput: (event: InputEvent) => beforeInput(editing, event),
    ...openInsertedText(editing, { createUuid, onRefused }),
  }
}

/** Input types that the browser may apply itself within one block. ProseMirror then reads the change from the page. */
const NATIVE = /^(insertText|insertReplacementText|insertTranspose|insertFromYank|delete)/
/** Composition input cannot be prevented and must not be disturbed. */
const COMPOSING = /Composition/

/**
 * Handles `beforeinput`. Returns true when the change was made or refused here. Most changes are left to the browser,
 * so that spell check, autocorrection and the native caret work as usual.
 */
function beforeInput(editing: EditTarget, event: InputEvent): boolean {
  const { inputType } = event
  if (COMPOSING.test(inputType)) return false
  const refuse = (): true => {
    event.preventDefault()
    return true
  }
  if (inputType === 'historyUndo' || inputType === 'historyRedo') {
    editing.stepHistory(inputType === 'historyUndo' ? 'undo' : 'redo')
    return refuse()
  }
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
    editing.run(newline(createUuid))
    return refuse()
  }
  if (!NATIVE.test(inputType)) return refuse()
  const selected = editing.selectedRange()
  if (!selected) return refuse()
  const isDeletion = inputType.startsWith('delete')
  if (selected.from.uuid !== selected.to.uuid) {
    editing.run(isDeletion ? remove(createUuid) : type(event.data ?? '', createUuid))
    return refuse()
  }
  if (isDeletion && isCaret(selected)) {
    const merge = inputType.endsWith('Forward') ? mergeForward(createUuid) : mergeBack(createUuid)
    if (editing.run(merge)) return refuse()
  }
  return editing.locked.has(selected.from.uuid) ? refuse() : false
}

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
