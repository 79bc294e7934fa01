// Searches passages by their text in the text that a change added. A save runs it for each removed thread of a file, so
// its work is bounded: a block is normalised once, and each passage has a limit of searched text and of occurrences.
import { findAll, normalise, normaliseWithOrigin } from '@kaiwa/language/normalise.ts'
import type { Normalised, TextRange } from '@kaiwa/language/normalise.ts'
import type { EditableBlock } from './editable-block.ts'
import { passageTime } from './passage-excerpt.ts'
import { buildTimeIndex, lastStarted } from './time-index.ts'

export type AnchoredBlock = Pick<EditableBlock, 'uuid' | 'content' | 'start_time' | 'end_time' | 'terms'>

/** A range of a block. */
export interface Place {
  block: AnchoredBlock
  range: TextRange
}

interface Wanted {
  readonly text: string
  readonly quote: string
  /** Seconds in the recording. */
  readonly time: number
}

/** Seconds within which a passage is searched: a short text occurs often, so it must be closer. */
const REACH = 30
const REACH_OF_SHORT_TEXT = 2
const SHORT_TEXT = 4
/**
 * Text (UTF-16 code units) that is searched for one passage: all that is spoken within its reach, and most transcripts
 * without times. A shorter block counts as `MIN_BLOCK`.
 */
export const MAX_SEARCHED = 200_000
const MIN_BLOCK = 20
/** A text that occurs more often in a block is not searched there: which occurrence is meant is unknown. */
export const MAX_OCCURRENCES = 1_000
/** Occurrences that are compared for one passage, in all blocks. */
const MAX_COMPARED = 10_000

interface SearchedBlock {
  readonly block: AnchoredBlock
  readonly old: string | undefined
  normal?: { readonly now: Normalised; readonly old: Normalised | null }
}

function normalOf(searched: SearchedBlock) {
  const { block, old } = searched
  searched.normal ??= {
    now: normaliseWithOrigin(block.content),
    old: old === undefined ? null : normaliseWithOrigin(old),
  }
  return searched.normal
}

/** Occurrences of a text in normal form; `isNew` if the earlier version of the block did not have them all. */
function occurrences(text: string, searched: SearchedBlock): { found: readonly TextRange[]; isNew: boolean } {
  const { now, old } = normalOf(searched)
  const found = findAll(now, text, MAX_OCCURRENCES + 1)
  if (found.length === 0 || found.length > MAX_OCCURRENCES) return { found, isNew: false }
  return { found, isNew: !old || findAll(old, text, found.length).length < found.length }
}

function distance({ block, range }: Place, time: number): number {
  const at = passageTime(block, range.start, range.end)
  const isTimed = block.terms.length > 0
  return !isTimed && time >= block.start_time && time <= block.end_time ? 0 : Math.abs(at - time)
}

/** Prepares the search in the blocks whose text a change added or edited. `before` gives the earlier version of a block. */
export function anchorSearch(
  after: readonly AnchoredBlock[],
  before: (uuid: string) => AnchoredBlock | undefined,
): (wanted: Wanted) => Place | null {
  const blocks = after.flatMap((block): SearchedBlock[] => {
    const old = before(block.uuid)?.content
    return block.content === '' || block.content === old ? [] : [{ block, old }]
  })
  const index = buildTimeIndex(
    blocks.length,
    (at) => blocks[at]!.block.start_time,
    (at) => blocks[at]!.block.end_time,
  )

  /** The blocks near a time in the order of their starts, as far as they are searched. */
  function near(time: number): SearchedBlock[] {
    const last = lastStarted(index, time + REACH)
    let entry = last
    while (entry > 0 && index.latestEnds[entry - 1]! >= time - REACH) entry--
    const found: SearchedBlock[] = []
    for (let left = MAX_SEARCHED; left > 0 && entry >= 0 && entry <= last; entry++) {
      const searched = blocks[index.sources[entry]!]!
      if (searched.block.end_time < time - REACH) continue
      left -= Math.max(MIN_BLOCK, searched.block.content.length)
      found.push(searched)
    }
    return found
  }

  return ({ text, quote, time }) => {
    const candidates = near(time)
    for (const wanted of new Set([quote, text].map(normalise))) {
      const reach = Array.from(wanted).length < SHORT_TEXT ? REACH_OF_SHORT_TEXT : REACH
      let best: (Place & { far: number }) | null = null
      let left = MAX_COMPARED
      for (const searched of candidates) {
        if (left <= 0) break
        const { block } = searched
        const { found, isNew } = occurrences(wanted, searched)
        left -= found.length
        for (const range of isNew ? found : []) {
          const far = distance({ block, range }, time)
          if (far <= reach && (!best || far < best.far)) best = { block, range, far }
        }
      }
      if (best) return best
    }
    return null
  }
}
