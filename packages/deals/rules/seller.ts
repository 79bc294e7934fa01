// Values that only the seller names: references to other customers, offers, own offices, and answers to questions of the
// customer. The customer has to name them too, or to agree.
import type { Candidate } from './answers.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { reactionTo } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isQuestion } from './statements.ts'

const MIN_SCORE = 3
/** The score of the seller is this many times that of anybody else. */
const MIN_RATIO = 2

/** Polite phrases of a person who offers something. */
const OFFERING =
  /弊社|ございま|いたしま|かしこまり|いただけま|いらっしゃいま|\b(?:i(?:'ll| can| could) (?:send|set|offer|give)|we (?:offer|include)|our (?:plans?|pricing|product)|happy to help)\b/

const known = new WeakMap<readonly Sentence[][], string | null>()

/** The speaker with the highest score of questions and offers; null if the difference is small. */
export function sellerOf(turns: readonly Sentence[][]): string | null {
  const found = known.get(turns)
  if (found !== undefined) return found
  const seller = findSeller(turns)
  known.set(turns, seller)
  return seller
}

function findSeller(turns: readonly Sentence[][]): string | null {
  const scores = new Map<string, number>()
  for (const { block, folded } of turns.flat())
    if (block.speaker !== null && (isQuestion(folded) || OFFERING.test(folded)))
      scores.set(block.speaker, (scores.get(block.speaker) ?? 0) + 1)
  const [first, second] = [...scores].toSorted((a, b) => b[1] - a[1])
  return first && first[1] >= MIN_SCORE && first[1] >= MIN_RATIO * (second?.[1] ?? 0) ? first[0] : null
}

/** Whether a sentence contains a part of a name: Leonard Pruitt for Mr. Pruitt. */
function hasNamePart({ text }: Sentence, name: string): boolean {
  return name
    .split(/[ の]/)
    .some((part) => part.length > 1 && !/^(?:Mr|Mrs|Ms|Dr)\.?$/.test(part) && text.includes(part))
}

/** Whether only the seller names the value, without the agreement of another speaker. */
export function isOfSeller(reader: Reader, turns: readonly Sentence[][], { values, sentences }: Candidate): boolean {
  const { topic } = reader
  if (topic.isOfSelf === true || topic.isOfPast === true) return false
  const seller = sellerOf(turns)
  const last = sentences.at(-1)!
  if (seller === null || last.block.speaker !== seller) return false
  // 七拠点ですね。 repeats what the customer said in other words.
  const isConfirmed = (one: Sentence) =>
    one.block.speaker === seller &&
    (reactionTo(turns, one) === 'yes' || /(?<!多い|少ない|普通)ですね。?$/.test(one.folded))
  if (sentences.some(isConfirmed)) return false
  // A question names an option without choosing it; a number or a day in it is the customer's own.
  const isChoice = reader.property.type === 'enumeration'
  const isNamed = (one: Sentence) =>
    (reader.property.type === 'string' && hasNamePart(one, values[0]!)) ||
    (!(isChoice && isQuestion(one.folded)) && mentionsIn(reader, one).some(({ value }) => values.includes(value)))
  return !turns.flat().some((one) => one.block.speaker !== seller && isNamed(one))
}
