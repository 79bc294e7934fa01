import type { BlockViews } from './block-views.ts'
import { erase, paint } from './highlights.ts'
import type { Sight } from './sight.ts'

/** A passage of a block's text (UTF-16) and the highlight that it is painted with. */
export interface PaintedPassage {
  readonly highlight: string
  readonly start: number
  readonly end: number
}

/** Passages painted over the text, as far as it is near the window. */
export interface Passages {
  /** Draws these blocks again; null for all. */
  refresh(uuids: Iterable<string> | null): void
  /** Chunks came near or went away. */
  look(came: readonly Element[], went: readonly Element[]): void
  clear(): void
}

const blocksOf = (chunk: Element): string[] =>
  Array.from(chunk.children, (block) => (block as HTMLElement).dataset['block']!)

/** `passagesOf` says what is to be painted in a block now. */
export function openPassages(
  views: BlockViews,
  sight: Sight,
  passagesOf: (uuid: string) => readonly PaintedPassage[],
): Passages {
  const painted = new Map<string, { highlight: string; range: StaticRange }[]>()

  const wipe = (uuid: string) => {
    for (const { highlight, range } of painted.get(uuid) ?? []) erase(highlight, range)
    painted.delete(uuid)
  }
  const draw = (uuid: string) => {
    wipe(uuid)
    if (!sight.has(views.element(uuid)?.parentElement)) return
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
      for (const uuid of uuids ?? [...sight.near].flatMap(blocksOf)) draw(uuid)
    },
    look(came, went) {
      for (const chunk of went) for (const uuid of blocksOf(chunk)) wipe(uuid)
      for (const chunk of came) for (const uuid of blocksOf(chunk)) draw(uuid)
    },
  }
}
