import type { BlockView } from './block-view.ts'
import type { BlockViews } from './block-views.ts'
import { COMMENT_HIGHLIGHT, CURRENT_COMMENT_HIGHLIGHT, openMarks } from './highlights.ts'
import type { Passage } from './hit-highlights.ts'
import { iconButton } from './icon-button.ts'
import { openPaintedPassages } from './painted-passages.ts'
import type { PaintedPassage, PaintedPassages } from './painted-passages.ts'
import type { VisibleChunks } from './visible-chunks.ts'

/** Passages with comments: painted over the text, with a button at the end of their blocks. */
export interface CommentMarks extends PaintedPassages {
  /** `current` has another colour; it can be a passage whose comment is still being written. */
  show(passages: readonly Passage[], current: Passage | null): void
  /** Number of commented passages of a block. */
  countOf(uuid: string): number
}

export function openCommentMarks(
  views: BlockViews<BlockView>,
  visible: VisibleChunks,
  label: (count: number) => string,
): CommentMarks {
  let byBlock: ReadonlyMap<string, readonly PaintedPassage[]> = new Map()
  let current: Passage | null = null
  const chosen = openMarks(CURRENT_COMMENT_HIGHLIGHT)
  const painted = openPaintedPassages(views, visible, (uuid) => byBlock.get(uuid) ?? [])
  const signs = new Map<string, HTMLElement>()
  const countOf = (uuid: string) => byBlock.get(uuid)?.length ?? 0

  const choose = () => {
    const range = current && views.range(current.uuid, current.offset, current.offset + current.length)
    chosen.show(range ? [range] : [])
  }
  const sign = (uuid: string) => {
    const [view, old, count] = [views.get(uuid), signs.get(uuid), countOf(uuid)]
    if (view && old?.parentElement === view.dom && old.dataset['count'] === String(count)) return
    old?.remove()
    signs.delete(uuid)
    if (!view || count === 0) return
    const button = iconButton('comment', label(count))
    button.classList.add('kaiwa-comments')
    button.contentEditable = 'false'
    button.dataset['count'] = String(count)
    view.time.after(button)
    signs.set(uuid, button)
  }
  const signAll = () => {
    for (const uuid of new Set([...signs.keys(), ...byBlock.keys()])) sign(uuid)
  }

  return {
    countOf,
    show(passages, chosenPassage) {
      current = chosenPassage
      byBlock = new Map(
        [...Map.groupBy(passages, ({ uuid }) => uuid)].map(([uuid, own]) => [
          uuid,
          own.map(({ offset, length }) => ({ highlight: COMMENT_HIGHLIGHT, start: offset, end: offset + length })),
        ]),
      )
      painted.refresh(null)
      signAll()
      choose()
    },
    refresh(uuids) {
      painted.refresh(uuids)
      if (!uuids) signAll()
      else for (const uuid of uuids) sign(uuid)
      choose()
    },
    updateVisible(entered, left) {
      painted.updateVisible(entered, left)
      if (entered.length > 0) signAll()
    },
    clear() {
      byBlock = new Map()
      painted.clear()
      signAll()
      chosen.clear()
    },
  }
}
