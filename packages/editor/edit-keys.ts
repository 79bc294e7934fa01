import { Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { mergeBack, mergeForward, split } from './block-commands.ts'
import type { CreateUuid } from '@kaiwa/transcript'
import { newline, remove } from '@kaiwa/transcript/type-text.ts'
import type { EditTarget } from './edit-target.ts'
import { isCompositionKey } from './is-composition-key.ts'
import { playerActionOf } from './player-shortcuts.ts'
import type { PlayerAction } from './player-shortcuts.ts'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform)

export interface KeyOptions {
  createUuid: CreateUuid
  onPlayerKey(action: PlayerAction): void
  /** Called on the second Ctrl/Cmd+Enter in a row: the block that was just split off should get another speaker. */
  onSecondSplit(uuid: string): void
}

function selectAll(editing: EditTarget, view: EditorView): boolean {
  const { doc, tr } = view.state
  if (!doc.firstChild) return false
  const [first, last] = [Selection.atStart(doc), Selection.atEnd(doc)]
  editing.dispatch(tr.setSelection(TextSelection.create(doc, first.from, last.to)))
  return true
}

/**
 * ← at the start of a block and → at its end move to the adjacent block. Only buttons lie between them, which the
 * browser would not cross.
 */
function crossBlocks(editing: EditTarget, view: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
  editing.readSelection()
  const { doc, selection } = view.state
  if (!(selection instanceof TextSelection) || (!shiftKey && !selection.empty)) return false
  const { $head } = selection
  const isBack = key === 'ArrowLeft'
  if ($head.parentOffset !== (isBack ? 0 : $head.parent.content.size)) return false
  const near = TextSelection.findFrom(doc.resolve(isBack ? $head.before() : $head.after()), isBack ? -1 : 1, true)
  if (!near) return true
  const { pos } = near.$head
  editing.dispatch(
    view.state.tr.setSelection(TextSelection.create(doc, shiftKey ? selection.anchor : pos, pos)).scrollIntoView(),
  )
  return true
}

/** Handles the keys that have a function in the text. All other keys are left to the browser. */
export function openKeys(editing: EditTarget, { createUuid, onPlayerKey, onSecondSplit: onSeparated }: KeyOptions) {
  /** The block created by the last Ctrl/Cmd+Enter; null after any other action. */
  let lastSplit: string | null = null

  const separate = (): boolean => {
    const before = editing.selectedRange()?.from
    if (!editing.run(split(createUuid))) return true
    const after = editing.selectedRange()?.from
    if (before && after && before.uuid === after.uuid && before.uuid === lastSplit) onSeparated(before.uuid)
    lastSplit = after && after.uuid !== before?.uuid ? after.uuid : null
    return true
  }

  const withModifier = (view: EditorView, event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase()
    if (key === 'enter') return separate()
    if (key === 'a' && !event.shiftKey) return selectAll(editing, view)
    if (key === 'z') editing.stepHistory(event.shiftKey ? 'redo' : 'undo')
    else if (key === 'y' && !IS_MAC) editing.stepHistory('redo')
    else return false
    return true
  }

  return (view: EditorView, event: KeyboardEvent): boolean => {
    if (isCompositionKey(event)) return false
    const action = playerActionOf(event)
    if (action) {
      onPlayerKey(action)
      return true
    }
    const isModified = event.ctrlKey || event.metaKey
    // Pressing the modifier key again does not reset the sequence.
    if (event.key !== 'Enter' && event.key !== 'Control' && event.key !== 'Meta') lastSplit = null
    if (isModified && !event.altKey && withModifier(view, event)) return true
    if (event.key === 'Backspace') return editing.run(remove(createUuid)) || editing.run(mergeBack(createUuid))
    if (event.key === 'Delete') return editing.run(remove(createUuid)) || editing.run(mergeForward(createUuid))
    if (isModified || event.altKey) return false
    if (event.key === 'Enter') {
      editing.run(newline(createUuid))
      return true
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return crossBlocks(editing, view, event)
    return false
  }
}
