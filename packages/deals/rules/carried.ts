// A subject stays the subject of the next sentences until another one of its kind is named: "Shall we meet again?" "Monday?"
// "Wednesday is better."
import { isAboutPart } from './clauses.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { isAbout } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isStated, standingIn } from './standing.ts'

const MAX_SENTENCES = 8
const MAX_TURNS = 4

/** A date with these words is a deadline for sending or making something, and not the value. */
const DEADLINE = /送|提出|お出し|までに|\b(?:send|sent|deliver|prepare|finish)\b/

/** Whether the subject was named shortly before, and no other subject with values of the same kind after it. */
export function isCarried(reader: Reader, sentence: Sentence): boolean {
  const { rivals } = reader.topic
  if (rivals === undefined || rivals.length === 0) return false
  const isOther = ({ folded }: Sentence) => rivals.some((rival) => rival.test(folded))
  if (isOther(sentence) || DEADLINE.test(sentence.folded)) return false
  let one = sentence.before
  for (let count = 0; one && count < MAX_SENTENCES && sentence.turn - one.turn <= MAX_TURNS; count += 1) {
    if (isAbout(reader, one.folded)) return true
    if (isOther(one)) return false
    one = one.before
  }
  return false
}

/** Sentences after a value in which another one makes it uncertain. */
const CONTEST_SENTENCES = 8

/** A count is contested by a correction only: other numbers count other things. */
const CORRECTING = /^(?:well|actually|no|sorry|wait|いや|いえ|あ[、っ]|すみません|正確)|\bto be exact\b/

/** Whether the sentence before names the value. */
function isNear(reader: Reader, { before }: Sentence, value: string): boolean {
  return before !== null && mentionsIn(reader, before).some((one) => one.value === value)
}

/** Turns after a value in which another one without a subject may replace it. */
const REPLACED_TURNS = 3

/** Whether a later statement contains another value of the subject and the value is not repeated after it. */
export function isReplaced(reader: Reader, turns: readonly Sentence[][], sentence: Sentence, value: string): boolean {
  const { type } = reader.property
  if (type !== 'date' && type !== 'datetime' && type !== 'number' && type !== 'string') return false
  const later = turns.slice(sentence.turn).flat()
  const isOther = ({ folded }: Sentence) => reader.topic.rivals?.some((rival) => rival.test(folded)) ?? false
  // 大河内 and 事務長の大河内 are one person.
  const isSame = (other: string) =>
    other === value || (type === 'string' && (other.includes(value) || value.includes(other)))
  const isNamedAfter = ({ turn }: Sentence) =>
    later.some((one) => one.turn > turn && mentionsIn(reader, one).some((mention) => mention.value === value))
  // "I said $30,000, they cut it to $25,000" names two amounts of the subject.
  const otherIn = (one: Sentence) =>
    (isAboutPart(reader, one.folded)
      ? mentionsIn(reader, one).map((mention) => mention.value)
      : standingIn(reader, one)
    ).some((other) => !isSame(other))
  return later.some(
    (one) =>
      (one.turn > sentence.turn || one.index > sentence.index) &&
      ((type !== 'string' && one.turn <= sentence.turn + REPLACED_TURNS && !isOther(one)) ||
        isAboutPart(reader, one.folded)) &&
      isStated(reader, one) &&
      otherIn(one) &&
      !isNamedAfter(one),
  )
}

/** Whether another value is named soon after a sentence, without another subject: it is unknown which of them is meant. */
export function isContested(reader: Reader, turns: readonly Sentence[][], sentence: Sentence, value: string): boolean {
  const { type, isCurrency } = reader.property
  if (type !== 'date' && type !== 'datetime' && type !== 'number') return false
  const isCount = type === 'number' && !isCurrency
  const later = turns
    .slice(sentence.turn, sentence.turn + CONTEST_SENTENCES)
    .flat()
    .filter((one) => one.turn > sentence.turn || one.index > sentence.index)
    .slice(0, CONTEST_SENTENCES)
  return later.some(
    (one) =>
      isStated(reader, one) &&
      (!isCount || (CORRECTING.test(one.folded) && isNear(reader, one, value))) &&
      mentionsIn(reader, one).length === 1 &&
      standingIn(reader, one).some((other) => other !== value) &&
      (isCount || isCarried(reader, one)),
  )
}
