// The reply of the next turn to a sentence with a question or a value.
import { isElsewhere } from './clauses.ts'
import { echoOf } from './echo.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { isAbout, MAX_AFTERTHOUGHT, reactionTo } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isStated, standingIn } from './standing.ts'
import { isDeferred, isHesitant, isOfSomebody, isQuestion, isUndecided } from './statements.ts'

export interface Candidate {
  values: string[]
  sentences: Sentence[]
}

/** Sentences at the beginning of an answer that are looked at. */
const ANSWER_SENTENCES = 3

/** Maximum letters: a longer sentence has its own subject. */
const MAX_TAKEN_BACK = 24

/** The turn in which another person answers a sentence: only the last words of a turn ask for what comes next. */
function answeringTurn(turns: readonly Sentence[][], asked: Sentence): Sentence[] {
  const next = turns[asked.turn + 1]
  const isLast = turns[asked.turn]!.slice(asked.index + 1).every(({ text }) => text.length <= MAX_AFTERTHOUGHT)
  return next && isLast && next[0]?.block.speaker !== asked.block.speaker ? next.slice(0, ANSWER_SENTENCES) : []
}

/** "Summaries too": the answer adds to the options of the question. */
export function isAddition(folded: string): boolean {
  return /もです|も(?:検討|見|比べ|候補|使)|それと|加えて|あと|\b(?:also|too|as well|plus)\b|^and\b/.test(folded)
}

/** "20人くらいかな。まだわかりませんけど。": the next words take the value back. */
export function isLeftOpen(turns: readonly Sentence[][], { turn, index }: Sentence): boolean {
  const next = turns[turn]![index + 1]
  return (
    next !== undefined && next.text.length <= MAX_TAKEN_BACK && (isUndecided(next.folded) || isDeferred(next.folded))
  )
}

/** The values of an answer in the turn after a question about the subject, as the person who asked says them again. */
function echoedAnswer(reader: Reader, turns: readonly Sentence[][], asked: Sentence): Candidate | null {
  if (answeringTurn(turns, asked).length === 0) return null
  const echo = echoOf(reader, turns, asked.turn + 1)
  return echo && { values: echo.values, sentences: [asked, echo.said, echo.echo] }
}

/** "Sales got $500,000" answers no question for the budget. */
function isElsewhereAnswer(reader: Reader, { folded }: Sentence): boolean {
  const { type } = reader.property
  const isPlain = type === 'number' || type === 'date' || type === 'datetime'
  return isPlain && isOfSomebody(folded) && !isAbout(reader, folded)
}

/** The values of an answer in the turn after a question about the subject. */
export function answerTo(reader: Reader, turns: readonly Sentence[][], asked: Sentence): Candidate | null {
  const echoed = echoedAnswer(reader, turns, asked)
  if (echoed) return echoed
  const found: Candidate = { values: [], sentences: [asked] }
  for (const sentence of answeringTurn(turns, asked)) {
    if (isUndecided(sentence.folded)) return null
    const isAnswer = isStated(reader, sentence) && (!isQuestion(sentence.folded) || isHesitant(sentence.folded))
    const values = isAnswer && !isElsewhereAnswer(reader, sentence) ? standingIn(reader, sentence) : []
    if (isLeftOpen(turns, sentence)) return null
    if (values.length === 0 || (found.values.length > 0 && !isAddition(sentence.folded))) continue
    if (reader.property.fieldType !== 'checkbox')
      return reactionTo(turns, sentence) === 'no' ? null : { values, sentences: [asked, sentence] }
    found.values.push(...values)
    found.sentences.push(sentence)
  }
  return found.values.length > 0 ? found : null
}

/** The sentence by which the other person agrees with values of a question: with a yes, or by saying them again. */
export function agreement(
  reader: Reader,
  turns: readonly Sentence[][],
  sentence: Sentence,
  values: readonly string[],
  isYesEnough = true,
): Sentence | null {
  const echo = echoOf(reader, turns, sentence.turn)
  if (echo && values.every((value) => echo.values.includes(value))) return echo.echo
  const [first] = answeringTurn(turns, sentence)
  if (!first) return null
  const again = isQuestion(first.folded) ? [] : standingIn(reader, first)
  const isRepeated = again.length > 0 && values.every((value) => again.includes(value))
  return isRepeated || (isYesEnough && reactionTo(turns, sentence) === 'yes') ? first : null
}

/**
 * Another value in the first words of the other person replaces this one, if it is agreed to. Undefined: no other value.
 */
export function counterTo(
  reader: Reader,
  turns: readonly Sentence[][],
  { turn, block }: Sentence,
  values: readonly string[],
): Candidate | null | undefined {
  if (reader.property.type === 'string' || reader.property.type === 'enumeration') return undefined
  const counter = turns[turn + 1]?.[0]
  if (!counter || counter.block.speaker === block.speaker) return undefined
  const named = mentionsIn(reader, counter)
    .filter((one) => !isElsewhere(reader, counter.folded, one))
    .map(({ value }) => value)
  const other = standingIn(reader, counter)
  if (named.includes(values[0]!) && !other.includes(values[0]!)) return null
  if (named.length === 0 || named.includes(values[0]!) || !isStated(reader, counter)) return undefined
  const answer = other.length === 0 ? null : agreement(reader, turns, counter, other)
  return answer ? { values: other, sentences: [counter, answer] } : null
}
