// Yes and no: an answer to a question about the subject, or a sentence that says whether it holds.
import { checkValue } from '../check-value.ts'
import { foldWidth } from '../fold.ts'
import { isAbout, quoteOf, reactionTo, type RuleValue } from './reading.ts'
import type { Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { isDoubtful, isPast, isPrompt, isQuestion, isUndecided } from './statements.ts'

/** "Must" and agreement in the form of a denial. */
const NOT_DENIED =
  /ないと[^。]{0,14}(?:でき(?:ませ|な)|進め)[^。]*|(?:なければ|なくては|ないと)(?:なり|いけ|なら|困|だめ|ダメ)[^。]{0,4}|(?:問題|間違い|差し支え|差支え|異存|異論|支障|心配|遠慮)(?:は|も|が)?(?:ご?ざいませ|あ?りませ|な[いく])ん?(?:です)?|申し訳(?:ござい|あり)ませ|(?:構い|かまい|欠かせ|すみ)ませ|欠かせな|少ない|\bno (?:problem|doubt|worries|question|issues?)\b|\bwithout (?:a )?(?:doubt|question|problem)\b|\bwhy not\b/g

export const SAYS_NO =
  /不要|必要(?:は|も)?(?:あり)?(?:ませ|ない|な[いく])|必要(?:では|じゃ)(?:な|あり)|(?:(?:し|なり|あり|使い|受け|行い|い[りた]し|思い|でき|希望し)|(?:[てで](?:い|おり)))ませ(?!んか)|(?:いり|要り)ませ|(?:使わ|行わ|受け|いら|要ら|要望し|希望し|利用し|導入し)な[いく]|[てで]い?ないです|(?:予定|つもり|希望|考え|計画|は|が)ないです|なし(?:で|に)|結構です|やめ|見送|お断り|(?:もう|んで|ので)、?いいです|\b(?:no need|no longer|no plans?|no thanks?|no thank you|no interest|no (?:\w+ ){0,2}(?:reviews?|trials?|pilots?|assessments?|audits?)|nothing like that|not (?:at (?:all|this)|now|really|(?:be )?(?:need(?:ed)?|necessary|required|mandatory|want(?:ed)?|interested|planning|looking|using|going)|something we)|(?:don't|do not|doesn't|does not|didn't|won't|will not|wouldn't) (?:\w+ )?(?:need|want|require|have|plan|use|think so|see|do)|(?:isn't|aren't|is not|are not|wasn't) (?:\w+ )?(?:required|necessary|needed|interested|planning|mandatory|looking|using|going)|won't|without|skip|please (?:don't|do not)|decline|never)\b|\bno(?=[,.!]|$)/
/** Of what is not asked for perhaps: a denial only where nothing is asserted. */
const WEAK_NO = /(?:あり|ござい)ませ(?!んか)/
export const SAYS_YES =
  /避けて通れ|(?:やって|受けて|通して|出して)いただく(?:こと|必要)|必要(?:です|になり|があり|だと|で、)|必須|必ず|要ります|(?<!か)要る|ぜひ|試し(?:てみ)?たい|試[さ]せて(?:もらえ|いただけ|くだ)|希望し(?:ます|たい|てい)|(?:し|使い|受け|行い|お願いし|試し|やり|始め)たい|お願いし|(?<!は)あります|(?<!は)ございます|(?:^|[、。\s])はい(?=[、。!\s]|$)|やります|使います|試します|受け(?:ます|て(?:いただ|もら))|そうします|審査が(?:あ|入)ります|ないと[。、]?$|なければ(?:なり|いけ)|なくては|ないと(?:いけ|困)|欠かせ|\b(?:(?:is|are) (?:required|needed|necessary|mandatory)|we (?:do )?(?:need|want|require|would like|have)|we'd (?:also )?(?:need|want)|i'd (?:really )?(?:like|want)|would like|we'd like|must|(?:has|needs?) to|(?:have|'ve got) to|let's (?:do|try|go)|(?:it's |is |are )?(?:not optional|non-negotiable)|there(?:'s| is|'ll be| will be) an? |goes through|no way around|yes)\b/
const EITHER = /かどうか|か否か|(?:する|やる|使う)かしないか|\bwhether\b/
/** "We won't go without a review." */
const DOUBLE =
  /\b(?:won't|can't|cannot|not|never|nothing|don't|doesn't)\b.{0,60}\bwithout\b|なしで?(?:に)?は.{0,20}(?:ませ|ない)|ないわけ(?:では|に)|なくはな/

