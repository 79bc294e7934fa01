// The next steps of a deal: the promises of a conversation. "I'll send you the order form", 提案書をお送りします. The value
// is the list of all promises, one per line.
import { quoteOf, reactionTo, type RuleValue } from './reading.ts'
import type { Sentence } from './sentences.ts'
import { isCondition, isPast, isQuestion, isUndecided } from './statements.ts'

export const JA_ACTION =
  '(?:送[りっ]|持[ちっ]|用意|作[りっ]|お?出し|届け|発行|手配|まとめ|準備|調整|作成|共有|説明|案内|返[しそ]|連絡|確認|記入|見せ|ご覧|電話|修正|提案(?=いた|し|さ)|登録|申し込|結ば)'
/** 見積書をお送りします, 社内で調整しておきます. */
export const JA_PROMISE = new RegExp(
  String.raw`(?:[をも](?:[^。、]{0,12}?)|[\p{Script=Katakana}\p{Script=Han}ー]{3,}(?=お?送|ご?用意|発行|作成))(?:お|ご)?${JA_ACTION}[^。、]{0,10}?(?:します|いたします|りますね?|ちします|させていただきます|ておきます|ます)(?:ね|ので)?[。!]?$`,
  'u',
)
/** デモをご覧いただければと思うんですが, 資料を持ってきてもらえますか: a proposal. */
export const JA_PROPOSAL = new RegExp(
  String.raw`(?:[をにで][^。、]{0,12}?|、ご?)${JA_ACTION}[^。、]{0,16}?(?:お願いでき|もらえま[すせ]|いただけま[すせ]|させてください|いただければ|よろしいでしょう|よろしいです|いかがで|ください|いただいて)`,
)
export const NOT_JA =
  /[てで](?:い|おり)ます|は.{0,12}に確認|については?また|できます|対応|おります|ございます|承知|お願いできれば|失礼|でしょうか、.*ません/

export const EN_ACTION =
  '(?:send|e-?mail|put together|draft|prepare|set (?:\\w+ )?up|share|write|schedule|book|check (?:in|back)|work (?:out|up)|redo|revise|update|loop in|follow up|arrange|talk to|run (?:it|that|this) by|look into|get (?:\\w+ ){1,5}(?:over|to|ready)|build|forward|circulate|give (?:\\w+ ){1,3}(?:access|a call)|reach out|introduce|walk|demo|mail|call(?! it))'
export const EN_PROMISE = new RegExp(
  String.raw`\b(?:i'll|i will|we'll|we will|let me|i'm (?:going to|gonna)|we're (?:going to|gonna)|i need to|you'll (?:have|get)|what i'll do is)(?: \w+){0,2}? ${EN_ACTION}\b|\byou'll (?:have|get) (?:the|a|an) `,
)
export const EN_PROPOSAL = new RegExp(
  String.raw`\b(?:should i|shall i|can i|could i|want me to|why don't i|i'd propose|i'd suggest|shall we|can you|could you|would you like)\b.{0,40}(?:\b${EN_ACTION}\b|\b(?:workshop|session|demo|access|call)\b)`,
)
/** "Send Doug the report": a request of the other side. */
export const EN_REQUEST =
  /^(?:okay,? |great,? |yes,? |please |then |and )*(?:send|email|call|draft|forward) (?!us an? invoice)\w+/
/** Promises without content. */
export const IDLE =
  /画面|(?<!(?:次回|後日|改めて|週|日).{0,24})ご?説明(?:いた)?します|\bshare my\b|\bwalk\b|\bshall we (?:start|begin)|\bget back to you\b|\bget right to\b|\bi'll get (?:to|into) (?:it|the point)\b|\bcall it\b|\b(?:write|note|jot) (?:that|this|it) down\b|\b(?:i'll|let me) (?:be|try|say|take|put you down|think|see|tell|ask)\b|\b(?:invoice|send us an? invoice) each\b|more questions|しっかり|検討して|考えて/

/** A trial alone is no step after it: a deal says elsewhere whether one is wanted. */
export const TRIAL = /トライアル|試用|お?試し|\btrial\b/

/** Objects of business promises. A promise without one is small talk. */
export const OBJECT =
  /見積|資料|契約|提案|申込|申し込|書(?!店)|デモ|リンク|招待|メール|アカウント|環境|事例|シート|説明|稟議|審査|打ち合わせ|日程|案|サンプル|動画|カタログ|パンフ|電話|連絡|請求|テスト|機材|機器|見学|訪問|伺|\b(?:proposals?|quotes?|contract|agreement|paper(?:work)?|order|form|invoice|links?|invite|invitation|calendar|demo|trial|login|access|account|deck|slides|reports?|samples?|summar\w+|questionnaire|packet|docs?|documents?|plan|pricing|numbers|comparison|case|reference|call|meeting|session|workshop|legal|boss|vp|cfo|ceo|team|board|e-?mail|sheet|brochure|video|recording|headsets?|kit|pilot|soc 2|portal|sandbox|environment|redlines?|mon|tues|wednes|thurs|fri|in (?:january|february|march|april|may|june|july|august|september|october|november|december))(?:day)?\b/
export const SMALL_TALK =
  /お土産|お茶|ランチ|飲み|\b(?:postcard|a table|lunch|dinner|coffee|drinks?|beer|regards|in (?:a|two|five|ten) minutes?)\b|[0-9]分後/

/** Promises that are kept, from the last one. */
const MAX_PROMISES = 3
const MIN_LETTERS = 8
/** Number of last turns that are read. Earlier promises are mostly kept during the call. */
const LAST_TURNS = 3

function isPromise({ folded }: Sentence): boolean {
  if (isQuestion(folded)) return false
  if (JA_PROMISE.test(folded)) return !NOT_JA.test(folded)
  return EN_PROMISE.test(folded) || EN_REQUEST.test(folded)
}

/** A proposed step counts if the other person agrees. */
function isAgreed(turns: readonly Sentence[][], sentence: Sentence): boolean {
  const isLast = sentence.index === turns[sentence.turn]!.length - 1
  return (
    isLast &&
    (JA_PROPOSAL.test(sentence.folded) || EN_PROPOSAL.test(sentence.folded)) &&
    reactionTo(turns, sentence) === 'yes'
  )
}

export function findPromises(turns: readonly Sentence[][]): RuleValue | null {
  const found = turns.flat().filter((sentence) => {
    const { folded, text, turn } = sentence
    if (turn < turns.length - LAST_TURNS || text.length < MIN_LETTERS || isPast(folded)) return false
    if (IDLE.test(folded) || SMALL_TALK.test(folded) || !OBJECT.test(folded)) return false
    if (isAgreed(turns, sentence)) return true
    return !isUndecided(folded) && !isCondition(folded) && isPromise(sentence) && reactionTo(turns, sentence) !== 'no'
  })
  const last = found.slice(-MAX_PROMISES)
  return last.every(({ folded }) => TRIAL.test(folded))
    ? null
    : { value: last.map(({ text }) => text).join('\n'), quotes: last.map(quoteOf) }
}
