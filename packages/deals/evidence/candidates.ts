// Groups the sayings of a property by their value. A value has the traits of its sayings, and traits that compare it with the
// other values: both sides say it, it is the last one, another one replaces it.
import type { Reader } from '../rules/mentions.ts'
import { quoteOf, type RuleQuote } from '../rules/reading.ts'
import type { Sentence } from '../rules/sentences.ts'
import { isOutside } from './hints.ts'
import { FAR, type Saying, sayingsOf } from './sayings.ts'
import { type Candidate, traitsWhere } from './traits.ts'

/** Turns after a value in which another one may replace it. */
const SOON_TURNS = 3
/** An unclear saying: it states nothing, or something else. */
const UNCLEAR = ['doubtful', 'past', 'denied', 'elsewhere', 'not']

interface Clear extends Saying {
  /** States something of this deal. */
  isClear: boolean
  /** The sentence names the subject, or a sentence near it does. */
  isLinked: boolean
}

/** All sayings of one value, in order. */
interface Group {
  value: string
  own: Clear[]
  last: Clear
  /** Speakers of clear sayings. */
  sides: number
}

function isUpTo(a: Sentence, b: Sentence): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.index <= b.index)
}

function sidesOf(sayings: readonly Saying[]): number {
  return new Set(sayings.map(({ sentence }) => sentence.block.speaker)).size
}

/** Gloria and Gloria Esposito are one person: the longest name counts. Names far from a decision are left out. */
function joinNames(sayings: readonly Saying[]): Saying[] {
  const near = new Set(
    sayings.filter(({ traits }) => traits.has('decides') || traits.has('decidesBeside')).map(({ value }) => value),
  )
  const names = [...new Set(sayings.map(({ value }) => value))].filter((name) =>
    [...near].some((one) => name.includes(one) || one.includes(name)),
  )
  const longest = new Map(
    names.map((name) => [
      name,
      names.filter((other) => other.includes(name)).reduce((a, b) => (b.length > a.length ? b : a)),
    ]),
  )
  return sayings.flatMap((one) => {
    const value = longest.get(one.value)
    return value === undefined ? [] : [{ ...one, value }]
  })
}

function groupsOf(sayings: readonly Clear[]): Group[] {
  const groups = new Map<string, Clear[]>()
  for (const one of sayings) groups.set(one.value, [...(groups.get(one.value) ?? []), one])
  return [...groups].map(([value, own]) => ({
    value,
    own,
    last: own.at(-1)!,
    sides: sidesOf(own.filter(({ isClear }) => isClear)),
  }))
}

/** Traits that count only if all sayings of a value have them. */
const OF_ALL_ONLY = new Set(['question', 'seller', 'customer', 'long', 'alone', 'rivalNearer', 'cueNear', 'echoes'])
/** Traits that count also if all sayings of a value have them. */
const OF_ALL = OF_ALL_ONLY.union(
  new Set(
    'doubtful past rival not elsewhere standing cue replacedSoon hint softRival softRivalOnly late bare relative weekdayOnly'.split(
      ' ',
    ),
  ),
)

/** `any:` traits of at least one saying, and `all:` traits of each. */
function sharedTraits(own: readonly Saying[]): string[] {
  const names = [...new Set(own.flatMap(({ traits }) => [...traits]))]
  const isOfAll = (name: string) =>
    (OF_ALL.has(name) || /^[wbn]:/.test(name)) && own.every(({ traits }) => traits.has(name))
  return [
    ...names.filter((name) => !OF_ALL_ONLY.has(name)).map((name) => `any:${name}`),
    ...names.filter(isOfAll).map((name) => `all:${name}`),
  ]
}

/** How closely a value is connected with the subject, from 'asked' (an answer to a question about it) to 'none'. */
function linkOf({ own }: Group): string {
  const clear = own.filter(({ isClear }) => isClear)
  if (clear.some(({ traits }) => traits.has('askedCue') && !traits.has('rival'))) return 'asked'
  if (clear.some(({ traits }) => traits.has('cue') && !traits.has('question'))) return 'said'
  if (own.some(({ traits }) => traits.has('cue') || traits.has('askedCue'))) return 'named'
  const distance = Math.min(...own.map((one) => one.distance))
  if (distance <= 2) return 'near'
  return distance <= FAR ? 'far' : 'none'
}

/** Traits that join who says a value, how it is tied to the subject, and in which words. */
function joinedTraits(group: Group): string[] {
  const { own, sides } = group
  const any = (name: string) => own.some(({ traits }) => traits.has(name))
  const side = sides > 1 ? 'both' : sides === 1 ? 'one' : 'none'
  const link = linkOf(group)
  const isNamed = any('cue') || any('askedCue')
  const soft = ['softOnly', 'soft', 'softBeside', 'softRival'].find(any) ?? 'none'
  const isQuestion = own.every(({ traits }) => traits.has('question'))
  const form = isQuestion ? 'question' : any('yes') ? 'yes' : any('rival') || any('askedRival') ? 'rival' : 'plain'
  return [`is:${side}/${link}`, `is:${side}/${link}/${form}`, `soft:${side}/${isNamed ? 'cue' : link}/${soft}`]
}

