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
/** Kept after a word, which may sound on, and before the next one. */
export const AIR_AFTER_SECONDS = 0.5
export const AIR_BEFORE_SECONDS = 0.3

type Spoken = Pick<EditableBlock, 'content' | 'start_time' | 'end_time' | 'terms'>

const SOUNDS = /[\p{L}\p{N}]/u

/**
 * The times of a block in which somebody speaks: its words, and text without words between them. An edit removes the
 * words of what it replaces, but not the speech.
 */
function spokenTimes({ content, start_time, end_time, terms }: Spoken): [start: number, end: number][] {
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
 * The silences of a transcript, in order and without overlap. Several people may speak at once. What follows the last
 * word is played to its end.
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
    // Nothing is spoken before the first word, so nothing sounds on.
    silences.push({ from: at === 0 ? 0 : end + AIR_AFTER_SECONDS, to: start - AIR_BEFORE_SECONDS })
  }
  return silences
}

/** Less than this is not worth a jump; also the tolerance of a player that lands early. */
const MIN_JUMP_SECONDS = 0.2

/** Where playback continues that has reached `time` (seconds); null outside of a silence. O(log n). */
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
