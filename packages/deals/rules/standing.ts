// The values that one sentence states and does not deny.
import { isElsewhere, isWhollyPast } from './clauses.ts'
import { dayIn, textOfDay } from '../days.ts'
import { type Mention, mentionsIn, type Reader } from './mentions.ts'
import { isSelfDescription } from './self-description.ts'
import type { Sentence } from './sentences.ts'
import { isCorrection, isDenied, isDescribed, isDoubtful, isOptionRefused } from './statements.ts'

export function isStated(reader: Reader, { folded }: Sentence): boolean {
  return !isDoubtful(folded, reader.topic) && !isWhollyPast(reader, folded)
}

/** A description of an option does not choose it, and a refusal does not either. */
function isDescription({ property, topic }: Reader, after: string): boolean {
  return property.type === 'enumeration' && topic.isOfPast !== true && (isDescribed(after) || isOptionRefused(after))
}

/** The mention that a sentence leaves standing; null if it denies it, or names several values. */
function settled(reader: Reader, mentions: readonly Mention[], { folded }: Sentence): Mention | null {
  let last: Mention | null = null
  for (const mention of mentions) {
    const after = folded.slice(mention.end)
    if (isDenied(folded.slice(0, mention.start), after) || isDescription(reader, after)) continue
    if (last !== null && last.value !== mention.value && !isCorrection(folded.slice(last.end, mention.start)))
      return null
    last = mention
  }
  return last
}

/** Options of a property that takes several. What a sentence says of an option last counts: "A and B, but A is out". */
export function allStanding(reader: Reader, mentions: readonly Mention[], { folded }: Sentence): Mention[] {
  const isStanding = ({ start, end }: Mention) =>
    !isDenied(folded.slice(0, start), folded.slice(end)) && !isDescription(reader, folded.slice(end))
  return mentions.filter((one) => isStanding(mentions.findLast(({ value }) => value === one.value)!))
}

/** A day before the conversation is no plan. */
function isBefore({ property, on, settings }: Reader, value: string): boolean {
  if (property.type === 'date') return value < textOfDay(on)
  return property.type === 'datetime' && textOfDay(dayIn(settings.timeZone, new Date(value))) < textOfDay(on)
}

/** Values that a sentence leaves standing: one, or several of a property that takes several. */
export function standingIn(reader: Reader, sentence: Sentence): string[] {
  const { folded } = sentence
  const isSelf = ({ start, end }: Mention) =>
    isSelfDescription(folded.slice(0, start), folded.slice(start, end), folded.slice(end))
  const named = mentionsIn(reader, sentence)
  const mentions = named.filter(
    (one) =>
      !isBefore(reader, one.value) &&
      !isElsewhere(reader, folded, one) &&
      (reader.topic.isOfSelf !== true || isSelf(one)),
  )
  if (reader.property.fieldType === 'checkbox') {
    const isLast = (one: Mention) => mentions.includes(named.findLast(({ value }) => value === one.value)!)
    return allStanding(reader, mentions.filter(isLast), sentence).map(({ value }) => value)
  }
  const one = settled(reader, mentions, sentence)
  return one === null ? [] : [one.value]
}