/** Traits of industries and sources, for which mostly words speak that only hint at them. */
function hintTraits({ value, own }: Group, groups: readonly Group[], first: Saying, outside: number): string[] {
  const others = groups.filter((one) => one.value !== value)
  const most = Math.max(0, ...others.map((one) => one.own.length))
  const isSelf = ({ traits }: Saying) => traits.has('self')
  return traitsWhere({
    majority: own.length > most,
    clearMajority: own.length >= 2 * most && own.length > 1,
    [`hints${Math.min(own.length, 4)}`]: true,
    otherSelf: others.some((one) => one.own.some(isSelf)),
    weSelf: own.some((one) => isSelf(one) && one.traits.has('w:we')),
    weHint: own.some(({ traits }) => traits.has('w:we')),
    introSelf: own.some((one) => isSelf(one) && one.traits.has('intro')),
    first: first.value === value,
    outside: outside > 0,
    outsideMore: outside > own.length,
    outsideMuch: outside > 2 * own.length + 1,
  })
}

/** Traits of a value among the others of the conversation. */
function rankTraits(group: Group, groups: readonly Group[], sayings: readonly Clear[]): string[] {
  const { value, own, last, sides } = group
  const others = groups.filter((one) => one !== group)
  const isClearlyLinked = (one: Clear) => one.isClear && one.isLinked
  const linked = others.filter((one) => one.own.some(isClearlyLinked))
  const isOwnLinked = own.some(isClearlyLinked)
  const near = sayings.filter((one) => one.value !== value && one.isClear && one.distance <= FAR)
  const later = near.filter(({ sentence }) => !isUpTo(sentence, last.sentence))
  const soon = later.filter(({ sentence }) => sentence.turn <= last.sentence.turn + SOON_TURNS)
  const isEarlier = ({ sentence }: Saying) =>
    sentence.turn >= last.sentence.turn - SOON_TURNS && isUpTo(sentence, own[0]!.sentence)
  const isAfter = (one: Group) => isUpTo(one.own.findLast(isClearlyLinked)!.sentence, last.sentence)
  const isOfBoth = ({ own: sayingsOfOther }: Group) =>
    sidesOf(sayingsOfOther.filter((one) => one.isClear && one.distance <= FAR)) > 1
  const otherBoth = others.some(isOfBoth)
  const distance = Math.min(...own.map((one) => one.distance))
  return traitsWhere({
    both: sidesOf(own) > 1,
    goodBoth: sides > 1,
    near: distance > 0 && distance <= 2,
    far: distance > 2 && distance <= FAR,
    unlinked: distance > FAR,
    twice: own.length === 2,
    often: own.length > 2,
    only: others.length === 0,
    onlyLinked: isOwnLinked && linked.length === 0,
    oneOther: linked.length === 1,
    moreOthers: linked.length > 1,
    last: others.every((one) => isUpTo(one.last.sentence, last.sentence)),
    lastLinked: last.isLinked && linked.every(isAfter),
    standingCue: own.some(({ traits }) => traits.has('standing') && (traits.has('cue') || traits.has('askedCue'))),
    goodEchoCue: own.some((one) => isClearlyLinked(one) && one.traits.has('echoed')),
    succeeded: soon.length > 0,
    succeededLinked: later.some(({ isLinked }) => isLinked),
    succeededEchoed: soon.some(({ traits }) => traits.has('echoed') || traits.has('echoes')),
    corrected: soon.some(({ traits }) => traits.has('correcting')),
    succeeds: near.some(isEarlier),
    otherBoth,
    onlyBoth: sides > 1 && !otherBoth,
  })
}

const LAST_TRAITS = [
  'standing',
  'question',
  'doubtful',
  'yes',
  'no',
  'cue',
  'echoes',
  'seller',
  'rivalNearer',
  'replacedSoon',
]

/** The last clear saying of each speaker, with the question before it. */
function quotesOf({ own }: Group, turns: readonly Sentence[][]): RuleQuote[] {
  const clear = own.filter(({ isClear, traits }) => isClear && traits.has('standing'))
  const sayings = clear.length > 0 ? clear : own
  const bySpeaker = new Map(sayings.map(({ sentence }) => [sentence.block.speaker, sentence]))
  const sentences = [...bySpeaker.values()].toSorted((a, b) => (isUpTo(a, b) ? -1 : 1))
  const [first] = sentences
  const asked = first!.index === 0 ? turns[first!.turn - 1]?.at(-1) : undefined
  const isAsked = asked !== undefined && own.some((one) => one.sentence === first && one.traits.has('askedCue'))
  return [...(isAsked ? [asked] : []), ...sentences].map(quoteOf)
}

/** The possible values of a property that is no yes or no and no free text. */
export function candidatesOf(reader: Reader, turns: readonly Sentence[][]): Candidate[] {
  const found = sayingsOf(reader, turns)
  const sayings = (reader.property.type === 'string' ? joinNames(found) : found).map((one): Clear => ({
    ...one,
    isClear: !UNCLEAR.some((name) => one.traits.has(name)),
    isLinked: one.traits.has('cue') || one.traits.has('askedCue') || one.traits.has('cueNear'),
  }))
  const groups = groupsOf(sayings)
  const isHinted = reader.topic.isOfSelf === true || reader.topic.isOfPast === true
  const isOfSelf = reader.topic.isOfSelf === true
  const outside = isOfSelf ? turns.flat().filter(({ folded }) => isOutside(folded)).length : 0
  return groups.map((group) => ({
    value: group.value,
    traits: [
      ...sharedTraits(group.own),
      ...joinedTraits(group),
      ...rankTraits(group, groups, sayings),
      ...(isHinted ? hintTraits(group, groups, sayings[0]!, outside) : []),
      ...LAST_TRAITS.filter((name) => group.last.traits.has(name)).map((name) => `last:${name}`),
    ],
    quotes: quotesOf(group, turns),
  }))
}
