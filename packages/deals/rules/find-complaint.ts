// Finds a problem of the customer without the word "problem": a complaint that answers a question about it, or that the
// other person responds to. "My physicians are charting at home until ten." "That's rough."
import { aroundWide, textOf } from './passages.ts'
import type { RuleValue } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isNoStatement, isPast, isPrompt, isQuestion } from './statements.ts'

export const COMPLAINT =
  /困[っりる]|大変|つら[いく]|辛い|面倒|手間|追いつ[かい]|漏れ|遅れ|時間(?:が|を)(?:かか|取ら|な|もったい)|一?時間は?かか|すぎ(?:る|て|ます)|[でら]き?(?:て|れて)?(?:い)?な(?:い|くて)ん|できてな|られな[いく]|通じな|通らな(?!いと)|拾って|わから(?:なく|ない(?:ん|こと))|見つから|忘れ|消え|揉め|怒ら|クレーム|ばかにならな|もったいな|負担|残業|属人|手書き|手作業|手で起こ|二度|打ち直|ひど[いく]|食い違|バラバラ|やり直|足りな|集まら|書きたが|共有され|入れない|後手|ミスが|潰れ|トラブル|言った言わ|\b(?:can't|cannot|never|nobody|no one|no idea|hates?|los(?:t|e|es|ing)|missing|forget|slips?|behind|by hand|manually|double|retyp\w+|typing|types? them|stuck|wast(?:e|ing)|bottleneck|nightmare|mess|chaos|painful|worst|kills? (?:us|me)|killing|barrier|gaps?|inconsistent|sued?|overtime|midnight|at home|too (?:many|much|long|slow)|takes? (?:us |me |them )?(?:\w+ )?(?:days|weeks|months|hours|forever)|days later|hours (?:each|a)|differently|turnover|screams?)\b/
export const ASKS_PROBLEM =
  /課題|お?困り|悩み|問題|どのよう(?:に|な)|きっかけ|なぜ|背景|と申しますと|どう(?:され|して)|どんな(?:こと|ところ|場面)|\b(?:problem|challenge|struggl\w+|pain|issue|made you|prompted|brings? you|going on|(?:not|isn't|aren't) working|priority|coping|fix|hurting|biggest|typical day|why|current setup|look like|how do you)\b/
export const SYMPATHY =
  /^.{0,10}(?:それは|そうでし|なるほど|大変|つらい|お困り|よく(?:伺|聞)|ですよね|そうですか)|(?:どの|どれ)[くぐ]らい|\bhow (?:long|often|much time)\b|^(?:\w+[,.!]? ){0,3}(?:ouch|oof|wow|yikes|ugh|sorry to hear|rough|i hear that|makes sense|classic|worry me|that's (?:tough|awful|terrible|hard|a clear one)|right, okay)\b/
/** The past, the current tool, the price and the conversation itself are no problems to be solved. */
export const ELSEWHERE =
  /今週|今日は|雪|雨が|暑|寒[いく]|風邪|渋滞|試合|週末|\b(?:commute|traffic|weather|heat|snow|rain|flight|train|the game|my team|last night|this week|too (?:much|expensive) for (?:us|me)|a cold)\b|うちの子|息子|娘|\bmy (?:son|daughter|kids?|dog|cat)\b|なかった(?:ん)?(?:です|だ)|音声|回線|聞こえ|お時間|電車|すみません|価格|値上げ|お値段|高い|障害|予算|審査|\b(?:price|budget|contract|quote|vendor|camera|mic|late, my|sorry)\b/

const MIN_SCORE = 5
const MIN_LETTERS = 10
const MIN_SHARED = 2

/**
 * The speaker with the most questions, who leads the conversation: the seller asks most of the questions of a sales call.
 * Null if two speakers have as many.
 */
function askerOf(turns: readonly Sentence[][]): string | null {
  const counts = new Map<string, number>()
  for (const { block, folded } of turns.flat())
    if (block.speaker !== null && isPrompt(folded)) counts.set(block.speaker, (counts.get(block.speaker) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null
}

/** Words by which a sentence is taken up again. */
function words(folded: string): Set<string> {
  return new Set(folded.match(/\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{3,}|[a-z]{5,}/gu) ?? [])
}

export function isTakenUp(sentence: Sentence, answer: Sentence): boolean {
  const said = words(sentence.folded)
  const again = [...words(answer.folded)].filter((word) => said.has(word))
  return again.some((word) => word.length >= MIN_SHARED) && answer.text.length <= 2 * sentence.text.length
}

function scoreOf(turns: readonly Sentence[][], sentence: Sentence): number {
  const { folded, turn, block } = sentence
  if (sentence.text.length < MIN_LETTERS || !COMPLAINT.test(folded) || ELSEWHERE.test(folded)) return 0
  if (isQuestion(folded) || isNoStatement(folded) || isPast(folded) || SYMPATHY.test(folded)) return 0
  const asked = turns[turn - 1]?.at(-1)
  const answer = turns[turn + 1]?.[0]
  const isAsked = asked !== undefined && asked.block.speaker !== block.speaker && ASKS_PROBLEM.test(asked.folded)
  const isHeard = answer !== undefined && answer.block.speaker !== block.speaker
  let score = 2
  if (isAsked) score += 2
  if (isHeard && SYMPATHY.test(answer.folded)) score += 2
  if (isHeard && isTakenUp(sentence, answer)) score += 1
  if (/んで(?:す|$|、)|んですよ|まして|うちの|\b(?:my|our|we|us)\b/.test(folded)) score += 1
  return score
}

/** A question that asks for nothing but the problem. */
export const ASKS_ONLY_PROBLEM =
  /お?困り(?:ごと|で|の)|お?悩み|課題|どういう(?:場面|ところ)|\b(?:(?:your|the) (?:biggest )?(?:problem|challenge|headache|issue|trouble|situation)|eating up|what triggered|what's going on|where does it hurt|struggling|bothers?)\b/
/** An answer that names no problem. */
export const DENIES = /^(?:いえ|いいえ|特に|別に|まあまあ)|^(?:no\b|nope|nothing|not really|none)/
const ANSWER_SENTENCES = 3
const MIN_ANSWER = 4

/** The first sentences of the answer to the question for the problem. */
function findAnswer(turns: readonly Sentence[][]): RuleValue | null {
  for (const [turn, own] of turns.entries()) {
    const asked = own.at(-1)
    const next = turns[turn + 1]
    if (!asked || !next?.[0] || next[0].block.speaker === asked.block.speaker) continue
    if (!isQuestion(asked.folded) || !ASKS_ONLY_PROBLEM.test(asked.folded) || isPast(asked.folded)) continue
    const answer = next
      .slice(0, ANSWER_SENTENCES)
      .filter(({ folded, text }) => text.length >= MIN_ANSWER && !isQuestion(folded) && !ELSEWHERE.test(folded))
    if (DENIES.test(next[0].folded) || answer.length === 0) continue
    const [first] = answer
    return textOf(next.filter(({ index }) => index >= first!.index && index <= answer.at(-1)!.index))
  }
  return null
}

/** The complaint with the best evidence, the first of equal ones. */
export function findComplaint(turns: readonly Sentence[][]): RuleValue | null {
  let [best, bestScore]: [Sentence | null, number] = [null, MIN_SCORE - 1]
  const asker = askerOf(turns)
  for (const sentence of turns.flat()) {
    if (sentence.block.speaker === asker) continue
    const score = scoreOf(turns, sentence)
    if (score > bestScore) [best, bestScore] = [sentence, score]
  }
  return best ? textOf(aroundWide(turns, best)) : findAnswer(turns)
}
