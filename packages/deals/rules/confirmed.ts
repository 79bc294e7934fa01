// Finds values that one speaker states and the next speaker repeats, in sentences without the subject: "Two years?" "Two
// years, a hundred and forty-two thousand." The unit, a decision or a time of day determines the property.
import type { Candidate } from './answers.ts'
import { findNumbers } from '../numbers.ts'
import { echoOf } from './echo.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import { reactionTo } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isStated, standingIn } from './standing.ts'
import { isDoubtful, isPast, isQuestion } from './statements.ts'

/** Sentences around a value in which its subject may be named. */
const NEAR_SENTENCES = 4

/** Words that say that the value is settled for this deal. */
const ACCEPTED =
  /手を打|決ま(?:り|った)|いきましょう|契約します|契約で|決めさせ|それなら|\b(?:deal|done|i'm in|we're in|can live with|we're good|we accept|sold|let's do (?:it|that)|i can sell that|that works|agreed|in writing)\b/
const ABOUT_PRICE =
  /見積|値引|お引き|割引|総額|金額|税[込抜別]|年額|いくら|\b(?:price|pricing|quote[ds]?|total|discount|comes? (?:out )?to|for the (?:year|term)|per year|a year|all in|setup fee|onboarding)\b/
const ABOUT_BUDGET =
  /予算|枠|割り当て|使えるのは|出せるのは|\b(?:budget|funding|set aside|earmarked|carved out|grant|approved)\b/
const ABOUT_TERM =
  /契約|総額|年間|割[引高]|お引き|\b(?:contract|term|agreement|deal|commit|lock(?:ed)?|sign|per year|a year|for the year|renew|discount)\b/
const OTHER_TERM =
  /トライアル|試用|お試し|無料|前|間(?:に|で)終|かか[りっる]|経[っちつ]|ぶり|待|\b(?:trial|pilot|free|ago|notice|last|past|been|took|takes?|rollout|onboarding takes|warranty|old|experience|wait)\b/
const APPOINTMENT =
  /(?:午前|午後|お昼|夕方|朝)|[0-9一二三四五六七八九十]時|伺(?:い|え)|お待ち|\b(?:at (?:noon|\d{1,2}|one|two|three|four|five|eight|nine|ten|eleven|twelve)\b|o'clock|am|pm|\d{1,2}:\d{2}|morning|afternoon|see you|looking forward|i'll be there)\b/
