// Who leads the conversation: the seller asks most of the questions of a sales call.
import type { Sentence } from './sentences.ts'
import { isPrompt } from './statements.ts'

/** The speaker with the most questions; null if two speakers have as many. */
export function askerOf(turns: readonly Sentence[][]): string | null {
  const counts = new Map<string, number>()
  for (const { block, folded } of turns.flat())
    if (block.speaker !== null && isPrompt(folded)) counts.set(block.speaker, (counts.get(block.speaker) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null
}
