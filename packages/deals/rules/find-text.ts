// Text properties: the literal sentence that answers the label, or nothing.
import { findComplaint } from './find-complaint.ts'
import { findPromises } from './find-promises.ts'
import { isAnswer, MIN_ANSWER_LETTERS, MIN_LETTERS, around, textOf } from './passages.ts'
import { isAbout, type RuleValue } from './reading.ts'
import type { Reader } from './mentions.ts'
import { sellerOf } from './seller.ts'
import type { Sentence } from './sentences.ts'
import { isNoStatement, isPast, isPrompt } from './statements.ts'

/** "Any problems?" "No, everything works." */
const DENIES = /^(?:いえ|いいえ|いや|特に)|^(?:no|nope|nothing|not really)\b/

/** Sentences of an answer that are one text. */
const ANSWER_SENTENCES = 3

/** The first sentences of the turn that answers a question, as long as they assert something. */
function answerTo(turns: readonly Sentence[][], asked: Sentence): Sentence[] {
  const isLast = asked.index === turns[asked.turn]!.length - 1
  const next = isLast ? (turns[asked.turn + 1] ?? []) : []
  if (next[0]?.block.speaker === asked.block.speaker || DENIES.test(next[0]?.folded ?? '')) return []
  const end = next.findIndex((sentence) => !isAnswer(sentence, MIN_ANSWER_LETTERS))
  return next.slice(0, end < 0 ? ANSWER_SENTENCES : Math.min(end, ANSWER_SENTENCES))
}

export function findTextAnswer(reader: Reader, turns: readonly Sentence[][]): RuleValue | null {
  // Problems that the seller reports are those of other customers.
  const seller = reader.topic.says === 'problem' ? sellerOf(turns) : null
  const isOfCustomer = ({ block }: Sentence) => seller === null || block.speaker !== seller
  let found: RuleValue | null = null
  for (const sentence of turns.flat()) {
    if (!isAbout(reader, sentence.folded) || isNoStatement(sentence.folded) || isPast(sentence.folded)) continue
    const isRemark = /ね。?$/.test(sentence.folded)
    const answer = isPrompt(sentence.folded) && !isRemark ? answerTo(turns, sentence) : []
    if (answer.length > 0 && isOfCustomer(answer[0]!)) found = textOf(answer)
    else if (isOfCustomer(sentence) && isAnswer(sentence, MIN_LETTERS)) found = textOf(around(turns, sentence))
  }
  if (found) return found
  if (reader.topic.says === 'problem') return findComplaint(turns)
  return reader.topic.says === 'promise' ? findPromises(turns) : null
}