/** A time of day. */
const CLOCK =
  /[0-9一二三四五六七八九十]時|\b(?:at (?:noon|\d{1,2}|eight|nine|ten|eleven|twelve|one|two|three|four|five)|o'clock|\d{1,2} ?(?:am|pm)|\d{1,2}:\d{2})\b/

/** The text of both sentences and of the sentences before them. */
function textAround(said: Sentence, echo: Sentence): string {
  const texts = [said.folded, echo.folded]
  let one = said.before
  for (let count = 0; one && count < NEAR_SENTENCES; count += 1) {
    texts.unshift(one.folded)
    one = one.before
  }
  return texts.join(' ')
}

/** The text of the turn of a sentence and of the one after it. */
function textAfter(turns: readonly Sentence[][], { turn }: Sentence): string {
  return [...turns[turn]!, ...(turns[turn + 1] ?? []).slice(0, 2)].map(({ folded }) => folded).join(' ')
}

function isMoney(reader: Reader, turns: readonly Sentence[][], said: Sentence, echo: Sentence): boolean {
  const before = textAround(said, echo)
  if (ABOUT_BUDGET.test(before) || (reader.topic.rivals?.some((rival) => rival.test(before)) ?? false)) return false
  return ABOUT_PRICE.test(before) && ACCEPTED.test(textAfter(turns, echo))
}

function isTerm(said: Sentence, echo: Sentence): boolean {
  const both = `${said.folded} ${echo.folded}`
  return !OTHER_TERM.test(both) && ABOUT_TERM.test(textAround(said, echo))
}

function isAppointment(reader: Reader, said: Sentence, echo: Sentence): boolean {
  const both = `${said.folded} ${echo.folded}`
  const isOther = reader.topic.rivals?.some((rival) => rival.test(both)) ?? false
  return !isOther && !(reader.topic.not?.test(both) ?? false) && APPOINTMENT.test(both)
}

/** Units that only users of a product have. */
const OF_USERS =
  /名様|アカウント|ライセンス|ユーザー|拠点|店舗|\b(?:users?|seats?|licen[cs]es?|accounts?|locations?|offices?|sites?|stores?|branches|plants)\b/

/** People who are not users of the product. */
const PUBLIC =
  /お客|来場|患者|学生|生徒|会員|観客|住民|\b(?:visitors|guests|patients|students|customers|clients|callers|attendees|subscribers|listeners|readers|shoppers|passengers)\b/

/** A count has its unit in one of the two sentences, and nothing near it counts something else. */
function isCount({ topic }: Reader, said: Sentence, echo: Sentence): boolean {
  const both = `${said.folded} ${echo.folded}`
  const isOther = (one: Sentence | null) =>
    one !== null && ((topic.not?.test(one.folded) ?? false) || isPast(one.folded))
  if (isOther(said) || isOther(echo) || isOther(said.before) || PUBLIC.test(both)) return false
  const hasUnit = findNumbers(both).some(({ unit }) => unit !== '' && topic.unit!.test(unit))
  return hasUnit && (OF_USERS.test(both) || topic.cue.test(textAround(said, echo)))
}

function fits(reader: Reader, turns: readonly Sentence[][], said: Sentence, echo: Sentence): boolean {
  const { property, topic } = reader
  if (topic.confirmed === 'price') return isMoney(reader, turns, said, echo)
  if (topic.confirmed === 'term') return isTerm(said, echo)
  if (topic.confirmed === 'appointment') return isAppointment(reader, said, echo)
  if (topic.confirmed === 'count') return isCount(reader, said, echo)
  return topic.confirmed === 'choice' && property.type === 'enumeration'
}

/** The sentence before in which the same day was proposed: 十二日はいかがですか。 では十二日の十一時に。 */
function proposalOf(reader: Reader, turns: readonly Sentence[][], { turn }: Sentence, value: string) {
  return turns
    .slice(Math.max(0, turn - 3), turn)
    .flat()
    .find((one) => mentionsIn(reader, one).some((mention) => mention.value === value))
}

/** A day with a time that one side proposes, and to which the other one agrees. */
function agreedAppointment(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): Candidate | null {
  if (reader.topic.confirmed !== 'appointment' || !CLOCK.test(sentence.folded)) return null
  if (!isStated(reader, sentence) || !isAppointment(reader, sentence, sentence)) return null
  const values = standingIn(reader, sentence)
  const answer = turns[sentence.turn + 1]?.[0]
  if (values.length === 0) return null
  if (answer && reactionTo(turns, sentence) === 'yes') return { values, sentences: [sentence, answer] }
  const known = isQuestion(sentence.folded) ? undefined : proposalOf(reader, turns, sentence, values[0]!)
  return known ? { values, sentences: [known, sentence] } : null
}

/** The last value that both sides say, and that belongs to the property. */
export function findConfirmed(reader: Reader, turns: readonly Sentence[][]): Candidate | null {
  if (reader.topic.confirmed === undefined) return null
  let found: Candidate | null = null
  for (let turn = 0; turn < turns.length - 1; turn += 1) {
    for (const sentence of turns[turn]!) found = agreedAppointment(reader, turns, sentence) ?? found
    const echo = echoOf(reader, turns, turn)
    if (!echo || isDoubtful(echo.said.folded, reader.topic) || isPast(echo.said.folded)) continue
    if (!fits(reader, turns, echo.said, echo.echo)) continue
    const values = standingIn(reader, echo.echo)
    found = { values, sentences: [echo.said, echo.echo] }
  }
  return found
}
