// Yes and no as values of a property: every sentence about the subject that says one of them, or asks and is answered.
import { answerOf, asksOffer, asksWish, ASKS_FOR, ASKS_HOW, AVAILABLE, isAboutNow, isNeeded, polarity, SAYS_NO, SAYS_YES, yesNoValue } from '../rules/find-yes-no.ts'
import type { Reader } from '../rules/mentions.ts'
import { isAbout, reactionTo } from '../rules/reading.ts'
import type { Sentence } from '../rules/sentences.ts'
import { sellerOf } from '../rules/seller.ts'
import { beginsWithCorrection, isDeferred, isDoubtful, isPast, isPrompt, isQuestion, isUndecided } from '../rules/statements.ts'
import { WORDS } from './said.ts'

interface Saying { isTrue: boolean; sentences: Sentence[]; traits: Set<string> }

export interface YesNoCandidate { value: string; traits: string[]; sentences: Sentence[] }

const ANSWER_SENTENCES = 3

function sayings(reader: Reader, turns: readonly Sentence[][]): Saying[] {
  const all: Saying[] = []
  const seller = sellerOf(turns)
  for (const sentence of turns.flat()) {
    if (!isAboutNow(reader, sentence)) continue
    const { folded, turn, index, block } = sentence
    const common = new Set<string>()
    const add = (name: string, is: boolean) => { if (is) common.add(name) }
    add('cue', isAbout(reader, folded))
    add('doubtful', isDoubtful(folded))
    add('undecided', isUndecided(folded))
    add('deferred', isDeferred(folded))
    add('past', isPast(folded))
    add('question', isQuestion(folded))
    add('prompt', isPrompt(folded))
    add('asksHow', ASKS_HOW.test(folded))
    add('asksOffer', asksOffer(reader, folded))
    add('available', asksWish(reader) && AVAILABLE.test(folded))
    add('asksFor', asksWish(reader) && ASKS_FOR.test(folded))
    add('needed', !asksWish(reader) && isNeeded(turns, sentence))
    add('seller', seller !== null && block.speaker === seller)
    add('customer', seller !== null && block.speaker !== seller)
    add('long', folded.length > 60)
    for (const [name, expression] of WORDS) add(`w:${name}`, expression.test(folded))
    const reaction = reactionTo(turns, sentence)
    add('yes', reaction === 'yes')
    add('no', reaction === 'no')
    const next = turns[turn + 1] ?? []
    add('openSoon', [turns[turn]![index + 1], ...next.slice(0, 2)].some((one) => one && (isUndecided(one.folded) || isDeferred(one.folded))))
    add('correctedSoon', [turns[turn]![index + 1], next[0]].some((one) => one && beginsWithCorrection(one.folded)))
    add('saysYes', SAYS_YES.test(folded))
    add('saysNo', SAYS_NO.test(folded))
    add('mixed', SAYS_YES.test(folded) && SAYS_NO.test(folded))
    const own = polarity(folded)
    if (own !== null) all.push({ isTrue: own, sentences: [sentence], traits: new Set([...common, 'stated', ...(isQuestion(folded)? ['statedQuestion']:['statedPlain'])]) })
    if (common.has('asksFor')) all.push({ isTrue: true, sentences: [sentence], traits: new Set([...common, 'wished']) })
    if (isPrompt(folded) && index >= turns[turn]!.length - 2 && next[0] && next[0].block.speaker !== block.speaker) {
      for (const answer of next.slice(0, ANSWER_SENTENCES)) {
        const isTrue = answerOf(answer.folded)
        if (isTrue === null) { if (isUndecided(answer.folded)) break; continue }
        const traits = new Set([...common, 'answered', `answered${answer.index}`])
        for (const [name, expression] of WORDS) if (expression.test(answer.folded)) traits.add(`a:${name}`)
        if (isDoubtful(answer.folded)) traits.add('answerDoubtful')
        if (isQuestion(answer.folded)) traits.add('answerQuestion')
        if (isAboutNow(reader, answer)) traits.add('answerCue')
        if (answer.folded.length < 14) traits.add('answerShort')
        if (SAYS_YES.test(answer.folded) && SAYS_NO.test(answer.folded)) traits.add('answerMixed')
        if (SAYS_YES.test(answer.folded)) traits.add('answerSaysYes')
        if (SAYS_NO.test(answer.folded)) traits.add('answerSaysNo')
        if (polarity(answer.folded) === isTrue) traits.add('answerSaysIt')
        if (own === false) traits.add('negativeQuestion')
        if (reactionTo(turns, answer) === 'yes') traits.add('acknowledged')
        all.push({ isTrue, sentences: [sentence, answer], traits })
        break
      }
    }
  }
  return all
}

export function yesNoCandidates(reader: Reader, turns: readonly Sentence[][]): YesNoCandidate[] {
  const all = sayings(reader, turns)
  const positions = (one: Saying) => one.sentences.at(-1)!.turn * 100 + one.sentences.at(-1)!.index
  return [true, false].flatMap((isTrue): YesNoCandidate[] => {
    const own = all.filter((one) => one.isTrue === isTrue)
    const value = yesNoValue(reader, isTrue)
    if (own.length === 0 || value === null) return []
    const others = all.filter((one) => one.isTrue !== isTrue)
    const names = new Set(own.flatMap(({ traits }) => [...traits]))
    const traits = [...names].flatMap((name) => (own.every((one) => one.traits.has(name)) ? [`any:${name}`, `all:${name}`] : [`any:${name}`]))
    if (others.length === 0) traits.push('only')
    const last = Math.max(...own.map(positions))
    if (others.every((one) => positions(one) <= last)) traits.push('last')
    if (own.length > 1) traits.push('twice')
    if (new Set(own.map(({ sentences }) => sentences.at(-1)!.block.speaker)).size > 1) traits.push('both')
    traits.push(isTrue ? 'true' : 'false')
    for (const name of own.at(-1)!.traits) if (['answered', 'statedPlain', 'statedQuestion', 'doubtful', 'past', 'seller', 'customer', 'wished', 'answerSaysIt','question','available','asksOffer'].includes(name)) traits.push(`last:${name}`)
    if (own.some(({ traits: t }) => !['doubtful','past','asksHow','asksOffer'].some((name) => t.has(name)) && (t.has('answered') || (t.has('statedPlain') && t.has('customer'))))) traits.push('goodOne')
    return [{ value, traits, sentences: own.at(-1)!.sentences }]
  })
}
