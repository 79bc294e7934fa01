// Sentences that may state the problem of the customer, with the sentences beside them. Signs are words of trouble, a reaction
// of the other person, and a question about problems before them.
import * as complaints from '../rules/find-complaint.ts'
import type { Reader } from '../rules/mentions.ts'
import { textOf } from '../rules/passages.ts'
import { isAbout } from '../rules/reading.ts'
import type { Sentence } from '../rules/sentences.ts'
import { isPrompt } from '../rules/statements.ts'
import { type TextPlace, textPlaces } from './text-traits.ts'
import { type Candidate, traitsWhere } from './traits.ts'

const TROUBLE =
  /な(?:い|く|かっ)|ません|られな|違|ばっかり|ばかり|しか|二回|二度|毎回|毎日|全部|一人で|ちゃう|ちゃっ|取り違え|聞き間違|届か|出てこ|ずっと|残っ|抜け|溜ま|時間|三日|土日|家で|夜|限界|怒|揉め|遅|消え|漏れ|忘れ|バラバラ|高齢|続けられ|打ち直|手で|苦情|クレーム|辞め|食い違|わから|分から|\b(?:wrong|no ?(?:one|body)|only one|stuck|stack\w*|garbage|typ(?:es?|ing)|can't|can not|cannot|aren't|isn't|wasn't|weren't|doesn't|don't|never|none|night|midnight|weekend|hold|minutes|weeks|days|hours|mixed up|lost|los(?:e|es|ing)|forg[eo]t\w*|against|scrap\w*|late|behind|mess|miss\w*|slow|takes?|took|quit\w*|leaves?|leaving|retir\w*|argu\w*|complain\w*|denied|reject\w*|kick\w*|redo|again|by hand|paper|burn\w*|worst|hate|trouble|headache|nightmare|drives?|fight\w*)\b/g
/** How people react to trouble: the first words of the next turn. */
const REACTS =
  /^.{0,6}(?:それは|ああ|あー|うわ|なるほど|ありますね|大変|しんど|つら|お察し|ですよね|そうでし)|^(?:\w+[,.!]? ){0,2}(?:ouch|oof|wow|oh no|oh man|yikes|ugh|right|sure|i hear|sorry|got it|okay|whoa|jeez|that's (?:rough|tough|hard|a lot|not good))\b/
const CALLS_IT_PROBLEM =
  /困|課題|問題|悩|一番|それ(?:が|なんです)|\b(?:that's (?:what|our|the|my|it)|problem|killing|headache|issue|nightmare|drives? (?:me|us)|trouble|wrong|sick of|hurts?|main one|pain)\b/
const WE = /うち|\b(?:we|our|my|i've|us)\b/
const EXPLAINS = /ん(?:です|だ)(?:よ|けど)?|のよ。?$|わけ|まして|\b(?:so|because|and|see)\b/
/** Other subjects of a call. */
const OF_THE_DEAL =
  /[万円$]|予算|金額|契約|プラン|審査|\b(?:budget|price|plan|contract|quote|sign|review|trial|invoice)\b/

/** Sentences on each side that belong to the problem. More belong to a short sentence: "That's our problem." */
const BESIDE = 1
const BESIDE_SHORT = 2
const SHORT = 40

/** Number of different words of trouble. */
function troubleIn(folded: string): number {
  return new Set(folded.match(TROUBLE)).size
}

function traitsOf(reader: Reader, place: TextPlace, most: number, turns: number): string[] {
  const { sentence, asked, before, after, next, isTakenUp } = place
  const { folded, turn, block } = sentence
  const count = troubleIn(folded)
  const isHeard = next[0] !== undefined && next[0].block.speaker !== block.speaker
  const reacts = isHeard && REACTS.test(next[0]!.folded)
  const sympathy = next[0] !== undefined && complaints.SYMPATHY.test(next[0].folded)
  const complains = complaints.COMPLAINT.test(folded)
  const isAsked = asked !== undefined && complaints.ASKS_PROBLEM.test(asked.folded)
  const calls = (one: Sentence | undefined) => one !== undefined && CALLS_IT_PROBLEM.test(one.folded)
  const isOn = (one: Sentence | undefined) => one !== undefined && isAbout(reader, one.folded)
  const isCalled = [sentence, before, after].some(calls)
  return traitsWhere({
    trouble: count > 0,
    trouble2: count > 1,
    trouble3: count > 2,
    mostTrouble: count > 0 && count === most,
    reacts,
    'trouble+reacts': count > 0 && reacts,
    'trouble2+reacts': count > 1 && reacts,
    'trouble+takenUp': count > 0 && isTakenUp,
    'trouble+calls': count > 0 && isCalled,
    'trouble+we': count > 0 && WE.test(folded),
    explains: EXPLAINS.test(folded),
    late: turn >= turns * 0.6,
    early: turn < turns * 0.35,
    earlier: turn < turns / 2,
    'early+trouble2': turn < turns * 0.5 && count > 1,
    numbers: /\d|[二三四五六七八九十]/.test(folded),
    value: OF_THE_DEAL.test(folded),
    elsewhere: complaints.ELSEWHERE.test(folded),
    complaint: complains,
    'complaint+asked': complains && isAsked,
    'complaint+calls': complains && (isCalled || [sentence, before, after].some(isOn)),
    'complaint+sympathy': complains && sympathy,
    complaintBeside: [before, after].some((one) => one && complaints.COMPLAINT.test(one.folded)),
    asked: isAsked,
    askedQuestion: isAsked && isPrompt(asked.folded),
    askedOnly: asked && complaints.ASKS_ONLY_PROBLEM.test(asked.folded),
    sympathy,
    denies: complaints.DENIES.test(folded),
    calls: calls(sentence),
    callsAfter: calls(after),
    callsBefore: calls(before),
    cueAfter: isOn(after),
    cueBefore: isOn(before),
  })
}

export function problemCandidates(reader: Reader, turns: readonly Sentence[][]): Candidate[] {
  const most = Math.max(0, ...turns.map((own) => Math.max(0, ...own.map(({ folded }) => troubleIn(folded)))))
  return textPlaces(reader, turns).map((place): Candidate => {
    const { sentence, own } = place
    const beside = sentence.text.length < SHORT ? BESIDE_SHORT : BESIDE
    const passage = textOf(own.slice(Math.max(0, sentence.index - beside), sentence.index + beside + 1))
    return { ...passage, traits: [...place.traits, ...traitsOf(reader, place, most, turns.length)] }
  })
}
