// Sentences that may be the value of a text property: the problem of the customer, or what happens next.
import { ASKS_ONLY_PROBLEM, ASKS_PROBLEM, COMPLAINT, DENIES, ELSEWHERE, isTakenUp, SYMPATHY } from '../rules/find-complaint.ts'
import { EN_ACTION, EN_PROMISE, EN_PROPOSAL, EN_REQUEST, IDLE, JA_ACTION, JA_PROMISE, JA_PROPOSAL, NOT_JA, OBJECT, SMALL_TALK, TRIAL } from '../rules/find-promises.ts'
import type { Reader } from '../rules/mentions.ts'
import { isAbout, reactionTo } from '../rules/reading.ts'
import type { Sentence } from '../rules/sentences.ts'
import { sellerOf } from '../rules/seller.ts'
import { isCondition, isDeferred, isNoStatement, isPast, isPrompt, isQuestion, isSuggestion, isUndecided } from '../rules/statements.ts'
import { findDates } from '../dates.ts'
import { WORDS } from './said.ts'

const ACTION = new RegExp(`${JA_ACTION}|\\b${EN_ACTION}`)
const ASKS_NEXT = /次(?:は|に)|この(?:後|あと)|今後|進め|どう(?:しま|すれば)|どういう流れ|\b(?:what(?:'s| is| happens)? (?:next|now)|next steps?|where (?:do|does|should) (?:we|this|it) go|how do we (?:proceed|go))\b/
const TROUBLE =
  /な(?:い|く|かっ)|ません|られな|違|ばっかり|ばかり|しか|二回|二度|毎回|毎日|全部|一人で|ちゃう|ちゃっ|取り違え|聞き間違|届か|出てこ|ずっと|残っ|抜け|溜ま|時間|三日|土日|家で|夜|限界|怒|揉め|遅|消え|漏れ|忘れ|バラバラ|高齢|続けられ|打ち直|手で|苦情|クレーム|辞め|食い違|わから|分から|\b(?:wrong|no ?(?:one|body)|only one|stuck|stack\w*|garbage|typ(?:es?|ing)|can't|can not|cannot|aren't|isn't|wasn't|weren't|doesn't|don't|never|none|night|midnight|weekend|hold|minutes|weeks|days|hours|mixed up|lost|los(?:e|es|ing)|forg[eo]t\w*|against|scrap\w*|late|behind|mess|miss\w*|slow|takes?|took|quit\w*|leaves?|leaving|retir\w*|argu\w*|complain\w*|denied|reject\w*|kick\w*|redo|again|by hand|paper|burn\w*|worst|hate|trouble|headache|nightmare|drives?|fight\w*)\b/g
const REACTS =
  /^.{0,6}(?:それは|ああ|あー|うわ|なるほど|ありますね|大変|しんど|つら|お察し|ですよね|そうでし)|^(?:\w+[,.!]? ){0,2}(?:ouch|oof|wow|oh no|oh man|yikes|ugh|right|sure|i hear|sorry|got it|okay|whoa|jeez|that's (?:rough|tough|hard|a lot|not good))\b/
const CALLS_IT_PROBLEM = /困|課題|問題|悩|一番|それ(?:が|なんです)|\b(?:that's (?:what|our|the|my|it)|problem|killing|headache|issue|nightmare|drives? (?:me|us)|trouble|wrong|sick of|hurts?|main one|pain)\b/

export interface TextCandidate {
  sentence: Sentence
  traits: string[]
}

export function textCandidates(reader: Reader, turns: readonly Sentence[][]): TextCandidate[] {
  const troubles = (folded: string) => new Set(folded.match(TROUBLE)).size
  const most = Math.max(0, ...turns.flat().map(({ folded }) => troubles(folded)))
  const isProblem = reader.topic.says === 'problem'
  const seller = sellerOf(turns)
  return turns.flat().flatMap((sentence): TextCandidate[] => {
    const { folded, turn, index, block, text } = sentence
    if (text.length < 6) return []
    const traits: string[] = []
    const add = (name: string, is: boolean) => { if (is) traits.push(name) }
    for (const [name, expression] of WORDS) add(`w:${name}`, expression.test(folded))
    const before = index > 0 ? turns[turn]![index - 1] : turns[turn - 1]?.at(-1)
    const asked = before && before.block.speaker !== block.speaker ? before : index > 0 ? turns[turn - 1]?.at(-1) : undefined
    const own = turns[turn]!
    const next = turns[turn + 1]
    const after = own[index + 1]
    add('cue', isAbout(reader, folded))
    add('question', isQuestion(folded))
    add('undecided', isUndecided(folded))
    add('condition', isCondition(folded))
    add('deferred', isDeferred(folded))
    add('noStatement', isNoStatement(folded))
    add('past', isPast(folded))
    add('suggestion', isSuggestion(folded))
    add('seller', seller !== null && block.speaker === seller)
    add('customer', seller !== null && block.speaker !== seller)
    add('long', text.length > 60)
    add('short', text.length < 14)
    add('first', index === 0)
    add('askedCue', asked !== undefined && isPrompt(asked.folded) && isAbout(reader, asked.folded))
    const reaction = reactionTo(turns, sentence)
    add('yes', reaction === 'yes')
    add('no', reaction === 'no')
    const takenUp = next?.slice(0, 2).some((one) => isTakenUp(sentence, one)) ?? false
    add('takenUp', takenUp)
    if (isProblem) {
      const complains = COMPLAINT.test(folded)
      add('complaint', complains)
      const count = troubles(folded)
      const reacts = next?.[0] !== undefined && next[0].block.speaker !== block.speaker && REACTS.test(next[0].folded)
      const isLate = turn >= turns.length * 0.6
      add('trouble', count > 0)
      add('trouble2', count > 1)
      add('trouble3', count > 2)
      add('mostTrouble', count > 0 && count === most)
      add('reacts', reacts)
      add('trouble+reacts', count > 0 && reacts)
      add('trouble2+reacts', count > 1 && reacts)
      add('trouble+takenUp', count > 0 && takenUp)
      add('trouble+calls', count > 0 && [folded, own[index - 1]?.folded ?? '', after?.folded ?? ''].some((one) => CALLS_IT_PROBLEM.test(one)))
      add('trouble+we', count > 0 && /うち|\b(?:we|our|my|i've|us)\b/.test(folded))
      add('explains', /ん(?:です|だ)(?:よ|けど)?|のよ。?$|わけ|まして|\b(?:so|because|and|see)\b/.test(folded))
      add('late', isLate)
      add('early', turn < turns.length * 0.35)
      add('early+trouble2', turn < turns.length * 0.5 && count > 1)
      add('numbers', /\d|[二三四五六七八九十]/.test(folded))
      add('value', /[万円$]|予算|金額|契約|プラン|審査|\b(?:budget|price|plan|contract|quote|sign|review|trial|invoice)\b/.test(folded))
      add('elsewhere', ELSEWHERE.test(folded))
      add('asked', asked !== undefined && ASKS_PROBLEM.test(asked.folded))
      add('askedOnly', asked !== undefined && ASKS_ONLY_PROBLEM.test(asked.folded))
      add('sympathy', next?.[0] !== undefined && SYMPATHY.test(next[0].folded))
      add('denies', DENIES.test(folded))
      add('calls', CALLS_IT_PROBLEM.test(folded))
      add('callsAfter', after !== undefined && CALLS_IT_PROBLEM.test(after.folded))
      add('callsBefore', index > 0 && CALLS_IT_PROBLEM.test(own[index - 1]!.folded))
      add('cueAfter', after !== undefined && isAbout(reader, after.folded))
      add('cueBefore', index > 0 && isAbout(reader, own[index - 1]!.folded))
      add('complaintBeside', [own[index - 1], after].some((one) => one !== undefined && COMPLAINT.test(one.folded)))
      add('earlier', turn < turns.length / 2)
      if (complains) { add('complaint+asked', asked !== undefined && ASKS_PROBLEM.test(asked.folded)); add('complaint+calls', traits.some((t) => /^calls|^cue/.test(t))); add('complaint+sympathy', traits.includes('sympathy')) }
    } else {
      const left = turns.length - turn
      const promises = /\p{Script=Han}|\p{Script=Hiragana}/u.test(folded) ? JA_PROMISE.test(folded) && !NOT_JA.test(folded) : EN_PROMISE.test(folded)
      const proposes = JA_PROPOSAL.test(folded) || EN_PROPOSAL.test(folded)
      add('promise', promises)
      add('proposal', proposes)
      add('request', EN_REQUEST.test(folded) || /ください|いただけま|もらえ|お願い/.test(folded))
      add('object', OBJECT.test(folded))
      add('action', ACTION.test(folded))
      add('action+object', ACTION.test(folded) && OBJECT.test(folded))
      add('promise+object', promises && OBJECT.test(folded))
      add('proposal+yes', proposes && reaction === 'yes')
      add('action+takenUp', ACTION.test(folded) && takenUp)
      add('idle', IDLE.test(folded))
      add('smallTalk', SMALL_TALK.test(folded))
      add('trial', TRIAL.test(folded))
      add('end', left <= 3)
      add('nearEnd', left > 3 && left <= 6)
      add('late', left > 6 && turn > turns.length / 2)
      add('askedNext', asked !== undefined && ASKS_NEXT.test(asked.folded))
      add('saysNext', /次|この(?:後|あと)|では|それでは|じゃあ|今度|\b(?:next|then|now|so|after this|before that|what i'll do)\b/.test(folded))
      add('day', findDates(folded, reader.on).length > 0)
      const previousTurn = turns[turn - 1] ?? []
      add('takesUp', previousTurn.some((one) => isTakenUp(one, sentence)))
      if (left <= 3) { add('end+action', ACTION.test(folded)); add('end+object', OBJECT.test(folded)); add('end+promise', promises) }
    }
    return [{ sentence, traits }]
  })
}