/** True, false, or null where a sentence says neither. */
export function polarity(folded: string): boolean | null {
  if (EITHER.test(folded) || DOUBLE.test(folded)) return null
  const asserts = SAYS_YES.test(folded)
  const rest = folded.replaceAll(NOT_DENIED, ' ')
  if (SAYS_NO.test(rest)) return false
  if (asserts) return true
  return WEAK_NO.test(rest) ? false : null
}

const NEGATED_LEAD =
  /^(?:well,? |oh,? )?(?:absolutely|of course|definitely|certainly|surely|sure|probably|please|i'm afraid|unfortunately) (?:not|no|don't)\b/
const LEAD_YES =
  /^(?:(?:oh|well|ah|um),? )?(?:(?:はい|ええ(?!と)|もちろん(?:です)?|ぜひ|そうですね(?=[。.!]?$))|(?:yes|yeah|yep|sure|absolutely|of course|definitely|please)\b)[、。,.! ]*/
const LEAD_NO =
  /^(?:(?:いいえ|いえ(?!いえ|ば)|いや(?!あ))|no\b(?! (?:problem|doubt|worries|question|issue))|nope\b|not (?:really|at all)\b)[、。,.! ]*/

/** "Their IT would want one, yes" says nothing about this side. */
const OF_OTHERS = /^(?:their|his|her)\b|^(?:先方|向こう|あちら|親会社)[のはが]/

/** The meaning of an answer to a question. An answer that contradicts its first word says neither. */
export function answerOf(folded: string): boolean | null {
  if (NEGATED_LEAD.test(folded)) return false
  if (OF_OTHERS.test(folded)) return null
  const no = LEAD_NO.exec(folded)?.[0]
  if (no !== undefined) return polarity(folded.slice(no.length)) === true ? null : false
  const yes = LEAD_YES.exec(folded)?.[0]
  if (yes === undefined) return polarity(folded)
  const rest = folded.slice(yes.length)
  if (polarity(rest) !== false) return true
  // はい、必要ありません。 denies; はい、結構です。 and "Yes, we don't need it" may be read both ways.
  return /^[a-z]/.test(yes) || rest.startsWith('結構です') ? null : false
}

/** A bool property has the values of its options, or true and false. */
export function yesNoValue({ property, settings, on }: Reader, isTrue: boolean): string | null {
  for (const text of isTrue ? ['true', 'yes', 'はい'] : ['false', 'no', 'いいえ']) {
    const checked = checkValue(property, settings, text, on)
    if ('value' in checked && checked.value !== '') return checked.value
  }
  return null
}

/** Sentences at the beginning of an answer that are looked at, as long as they state nothing without a condition. */
const ANSWER_SENTENCES = 3

/** Yes, no, or null: what the next turn says to a question. A question with a negation can be answered either way. */
export function answerTo(
  turns: readonly Sentence[][],
  question: Sentence,
): { isTrue: boolean; answer: Sentence } | null {
  const isLast = question.index === turns[question.turn]!.length - 1
  const next = isLast ? (turns[question.turn + 1] ?? []) : []
  if (next[0]?.block.speaker === question.block.speaker) return null
  const isNegative = polarity(question.folded) === false
  for (const answer of next.slice(0, ANSWER_SENTENCES)) {
    if (isQuestion(answer.folded) || isUndecided(answer.folded)) return null
    const isTrue = isDoubtful(answer.folded) ? null : answerOf(answer.folded)
    // "Not needed?" can be answered either way, unless the answer says it in full.
    if (isNegative) return polarity(answer.folded.replace(LEAD_YES, '')) === false ? { isTrue: false, answer } : null
    if (isTrue !== null) return { isTrue, answer }
    if (!isDoubtful(answer.folded)) return null
  }
  return null
}

