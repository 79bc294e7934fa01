import type { Turn } from '../engine.ts'
import type { Voice } from './voice.ts'

/** Voices of one speaker with at most this pause, in seconds, are one turn: people pause inside of a sentence. */
const LONGEST_PAUSE = 0.8

/**
 * Added to both ends of a turn, in seconds, up to the middle of the pause: voice activity detection reports the loud part
 * of speech.
 */
const MARGIN = 0.2

/** The turns of voices in order of time, with the label of each voice as its speaker. */
export function toTurns(voices: readonly Voice[], labels: readonly number[]): Turn[] {
  const turns: Turn[] = []
  for (const [index, { start, end }] of voices.entries()) {
    const speaker = labels[index]!
    const last = turns.at(-1)
    if (last && last.speaker === speaker && start - last.end <= LONGEST_PAUSE) last.end = Math.max(last.end, end)
    else turns.push({ start, end, speaker })
  }
  return turns.map(({ start, end, speaker }, index) => {
    const before = turns[index - 1]?.end ?? -Infinity
    const after = turns[index + 1]?.start ?? Infinity
    return {
      start: Math.max(0, before < start ? Math.max(start - MARGIN, (before + start) / 2) : start),
      end: after > end ? Math.min(end + MARGIN, (end + after) / 2) : end,
      speaker,
    }
  })
}
