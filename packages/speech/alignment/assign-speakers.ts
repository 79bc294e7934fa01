import type { Turn, Word } from '../engine.ts'

export type SpokenWord = Word & { speaker: number }

/**
 * Maximum distance in seconds from a word outside all turns to a turn; beyond it the word keeps the previous speaker.
 */
const MAX_TURN_DISTANCE = 1

/**
 * Assigns each word the speaker whose turns overlap it most. A word outside all turns gets the nearest turn, or the
 * speaker of the word before it. A single short word between two words of another speaker, without pauses, is treated
 * as a diarisation error. Without turns, all words get speaker 0. Words must be sorted by time.
 */
export function assignSpeakers(words: readonly Word[], turns: readonly Turn[]): SpokenWord[] {
  const sorted = [...turns].sort((a, b) => a.start - b.start)
  const longest = sorted.reduce((most, turn) => Math.max(most, turn.end - turn.start), 0)
  let first = 0
  let speaker = sorted[0]?.speaker ?? 0
  const spoken = words.map((word) => {
    // Turns that ended long before this word cannot match later words either.
    while (first < sorted.length && (sorted[first]?.start ?? 0) + longest + MAX_TURN_DISTANCE < word.start) first++
    speaker = speakerOf(word, sorted, first) ?? speaker
    return { ...word, speaker }
  })
  return spoken.map((word, index) => {
    const [before, after] = [spoken[index - 1], spoken[index + 1]]
    const slip =
      before &&
      after &&
      before.speaker === after.speaker &&
      word.speaker !== before.speaker &&
      word.end - word.start < 0.5 &&
      word.start - before.end < 0.15 &&
      after.start - word.end < 0.15
    return slip ? { ...word, speaker: before.speaker } : word
  })
}

function speakerOf(word: Word, turns: readonly Turn[], first: number): number | undefined {
  const shared = new Map<number, number>()
  let closest: { speaker: number; distance: number } | undefined
  for (let index = first; index < turns.length; index++) {
    const turn = turns[index]
    if (!turn || turn.start > word.end + MAX_TURN_DISTANCE) break
    const overlap = Math.min(word.end, turn.end) - Math.max(word.start, turn.start)
    if (overlap > 0) shared.set(turn.speaker, (shared.get(turn.speaker) ?? 0) + overlap)
    else if (-overlap <= MAX_TURN_DISTANCE && -overlap < (closest?.distance ?? Infinity))
      closest = { speaker: turn.speaker, distance: -overlap }
  }
  const [most] = [...shared].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? closest?.speaker
}