/** An offer of one side is not a wish of the other. */
export const AVAILABLE =
  /ございます|あります|可能です|できます|いただけます|ご用意|\b(?:we (?:also )?(?:offer|have|do)|there's|there is|i can offer|comes with|includes?)\b/

export function asksWish({ property: { label, description } }: Reader): boolean {
  return /希望|トライアル|試用|wants?\b|request|wish|\btrial/.test(foldWidth(`${label} ${description}`))
}

/** A wish in the form of a request: "Can I try it first?" */
export const ASKS_FOR =
  /試用させて|試させて|お?試しで(?:やら|使わ|始め)|やらせてほしい|\b(?:let (?:me|us) try (?:it|this|that|yours|the|one)|can (?:i|we) (?:(?:try|test) (?:it|this|that|yours|the|one)|get a trial)|(?:can|could) you (?:set|sign|hook) (?:us|me) up|(?:i'd|we'd|i would|we would) (?:really )?(?:like|love) to (?:try|test)|like is to try|want .{1,40} to (?:try|test) it)\b/

/** 導入にはどのような手続きが必要ですか。 */
export const ASKS_NEEDED =
  /手続き|何が必要|必要な(?:もの|こと)|\bwhat (?:do|would|will) (?:you|they) need\b|\bwhat's (?:required|needed|involved)\b/

/** Whether a sentence names the subject as an answer to what is needed. */
export function isNeeded(turns: readonly Sentence[][], { turn, index, block }: Sentence): boolean {
  const asked = index === 0 ? turns[turn - 1]?.at(-1) : undefined
  return asked !== undefined && asked.block.speaker !== block.speaker && ASKS_NEEDED.test(asked.folded)
}

/** Sentences before one with a weak word in which its subject may be named. */
const CONTEXT_SENTENCES = 3

/** "How was the trial?" asks no yes or no. */
export const ASKS_HOW =
  /^(?:and |so )?(?:how (?:was|did|is|were)|what|when|where|who|why)\b|(?:いかが|どう)でしたか|ましたか|^did\b/

/** A question about what a trial costs or contains, or whether there is one: its answer is no wish. */
export const ASKS_OFFER =
  /有料|無料(?:です|なん|でし)|いくら|費用|料金|って?(?:ありますか|あるん)|(?:は|も|が)(?:ありますか|ございますか)|使えますか|含ま|何日|\b(?:cost|free\?|charge|include[sd]?|come with|is there|are there|do you (?:have|offer)|expire)\b/
/** A question about a review that the other side has passed: its answer says nothing about one that is needed. */
export const ASKS_PASSED =
  /(?:受けて|取って|取得して|通って|済ませて)(?:い|おら)(?:れ)?(?:ます|る)|お持ち|\b(?:have you (?:been|done|passed|had|gone)|has your)\b/

export function asksOffer(reader: Reader, folded: string): boolean {
  return isQuestion(folded) && (asksWish(reader) ? ASKS_OFFER : ASKS_PASSED).test(folded)
}

export function isAboutNow(reader: Reader, sentence: Sentence): boolean {
  const { weak } = reader.topic
  if (isAbout(reader, sentence.folded)) return true
  if (!weak?.cue.test(sentence.folded)) return false
  let one: Sentence | null = sentence
  for (let count = 0; one && count <= CONTEXT_SENTENCES; count += 1) {
    if (weak.context.test(one.folded)) return true
    one = one.before
  }
  return false
}

export function findYesNo(reader: Reader, turns: readonly Sentence[][]): RuleValue | null {
  let found: { isTrue: boolean; sentences: Sentence[] } | null = null
  for (const sentence of turns.flat()) {
    const { folded } = sentence
    if (!isAboutNow(reader, sentence) || isDoubtful(folded) || isPast(folded)) continue
    if (ASKS_HOW.test(folded) || asksOffer(reader, folded)) continue
    if (asksWish(reader) && ASKS_FOR.test(folded)) {
      if (reactionTo(turns, sentence) !== 'no') found = { isTrue: true, sentences: [sentence] }
      continue
    }
    if (!asksWish(reader) && isNeeded(turns, sentence) && !isQuestion(folded) && polarity(folded) !== false) {
      found = { isTrue: true, sentences: [turns[sentence.turn - 1]!.at(-1)!, sentence] }
      continue
    }
    const isOpen = isQuestion(folded) || (isPrompt(folded) && polarity(folded) === null)
    if (isOpen || (asksWish(reader) && AVAILABLE.test(folded))) {
      const answered = answerTo(turns, sentence)
      if (answered) found = { isTrue: answered.isTrue, sentences: [sentence, answered.answer] }
    } else {
      const isTrue = polarity(folded)
      if (isTrue !== null && reactionTo(turns, sentence) !== 'no') found = { isTrue, sentences: [sentence] }
    }
  }
  const value = found && yesNoValue(reader, found.isTrue)
  return found && value !== null ? { value, quotes: found.sentences.map(quoteOf) } : null
}
