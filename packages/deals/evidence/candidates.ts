// The different values that a conversation names for a property, each with traits that are summed up over its places.
import type { Reader } from '../rules/mentions.ts'
import { sellerOf } from '../rules/seller.ts'
import type { Sentence } from '../rules/sentences.ts'
import { saidIn, type Said } from './said.ts'

export interface Candidate {
  value: string
  traits: string[]
  said: Said[]
}

function isLinked({ traits }: Said): boolean {
  return traits.has('cue') || traits.has('askedCue') || traits.has('cueNear')
}

export function candidatesOf(reader: Reader, turns: readonly Sentence[][]): Candidate[] {
  const found = saidIn(reader, turns, sellerOf(turns))
  const names = [...new Set(found.map(({ value }) => value))]
  // Gloria and Gloria Esposito are one person.
  const whole = (value: string) => names.filter((name) => name.includes(value)).toSorted((a, b) => b.length - a.length)[0]!
  const said = reader.property.type === 'string' ? found.map((one) => ({ ...one, value: whole(one.value) })) : found
  const isOrdered = (a: Sentence, b: Sentence) => a.turn < b.turn || (a.turn === b.turn && a.index <= b.index)
  const values = [...new Set(said.map(({ value }) => value))]
  const lastOf = (value: string) => said.findLast((one) => one.value === value)!
  const good = (one: Said) => !['doubtful', 'past', 'denied', 'elsewhere', 'not'].some((name) => one.traits.has(name))
  const goodLinked = values.filter((value) => said.some((one) => one.value === value && good(one) && isLinked(one)))
  return values.map((value) => {
    const own = said.filter((one) => one.value === value)
    const traits: string[] = []
    const add = (name: string, is: boolean) => {
      if (is) traits.push(name)
    }
    const any = (name: string) => own.some((one) => one.traits.has(name))
    const every = (name: string) => own.every((one) => one.traits.has(name))
    for (const name of ['cue', 'askedCue', 'askedRival', 'standing', 'denied', 'elsewhere', 'doubtful', 'undecided', 'past', 'decision', 'correcting', 'short', 'yes', 'no', 'echoed', 'replacedSoon', 'correctedSoon', 'openSoon', 'not', 'notBefore', 'rival', 'suggestion', 'leads', 'deferred']) add(`any:${name}`, any(name))
    for (const name of ['doubtful', 'past', 'question', 'rivalNearer', 'rival', 'not', 'elsewhere', 'standing', 'long', 'seller', 'customer', 'cue','alone', 'replacedSoon']) add(`all:${name}`, every(name))
    for (const name of new Set(own.flatMap(({ traits }) => [...traits]).filter((name) => /^[wbn]:/.test(name)))) {
      add(`any:${name}`, true)
      add(`all:${name}`, every(name))
    }
    for (const name of ['soft', 'softBeside', 'softRival', 'softOnly', 'softRivalOnly', 'late', 'early', 'relative', 'weekdayOnly', 'yearEnd', 'clock', 'huge', 'one', 'small', 'round', 'deniedNext', 'unit', 'currency', 'scale', 'hint', 'label', 'self', 'intro', 'leads']) add(`any:${name}`, any(name))
    add('all:hint', every('hint'))
    for (const name of ['decides', 'decidesBeside', 'speaker', 'full', 'appos']) add(`any:${name}`, any(name))
    if (reader.topic.isOfSelf === true || reader.topic.isOfPast === true) {
      const rivals = values.filter((other) => other !== value).map((other) => said.filter((one) => one.value === other).length)
      const most = Math.max(0, ...rivals)
      add('majority', own.length > most)
      add('clearMajority', own.length >= 2 * most && own.length > 1)
      add('hints1', own.length === 1)
      add('hints2', own.length === 2)
      add('hints3', own.length === 3)
      add('hints4', own.length > 3)
      add('otherSelf', said.some((one) => one.value !== value && one.traits.has('self')))
      add('weSelf', own.some(({ traits: t }) => t.has('self') && t.has('w:we')))
      add('weHint', own.some(({ traits: t }) => t.has('w:we')))
      add('introSelf', own.some(({ traits: t }) => t.has('self') && t.has('intro')))
      add('first', said[0]!.value === value)
    }
    for (const name of ['softRivalOnly', 'softRival', 'late', 'bare', 'relative', 'weekdayOnly']) add(`all:${name}`, every(name))
    const both = new Set(own.map(({ sentence }) => sentence.block.speaker)).size > 1
    add('both', both)
    const distance = Math.min(...own.map((one) => one.distance))
    add('near', distance > 0 && distance <= 2)
    add('far', distance > 2 && distance <= 8)
    add('unlinked', distance > 8)
    add('twice', own.length === 2)
    add('often', own.length > 2)
    add('only', values.length === 1)
    add('onlyLinked', goodLinked.length === 1 && goodLinked[0] === value)
    add('oneOther', goodLinked.filter((other) => other !== value).length === 1)
    add('moreOthers', goodLinked.filter((other) => other !== value).length > 1)
    const last = lastOf(value).sentence
    add('last', values.every((other) => isOrdered(lastOf(other).sentence, last)))
    add('lastLinked', isLinked(lastOf(value)) && goodLinked.every((other) => other === value || isOrdered(said.findLast((one) => one.value === other && good(one) && isLinked(one))!.sentence, last)))
    const lastTraits = own.at(-1)!.traits
    for (const name of ['standing', 'question', 'doubtful', 'yes', 'no', 'cue', 'echoes', 'seller', 'rivalNearer','replacedSoon']) add(`last:${name}`, lastTraits.has(name))
    add('standingCue', own.some((one) => one.traits.has('standing') && (one.traits.has('cue') || one.traits.has('askedCue'))))
    add('goodBoth', new Set(own.filter(good).map(({ sentence }) => sentence.block.speaker)).size > 1)
    add('goodEchoCue', own.some((one) => good(one) && one.traits.has('echoed') && isLinked(one)))
    const linkedNow = any('cue') || any('askedCue')
    const goodOwn = own.filter(good)
    const goodSides = new Set(goodOwn.map(({ sentence }) => sentence.block.speaker)).size
    const side = goodSides > 1 ? 'both' : goodSides === 1 ? 'one' : 'none'
    const link = goodOwn.some(({ traits: t }) => t.has('askedCue') && !t.has('rival')) ? 'asked' : goodOwn.some(({ traits: t }) => t.has('cue') && !t.has('question')) ? 'said' : linkedNow ? 'named' : distance <= 2 ? 'near' : distance <= 8 ? 'far' : 'none'
    add(`is:${side}/${link}`, true)
    add(`is:${side}/${link}/${every('question') ? 'question' : any('yes') ? 'yes' : any('rival') || any('askedRival') ? 'rival' : 'plain'}`, true)
    const softly = any('softOnly') ? 'soft' : any('soft') ? 'both' : any('softBeside') ? 'beside' : any('softRival') ? 'rival' : 'none'
    add(`soft:${side}/${linkedNow ? 'cue' : link}/${softly}`, true)
    const lastOwn = own.at(-1)!.sentence
    const later = said.filter((one) => one.value !== value && good(one) && one.distance <= 8 && !isOrdered(one.sentence, lastOwn))
    const soon = later.filter((one) => one.sentence.turn <= lastOwn.turn + 3)
    add('succeeded', soon.length > 0)
    add('succeededLinked', later.some(isLinked))
    add('succeededEchoed', soon.some((one) => one.traits.has('echoed') || one.traits.has('echoes')))
    add('corrected', soon.some((one) => one.traits.has('correcting')))
    const earlier = said.filter((one) => one.value !== value && good(one) && one.distance <= 8 && one.sentence.turn >= lastOwn.turn - 3 && isOrdered(one.sentence, own[0]!.sentence))
    add('succeeds', earlier.length > 0)
    const othersBoth = values.filter((other) => other !== value && new Set(said.filter((one) => one.value === other && good(one) && one.distance <= 8).map(({ sentence }) => sentence.block.speaker)).size > 1)
    add('otherBoth', othersBoth.length > 0)
    add('onlyBoth', goodSides > 1 && othersBoth.length === 0)
    return { value, traits, said: own }
  })
}
