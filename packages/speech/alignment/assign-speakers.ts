import type { Turn, Word } from '../engine.ts'

export type SpokenWord = Word & { speaker: number }

/** A word in no turn goes to the turn this near, in seconds; past that it stays with the speaker before it. */
const near = 1

/**
 * Gives each word the speaker whose turns overlap it most. Words outside all turns go to the nearest turn, or follow the word
 * before. A single short word between two of another speaker, with no pause around it, is taken for a slip of the diariser.
 * Without turns everybody is speaker 0. Words must be in order of time.
 */
export function assignSpeakers(words: readonly Word[], turns: readonly Turn[]): SpokenWord[] {
  const sorted = [...turns].sort((a, b) => a.start - b.start)
  const longest = sorted.reduce((most, turn) => Math.max(most, turn.end - turn.start), 0)
  let first = 0
  let speaker = sorted[0]?.speaker ?? 0
  const spoken = words.map((word) => {
    // Turns that ended long before this word are behind all later words too.
    while (first < sorted.length && (sorted[first]?.start ?? 0) + longest + near < word.start) first++
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
    if (!turn || turn.start > word.end + near) break
    const overlap = Math.min(word.end, turn.end) - Math.max(word.start, turn.start)
    if (overlap > 0) shared.set(turn.speaker, (shared.get(turn.speaker) ?? 0) + overlap)
    else if (-overlap <= near && -overlap < (closest?.distance ?? Infinity))
      closest = { speaker: turn.speaker, distance: -overlap }
  }
  const [most] = [...shared].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? closest?.speaker
}
