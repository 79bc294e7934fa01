// Finds the sayings of a property: each place where a conversation names a possible value, with traits of its sentence and of
// the sentences beside it.
import { isElsewhere } from '../rules/clauses.ts'
import { isInstruction } from '../rules/instructions.ts'
import { type Mention, mentionsIn, type Reader } from '../rules/mentions.ts'
import { isAbout, reactionTo } from '../rules/reading.ts'
import { isSelfDescription } from '../rules/self-description.ts'
import { sellerOf } from '../rules/seller.ts'
import type { Sentence } from '../rules/sentences.ts'
import { allStanding, standingIn } from '../rules/standing.ts'
import * as statements from '../rules/statements.ts'
import { bareNamesIn, isOnDecision, isPersonName, selfNamed } from './bare-names.ts'
import { hintsIn } from './hints.ts'
import { type SoftCues, softCuesOf } from './soft-cues.ts'
import { traitsWhere } from './traits.ts'
import { wordTraits } from './words.ts'

export interface Saying {
  value: string
  sentence: Sentence
  traits: ReadonlySet<string>
  /** Sentences since the subject was named; infinite if it was not. */
  distance: number
}

/** An option that is not wanted: 要らんわ, "skip that". */
const REFUSES =
  /(?:要|い)ら(?:ん|な[いく]|ず)|(?:要|い)りませ|不要|結構です|なくて(?:も)?(?:いい|良い|よい|構|大丈夫)|使わな|使いませ|嫌が|困らな|(?:まで|ほど)は(?:いい|要)|ついでに|\b(?:skip|(?:don't|doesn't|won't|wouldn't|do not) (?:\w+ )?(?:need|want|use|care)|no need|nah|nope|not (?:for us|needed|necessary|interested)|without (?:it|that)|leave (?:it|that|those) out|liability|nobody (?:needs|reads|wants)|nice to have|haven't (?:looked|talked)|not (?:looking|considering))\b/

/** Sentences after its name in which a subject may be meant. */
export const FAR = 8

interface Around {
  sentence: Sentence
  before: Sentence | undefined
  /** The sentence after it in the same turn. */
  after: Sentence | undefined
  previous: readonly Sentence[]
  next: readonly Sentence[]
}

function aroundOf(turns: readonly Sentence[][], sentence: Sentence): Around {
  const { turn, index } = sentence
  const [own, previous, next] = [turns[turn]!, turns[turn - 1] ?? [], turns[turn + 1] ?? []]
  return { sentence, before: index > 0 ? own[index - 1] : previous.at(-1), after: own[index + 1], previous, next }
}

/** Sentences since one of a kind, up to `FAR`. */
function distanceTo(sentence: Sentence, is: (one: Sentence) => boolean): number {
  let one: Sentence | null = sentence
  for (let count = 0; one && count <= FAR; count += 1) {
    if (is(one)) return count
    one = one.before
  }
  return Number.POSITIVE_INFINITY
}

function isOtherSpeaker(one: Sentence | undefined, { block }: Sentence): boolean {
  return one !== undefined && one.block.speaker !== block.speaker
}

/** Named values, and words that hint at one without naming it. */
function allMentions(
  reader: Reader,
  sentence: Sentence,
  turns: readonly Sentence[][],
): { named: Mention[]; hints: Mention[]; selves: Mention[] } {
  const all = mentionsIn(reader, sentence)
  const { type } = reader.property
  const named = type === 'string' ? all.filter(({ value }) => isPersonName(value)) : all
  let hints: Mention[] = []
  if (type === 'enumeration') hints = hintsIn(reader.property, sentence.folded)
  else if (type === 'string') hints = bareNamesIn(sentence, turns)
  const isKnown = (hint: Mention) =>
    named.some((one) => one.start < hint.end && hint.start < one.end && (type === 'string' || one.value === hint.value))
  const selves = type === 'string' ? selfNamed(sentence, turns[sentence.turn - 1]?.at(-1)) : []
  return { named, hints: hints.filter((hint) => !isKnown(hint)), selves }
}

/** Traits of a sentence that are the same for all values in it. */
function sentenceTraits(reader: Reader, turns: readonly Sentence[][], soft: SoftCues, around: Around): string[] {
  const { topic } = reader
  const { sentence, before, after, next } = around
  const { folded, turn } = sentence
  const isSoft = (one: Sentence | undefined) => one !== undefined && (soft.own?.test(one.folded) ?? false)
  const isSoftRival = soft.rivals.some((rival) => rival.test(folded))
  const isRival = (one: Sentence) => topic.rivals?.some((rival) => rival.test(one.folded)) ?? false
  const distance = distanceTo(sentence, (one) => isAbout(reader, one.folded))
  const asked = before !== undefined && statements.isPrompt(before.folded) && isOtherSpeaker(before, sentence)
  const reaction = reactionTo(turns, sentence)
  const rivalDistance = distanceTo(sentence, isRival)
  const soon = [after, ...next.slice(0, 2)].filter((one) => one !== undefined)
  const following = after ?? next[0]
  return [
    ...wordTraits('w', folded),
    ...(before ? wordTraits('b', before.folded) : []),
    ...(following ? wordTraits('n', following.folded) : []),
    ...traitsWhere({
      intro: turn < 4,
      early: turn < turns.length * 0.25,
      late: turn >= turns.length * 0.6,
      cue: distance === 0,
      cueNear: distance > 0 && distance <= 2,
      not: topic.not?.test(folded),
      notBefore: before && topic.not?.test(before.folded),
      soft: isSoft(sentence),
      softBeside: !isSoft(sentence) && [before, after, next[0]].some(isSoft),
      softRival: isSoftRival,
      softOnly: isSoft(sentence) && !isSoftRival,
      softRivalOnly: !isSoft(sentence) && isSoftRival,
      rival: rivalDistance === 0,
      rivalNearer: rivalDistance < distance,
      askedCue: asked && isAbout(reader, before.folded),
      askedRival: asked && isRival(before) && !isAbout(reader, before.folded),
      doubtful: statements.isDoubtful(folded, topic),
      undecided: statements.isUndecided(folded),
      deferred: statements.isDeferred(folded),
      past: statements.isPast(folded, topic),
      question: statements.isQuestion(folded),
      suggestion: statements.isSuggestion(folded),
      decision: statements.isDecision(folded),
      correcting: statements.beginsWithCorrection(folded),
      correctedSoon: [after, next[0]].some((one) => one && statements.beginsWithCorrection(one.folded)),
      deniedNext: following && statements.isRejection(following.folded),
      openSoon: soon.some((one) => statements.isUndecided(one.folded) || statements.isDeferred(one.folded)),
      refuses: REFUSES.test(folded),
      refusedSoon: soon.some((one) => REFUSES.test(one.folded)),
      long: folded.length > 60,
      yes: reaction === 'yes',
      no: reaction === 'no',
    }),
  ]
}

function dayTraits(spoken: string, right: string): string[] {
  return traitsWhere({
    relative: /今日|本日|明日|明後日|翌日|あさって|today|tomorrow/.test(spoken),
    weekdayOnly: /曜|day$/.test(spoken) && !/\d|[一二三四五六七八九十]/.test(spoken.replace(/曜日?/, '')),
    yearEnd: /末|end of/.test(spoken),
    clock: /^[^。.]{0,14}(?:時|am\b|pm\b|:\d\d|at \w+|o'clock)/.test(right),
  })
}

function numberTraits({ topic }: Reader, value: number, spoken: string, left: string, right: string): string[] {
  return traitsWhere({
    unit: topic.unit?.test(right.trimStart()),
    bare: /^(?:[\s、。,.!?]*$|[、。,.!?])/.test(right),
    currency: /[$¥€£]\s?$/.test(left) || /^\s?(?:円|ドル|dollars?|bucks|yen|euros?|pounds?)/.test(right),
    scale: /[万億千百]|thousand|hundred|million|k\b/.test(spoken),
    huge: value >= 10_000,
    large: value > 120 && value < 10_000,
    age: /^(?: years? old|歳|才)/.test(right) || /\b(?:he|she)(?:'s| is) $/.test(left),
    rate: /^\s?(?:a|an|per|each|apiece)\b|^円?(?:ずつ|ごと)/.test(right),
    roundScale: /(?:[万億]|thousand|hundred|million)$/.test(spoken) && topic.unit?.test(right.trimStart()) !== true,
    one: value === 1,
    small: value > 1 && value < 4,
    round: value >= 10 && value % 10 === 0,
  })
}

function nameTraits(value: string, around: Around, speakers: readonly string[], left: string, right: string): string[] {
  const { sentence, before, after } = around
  return traitsWhere({
    decides: isOnDecision(sentence),
    decidesBeside: [before, after].some((one) => one && isOnDecision(one)),
    speaker: speakers.some((one) => one.includes(value) || value.includes(one)),
    full: value.includes(' '),
    appos: right.startsWith(',') || left.endsWith(', '),
  })
}

/** All sayings of a conversation, in order. */
export function sayingsOf(reader: Reader, turns: readonly Sentence[][]): Saying[] {
  const { property } = reader
  const soft = softCuesOf(property)
  const seller = sellerOf(turns)
  const speakers = [...new Set(turns.flatMap(([first]) => first?.block.speaker ?? []))]
  return turns.flat().flatMap((sentence): Saying[] => {
    if (isInstruction(sentence.folded)) return []
    const { named, hints, selves } = allMentions(reader, sentence, turns)
    const mentions = [...named, ...hints, ...selves]
    if (mentions.length === 0) return []
    const around = aroundOf(turns, sentence)
    const { before, after, previous, next } = around
    const { folded, block } = sentence
    const common = sentenceTraits(reader, turns, soft, around)
    const standing =
      property.fieldType === 'checkbox'
        ? allStanding(reader, mentions, sentence).map(({ value }) => value)
        : standingIn(reader, sentence)
    const distance = distanceTo(sentence, (one) => isAbout(reader, one.folded))
    return mentions.map((mention): Saying => {
      const { start, end, value } = mention
      const [left, spoken, right] = [folded.slice(0, start), folded.slice(start, end), folded.slice(end)]
      const isNamedIn = (one: Sentence) => mentionsIn(reader, one).some((other) => other.value === value)
      const isOtherIn = (one: Sentence) => mentionsIn(reader, one).some((other) => other.value !== value)
      const kind =
        property.type === 'number'
          ? numberTraits(reader, Number(value), spoken, left, right)
          : property.type === 'string'
            ? nameTraits(value, { ...around, before, after }, speakers, left, right)
            : property.type === 'enumeration'
              ? traitsWhere({ hint: hints.includes(mention), self: isSelfDescription(left, spoken, right) })
              : dayTraits(spoken, right)
      const own = traitsWhere({
        standing: standing.includes(value),
        speaks: selves.includes(mention),
        denied: statements.isDenied(left, right),
        elsewhere: isElsewhere(reader, folded, mention),
        short: folded.length - (end - start) <= 12,
        leads: start <= 2,
        echoed: isOtherSpeaker(next[0], sentence) && next.some(isNamedIn),
        echoes: !(previous[0]?.block.speaker === block.speaker) && previous.some(isNamedIn),
        replacedSoon: [after, ...next.slice(0, 2)].some((one) => one && isOtherIn(one) && !isNamedIn(one)),
        alone: mentions.every((other) => other.value === value),
        seller: seller !== null && block.speaker === seller,
        customer: seller !== null && block.speaker !== seller,
      })
      return { value, sentence, traits: new Set([...common, ...kind, ...own]), distance }
    })
  })
}
