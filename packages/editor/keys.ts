import { TextSelection } from 'prosemirror-state'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { mergeBack, mergeForward, newline, remove, split } from './commands.ts'
import type { CreateUuid } from '@kaiwa/transcript'
import type { Editing } from './editing.ts'
import { isConversion } from './is-conversion.ts'
import { playerActionOf } from './player-keys.ts'
import type { PlayerAction } from './player-keys.ts'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform)

export interface KeyOptions {
  createUuid: CreateUuid
  onPlayerKey(action: PlayerAction): void
  /** Ctrl/Cmd+Enter twice: the statement that was just separated is to get a speaker of its own. */
  onSeparated(uuid: string): void
}

/** Positions of the first and last character of the transcript; null when it has none. */
function ends({ doc }: EditorState): { from: number; to: number } | null {
  const { firstChild, lastChild } = doc
  if (!firstChild || !lastChild) return null
  return { from: 2, to: doc.content.size - 2 }
}

function selectAll(editing: Editing, view: EditorView): boolean {
  const all = ends(view.state)
  if (all) editing.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, all.from, all.to)))
  return all !== null
}

/** ← at a block's start and → at its end go on in the next block: what lies between them is furniture. */
function crossBlocks(editing: Editing, view: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
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

/** The keys that mean something in the text. Everything else is the browser's. */
export function openKeys(editing: Editing, { createUuid, onPlayerKey, onSeparated }: KeyOptions) {
  /** The block that the last Ctrl/Cmd+Enter separated, while nothing else was done. */
  let separated: string | null = null

  const separate = (): boolean => {
    const before = editing.selected()?.from
    if (!editing.run(split(createUuid))) return true
    const after = editing.selected()?.from
    if (before && after && before.uuid === after.uuid && before.uuid === separated) onSeparated(before.uuid)
    separated = after && after.uuid !== before?.uuid ? after.uuid : null
    return true
  }

  const withModifier = (view: EditorView, event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase()
    if (key === 'enter') return separate()
    if (key === 'a' && !event.shiftKey) return selectAll(editing, view)
    if (key === 'z') editing.travel(event.shiftKey ? 'redo' : 'undo')
    else if (key === 'y' && !IS_MAC) editing.travel('redo')
    else return false
    return true
  }

  return (view: EditorView, event: KeyboardEvent): boolean => {
    if (isConversion(event)) return false
    const action = playerActionOf(event)
    if (action) {
      onPlayerKey(action)
      return true
    }
    const isModified = event.ctrlKey || event.metaKey
    // Holding the modifier before the second Enter is no other act.
    if (event.key !== 'Enter' && event.key !== 'Control' && event.key !== 'Meta') separated = null
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
