// Sentences that may say what happens next: promises, proposals and requests, mostly in the last turns.
import { isTakenUp } from '../rules/find-complaint.ts'
import * as promises from '../rules/find-promises.ts'
import type { Reader } from '../rules/mentions.ts'
import { quoteOf } from '../rules/reading.ts'
import { datesOf } from '../rules/sentence-dates.ts'
import type { Sentence } from '../rules/sentences.ts'
import { type TextPlace, textPlaces } from './text-traits.ts'
import { type Candidate, traitsWhere } from './traits.ts'

const ACTION = new RegExp(String.raw`${promises.JA_ACTION}|\b${promises.EN_ACTION}`)
const ASKS_NEXT =
  /次(?:は|に)|この(?:後|あと)|今後|進め|どう(?:しま|すれば)|どういう流れ|\b(?:what(?:'s| is| happens)? (?:next|now)|next steps?|where (?:do|does|should) (?:we|this|it) go|how do we (?:proceed|go))\b/
const SAYS_NEXT =
  /次|この(?:後|あと)|では|それでは|じゃあ|今度|\b(?:next|then|now|so|after this|before that|what i'll do)\b/
const REQUEST = /ください|いただけま|もらえ|お願い/
const JAPANESE = /\p{Script=Han}|\p{Script=Hiragana}/u

/** Turns at the end of a conversation. */
const END_TURNS = 3
const NEAR_END_TURNS = 6

function isPromise(folded: string): boolean {
  if (!JAPANESE.test(folded)) return promises.EN_PROMISE.test(folded)
  return promises.JA_PROMISE.test(folded) && !promises.NOT_JA.test(folded)
}

function traitsOf({ on }: Reader, turns: readonly Sentence[][], place: TextPlace): string[] {
  const { sentence, asked, before, isAgreed } = place
  const { folded, turn } = sentence
  const left = turns.length - turn
  const isEnd = left <= END_TURNS
  const acts = ACTION.test(folded)
  const hasObject = promises.OBJECT.test(folded)
  const promised = isPromise(folded)
  const proposes = promises.JA_PROPOSAL.test(folded) || promises.EN_PROPOSAL.test(folded)
  return traitsWhere({
    promise: promised,
    proposal: proposes,
    request: promises.EN_REQUEST.test(folded) || REQUEST.test(folded),
    object: hasObject,
    action: acts,
    'action+object': acts && hasObject,
    'promise+object': promised && hasObject,
    'proposal+yes': proposes && isAgreed,
    'action+takenUp': acts && place.isTakenUp,
    idle: promises.IDLE.test(folded),
    smallTalk: promises.SMALL_TALK.test(folded),
    trial: promises.TRIAL.test(folded),
    end: isEnd,
    'end+action': isEnd && acts,
    'end+object': isEnd && hasObject,
    'end+promise': isEnd && promised,
    nearEnd: !isEnd && left <= NEAR_END_TURNS,
    late: left > NEAR_END_TURNS && turn > turns.length / 2,
    askedNext: [asked, before].some((one) => one && ASKS_NEXT.test(one.folded)),
    saysNext: SAYS_NEXT.test(folded),
    day: datesOf(sentence, on).length > 0,
    takesUp: turns[turn - 1]?.some((one) => isTakenUp(one, sentence)),
  })
}

export function promiseCandidates(reader: Reader, turns: readonly Sentence[][]): Candidate[] {
  return textPlaces(reader, turns).map((place): Candidate => ({
    value: place.sentence.text,
    traits: [...place.traits, ...traitsOf(reader, turns, place)],
    quotes: [quoteOf(place.sentence)],
  }))
}
