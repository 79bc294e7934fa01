// Finds the value of a property in a conversation by rules. Precision before recall: a value is proposed only if a sentence
// about the subject states it, or answers a question about it; conditions, negations, open questions and figures of others
// do not count. A later statement replaces an earlier one.
import { foldWidth } from '../fold.ts'
import type { Day } from '../days.ts'
import type { PortalSettings, Property } from '../property.ts'
import { agreement, answerTo, type Candidate, counterTo, isAddition, isLeftOpen } from './answers.ts'
import { echoOf } from './echo.ts'
import { findTextAnswer } from './find-text.ts'
import { findYesNo } from './find-yes-no.ts'
import { isCarried, isContested, isReplaced } from './carried.ts'
import { isAboutPart } from './clauses.ts'
import { findConfirmed } from './confirmed.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { hasOpenOption, hasRival, isChoiceOpen } from './open-options.ts'
import { isAbout, quoteOf, reactionTo, type RuleValue } from './reading.ts'
import { type Sentence, sentencesOf, type TalkBlock } from './sentences.ts'
import { isOfSeller } from './seller.ts'
import { allStanding, isStated, standingIn } from './standing.ts'
import {
  beginsWithCorrection,
  isAbility,
  isChosen,
  isCorrection,
  isDecision,
  isDeferred,
  isDenied,
  isDoubtful,
  isPrompt,
  isQuestion,
  isRequest,
  isSuggestion,
  isUndecided,
  isVagueQuestion,
  refersBack,
} from './statements.ts'
import { topicOf } from './topics.ts'

/** The sentence before in the same turn, or the last one of the turn before. */
function before(turns: readonly Sentence[][], { turn, index }: Sentence): Sentence | undefined {
  return index > 0 ? turns[turn]![index - 1] : turns[turn - 1]?.at(-1)
}

/** Whether a sentence corrects what the sentence before its turn, or before itself, said about the subject. */
function correctsSubject(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): boolean {
  const own = turns[sentence.turn]!.slice(Math.max(0, sentence.index - 1), sentence.index + 1)
  const corrector = own.find(({ folded }) => beginsWithCorrection(folded))
  // In "No, a friend told me. Then I looked at the website.", only the first sentence is a correction.
  if (corrector && corrector !== sentence && standingIn(reader, corrector).length > 0) return false
  const corrected = corrector && before(turns, corrector)
  return corrected !== undefined && isAbout(reader, corrected.folded)
}

/** Whether the question word fits the type of the property: いくら asks for money, いつ for a day, 何名 for people. */
function asksKind({ property, topic }: Reader, folded: string): boolean {
  if (/いつ|\bwhen\b|until when/.test(folded)) return property.type === 'date' || property.type === 'datetime'
  if (/いくら|\bhow much\b/.test(folded)) return property.isCurrency
  const unit = /何([名人件社台本])/.exec(folded)?.[1]
  return unit === undefined || (topic.unit?.test(unit) ?? false)
}

/** Whether a sentence is a short question without a subject, after one about the subject: "And how much would that be?" */
function asksFurther(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): boolean {
  const previous = before(turns, sentence)
  if (!isVagueQuestion(sentence.folded) || !asksKind(reader, sentence.folded)) return false
  return previous !== undefined && isAbout(reader, previous.folded)
}

/** "August 31st. That's when it ends": the value is in the sentence before. */
function valueBefore(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): Candidate | null {
  const previous = sentence.index > 0 ? turns[sentence.turn]![sentence.index - 1] : undefined
  if (!previous || !refersBack(sentence.folded) || !isStated(reader, previous)) return null
  const values = standingIn(reader, previous)
  return values.length === 0 ? null : { values, sentences: [previous, sentence] }
}

/** Letters before the first option of a sentence that continues a list. */
const MAX_LIST_LEAD = 16

/** A list of options can continue over several sentences of a turn. */
function continuesList(reader: Reader, turns: readonly Sentence[][], { turn, index, folded }: Sentence): boolean {
  if (reader.property.fieldType !== 'checkbox' || isQuestion(folded)) return false
  if (reader.topic.not?.test(folded) ?? false) return false
  const [first] = mentionsIn(reader, turns[turn]![index]!)
  if (!first || (first.start > MAX_LIST_LEAD && !isAddition(folded))) return false
  return turns[turn]!.slice(0, index).some((one) => isAbout(reader, one.folded))
}

/** The value of an answer, with the options of the question if it only adds to them. */
function withAdded(reader: Reader, asked: Candidate['values'], answered: Candidate): Candidate {
  const adds = reader.property.fieldType === 'checkbox' && isAddition(answered.sentences.at(-1)!.folded)
  return adds ? { ...answered, values: [...asked, ...answered.values] } : answered
}

