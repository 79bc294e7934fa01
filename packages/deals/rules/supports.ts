// Whether quotes support a value that somebody else proposes, a model for example. The value must be named in a quote, by a
// sentence that states it: not in a condition, not denied, and not as an instruction to who reads the conversation. The
// sentence is looked at as a whole, because a quote could leave out the "if" before it.
import type { Day } from '../days.ts'
import { dayIn } from '../days.ts'
import { foldWidth } from '../fold.ts'
import { foldLabel } from '../options.ts'
import type { PortalSettings, Property } from '../property.ts'
import { isName } from './find-value.ts'
import { answerOf } from './find-yes-no.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { reactionTo } from './reading.ts'
import { type Sentence, sentencesOf, type TalkBlock } from './sentences.ts'
import { isCondition, isDenied, isInstruction } from './statements.ts'
import { topicOf } from './topics.ts'

export interface Proposal {
  /** In the form that HubSpot stores. */
  value: string
  /** Literal parts of blocks. */
  quotes: readonly { block: string; quote: string }[]
}

interface Quoted {
  sentence: Sentence
  /** Positions of the quoted part in the sentence. */
  start: number
  end: number
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

function isNamed(reader: Reader, quoted: readonly Quoted[], value: string): boolean {
  return quoted.some(({ sentence, start, end }) =>
    mentionsIn(reader, sentence).some(
      (mention) =>
        mention.start >= start &&
        mention.end <= end &&
        isEqual(reader, value, mention.value) &&
        !isDenied(sentence.folded.slice(0, mention.start), sentence.folded.slice(mention.end)),
    ),
  )
}

/** Two letters after each other, of any script. */
function pairsOf(text: string): Set<string> {
  const letters = [...foldWidth(text).replaceAll(/[\s\p{P}\p{S}]/gu, '')]
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
}

/** The share of a text that its quotes must contain: a summary of them, in their words. */
const MIN_SHARE = 0.6

function isSaid(property: Property, quoted: readonly Quoted[], value: string): boolean {
  const said = quoted.map(({ sentence, start, end }) => sentence.text.slice(start, end)).join('\n')
  if (foldLabel(said).includes(foldLabel(value))) return true
  // A name is written as it was said.
  if (isName(property)) return false
  const pairs = [...pairsOf(value)]
  const known = pairsOf(said)
  return pairs.length > 0 && pairs.filter((pair) => known.has(pair)).length >= pairs.length * MIN_SHARE
}

/** Whether the quotes support the value. `blocks`: the conversation; `on`: its day. */
export function isSupported(
  property: Property,
  settings: PortalSettings,
  blocks: readonly TalkBlock[],
  on: Day,
  proposal: Proposal,
): boolean {
  const reader: Reader = { property, settings, topic: topicOf(property), on }
  const turns = sentencesOf(blocks)
  const quoted = quotedIn(turns, proposal).filter(
    ({ sentence }) =>
      !isCondition(sentence.folded) && !isInstruction(sentence.folded) && reactionTo(turns, sentence) !== 'no',
  )
  const { value } = proposal
  if (value === '' || quoted.length === 0) return false
  if (property.type === 'enumeration') {
    const single: Reader = { ...reader, property: { ...property, fieldType: 'select' } }
    return value.split(';').every((one) => isNamed(single, quoted, one))
  }
  if (property.type === 'bool')
    return quoted.some(({ sentence }) => {
      const isTrue = answerOf(sentence.folded)
      return isTrue !== null && String(isTrue) === value
    })
  return property.type === 'string' ? isSaid(property, quoted, value) : isNamed(reader, quoted, value)
}
