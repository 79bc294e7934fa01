import type { BlockViews } from './block-views.ts'
import { erase, paint } from './highlights.ts'
import type { VisibleChunks } from './visible-chunks.ts'

/** A range of a block's text (UTF-16) and the name of its highlight. */
export interface PaintedPassage {
  readonly highlight: string
  readonly start: number
  readonly end: number
}

/** Passages painted over the text. Only chunks near the window are painted. */
export interface PaintedPassages {
  /** Repaints these blocks; null for all. */
  refresh(uuids: Iterable<string> | null): void
  /** Called when chunks come near the window or leave it. */
  updateVisible(entered: readonly Element[], left: readonly Element[]): void
  clear(): void
}

/** The uuids of the blocks of a chunk. */
export function uuidsIn(chunk: Element): string[] {
  return Array.from(chunk.children, (block) => (block as HTMLElement).dataset['block']!)
}

/** `passagesOf` returns the current passages of a block. */
export function openPaintedPassages(
  views: BlockViews,
  visible: VisibleChunks,
  passagesOf: (uuid: string) => readonly PaintedPassage[],
): PaintedPassages {
  const painted = new Map<string, { highlight: string; range: StaticRange }[]>()

  const wipe = (uuid: string) => {
    for (const { highlight, range } of painted.get(uuid) ?? []) erase(highlight, range)
    painted.delete(uuid)
  }
  const draw = (uuid: string) => {
    wipe(uuid)
    if (!visible.has(views.element(uuid)?.parentElement)) return
    const own = passagesOf(uuid).flatMap(({ highlight, start, end }) => {
      const range = views.range(uuid, start, end)
      return range ? [{ highlight, range }] : []
    })
    if (own.length === 0) return
    painted.set(uuid, own)
    for (const { highlight, range } of own) paint(highlight, range)
  }
  const clear = () => {
    for (const uuid of painted.keys()) wipe(uuid)
  }

  return {
    clear,
    refresh(uuids) {
      if (!uuids) clear()
      for (const uuid of uuids ?? [...visible.chunks].flatMap(uuidsIn)) draw(uuid)
    },
    updateVisible(entered, left) {
      for (const chunk of left) for (const uuid of uuidsIn(chunk)) wipe(uuid)
      for (const chunk of entered) for (const uuid of uuidsIn(chunk)) draw(uuid)
    },
  }
}