/** "Is that invoice or card?" names its subject by the options of it. */
function offersOptions(reader: Reader, sentence: Sentence): boolean {
  if (reader.property.type !== 'enumeration' || !isQuestion(sentence.folded)) return false
  return new Set(mentionsIn(reader, sentence).map(({ value }) => value)).size > 1
}

/** "So Standard." and スタンダードにします choose one of the options without the name of the subject. */
function choosesOption(reader: Reader, sentence: Sentence): boolean {
  const { type, fieldType } = reader.property
  if (type !== 'enumeration' || fieldType === 'checkbox' || reader.topic.isOfPast === true) return false
  const { folded } = sentence
  return mentionsIn(reader, sentence).some(({ start, end }) => isChosen(folded.slice(0, start), folded.slice(end)))
}

/** An amount that answers a question about another amount is not this one. */
function answersRival(reader: Reader, turns: readonly Sentence[][], { turn, index, block }: Sentence): boolean {
  const asked = turns[turn - 1]?.at(-1)
  if (!reader.property.isCurrency || index > 0 || !asked || asked.block.speaker === block.speaker) return false
  if (!isPrompt(asked.folded) || isAbout(reader, asked.folded)) return false
  return reader.topic.rivals?.some((rival) => rival.test(asked.folded)) ?? false
}

/** A value of a subject that was named before counts if the other person agrees, or if the sentence decides. */
function carriedAt(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): Candidate | null {
  // A count without its subject may count anything.
  if (reader.property.type === 'number' && !reader.property.isCurrency) return null
  const values = standingIn(reader, sentence)
  if (values.length === 0 || !isStated(reader, sentence)) return null
  const isOpen = isQuestion(sentence.folded) || isSuggestion(sentence.folded)
  const answer = agreement(reader, turns, sentence, values, isOpen)
  if (answer) return { values, sentences: [sentence, answer] }
  return null
}

/** "Could you make it 60 people?" states a wish of one person; a day must be agreed by both. */
function isWish({ property: { type } }: Reader, folded: string): boolean {
  return isRequest(folded) && type !== 'date' && type !== 'datetime'
}

/** "150万円ですか。上に相談してみます。": a price that the other person still has to ask about is not agreed. */
function isTakenAway({ topic }: Reader, turns: readonly Sentence[][], { turn, block }: Sentence): boolean {
  const next = turns[turn + 1]
  if (topic.confirmed !== 'price' || next?.[0]?.block.speaker === block.speaker) return false
  return next?.some(({ folded }) => isDeferred(folded) || isUndecided(folded)) ?? false
}

function candidateAt(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): Candidate | null {
  const { folded } = sentence
  const isOn =
    isAboutPart(reader, folded) ||
    offersOptions(reader, sentence) ||
    choosesOption(reader, sentence) ||
    asksFurther(reader, turns, sentence) ||
    continuesList(reader, turns, sentence)
  // "予算は300万です。いや、350万です。"
  const corrects = !isOn && correctsSubject(reader, turns, sentence)
  if (answersRival(reader, turns, sentence)) return null
  if (!isOn && !corrects) return isCarried(reader, sentence) ? carriedAt(reader, turns, sentence) : null
  const values = standingIn(reader, sentence)
  const answered =
    isOn && isPrompt(folded) && !isDoubtful(folded, reader.topic) ? answerTo(reader, turns, sentence) : null
  if (values.length === 0) return answered ?? (isOn && !isPrompt(folded) ? valueBefore(reader, turns, sentence) : null)
  if (!isStated(reader, sentence) || isLeftOpen(turns, sentence)) return null
  const reaction = reactionTo(turns, sentence)
  if (reader.property.type !== 'string' && isAbility(folded)) return null
  const isOpen = (isQuestion(folded) && !isWish(reader, folded)) || isSuggestion(folded)
  // The answer may name another value than the question.
  if (isOpen && reaction !== 'yes' && answered)
    return reaction === 'no' ? answered : withAdded(reader, values, answered)
  if (reaction === 'no' || isTakenAway(reader, turns, sentence)) return null
  const countered = counterTo(reader, turns, sentence, values)
  if (countered !== undefined) return countered
  if (!isOpen) return { values, sentences: [sentence] }
  // A question with a value is a statement once the other person agrees.
  const answer = agreement(reader, turns, sentence, values)
  if (!answer) return null
  const added = reader.property.fieldType === 'checkbox' && !isQuestion(answer.folded) ? standingIn(reader, answer) : []
  return { values: [...values, ...added], sentences: [sentence, answer] }
}

