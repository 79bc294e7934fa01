// Finds the word spoken at a time, from the terms in the session's document; there is no second copy of the words to
// keep in sync. Blocks are found by an index over their times, which typing does not invalidate; words within a block
// by binary search.

import { buildTimeIndex, lastStarted } from '@kaiwa/transcript/time-index.ts'
import type { TimeIndex } from '@kaiwa/transcript/time-index.ts'
import type { Change, EditableBlock, EditableDocument } from '@kaiwa/transcript'
import type { Term } from '@kaiwa/contract/transcripts.ts'

/** Seconds for which a finished word stays marked while the next has not started. Avoids flicker in short pauses. */
const HOLD_SECONDS = 0.4

/** The block and word at a time. `until` (seconds) is the time of the next change. */
export interface Moment {
  /** The block being spoken; in a pause the block that started last. */
  readonly block: string | null
  /** The word being spoken, and its block. */
  readonly word: { readonly uuid: string; readonly term: Term } | null
  readonly until: number
}

/** Start and end of a block including its words, which may exceed the block's own times. */
function startOf({ start_time, terms }: EditableBlock): number {
  return Math.min(start_time, terms[0]?.start_time ?? Infinity)
}

function endOf({ end_time, terms }: EditableBlock): number {
  return Math.max(end_time, terms.at(-1)?.end_time ?? -Infinity)
}

function movesTimes(change: Change): boolean {
  return (
    change.type !== 'put' ||
    startOf(change.before) !== startOf(change.after) ||
    endOf(change.before) !== endOf(change.after) ||
    change.before.start_time !== change.after.start_time ||
    change.before.end_time !== change.after.end_time
  )
}

/** Index of the last term that starts at or before `time`; -1 when no term does. */
function lastTerm(terms: readonly Term[], time: number): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]!.start_time <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Index {
  readonly times: TimeIndex
  readonly uuids: readonly string[]
}

function buildIndex({ blocks }: EditableDocument): Index {
  const all = [...blocks]
  const times = buildTimeIndex(
    all.length,
    (number) => startOf(all[number]!),
    (number) => endOf(all[number]!),
  )
  return { times, uuids: all.map(({ uuid }) => uuid) }
}

/** Looks up the words of a session's document by time. */
export class WordTimeline {
  #index: Index | null = null
  readonly #document: () => EditableDocument

  constructor(document: () => EditableDocument) {
    this.#document = document
  }

  /** Call after changes to the document; null when all of it may have changed. */
  invalidate(changes: readonly Change[] | null): void {
    if (!changes || changes.some(movesTimes)) this.#index = null
  }

  at(time: number): Moment {
    const { blocks } = this.#document()
    const { times, uuids } = (this.#index ??= buildIndex(this.#document()))
    const last = lastStarted(times, time)
    let until = times.starts[last + 1] ?? Infinity
    let speaking: { block: EditableBlock; start: number } | null = null
    let spoken: { block: EditableBlock; term: Term; isOver: boolean } | null = null
    for (let entry = last; entry >= 0 && times.latestEnds[entry]! > time - HOLD_SECONDS; entry--) {
      const block = blocks.get(uuids[times.sources[entry]!]!)!
      if (block.end_time > time && block.start_time <= time) {
        until = Math.min(until, block.end_time)
        if (!speaking) speaking = { block, start: block.start_time }
      } else if (block.start_time > time) until = Math.min(until, block.start_time)
      const number = lastTerm(block.terms, time)
      until = Math.min(until, block.terms[number + 1]?.start_time ?? Infinity)
      const term = block.terms[number]
      if (!term || time >= term.end_time + HOLD_SECONDS) continue
      const isOver = time >= term.end_time
      until = Math.min(until, isOver ? term.end_time + HOLD_SECONDS : term.end_time)
      const isBetter =
        !spoken || (spoken.isOver && !isOver) || (spoken.isOver === isOver && term.start_time > spoken.term.start_time)
      if (isBetter) spoken = { block, term, isOver }
    }
    const current = speaking?.block.uuid ?? (last < 0 ? null : uuids[times.sources[last]!]!)
    return { block: current, word: spoken && { uuid: spoken.block.uuid, term: spoken.term }, until }
  }
}

/**
 * The time (seconds) at an offset of a block: of the word there, else of the nearest word before it, else the block's
 * start.
 */
export function timeAt({ terms, start_time }: EditableBlock, offset: number): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]!.offset <= offset) low = middle + 1
    else high = middle
  }
  return terms[low - 1]?.start_time ?? start_time
}
