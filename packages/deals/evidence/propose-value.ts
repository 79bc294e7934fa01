// Proposes the value of a property without a model: the likeliest candidate of the conversation if it is likely enough.
// Properties of other kinds than those that weights were fitted for are read by rules alone.
import type { Day } from '../days.ts'
import type { PortalSettings, Property } from '../property.ts'
import { findValue } from '../rules/find-value.ts'
import type { RuleValue } from '../rules/reading.ts'
import { type Sentence, sentencesOf, type TalkBlock } from '../rules/sentences.ts'
import { topicOf } from '../rules/topics.ts'
import { chooseValue } from './choose-value.ts'
import { WEIGHTS } from './likelihood.ts'
import { readCandidates } from './read-candidates.ts'

/** Precision comes before recall: an empty field costs less than a wrong one. */
export const MIN_LIKELIHOOD = 0.8

/**
 * Conversations with fewer turns are read by rules alone. The weights were fitted to longer calls, in which people answer
 * each other.
 */
const MIN_TURNS = 10

const known = new WeakMap<readonly TalkBlock[], Sentence[][]>()

/** The properties of a conversation share its sentences, and what was found in them. `blocks` must not change. */
function turnsOf(blocks: readonly TalkBlock[]): Sentence[][] {
  const found = known.get(blocks) ?? sentencesOf(blocks)
  known.set(blocks, found)
  return found
}

/** Null if the conversation does not state a value clearly. `on`: the day of the conversation. */
export function proposeValue(
  property: Property,
  settings: PortalSettings,
  blocks: readonly TalkBlock[],
  on: Day,
): RuleValue | null {
  const turns = turnsOf(blocks)
  const isShort = turns.length < MIN_TURNS
  const reading = isShort ? null : readCandidates({ property, settings, topic: topicOf(property), on }, turns)
  if (reading === null) return findValue(property, settings, blocks, on)
  const choice = chooseValue(
    WEIGHTS,
    reading,
    property.options.map(({ value }) => value),
  )
  return choice && choice.likelihood >= MIN_LIKELIHOOD ? { value: choice.value, quotes: choice.quotes } : null
}
