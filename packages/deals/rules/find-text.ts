// Text properties: the literal sentence that answers the label, or nothing.
import { isAbout, quoteOf, type RuleValue } from './reading.ts'
import type { Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { isNoStatement, isPast, isQuestion } from './statements.ts'

/** Letters of a sentence that says something besides the subject. */
const MIN_LETTERS = 12
const MIN_ANSWER_LETTERS = 8

/** Talk about the subject that does not say what it is. */
const EMPTY =
  /資料|伺い|うかが|よく(?:聞|あ)|教えて|相談しましょう|整理|同じような|(?:使い|要り|いり)ません|\b(?:paper|typical|let's talk|another time|send you .{0,20}(?:about|on)|common)\b/

function letters(text: string): number {
  return text.replaceAll(/[\s\p{P}]/gu, '').length
}

/** Whether a sentence asserts something: it ends like a statement, and names more than the subject. */
function isAnswer({ folded }: Sentence, min: number): boolean {
  return (
    letters(folded) >= min && !isQuestion(folded) && !isNoStatement(folded) && !isPast(folded) && !EMPTY.test(folded)
  )
}

export function findTextAnswer(reader: Reader, turns: readonly Sentence[][]): RuleValue | null {
  let found: RuleValue | null = null
  for (const sentence of turns.flat()) {
    if (!isAbout(reader, sentence.folded) || isNoStatement(sentence.folded) || isPast(sentence.folded)) continue
    if (isQuestion(sentence.folded)) {
      const isLast = sentence.index === turns[sentence.turn]!.length - 1
      const answer = isLast ? turns[sentence.turn + 1]?.[0] : undefined
      if (answer && answer.block.speaker !== sentence.block.speaker && isAnswer(answer, MIN_ANSWER_LETTERS))
        found = { value: answer.text, quotes: [quoteOf(answer)] }
    } else if (isAnswer(sentence, MIN_LETTERS)) found = { value: sentence.text, quotes: [quoteOf(sentence)] }
  }
  return found
}
