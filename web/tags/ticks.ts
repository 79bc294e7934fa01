import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import type { BlockRange, EditableDocument } from '@kaiwa/transcript'

/** Whether a selection has a tag: on all of it, on nothing, or on a part. */
export type Tick = 'on' | 'off' | 'mixed'

function endOf({ offset, text }: TagUsage): number {
  return offset + text.length
}

/** How much of a range the passages cover. They are sorted by offset and may overlap. */
function covers(passages: readonly TagUsage[], { start, end }: BlockRange): Tick {
  let reached = start
  let touched = false
  for (const passage of passages) {
    if (passage.offset >= end || endOf(passage) <= start) continue
    touched = true
    if (passage.offset <= reached) reached = Math.max(reached, endOf(passage))
  }
  if (!touched) return 'off'
  return reached >= end ? 'on' : 'mixed'
}

/** The ticks of all tags in a selection; a tag missing in the result is off. */
export function ticksOf({ blocks }: EditableDocument, ranges: readonly BlockRange[]): ReadonlyMap<number, Tick> {
  const perRange = ranges.map((range) => {
    const groups = Map.groupBy(blocks.get(range.uuid)?.tags ?? [], ({ tag_id }) => tag_id)
    return new Map([...groups].map(([id, passages]) => [id, covers(passages, range)] as const))
  })
  const ticks = new Map<number, Tick>()
  for (const id of new Set(perRange.flatMap((known) => [...known.keys()]))) {
    const states = new Set(perRange.map((known) => known.get(id) ?? 'off'))
    const [only] = states
    if (only !== 'off' || states.size > 1) ticks.set(id, states.size === 1 && only !== undefined ? only : 'mixed')
  }
  return ticks
}
