// Input of the text in edit mode: keys, input events, paste and drop.

import { isCaret, mergeBack, mergeForward, newline, remove, type } from './commands.ts'
import { createUuid } from './create-uuid.ts'
import { openKeys } from './edit-keys.ts'
import type { KeyOptions } from './edit-keys.ts'
import type { RefusalReason } from './edit-refusal.ts'
import type { EditTarget } from './edit-target.ts'
import { openInsertedText } from './inserted-text.ts'

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
