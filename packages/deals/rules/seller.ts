// Values that only the seller names: references to other customers, offers and own dates. The customer has to name them too,
// or to agree.
import type { Candidate } from './answers.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { reactionTo } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isQuestion } from './statements.ts'

const MIN_QUESTIONS = 3
/** The seller asks this many times as many questions as anybody else. */
const MIN_RATIO = 2

/** The speaker who asks by far the most questions; null if nobody does. */
function sellerOf(turns: readonly Sentence[][]): string | null {
  const counts = new Map<string, number>()
  for (const { block, folded } of turns.flat())
    if (block.speaker !== null && isQuestion(folded)) counts.set(block.speaker, (counts.get(block.speaker) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  return first && first[1] >= MIN_QUESTIONS && first[1] >= MIN_RATIO * (second?.[1] ?? 0) ? first[0] : null
}

/** Whether nobody but the seller names the value, and nobody agrees to it. */
export function isOfSeller(reader: Reader, turns: readonly Sentence[][], { values, sentences }: Candidate): boolean {
  const { property, topic } = reader
  if (property.type === 'string' || topic.isOfSelf === true || topic.isOfPast === true) return false
  const seller = sellerOf(turns)
  if (seller === null || sentences.some(({ block }) => block.speaker !== seller)) return false
  // 七拠点ですね。 repeats what the customer said in other words.
  if (sentences.some((one) => reactionTo(turns, one) === 'yes' || /ですね。?$/.test(one.folded))) return false
  const isNamed = (one: Sentence) => mentionsIn(reader, one).some(({ value }) => values.includes(value))
  return !turns.flat().some((one) => one.block.speaker !== seller && isNamed(one))
}
