// The kind of a statement. A value counts only if a speaker states it as a fact of this deal: not in a condition, not about
// others, not about the past, not in an open question.
import { isInstruction } from './instructions.ts'

/** All expressions are matched with folded text. */
const CONDITION =
  /もし(?!、?(?:よろし|宜し|差し支え))|仮に|たとえば|例えば|(?<!それ|そう)だったら|(?:(?<!(?:差し支えな|よろし|宜し|よ)け|であ|でき)れ|け|せ|え|て)ば(?!、?と思)|(?<!(?:うち|当院|当社|弊社|御社|本学|当行|私ども|我々|自分)の)場合|(?<!それ|そう)なら(?!、?(?:通せ|乗れ|いけ|空い|大丈夫|可能|行け|参加|出られ))|\b(?:if(?! you(?:'d)? (?:like|want|don't mind)| i may| possible)|unless|suppose|imagine|in case|what would|were to|could (?:start|begin|be)|would be if|as early as|for example|let's say(?! (?:\w+ )?(?:mon|tues|wednes|thurs|fri)day\b)|hypothetically)\b/

const OTHERS =
  /他社(?!さん?との今)|(?:ほとんど|大半)の(?:お客|会社|企業)|他の(?:お客|会社|企業|部署|ユーザ)|別の(?!日|機械)|取引先(?:が|は|と|の)|親会社|子会社|(?:派遣|契約)社員の|隣の|(?:ほか|よそ)の(?:町|市|会社|部署|病院|店)|系列の|同業の.{0,12}(?:様|さん)|全社(?:だと|では)|グループ全体|競合.{0,6}見積|お客様(?:では|の多く|にも)|多くの(?:お客|企業)|くださる企業|(?:と|って)(?:聞い|伺っ)てい(?:まし|たん)|らしい|だそうです|そうです。?$(?<!はい、そうです。?)|\b(?:parent company|subsidiar(?:y|ies)|my (?:assistant|intern)'s|competitors?|another customer|other customers?|our customers|customers (?:in|with|pay|use)|other companies|marketing|not ours|one customer|someone else's|i thought|we thought|i heard|many contracts|the other (?:campus|office|team|site|branch)|(?:my|our|the|a) sister \w+|most (?:\w+ )?(?:banks|companies|customers|teams|clients|users|hospitals|retailers|manufacturers|of our)|they (?:pay|paid|spent|bought)|they(?: have| had|'ve got) (?:about |around )?\d+|next door|(?:before|after) the (?:layoffs|merger))\b/

/** A contract, a bill or a purchase that is not this deal. */
const OTHER_CONTRACT =
  /リース|ローン|賃貸|家賃|(?:電話|回線|携帯|コピー機|複合機|事務所|ビル|清掃|警備|保険|車|倉庫)の?契約|\b(?:leas(?:e|es|ing)|mortgage|rent|loan|(?:phone|mobile|internet|copier|printer|cleaning|insurance|office|cable|gym|catering|security guard) (?:contract|plan|bill|agreement|subscription)|phone is on)\b/

const PAST =
  /去年|昨年|前回|先日|以前|前任|前の(?:契約|業者|会社|システム|製品|ツール|部長|社長|担当)|当初|もともと|元々|最初は|かつて|昔|(?:^|[、。 ])前[には]|\b(?:last (?:year|time|month|week|meeting|call|vendor|provider|supplier|tool|one)|back in|last year's|previous(?:ly)?|used to be|back then|old (?:vendor|tool|system|provider|contract)|first contract|was planned|originally|initially|at first,? (?:it|we|they)\b|in the past|ago)\b/

const UNDECIDED =
  /だったかな|覚えてい?(?:な|ませ)|思い出せ|\b(?:i forget|(?:don't|can't|not) remember)\b|まだ.{0,14}(?:決ま|決め|わか|分か|未定)|決まってい(?:ない|ませ)|未定|か(?:は|が|も)?、?(?:まだ|ちょっと)?(?:わか|分か)(?:りませ|らな(?!いと|くな))|検討中|かもしれ|何とも言え|はっきりし(?:な|ませ)|(?:読め|言え)ない(?:ん|です|。)|聞いてみない|\b(?:not decided|undecided|haven't|hasn't|not sure|don't know|still open|to be decided|tbd|let me think|maybe|perhaps|might|no idea|somewhere between|keep (?:that|it) (?:one )?open|hold me to)\b/

export function isUndecided(folded: string): boolean {
  return UNDECIDED.test(folded)
}

/** A person who still has to ask does not state a value. */
const DEFERRED =
  /(?:確認|相談|検討|調べ)(?:して(?:おき|み)|させ|しま|いたし)|に聞いてみ(?:ます|る)|\b(?:find out|get back to you|(?:have|need) to (?:check|ask|talk|find|see|speak)|let me check|i'll ask|take (?:it|that|this) (?:back )?to (?:my|the|our)|talk to my|discuss .{0,30}internally)\b/

export function isDeferred(folded: string): boolean {
  return DEFERRED.test(folded)
}

/** Words of an answer about another person or company: what they want, got or charge. */
const OF_SOMEBODY =
  /(?:さん|社長|部長|上司|会社|部署|部門|他部署|本社)(?:は|が|って).{0,24}(?:言|って|もら|縛り|出し|やれ|欲し|ほしい)|で決め(?:る|ます)ので|(?<!\b(?:we|i|we've|i've|we have|i have) (?:just |already |only )?)\b(?:wanted|got|would like to|hoped|asked|charged?|offered|have to agree|has to agree|must agree)\b/

export function isOfSomebody(folded: string): boolean {
  return OF_SOMEBODY.test(folded)
}

/** General offers of a provider. */
const OFFER =
  /(?:から|も|が)(?:お選び|ご用意|ご案内)|お選びいただけ|最低(?:利用|契約)|キャンペーン|選べ|提供予定|\b(?:minimum|you (?:could|can) also|we also offer|we serve|starting at|up to you|we (?:will )?launch)\b/

export function isCondition(folded: string): boolean {
  return CONDITION.test(folded)
}

/** `isOfOthers`: the subject belongs to others by nature, as a competitor. */
interface Subject {
  isOfOthers?: boolean
  isOfPast?: boolean
}

/** Whether a sentence cannot state anything about this deal. */
export function isNoStatement(folded: string, { isOfOthers = false }: Subject = {}): boolean {
  const isElsewhere = !isOfOthers && OTHERS.test(folded)
  return (
    isCondition(folded) ||
    isInstruction(folded) ||
    isElsewhere ||
    OTHER_CONTRACT.test(folded) ||
    UNDECIDED.test(folded) ||
    OFFER.test(folded)
  )
}

/** Whether a sentence cannot state a value of this deal. */
export function isDoubtful(folded: string, subject: Subject = {}): boolean {
  return isNoStatement(folded, subject) || DEFERRED.test(folded)
}

/** The past of the customer, unless the same sentence says what holds now. */
/** A contact with a competitor of last week is no past. */
const RECENT = /先日|前回|\blast (?:week|month|time|meeting|call)\b/g

export function isPast(original: string, { isOfOthers = false, isOfPast = false }: Subject = {}): boolean {
  if (isOfPast) return false
  const folded = isOfOthers ? original.replaceAll(RECENT, ' ') : original
  return PAST.test(folded) && !/今は|現在は|今年は|今期は|\b(?:now|this year)\b/.test(folded)
}

const JA_QUESTION =
  /(?:何|どれ|誰|どなた|どちら|どこ|いつ|いくら|いくつ|どう|いかが)(?:に|で|と)?(?:なり)?(?:でしょう|ましょう)[。]?$|(?:です|ます|でしょう|ません|でした|ました|よろしい|いかが|ん|の|だろう)か(?:ね|な)?[。、?？]?$|よね[。?？]?$|[?？]$|(?:ですが|ますが|でしたが|ましたが|かと|の件)[。、…]?$|(?:いかが|どう)(?:でしょう|いたしましょう)[。]?$/
const EN_QUESTION =
  /\?$|^[^.!]{0,200}\b(?:how (?:many|much|long)|when (?:do|would|does|will)|are you|do you|would you|is there|are there)\b[^.!,?]{0,80}[^.!,?]$|^(?:what|when|which|who|how|do|does|did|is|are|can|could|would|shall|should|will|have|has)\b[^.]*$/

/** An open question that does not end like one: お支払いは。 何名ぐらいで。 "And the deadline is..." */
const JA_PROMPT =
  /(?:(?<!で)は|も|だけでも|(?:いくら|何[名人社年月件]?|いつ|どの?(?:ぐ|く)らい|[ぐく]らい)(?:で|に)?|いかがいたしましょう)[。、…]?$/
const EN_PROMPT =
  /(?:\.\.\.|…)$|\b(?:would be|is|are|by|with)$|\b(?:tell me|let me know|walk me through|remind me|share)\b/
const JA_REQUEST = /教えて|聞かせて|お聞き|伺い|うかがい|確認/
/** A subject that is only named: 次に人数です。 "Okay, budget." */
const BARE_SUBJECT =
  /^(?=.*[\p{Script=Han}\p{Script=Katakana}])\S{2,14}$|^(?!(?:i|we|you|they|it|he|she|that|this|there)\b)(?:[a-z'-]+[,.]? ?){1,4}$/u

/** Whether the next turn answers a sentence. */
export function isPrompt(folded: string): boolean {
  return isQuestion(folded) || [JA_PROMPT, EN_PROMPT, JA_REQUEST, BARE_SUBJECT].some((one) => one.test(folded))
}

/** A statement with a doubtful ending: 120名ですかね。 */
export function isHesitant(folded: string): boolean {
  return /(?:です|ます|でしょう)か(?:ね|な)[。、]?$|\b(?:right|i think|i guess|is that (?:ok|okay|alright|all right|fine))\?$/.test(
    folded,
  )
}

const VAGUE_QUESTION =
  /^(?:(?:はい|では|じゃあ|ええ|それで)、?)?(?:だいたい|大体)?(?:お?いくら|どの?(?:ぐ|く)らい|いつ|何名|何人)|^(?:(?:and|so|okay|right),? )?(?:how (?:much|many)|when|until when|for how long|which one)\b.{0,24}$/

/** A short question that has no subject. */
export function isVagueQuestion(folded: string): boolean {
  return VAGUE_QUESTION.test(folded) && isPrompt(folded)
}

/** A sentence about what the one before named. */
export function refersBack(folded: string): boolean {
  return /^(?:that's (?:when|what|the|our|how)|that is (?:when|what|the|our)|which is|(?:she|he)(?:'s the one| is the one| has| makes| decides| signs| approves)|それが|そこで|その日[にが])/.test(
    folded,
  )
}

/** Words by which a person settles on a value. */
export function isDecision(folded: string): boolean {
  return /手を打|通せます|乗れます|決め(?:ます|まし|た)|(?:に|で)(?:します|お願い|進め|決まり|結構です|いきま|行きま|いいです)|\b(?:let's (?:say|do|make it|go with)|we accept|we'll take|call it|go with)\b/.test(
    folded,
  )
}

/** 60人にしてもらえますか。 asks to change a value, and states the new one. */
export function isRequest(folded: string): boolean {
  return /(?:[てで](?:もらえ|いただけ|ください)|お願いでき)ま(?:す|せん)(?:か|でしょうか)?[。、?？]?$|[てで](?:もらえ|いただけ)ます[?？]$/.test(
    folded,
  )
}

export function isQuestion(folded: string): boolean {
  return JA_QUESTION.test(folded) || EN_QUESTION.test(folded)
}

const YES =
  /^(?:(?:あ|ああ|ええと?|えっと|まあ|well|oh|ah),?[、 ]?)?(?:はい|ええ|そうです(?!か|よね)|そうなん(?:です|だ)|その通り|その(?:金額|日程?)で|結構です|大丈夫|合ってい|お願いします|もちろん|承知|かしこまり|わかりました|分かりました|お待ちし|待って|うん(?!う)|そう[、。]|了解|オッケー|いいですよ|いいでしょう|それで(?:お願い|いい|。)|ぜひ|空けて|助かり|okay|ok\b|great|done|you (?:sure |certainly )?(?:can|got it|bet)|sounds|cool|yup|good(?! (?:question|morning|afternoon|point))|fine\b|will do|(?:a |the )?(?:[\w']+ ){1,2}(?:is )?a (?:good|great) idea|no problem|completely|totally|by all means|please\b|book it|put it in|yes|yeah|yep|correct|exactly|right|that's (?:right|correct)|that is (?:right|correct)|absolutely|sure|of course|perfect|okay,? let's|that works|works for us|deal|sounds good|agreed|definitely)/
const NO =
  /^(?:(?:あ|ああ|えっと|ええと|うーん|well|oh|ah),?[、 ]?)?(?:いいえ|いえ|いや|違い|そうではな|無理|だめ|ダメ|難しい|no\b(?!,? (?:problem|worries|(?:that's|it's|that is|it is) (?:fine|ok|okay|great|good|perfect|right)))|nope|not (?:really|at all|quite)|that's (?:wrong|not)|(?:it|that) should be|i'm afraid not|unfortunately)/

/** A sound before an answer. */
export function isFiller(folded: string): boolean {
  return /^(?:う[ーん]+|えー?っ?と|ええと|あー?|そうか|hmm+|mm+|um+|uh|oh|ah|well|let's see)[、。,.…! ]*$/.test(folded)
}

export function isYes(folded: string): boolean {
  return (
    (YES.test(folded) || /^[^.。]{1,30}, (?:yes|right|correct|exactly)\b/.test(folded)) &&
    !/^はい[、,]?(?:いいえ|いや|違)/.test(folded)
  )
}

const REJECTION =
  /^(?:あ[っ、]*)?(?:ごめん|申し訳|失礼|すみません|それ.{0,4}変わ)|^.{0,12}(?:厳しい|難しい|高い(?!よう)|高すぎ|多すぎ|早すぎ|足りな|\btoo (?:much|high|expensive|soon|early|long|many|late)\b|\b(?:doesn't|won't|wouldn't) work\b|\bcan't (?:do|make)\b)/

/** An option that is only possible, or asked about, is not chosen: カードは使えますか。 */
export function isAbility(folded: string): boolean {
  return /(?:使え|払え|(?<!お願い)でき|対応して?い?|可能)(?:ます|です)(?:か|でしょうか|[?？])|ってでき|(?:使える|払える|できる)(?:ん|もの)?(?:でしたっけ|でしょうか|ですか)|\b(?:do you (?:accept|take|support|offer|have)|is it possible|can (?:it|you(?! (?:bill|send|invoice|charge)))|are you able)\b/.test(
    folded,
  )
}

/** A proposal of one side, which is no statement without the agreement of the other. */
export function isSuggestion(folded: string): boolean {
  return /(?:お?すす|お?勧)め|(?:よろしい|いい|良い|いかが)かと|どうでしょう|\b(?:i'd|i would|we'd|we would|i|we) (?:suggest|recommend|propose|advise)\b|\b(?:how|what) about\b/.test(
    folded,
  )
}

/** Whether an answer takes back or replaces what was said before it. */
export function isRejection(folded: string): boolean {
  return NO.test(folded) || REJECTION.test(folded)
}

/** Words with which people replace what they have just said. */
const CORRECTION =
  /いや|そのうち|のうち|今年は|今期は|いえ|失礼|すみません|間違え|訂正|正しく|正確に|じゃなくて|ではなく|でなく|(?:から|より).{0,8}変わ|変更|やっぱり|やはり|(?:まし|でし|っ)たが|たんですが|\b(?:no,? wait|wait|sorry|i mean|i meant|correction|actually|rather|make that|but now|but it is now|this year|but (?:this|it|we)\b.{0,24}\b(?:just|only)|instead)\b|[,、] ?no\b|^no\b/

/** Whether the words between two values replace the first one. */
export function isCorrection(between: string): boolean {
  return CORRECTION.test(between)
}

/** A sentence that begins like this corrects the one before. */
export function beginsWithCorrection(folded: string): boolean {
  return /^(?:あ[っ、]|いや|いえ(?!いえ)|失礼|すみません|ごめん|訂正|正確に|それ(?:なんで|ですが|が)|well,? (?=[\w-]+ to be exact)|no,? wait|oh no\b|no\b|wait|sorry|actually|i mean|correction|make that|(?:it|that) should be)/.test(
    folded,
  )
}

/** Whether the words after a value deny it. */
export function isDenied(before: string, after: string): boolean {
  return (
    /^[^、。,.]{0,8}?(?:では(?:あり(?!がと)|な)|じゃ(?:な|あり)|でな|はだめ|はダメ|は(?:難しい|無理)|とは違)/.test(
      after,
    ) ||
    /^(?:さん|様|の)?[はが]?(?:もう)?(?:落ち(?:まし|た)|外(?:れ|し)|なくなり|断)/.test(after) ||
    /^[^。.]{0,16}?(?:検討していま?せ|検討しな|使いませ|使わな|必要ありませ|必要な[いく]|不要|いりませ|要りませ|いらな|要らな|なくて|自分たちで|他で|知りませ|知らない)/.test(
      after,
    ) ||
    /^(?:円|名|人|日)?(?:から|より)、?(?:下げ|上げ|値下|値引|増や|減ら|ずら|延ば|早め|変更)/.test(after) ||
    /^(?: |,)?(?:soft |notes )?,? ?but (?:it|they|that) (?:was|were|is|are|can't|cannot|couldn't|don't|won't|didn't|doesn't|lack(?:ed)?)\b|^(?:さん|様)?[をはも]?検討(?:は)?しましたが/.test(
      after,
    ) ||
    /^[^。]{0,20}(?:対象外|除[いくき]|含まれ?(?:な|ませ)|別扱い)|^[^.]{0,48}\b(?:out of scope|not included|not part of|separate|(?:have|has) their own)\b/.test(
      after,
    ) ||
    /^[^。]{0,24}検討は?(?:して)?い?(?:な|ませ)|^[^.]{0,40}\bbut we (?:crossed|ruled|dropped|passed|rejected|decided against)\b/.test(
      after,
    ) ||
    /^(?: \w+){0,2}?,? but we (?:already )?(?:have|use|do)\b/.test(after) ||
    /\b(?:down|up) from (?:about |around )?[$¥€£]?$/.test(before) ||
    /^(?:円|名|人)?[はが](?:ちょっと)?(?:[土日]曜|祝日|休日|定休|役員会|会議|予定|先約|無理|出張|都合|休み|埋ま|厳し)/.test(
      after,
    ) ||
    /^(?:'s| is| was) (?:bad|out|difficult|tough|impossible|no good|too|a holiday)\b/.test(after) ||
    /^(?:,| is|'s)? (?:no\b|i'm (?:out|away|off|travell?ing|booked)|i(?: really)? can't|we(?:'re| are) closed)/.test(
      after,
    ) ||
    /^ ?(?:does not|doesn't|is not|isn't|won't|will not|cannot|can't)\b/.test(after) ||
    /\b(?:not|don't need|do not need|not (?:considering|in|the|a)|don't want|without|never|no longer|instead of|rather than|dropped|ruled out|rejected|eliminated|cancell?ed)(?: (?:the|a|an|any|in|use|using|by|with|via))*\s*$/.test(
      before,
    )
  )
}

/** Whether the words after an option say what it is like, and not that it was chosen. */
export function isDescribed(after: string): boolean {
  return /^(?:(?:プラン)?(?:ですと|でしたら)|だと|では|の(?:場合|ほうが|方が)|には|(?:は|も).{0,20}(?:付|含|使え|でき|増え|かか)|(?:プラン)?は[^、。]{0,8}(?:すぎ|過ぎ)|(?:プラン)?は(?:ちょっと|少し|やや)?(?:高|大き|多|オーバー)| (?:plan )?(?:has|have|offers?|includes?|comes|costs?|(?:is|was) (?:cheaper|more|larger|smaller|too|overkill))\b)/.test(
    after,
  )
}

/** Whether the words around an option choose it. */
export function isChosen(before: string, after: string): boolean {
  return (
    /^(?:プラン|払い)?(?:に(?:し(?:ます|た|よう)|決め)|で(?:お願い|いき|行き|いい|結構|十分|進め|始め))/.test(after) ||
    (/^ ?(?:plan|then|it is|please|for us)?[.,!?]?(?:$| )/.test(after) &&
      /(?:^(?:(?:okay|ok|so|all ?right)[, ]+)+|\b(?:(?:go(?:ing)?|move ahead|move forward|start|stick|stay) with|we'll take|i'll take|we'd take|we chose|we picked|make it|have to be|has to be) )(?:the |it's )?$/.test(
        before,
      ))
  )
}

const DROPPED =
  /(?:候補|検討|比較|リスト)(?:から|対象から)?.{0,4}(?:外|落)|(?:見送|断[りっ]|却下|解約)|使ってま?し?た(?:けど|が|。)|もう見て(?:い)?(?:な|ませ)|嫌い|\bhates? (?:them|it|that one)\b|\b(?:ruled (?:it|them|that)? ?out|(?:dropped|rejected|eliminated) (?:it|them)|(?:crossed|took) (?:it|them) off|passed on|out of the (?:race|running))\b/

const INDIFFERENT =
  /^(?:機能)?[はも]?(?:別に|どっちでも|どちらでも|なくても)|^ (?:would|might|could) be (?:a bonus|nice|great|good)|^ (?:is|are) (?:a bonus|optional|nice)/

/** Whether the clause after an option ends in a refusal: カードは持たせてもらえないので. "Must" is no refusal. */
export function isOptionRefused(after: string): boolean {
  if (DROPPED.test(after) || INDIFFERENT.test(after)) return true
  const [clause = ''] = after.split(/[、。,.]/)
  if (/ないと|なければ|なくては|外せ|欠かせ|以外|しか|かもしれ|(?:じゃ|では)ない(?:です)?か/.test(clause)) return false
  return /(?:ません|ない|なくて|だめ|ダメ|うるさ)[^ぁ-ん]{0,2}(?:です|んです|んで|ので|から|し|けど|が|ね|よ|って)*$/.test(
    clause,
  )
}
