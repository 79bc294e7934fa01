// Text properties: the literal sentence that answers the label, or nothing.
import { isAbout, quoteOf, type RuleValue } from './reading.ts'
import type { Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { isNoStatement, isPast, isPrompt, isQuestion } from './statements.ts'

/** Letters of a sentence that says something besides the subject. */
const MIN_LETTERS = 12
const MIN_ANSWER_LETTERS = 8

/** Talk about the subject that does not say what it is. */
const EMPTY =
  /資料|伺い|うかが|よく(?:聞|あ)|教えて|相談しましょう|整理|同じような|(?:使い|要り|いり)ません|\b(?:paper|typical|let's talk|another time|send you .{0,20}(?:about|on)|common|invite)\b|^(?:なるほど|それは(?:お困り|大変|結構)|そうですよね)/

function letters(text: string): number {
  return text.replaceAll(/[\s\p{P}]/gu, '').length
}

/** Whether a sentence asserts something: it ends like a statement, and names more than the subject. */
function isAnswer({ folded }: Sentence, min: number): boolean {
  return (
    letters(folded) >= min && !isQuestion(folded) && !isNoStatement(folded) && !isPast(folded) && !EMPTY.test(folded)
  )
}

/** Sentences of an answer that are one text. */
const ANSWER_SENTENCES = 3

/** The first sentences of the turn that answers a question, as long as they assert something. */
function answerTo(turns: readonly Sentence[][], asked: Sentence): Sentence[] {
  const isLast = asked.index === turns[asked.turn]!.length - 1
  const next = isLast ? (turns[asked.turn + 1] ?? []) : []
  if (next[0]?.block.speaker === asked.block.speaker) return []
  const end = next.findIndex((sentence) => !isAnswer(sentence, MIN_ANSWER_LETTERS))
  return next.slice(0, end < 0 ? ANSWER_SENTENCES : Math.min(end, ANSWER_SENTENCES))
}

function textOf(sentences: readonly Sentence[]): RuleValue {
  const [first] = sentences
  const last = sentences.at(-1)!
  const text = first!.block.text.slice(first!.start, last.start + last.text.length)
  return { value: text, quotes: sentences.map(quoteOf) }
}

/** A sentence with the statements beside it in its turn. */
function around(turns: readonly Sentence[][], { turn, index }: Sentence): Sentence[] {
  const own = turns[turn]!
  const isBeside = (at: number) => own[at] !== undefined && isAnswer(own[at], MIN_ANSWER_LETTERS)
  return own.slice(isBeside(index - 1) ? index - 1 : index, isBeside(index + 1) ? index + 2 : index + 1)
}

export function findTextAnswer(reader: Reader, turns: readonly Sentence[][]): RuleValue | null {
  let found: RuleValue | null = null
  for (const sentence of turns.flat()) {
    if (!isAbout(reader, sentence.folded) || isNoStatement(sentence.folded) || isPast(sentence.folded)) continue
    const isRemark = /ね。?$/.test(sentence.folded)
    const answer = isPrompt(sentence.folded) && !isRemark ? answerTo(turns, sentence) : []
    if (answer.length > 0) found = textOf(answer)
    else if (isAnswer(sentence, MIN_LETTERS)) found = textOf(around(turns, sentence))
  }
  return found
}
