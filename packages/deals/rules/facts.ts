// Which sentences of a conversation may support a value that a model proposes: those that state a fact of this deal, and
// speak of the property, or answer a question about it.
import { isName } from './find-value.ts'
import { isInstruction } from './instructions.ts'
import { type Mention, mentionsIn, type Reader } from './mentions.ts'
import { isAbout, reactionTo } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { beginsWithCorrection, isDoubtful, isNoStatement, isPast, isQuestion } from './statements.ts'

/** Sentences at the beginning of an answer that are looked at. */
const ANSWER_SENTENCES = 3

/** A request for the value that does not have the form of a question. */
const ASKS =
  /(?:教えて|聞かせて|お聞き|伺い|うかがい|ましょうか)|\b(?:tell (?:me|us)|let me know|walk me through|share)\b/

function isAsking({ folded }: Sentence): boolean {
  return isQuestion(folded) || ASKS.test(folded)
}

/** The question that a sentence answers: the one before it by the same speaker, or the end of the turn before. */
export function questionBefore(turns: readonly Sentence[][], { turn, index, block }: Sentence): Sentence | undefined {
  const own = turns[turn]!
  const inside = own.slice(0, index).findLast(isAsking)
  if (inside) return inside.index === index - 1 ? inside : undefined
  const asked = index < ANSWER_SENTENCES ? turns[turn - 1]?.at(-1) : undefined
  return asked && asked.block.speaker !== block.speaker && isAsking(asked) ? asked : undefined
}

/** "We will discuss it internally" may be the next step, and is no amount. */
function isUnstated({ property, topic }: Reader, folded: string): boolean {
  const isText = property.type === 'string' && !isName(property)
  return (isText ? isNoStatement : isDoubtful)(folded, topic)
}

/** Whether a sentence, or a question, is about the subject in this deal now. */
function isOn(reader: Reader, { folded }: Sentence): boolean {
  return isAbout(reader, folded) && !isUnstated(reader, folded) && !isPast(folded)
}

/** Whether a sentence states something about this deal; a question does if the next turn agrees. */
export function isFact(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): boolean {
  const { folded, turn, index } = sentence
  if (isPast(folded) || isUnstated(reader, folded)) return false
  const own = turns[turn]!
  // The value to write follows the request to write it.
  if (index > 0 && isInstruction(own[index - 1]!.folded)) return false
  const reaction = reactionTo(turns, sentence)
  if (reaction === 'no') return false
  return !isQuestion(folded) || (reaction === 'yes' && index === own.length - 1)
}

/** Whether a sentence speaks of the subject, answers a question about it, or corrects what was said about it. */
export function isOnSubject(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): boolean {
  if (isOn(reader, sentence)) return true
  const question = questionBefore(turns, sentence)
  if (question) return isOn(reader, question)
  const previous = sentence.index > 0 ? turns[sentence.turn]![sentence.index - 1]! : turns[sentence.turn - 1]?.at(-1)
  return previous !== undefined && beginsWithCorrection(sentence.folded) && isOn(reader, previous)
}

/** Whether the next sentence of the same turn puts another value in the place of this one. */
export function isReplaced(
  reader: Reader,
  turns: readonly Sentence[][],
  { turn, index }: Sentence,
  is: (mention: Mention) => boolean,
): boolean {
  const next = turns[turn]![index + 1]
  return next !== undefined && beginsWithCorrection(next.folded) && mentionsIn(reader, next).some((one) => !is(one))
}
