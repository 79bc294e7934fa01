import type { BlockViews } from './block-views.ts'
import { CURRENT_HIT_HIGHLIGHT, HIT_HIGHLIGHT, openMarks } from './highlights.ts'
import { openPaintedPassages } from './painted-passages.ts'
import type { PaintedPassage, PaintedPassages } from './painted-passages.ts'
import type { VisibleChunks } from './visible-chunks.ts'

/** A passage of a block's text, in UTF-16 code units. */
export interface Passage {
  uuid: string
  offset: number
  length: number
}

/** Search hits on the page. */
export interface Hits extends PaintedPassages {
  /** Marks `passages`. The one at index `current` (-1 for none) has a different colour. */
  show(passages: readonly Passage[], current: number): void
}

export function openHits(views: BlockViews, visible: VisibleChunks): Hits {
  let passages: readonly Passage[] = []
  let byBlock: ReadonlyMap<string, readonly PaintedPassage[]> = new Map()
  let current: Passage | undefined
  const chosen = openMarks(CURRENT_HIT_HIGHLIGHT)
  const others = openPaintedPassages(views, visible, (uuid) => byBlock.get(uuid) ?? [])

  const choose = () => {
    const range = current && views.range(current.uuid, current.offset, current.offset + current.length)
    chosen.show(range ? [range] : [])
  }

  return {
    show(next, index) {
      current = next[index]
      if (next !== passages) {
        passages = next
        byBlock = new Map(
          [...Map.groupBy(next, ({ uuid }) => uuid)].map(([uuid, own]) => [
            uuid,
            own.map(({ offset, length }) => ({ highlight: HIT_HIGHLIGHT, start: offset, end: offset + length })),
          ]),
        )
        others.refresh(null)
      }
      choose()
    },
    refresh(uuids) {
      others.refresh(uuids)
      choose()
    },
    updateVisible: (entered, left) => others.updateVisible(entered, left),
    clear() {
      passages = []
      others.clear()
      chosen.clear()
    },
  }
}
