// Literal passages of a turn: sentences that assert something, with the sentences before and after them.
import { quoteOf, type RuleValue } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isNoStatement, isPast, isQuestion } from './statements.ts'

/** Minimum letters of a sentence that says more than its subject. */
export const MIN_LETTERS = 12
export const MIN_ANSWER_LETTERS = 8

/** Talk about the subject that does not say what it is. */
const EMPTY =
  /資料|伺い|うかが|よく(?:聞|あ)|教えて|相談しましょう|整理|同じような|(?:使い|要り|いり)ません|\b(?:paper|typical|let's talk|another time|send you .{0,20}(?:about|on)|common|invite)\b|^(?:なるほど|それは(?:お困り|大変|結構)|そうですよね)/

function letters(text: string): number {
  return text.replaceAll(/[\s\p{P}]/gu, '').length
}

/** Whether a sentence asserts something: it ends like a statement, and names more than the subject. */
export function isAnswer({ folded }: Sentence, min: number): boolean {
  return (
    letters(folded) >= min && !isQuestion(folded) && !isNoStatement(folded) && !isPast(folded) && !EMPTY.test(folded)
  )
}

/** The text from the first to the last of adjacent sentences. */
export function textOf(sentences: readonly Sentence[]): RuleValue {
  const [first] = sentences
  const last = sentences.at(-1)!
  const text = first!.block.text.slice(first!.start, last.start + last.text.length)
  return { value: text, quotes: sentences.map(quoteOf) }
}

/** Statements before and after a complaint that belong to it. */
const WIDE = 2

/** A sentence with up to two statements of its turn before it, and two after it. */
export function aroundWide(turns: readonly Sentence[][], { turn, index }: Sentence): Sentence[] {
  const own = turns[turn]!
  const isBeside = (at: number) => own[at] !== undefined && isAnswer(own[at], MIN_ANSWER_LETTERS)
  let [first, last] = [index, index]
  while (index - first < WIDE && isBeside(first - 1)) first -= 1
  while (last - index < WIDE && isBeside(last + 1)) last += 1
  return own.slice(first, last + 1)
}

/** A sentence with the adjacent statements of its turn. */
export function around(turns: readonly Sentence[][], { turn, index }: Sentence): Sentence[] {
  const own = turns[turn]!
  const isBeside = (at: number) => own[at] !== undefined && isAnswer(own[at], MIN_ANSWER_LETTERS)
  return own.slice(isBeside(index - 1) ? index - 1 : index, isBeside(index + 1) ? index + 2 : index + 1)
}
