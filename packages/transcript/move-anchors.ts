// Anchors of comments: passages that follow a change of blocks, given only the blocks before and after it. Unlike tags
// they are not part of the document, so the new place is found by comparing texts. A passage that is gone keeps its last
// place, so that it is found again when its text returns.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { TextRange } from '@kaiwa/language/normalise.ts'
import { startsOf } from '@kaiwa/language/starts-of.ts'
import { type AnchoredBlock, anchorSearch, type Place } from './anchor-search.ts'
import { toCodePoints } from './characters.ts'
import { type EditMap, mapRange, toEditMap } from './edit-text.ts'
import { passageTime } from './passage-excerpt.ts'
import { closeEdits } from './text-difference.ts'

export interface Anchor {
  readonly block_uuid: string
  /** UTF-16 code units. */
  readonly start_offset: number
  readonly end_offset: number
  /** The text of the passage where it was last found. */
  readonly text: string
  /** The text of the passage when the anchor was made. */
  readonly quote: string
  /** Seconds in the recording. */
  readonly time: number
  readonly is_removed: boolean
}

export type { AnchoredBlock }

/** Blocks that a change touched, in reading order: those changed or deleted, and those changed or inserted. */
export interface TouchedBlocks {
  readonly before: readonly AnchoredBlock[]
  readonly after: readonly AnchoredBlock[]
  /** `after` is the whole transcript, and all earlier blocks are gone. `before` is not needed. */
  readonly isReplacement?: boolean
}

/** A longer region is compared block by block. */
const MAX_REGION_BLOCKS = 64
const MAX_REGION_TEXT = 50_000
/** UTF-16 code units of a passage. */
const MAX_TEXT = LIMITS.passageOfComment

function byUuid(blocks: readonly AnchoredBlock[]): Map<string, AnchoredBlock> {
  return new Map(blocks.map((block) => [block.uuid, block]))
}

/**
 * Returns the first and last index of the region to which a change of the block `at` can have moved text. `survives` is
 * true for blocks that exist before and after the change. The region of a deleted block ends with the nearest surviving
 * blocks; the region of a surviving block ends before them.
 */
function regionAround(blocks: readonly AnchoredBlock[], at: number, survives: (uuid: string) => boolean) {
  const isSurvivor = survives(blocks[at]!.uuid)
  let [from, to] = [at, at]
  while (from > 0 && !survives(blocks[from - 1]!.uuid)) from--
  while (to < blocks.length - 1 && !survives(blocks[to + 1]!.uuid)) to++
  return isSurvivor ? [from, to] : [Math.max(0, from - 1), Math.min(blocks.length - 1, to + 1)]
}

function textOf(blocks: readonly AnchoredBlock[]): string {
  return blocks.map(({ content }) => content).join('')
}

interface Texts {
  readonly before: readonly AnchoredBlock[]
  readonly after: readonly AnchoredBlock[]
}

interface Region extends Texts {
  /** The edits between the joined texts. */
  readonly map: EditMap
}

function isSmall({ before, after }: Texts): boolean {
  return (
    Math.max(before.length, after.length) <= MAX_REGION_BLOCKS &&
    textOf(before).length <= MAX_REGION_TEXT &&
    textOf(after).length <= MAX_REGION_TEXT
  )
}

function compared({ before, after }: Texts): Region {
  return { before, after, map: toEditMap(closeEdits(textOf(before), textOf(after))) }
}

/** Regions of one change by block, with the edits between their texts. */
class Regions {
  readonly #touched: TouchedBlocks
  readonly #before: Map<string, AnchoredBlock>
  readonly #after: Map<string, AnchoredBlock>
  readonly #indexes: Map<string, number>
  readonly #shared = new Map<string, Region | null>()
  #search: ReturnType<typeof anchorSearch> | null = null
  readonly #regions = new Map<string, ((range: TextRange) => Place | null) | null>()

  constructor(touched: TouchedBlocks) {
    this.#touched = touched
    this.#before = byUuid(touched.before)
    this.#after = byUuid(touched.after)
    this.#indexes = new Map(touched.before.map(({ uuid }, index) => [uuid, index]))
  }

  /** Whether the change touched the block. */
  has(uuid: string): boolean {
    return this.#touched.isReplacement === true || this.#before.has(uuid)
  }

  /** A place with the text of a passage near its time, in text that the change added. */
  search(anchor: Anchor): Place | null {
    this.#search ??= anchorSearch(this.#touched.after, (uuid) => this.#before.get(uuid))
    return this.#search(anchor)
  }

  after(uuid: string): AnchoredBlock | undefined {
    return this.#after.get(uuid)
  }