/** Options that a sentence denies: "VoiceLogは検討していません". */
function deniedIn(reader: Reader, sentence: Sentence): string[] {
  const { folded } = sentence
  if (reader.property.type !== 'enumeration' || isQuestion(folded) || isDoubtful(folded, reader.topic)) return []
  const mentions = mentionsIn(reader, sentence)
  const standing = new Set(allStanding(reader, mentions, sentence).map(({ value }) => value))
  return mentions
    .filter(({ start, end, value }) => !standing.has(value) && isDenied(folded.slice(0, start), folded.slice(end)))
    .map(({ value }) => value)
}

/** The statements of all sentences, in order. A later denial removes an option that was named before. */
function allCandidates(reader: Reader, turns: readonly Sentence[][]): Candidate[] {
  let candidates: Candidate[] = []
  for (const sentence of turns.flat()) {
    const denied = deniedIn(reader, sentence)
    if (denied.length > 0)
      candidates = candidates
        .map((one) => ({ ...one, values: one.values.filter((value) => !denied.includes(value)) }))
        .filter(({ values }) => values.length > 0)
    const candidate = candidateAt(reader, turns, sentence)
    if (candidate) candidates.push(candidate)
  }
  return candidates
}

/** Whether the last of several different values counts: it corrects the others, was agreed to, or was said again. */
function isSettled(reader: Reader, turns: readonly Sentence[][], candidates: readonly Candidate[]): boolean {
  const last = candidates.at(-1)!
  const [value] = last.values
  if (candidates.every(({ values }) => values[0] === value)) return true
  if (candidates.filter(({ values }) => values[0] === value).length > 1) return true
  const sentence = last.sentences.at(-1)!
  const [opening] = turns[sentence.turn]!
  if (beginsWithCorrection(opening!.folded) || isDecision(sentence.folded)) return true
  if (echoOf(reader, turns, sentence.turn)?.values.includes(value!)) return true
  return last.sentences.some(({ folded }) => isCorrection(folded)) || reactionTo(turns, sentence) === 'yes'
}

/** Whether there is a value, and nothing contests it. */
function isSure(reader: Reader, turns: readonly Sentence[][], candidates: readonly Candidate[]): boolean {
  const last = candidates.at(-1)
  if (!last || (reader.property.fieldType !== 'checkbox' && !isSettled(reader, turns, candidates))) return false
  const [sentence, value] = [last.sentences.at(-1)!, last.values[0]!]
  return !isContested(reader, turns, sentence, value) && !isReplaced(reader, turns, sentence, value)
}

function combine(property: Property, candidates: readonly Candidate[]): RuleValue {
  if (property.fieldType === 'checkbox') {
    const named = new Set(candidates.flatMap(({ values }) => values))
    const values = property.options.filter(({ value }) => named.has(value)).map(({ value }) => value)
    const sentences = [...new Set(candidates.flatMap((candidate) => candidate.sentences))]
    return { value: values.join(';'), quotes: sentences.map(quoteOf) }
  }
  const last = candidates.at(-1)!
  return { value: last.values[0]!, quotes: last.sentences.map(quoteOf) }
}

function isOptionOpen(reader: Reader, turns: readonly Sentence[][], last: Candidate, { value }: RuleValue): boolean {
  const { property, topic } = reader
  if (property.type !== 'enumeration') return false
  if (topic.isOfSelf === true || topic.isOfPast === true) return hasRival(reader, turns, value)
  if (property.fieldType === 'checkbox') return hasOpenOption(reader, turns, value.split(';'))
  return isChoiceOpen(reader, turns, last.sentences.at(-1)!, value)
}

export function isName({ label, description }: Property): boolean {
  return /者|担当|窓口|人の名前|氏名|責任|person|name of|maker|contact|who\b|owner|sponsor|champion|approver/.test(
    foldWidth(`${label} ${description}`),
  )
}

/** The value of one property; null if no sentence states it. `on`: the day of the conversation. */
export function findValue(
  property: Property,
  settings: PortalSettings,
  blocks: readonly TalkBlock[],
  on: Day,
): RuleValue | null {
  const reader: Reader = { property, settings, topic: topicOf(property), on }
  const turns = sentencesOf(blocks)
  if (property.type === 'bool') return findYesNo(reader, turns)
  if (property.type === 'string' && !isName(property)) return findTextAnswer(reader, turns)
  const stated = allCandidates(reader, turns)
  const confirmed = isSure(reader, turns, stated) ? null : findConfirmed(reader, turns)
  const isLater = confirmed !== null && confirmed.sentences.at(-1)!.turn >= (stated.at(-1)?.sentences.at(-1)!.turn ?? 0)
  const candidates = confirmed === null ? stated : isLater ? [confirmed] : []
  const last = candidates.at(-1)
  if (!last || (confirmed === null && !isSure(reader, turns, candidates))) return null
  if (isOfSeller(reader, turns, last)) return null
  const value = combine(property, candidates)
  return isOptionOpen(reader, turns, last, value) ? null : value
}
