// Parts of a recording in which no word is spoken, to be skipped during playback.
import type { EditableBlock } from './editable-block.ts'
import { buildTimeIndex } from './time-index.ts'

/** Seconds. Playback that reaches `from` continues at `to`. */
export interface Silence {
  readonly from: number
  readonly to: number
}

/** Pauses up to this length belong to speech. */
export const MIN_SILENCE_SECONDS = 1.2
/** Seconds played after a word, whose sound may be longer than its time, and before the next word. */
export const AIR_AFTER_SECONDS = 0.5
export const AIR_BEFORE_SECONDS = 0.3

type Spoken = Pick<EditableBlock, 'content' | 'start_time' | 'end_time' | 'terms'>

const SOUNDS = /[\p{L}\p{N}]/u

/**
 * Returns the times of speech in a block: its words, and the intervals of text without words. An edit removes the words
 * of the replaced text, although the recording still contains their speech.
 */
export function spokenTimes({ content, start_time, end_time, terms }: Spoken): [start: number, end: number][] {
  const times: [number, number][] = []
  let offset = 0
  let time = start_time
  for (const term of terms) {
    if (SOUNDS.test(content.slice(offset, term.offset))) times.push([time, Math.max(time, term.start_time)])
    times.push([term.start_time, term.end_time])
    offset = term.offset + term.text.length
    time = term.end_time
  }
  if (SOUNDS.test(content.slice(offset))) times.push([time, Math.max(time, end_time)])
  return times
}

/**
 * Returns the silences of a transcript, in order and without overlap. Blocks may overlap, because several people may
 * speak at the same time. The part after the last word is always played.
 */
export function silencesOf(blocks: Iterable<Spoken>): Silence[] {
  const spoken = [...blocks].flatMap(spokenTimes)
  const { starts, latestEnds } = buildTimeIndex(
    spoken.length,
    (at) => spoken[at]![0],
    (at) => spoken[at]![1],
  )
  const silences: Silence[] = []
  for (let at = 0; at < starts.length; at += 1) {
    const end = at === 0 ? 0 : latestEnds[at - 1]!
    const start = starts[at]!
    if (start - end <= MIN_SILENCE_SECONDS) continue
    // No word precedes the first one, so no time is kept for its sound.
    silences.push({ from: at === 0 ? 0 : end + AIR_AFTER_SECONDS, to: start - AIR_BEFORE_SECONDS })
  }
  return silences
}

/** Shorter jumps are omitted. Also the tolerance for a player that seeks to a time before the requested one. */
const MIN_JUMP_SECONDS = 0.2

/**
 * Returns the end of the silence that contains `time` (seconds), where playback continues; null outside of a silence.
 * O(log n).
 */
export function silenceEnd(silences: readonly Silence[], time: number): number | null {
  let low = 0
  let high = silences.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (silences[middle]!.from <= time) low = middle + 1
    else high = middle
  }
  const silence = silences[low - 1]
  return silence && silence.to - time > MIN_JUMP_SECONDS ? silence.to : null
}
