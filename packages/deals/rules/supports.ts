// Whether quotes support a value from another source, for example a model. The value must be named in a quote, by a
// sentence that states it as a fact of this deal and speaks of the property. Sentences are looked at as a whole, because a
// quote could leave out the "if" before it.
import type { Day } from '../days.ts'
import { dayIn } from '../days.ts'
import type { PortalSettings, Property } from '../property.ts'
import { isFact, isOnSubject, isReplaced, questionBefore } from './facts.ts'
import { isName } from './find-value.ts'
import { answerTo, polarity, yesNoValue } from './find-yes-no.ts'
import { type Mention, mentionsIn, type Reader } from './mentions.ts'
import { isAbout } from './reading.ts'
import { type Sentence, sentencesOf, type TalkBlock } from './sentences.ts'
import { isCorrection, isDenied, isDoubtful, isPast, isQuestion } from './statements.ts'
import { isNameSaid, type Quoted, supportedText } from './supports-text.ts'
import { hasSubject, topicOf } from './topics.ts'

export interface Proposal {
  /** In the form that HubSpot stores. */
  value: string
  /** Literal parts of blocks. */
  quotes: readonly { block: string; quote: string }[]
}

/** The sentences that quotes lie in, with the quoted part of each. */
function quotedIn(turns: readonly Sentence[][], { quotes }: Proposal): Quoted[] {
  return quotes.flatMap(({ block, quote }): Quoted[] => {
    const sentences = turns.flat().filter((sentence) => sentence.block.id === block)
    const at = sentences[0]?.block.text.indexOf(quote) ?? -1
    if (at < 0) return []
    return sentences.flatMap((sentence): Quoted[] => {
      const start = Math.max(0, at - sentence.start)
      const end = Math.min(sentence.text.length, at + quote.length - sentence.start)
      return start < end ? [{ sentence, start, end }] : []
    })
  })
}

/** Days are compared in the time zone of the portal: a proposal may leave out the time. */
function isEqual({ property, settings }: Reader, proposed: string, named: string): boolean {
  if (proposed === named) return true
  if (property.type === 'number') return Number(proposed) === Number(named)
  if (property.type !== 'datetime') return false
  const [a, b] = [proposed, named].map((value) => dayIn(settings.timeZone, new Date(value)))
  return JSON.stringify(a) === JSON.stringify(b)
}

function isNamed(reader: Reader, turns: readonly Sentence[][], quoted: readonly Quoted[], value: string): boolean {
  const is = (mention: Mention) => isEqual(reader, value, mention.value)
  const isSingle = reader.property.fieldType !== 'checkbox'
  return quoted.some(({ sentence, start, end }) => {
    const { folded } = sentence
    const mentions = mentionsIn(reader, sentence)
    if (isSingle && isReplaced(reader, turns, sentence, is)) return false
    return mentions.some(
      (mention, index) =>
        mention.start >= start &&
        mention.end <= end &&
        is(mention) &&
        !isDenied(folded.slice(0, mention.start), folded.slice(mention.end)) &&
        !(
          isSingle &&
          mentions.slice(index + 1).some((later) => !is(later) && isCorrection(folded.slice(mention.end, later.start)))
        ),
    )
  })
}

/** Sentences at the beginning of an answer that may be quoted for it. */
const ANSWER_SENTENCES = 3

/** The value of a quoted sentence: as a statement about the subject, as the question, or as the answer to it. */
function truthOf(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): boolean | null {
  const { folded, index } = sentence
  const isOpen = ({ folded: asked }: Sentence) =>
    isAbout(reader, asked) && !isDoubtful(asked, reader.topic) && !isPast(asked)
  if (isQuestion(folded)) return isOpen(sentence) ? (answerTo(turns, sentence)?.isTrue ?? null) : null
  if (!isFact(reader, turns, sentence)) return null
  if (isAbout(reader, folded)) return polarity(folded)
  const question = questionBefore(turns, sentence)
  if (!question || !isOpen(question) || index >= ANSWER_SENTENCES) return null
  return answerTo(turns, question)?.isTrue ?? null
}

/** The value that the quotes support; null if they do not. `blocks`: the conversation; `on`: its day. */
export function supportedValue(
  property: Property,
  settings: PortalSettings,
  blocks: readonly TalkBlock[],
  on: Day,
  proposal: Proposal,
): string | null {
  const { value } = proposal
  if (value === '') return null
  const reader: Reader = { property, settings, topic: topicOf(property), on }
  const turns = sentencesOf(blocks)
  const quoted = quotedIn(turns, proposal)
  if (property.type === 'bool') {
    const truths = new Set(quoted.map(({ sentence }) => truthOf(reader, turns, sentence)).filter((one) => one !== null))
    const [isTrue] = truths
    return isTrue !== undefined && truths.size === 1 && yesNoValue(reader, isTrue) === value ? value : null
  }
  const facts = quoted.filter(({ sentence }) => isFact(reader, turns, sentence))
  const answers = facts.filter(({ sentence }) => isOnSubject(reader, turns, sentence))
  if (property.type === 'enumeration') {
    const isChosen = value.split(';').every((one) => isNamed(reader, turns, answers, one))
    return isChosen ? value : null
  }
  if (property.type !== 'string') return isNamed(reader, turns, answers, value) ? value : null
  if (isName(property)) return isNameSaid(answers, value) ? value : null
  // Nothing announces the value of a text like "Notes": every statement may belong into it.
  return supportedText(hasSubject(property) ? answers : facts, value)
}
