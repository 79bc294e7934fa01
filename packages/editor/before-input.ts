import type { CreateUuid } from '@kaiwa/transcript'
import { isCaret, mergeBack, mergeForward, newline, remove, type } from './commands.ts'
import type { Editing } from './editing.ts'

/** Input types that the browser may apply itself within one block. ProseMirror then reads the change from the page. */
const NATIVE = /^(insertText|insertReplacementText|insertTranspose|insertFromYank|delete)/
/** Composition input cannot be prevented and must not be disturbed. */
const COMPOSING = /Composition/

/**
 * Handles `beforeinput`. Returns true when the change was made or refused here. Most changes are left to the browser,
 * so that spell check, autocorrection and the native caret work as usual.
 */
export function beforeInput(editing: Editing, event: InputEvent, createUuid: CreateUuid): boolean {
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