  /** Returns the new place of a range in a touched block; null if its text is gone. */
  map(uuid: string, range: TextRange): Place | null {
    if (!this.#regions.has(uuid)) this.#regions.set(uuid, this.#mapping(uuid))
    return this.#regions.get(uuid)?.(range) ?? null
  }

  #mapping(uuid: string): ((range: TextRange) => Place | null) | null {
    const at = this.#indexes.get(uuid)
    if (at === undefined) return null
    const { before, after, map } = this.#regionOf(at)
    const shift = before
      .slice(
        0,
        before.findIndex((block) => block.uuid === uuid),
      )
      .reduce((sum, { content }) => sum + content.length, 0)
    return ({ start, end }) => {
      const moved = mapRange(map, { start: start + shift, end: end + shift })
      return moved && largestPart(after, moved)
    }
  }

  #regionOf(at: number): Region {
    const { before, after } = this.#touched
    const own = before[at]!
    const [from, to] = regionAround(before, at, (uuid) => this.#after.has(uuid)) as [number, number]
    const outside = (index: number) => before[index] && after.findIndex(({ uuid }) => uuid === before[index]!.uuid)
    const isSurvivor = this.#after.has(own.uuid)
    // The surviving blocks that end the region are outside of it for a surviving block, and inside for a deleted one.
    const [left, right] = isSurvivor ? [outside(from - 1), outside(to + 1)] : [outside(from), outside(to)]
    const start = left === undefined || left < 0 ? 0 : isSurvivor ? left + 1 : left
    const end = right === undefined || right < 0 ? after.length : isSurvivor ? right : right + 1
    // Deleted blocks in sequence share a region, whose texts are compared once.
    const key = `${from} ${to} ${start} ${end}`
    if (!this.#shared.has(key)) {
      const region = { before: before.slice(from, to + 1), after: after.slice(start, Math.max(start, end)) }
      this.#shared.set(key, isSmall(region) ? compared(region) : null)
    }
    const now = this.#after.get(own.uuid)
    return this.#shared.get(key) ?? compared({ before: [own], after: now ? [now] : [] })
  }
}

/** A range of the joined text of blocks, as the block that has most of it. */
function largestPart(blocks: readonly AnchoredBlock[], { start, end }: TextRange): Place | null {
  let offset = 0
  let best: Place | null = null
  for (const block of blocks) {
    const range = { start: Math.max(0, start - offset), end: Math.min(block.content.length, end - offset) }
    if (range.end > range.start && (!best || range.end - range.start > best.range.end - best.range.start))
      best = { block, range }
    offset += block.content.length
  }
  return best
}

/** Extends a range with a part of the quote to the whole quote, if the block contains the quote around the range. */
function widened({ block, range }: Place, quote: string): Place {
  const first = Math.max(0, range.end - quote.length)
  // A quote that starts behind `range.start` or ends before `range.end` is not around the range.
  const [at] = startsOf(block.content.slice(first, range.start + quote.length), quote)
  return at === undefined ? { block, range } : { block, range: { start: first + at, end: first + at + quote.length } }
}

/** The last place of a removed passage, if its block has the same text there again. */
function returned({ block_uuid, start_offset: start, end_offset: end, text }: Anchor, regions: Regions): Place | null {
  const block = regions.after(block_uuid)
  return block && block.content.slice(start, end) === text ? { block, range: { start, end } } : null
}

function isSame(a: Anchor, b: Anchor): boolean {
  return (
    a.block_uuid === b.block_uuid &&
    a.start_offset === b.start_offset &&
    a.end_offset === b.end_offset &&
    a.text === b.text &&
    a.time === b.time &&
    a.is_removed === b.is_removed
  )
}

/**
 * The anchor at a place, extended to whole surrogate pairs: half of one cannot be stored. A passage in which text was
 * inserted is cut to `MAX_TEXT`: each of the many threads of a file stores and sends its text.
 */
function moved(anchor: Anchor, { block, range }: Place): Anchor {
  const { start, end } = toCodePoints(block.content, { ...range, end: Math.min(range.end, range.start + MAX_TEXT) })
  return {
    ...anchor,
    block_uuid: block.uuid,
    start_offset: start,
    end_offset: end,
    text: block.content.slice(start, end),
    time: block.terms.length > 0 ? passageTime(block, start, end) : anchor.time,
    is_removed: false,
  }
}

/** The anchors after a change, in the same order. One that did not move is the same object. */
export function moveAnchors(anchors: readonly Anchor[], touched: TouchedBlocks): readonly Anchor[] {
  const regions = new Regions(touched)
  return anchors.map((anchor) => {
    if (!anchor.is_removed && !regions.has(anchor.block_uuid)) return anchor
    const { block_uuid, start_offset: start, end_offset: end } = anchor
    const kept = anchor.is_removed ? returned(anchor, regions) : regions.map(block_uuid, { start, end })
    const place = kept ? widened(kept, anchor.quote) : regions.search(anchor)
    const next = place ? moved(anchor, place) : anchor.is_removed ? anchor : { ...anchor, is_removed: true }
    return isSame(anchor, next) ? anchor : next
  })
}
