// Shared by all rules: the result, its quotes, and the reaction to a sentence.
import type { Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { isFiller, isQuestion, isRejection, isYes } from './statements.ts'

export interface RuleQuote {
  /** Id of the block. */
  block: string
  /** Literal. */
  quote: string
}

export interface RuleValue {
  value: string
  quotes: RuleQuote[]
}

export function quoteOf({ block, text }: Sentence): RuleQuote {
  return { block: block.id, quote: text }
}

/** Whether a sentence speaks of the subject. */
export function isAbout({ topic }: Pick<Reader, 'topic'>, folded: string): boolean {
  return topic.cue.test(folded) && !(topic.not?.test(folded) ?? false)
}

/** "Does Thursday work? The 14th?" */
export const MAX_AFTERTHOUGHT = 16

/** Whether the other person agrees in the next turn; null if there is no answer. */
export function reactionTo(turns: readonly Sentence[][], { turn, block, index }: Sentence): 'yes' | 'no' | null {
  // The answer is meant for the last question of a turn.
  const isAskedAfter = turns[turn]!.slice(index + 1).some(
    ({ folded, text }) => isQuestion(folded) && text.length > MAX_AFTERTHOUGHT,
  )
  if (isAskedAfter) return null
  const [first, second] = turns[turn + 1] ?? []
  // "Hmm. That's too much."
  const answer = first && second && isFiller(first.folded) ? second : first
  if (!answer || answer.block.speaker === block.speaker) return null
  if (isRejection(answer.folded)) return 'no'
  return isYes(answer.folded) ? 'yes' : null
}
