// The topic of a property, decided by its label and description: words that announce its value in a conversation. The
// lexicon holds subjects of sales in general; a property about something else is announced by its own label.
import { foldWidth } from '../fold.ts'
import type { Property } from '../property.ts'

export interface Topic {
  /** Folded text that speaks of the subject. */
  cue: RegExp
  /** Folded text that speaks of another subject in spite of the cue. */
  not?: RegExp
  /** Folded unit after a number of this subject. */
  unit?: RegExp
  /** Announces subjects whose values look the same: other days, other amounts. */
  rivals?: readonly RegExp[]
  /** Words that speak of the subject if it was named, in part, shortly before. */
  weak?: { cue: RegExp; context: RegExp }
  /** A text that people say without its name: complaints are problems, and promises are next steps. */
  says?: 'problem' | 'promise'
  /** Kind of a value that both speakers state without the subject (confirmed.ts). */
  confirmed?: 'price' | 'term' | 'appointment' | 'choice' | 'count'
  /** The subject belongs to others by nature: a competitor. */
  isOfOthers?: boolean
  /** The value describes the speaker or the other person. */
  isOfSelf?: boolean
  /** The subject is something that has happened: how the customer learned of the seller. */
  isOfPast?: boolean
}

interface Subject extends Topic {
  kind?: 'day' | 'money' | 'count'
  /** Folded label or description of a property. */
  about: RegExp
}

const PEOPLE_UNIT =
  /^(?:名|人|ユーザ|アカウント|席|ライセンス|id|(?:[a-z-]+ )?(?:users?|seats?|people|persons?|licen[cs]es?|accounts?|employees|members|staff|reps?|agents?|officers|nurses|doctors|physicians|engineers|volunteers|teachers|clinicians|lawyers|consultants|drivers|foremen|folks|[a-z]{3,}(?:ists|ians|ants|yers|(?<!numb|lett|pap|comput|print|ord|met|lit|quart|cent|serv|fold|off|tick|custom|fig|pow|tow|nev|ev|lat|oth|aft|und|ov)ers|(?<!doll|flo|vend|err|fact|col|sens|monit)ors|ees))\b)/

/** The first subject that fits the label counts; then the first that fits the description. */
const SUBJECTS: readonly Subject[] = [
  {
    kind: 'money',
    about: /予算|budget/,
    cue: /予算|枠は|(?:まで|なら)(?:は)?(?:出せ|払え)|\bbudget|set aside|earmarked|\b(?:can|could|able to|willing to) (?:you |we )?spend\b|\btalk(?:ed)? money\b|\bapproved? for\b/,
    not: /(?:人件費|広告|販促|宣伝|マーケ\S{0,6}|採用|研修|設備|旅費|工事|システム全体|情報投資全体|全社)の?予算|(?:で|を)(?:要求|申請|希望)し|要求は|予算外|予算オーバー|予算を(?:超|オーバー)|IT予算|全体の予算|(?:来|次)年度の予算|\b(?:asked for|requested|applied for|hoped for|pitched)\b|\b(?:payroll|personnel|travel|ad|advertising|hiring|training|capital|department|overall|construction|equipment) budget\b|over budget|it budget|next year's budget/,
  },
  {
    kind: 'day',
    about:
      /(?:現在|現行|今|既存).*契約.*(?:終|満了|更新|期限)|契約(?:終了|満了|更新)|(?:end|expir|renew).*contract|contract.*(?:end|expir|renew)|renewal/,
    cue: /(?:今の|今は|今使|お使いの|現在の?|現行|既存|いまの).{0,24}(?:契約|サービス|製品|システム|ツール).{0,30}(?:まで|終|満了|切れ|更新|残|期限|は|が)|契約.*(?:満了|終了|切れ|終わ|更新)|契約[はが].{0,16}まで(?:です|で[、。]|だ|なの)|(?:今の|いまの).{0,20}(?:切れ|終わ|残)|\b(?:current|existing|present)\b.*\b(?:contract|agreement|vendor|subscription)\b|\b(?:contract|agreement)\b.*\b(?:ends|end on|expires?|runs? out|renew)|\b(?:service|subscription|licen[cs]es?|renewal)\b.{0,20}\b(?:ends?|expires?|runs? out|is up|due)\b|\b(?:vendor|tool|provider|system|service|contract)\b.{0,24}\b(?:runs?|lasts?|goes|stops?) (?:until|through|on|to)\b|\bauto-?renews?\b|\bunder contract\b|\b(?:incumbent|current provider|current vendor|provider|vendor|contract)\b.{0,30}\b(?:is up|runs out|expires|ends)\b|今の.{0,12}(?:まで(?:です|で[、。]|なん|だ)|で(?:切れ|終わ))/,
    not: /\b(?:sign|signed|signing|lease|rent)\b|締結|賃貸|オフィスの契約/,
  },
  {
    confirmed: 'term',
    about: /契約期間|利用期間|(?:term|duration|length).*(?:month|year|contract)|contract (?:term|length|period)|期間/,
    cue: /期間|契約年数|(?:か月|ヶ月|カ月|ケ月|か年|年間?)の?契約|契約(?:は|も).*年(?!月|度)|年間契約|年契約|\bannual (?:contract|agreement|deal|commitment)\b|契約.*(?:か月|ヶ月|カ月|ケ月|年間)|\bterm\b|how long|\b(?:month|year)s? (?:contract|agreement|deal)\b|contract (?:run|for|of)|commit|\b(?:[a-z]+|\d+)-(?:year|month) |\bfor (?:a|an|one|two|three|four|five|\d+|twelve|eighteen|twenty-four|thirty-six) (?:year|month)s?\b/,
    not: /最低|トライアル|検討.*始め|minimum|looking for|(?:導入|移行|準備|検討|審査)期間|期間.{0,12}かか|保証|無料|trial|pilot|free|onboarding|implementation|rollout|notice|warranty|payment terms|delay|waiting|for the (?:last|past)|\bago\b|have been|(?:i|we|they)'ve been|(?:have|'ve) had\b|\bwe signed\b|\bwith them\b/,
    unit: /^(?:[ヶケかカ]月|年|months?|years?)/,
  },
  {
    kind: 'day',
    about: /クローズ|締結|契約(?:予定)?日|受注|発注|成約|close|sign/,
    cue: /クローズ|締結|契約書を|契約(?:を|し|書に|書の|書?は.{0,24}交わ|の時期|日|したい|する)|ご契約|受注|発注|成約|サイン|\b(?:close (?:it|this|the deal|on)|clos(?:e|ing) date|sign(?:ed|ing)?|signatures?|place (?:the|an|our) order|purchase order)\b/,
    not: /(?:今|現在|現行|既存).*契約|(?<!deal |contract )\bcloses\b(?! (?:the|it|this)\b)|契約.*(?:終わ|切れ|満了|いつまで|何月まで|更新)|(?<!契約|締結)まで(?:です|で、|でしょう|に切)|賃貸|current contract|existing contract|sign(?:ed|s|ing)? (?:off|up)|\bsign\w* with (?!you)|\bclose the (?:books|stores?|shops?|offices?|month|quarter|year)\b|\b(?:is|are|was|were|been|already|we) signed\b|契約書.{0,12}(?:送|ひな|案|準備|用意|お出し|作|ドラフト)|\blease\b|close to/,
  },
  {
    kind: 'day',
    confirmed: 'appointment',
    about: /次回|次の(?:打|会|ミ|商談)|next (?:meeting|call|appointment)|follow[- ]up/,
    cue: /次回|次は|次の(?:打|会議|ミーティング|商談|お)|(?:また|改めて|もう一度|再度).{0,24}(?:お?電話|お?話|打ち合わせ|会い|会|伺|ご説明|お時間)|デモ(?:を|に|の)|(?:お打ち合わせ|ミーティング|打ち合わせ)(?:は|を|で)|お持ちし|(?:説明|お話|打ち合わせ|デモ)(?:に|させて)|\bnext (?:meeting|call|appointment|session)\b|\b(?:meet|talk|speak|connect|catch up) again\b|\b(?:see|talk to|speak to) you (?:on|next|tomorrow)\b|\b(?:reconvene|check in|regroup)\b|\b(?:go|walk) (?:over|through) (?:it|that|this|them)\b|\b(?:let's|can we|could we|shall we|when can i|when can we|should we) (?:meet|talk|speak|reconnect|regroup|catch up|go over)|\b(?:call|meet|talk|speak|visit)(?: (?:me|us|you|again|then|together))* (?:on|next|tomorrow|(?:mon|tues|wednes|thurs|fri)day)\b|\b(?:deep dive|follow[- ]up|invite|calendar)\b|\b(?:does|would|how about|what about) .{0,30}\b(?:work|suit)/,
    not: /(?<!御)(?:さん|様|社)と(?:の)?(?:打ち合わせ|会議|面談|商談)|前回|までに|\bby (?:the )?(?:end|next|mon|tue|wed|thu|fri|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d)|社内|役員会|取締役会|理事会|経営会議|開始|契約|last (?:meeting|call)|go live|go-live|\b(?:sign|signed|signature|start|launch|kick|roll|contract|board|committee|internal(?:ly)?)\b/,
  },
  {
    kind: 'day',
    about: /開始|導入|稼働|リリース|go[- ]?live|start|launch|rollout|kick[- ]?off/,
    cue: /開始|導入(?:時期|日|予定|した|する|は)|使い始め|から(?:本番|使い|利用|ご利用)|稼働|スタート|本番|から.{0,12}(?:使|入れ)|切り替え|運用|立ち上げ|移行|\b(?:go(?:es|ing)? live|go-live|launch|roll(?:ed)? ?out|start(?:s|ed|ing)?|begin(?:s|ning)?|kick (?:off|in)|up and running|want it running|in place (?:by|before))\b/,
    not: /(?<!\b(?:it|this|that|which|rollout|roll-out|service|project|licen[cs]e|subscription|contract|access|use|usage|deployment|term|everything|tool|system|software|product) )\b(?:starts|begins)\b|\b(?:people|hires?|folks|interns|students) (?:start|begin)\b|工事|オープン|支払い?開始|開始前に|検討.*始め|トライアル|試用|研修|会議の開始|(?:年度|学期)[はが]|\b(?:vacation|holidays?|trial|pilot|fiscal|semester|term starts|school (?:year )?(?:starts|begins)|season|workshop|training (?:starts|begins))\b/,
  },
  {
    kind: 'count',
    confirmed: 'count',
    about: /人数|ユーザー?数|利用者数|席数|ライセンス数|アカウント数|users|seats|licen[cs]es|headcount|people/,
    cue: /利用|使(?:う|い|わ)|ユーザー|アカウント|ライセンス|何名|何人|人数|名様|[0-9〇一二三四五六七八九十百千]人分|[0-9〇一二三四五六七八九十百千]名様分?(?:です(?:ね|。)|で承知)|\b(?:how many (?:[a-z]+ )?(?:people|users|reps?|agents?|officers|nurses|doctors|physicians|engineers|volunteers|teachers|clinicians|lawyers|consultants|drivers|[a-z]{3,}(?:ists|ians|ants|yers))|head ?count|number of (?:people|users|[a-z]{3,}(?:ists|ians|ants))|people on (?:it|board)|users?|seats?|licen[cs]es?|accounts?|use it|using it|who(?:'d| would|'ll| will) (?:be (?:on|using)|use)|how many (?:people|users))\b/,
    not: /弊社|当社|\b(?:our|the) (?:app|site|website|platform|newsletter|channel|phone system)\b|worldwide|会社は全部|従業員|社員数|参加|来社|お越し|ご来場|同席|打ち合わせに|来年度以降|トライアル|試用|お試し|管理者|\b(?:(?:was|were) for|trial|pilot|employees|company-wide|in the company|attend(?:ees|ing)?|on the call|in (?:these|the|each|your|a) meetings?|join(?:ing)? (?:us|the call))\b/,
    unit: PEOPLE_UNIT,
  },
  {
    kind: 'count',
    confirmed: 'count',
    about: /拠点|店舗数|支店数|locations?|offices|sites|stores|branches/,
    cue: /拠点|店舗|支店|営業所|事業所|(?:全部|合計|計)?[0-9〇一二三四五六七八九十百]+[かヶカ]所(?!目)|\b(?:locations?|offices?|sites?|stores?|branches|plants|warehouses|hotels|practices|clinics|terminals|depots|schools|restaurants|campuses|factories|facilities|homes|hospitals|[a-z]*shops)\b/,
    not: /弊社|当社|来年|将来|開店予定|お客様の|取引先|we serve|\bper \w+\b|\b(?:pilot|trial|will open|opens? (?:in|next)|planning|planned|their|customers'?)\b/,
    unit: /^(?:拠点|店|支店|営業所|事業所|箇所|[かヶカ]所|(?:[a-z]+ )?(?:locations?|offices?|sites?|stores?|branches|plants|warehouses|hotels|practices|clinics|terminals|depots|schools|restaurants|campuses|factories|facilities|homes|hospitals|[a-z]*shops)\b)/,
  },
  {
    kind: 'money',
    confirmed: 'price',
    about: /金額|総額|価格|受注額|売上|料金|費用|amount|price|deal value|revenue|value of the deal|cost/,
    cue: /金額|総額|合計|見積|全部(?:込み|で)|いくらに|おいくらですか|お?値段|[0-9〇一二三四五六七八九十百千万億]円?で(?:ご?提[供案]|進め|結構|お願い|承知|よろしい|いかが|ございます)|円になり|\b(?:amount|total|price|package|worth|all in|final (?:figure|number)|deal is|(?:comes?|brings? (?:it|us)|(?:it|that|total|price) came|came down) (?:down )?(?:out )?to|landed (?:at|on)|we're at|we are at|(?:you'd|you're|i'd) be at|quoted|(?:basic|standard|premium|enterprise|professional|pro),? at)\b|\b(?:that's|that'd be|i can do|we can do) (?:about )?[$€£]/,
    not: /予算|月額|(?:[0-9一]年|単年|[かヶカ]月)(?:だと|ですと|なら)|一人あたり|1人あたり|定価|通常は|値引|割引|初期費用|オプション(?:は|が|料金|費用)|追加(?:料金|費用)|研修費|売上|1ユーザー|一ユーザー|(?:買|購入し|払|かか)った|買いました|(?:さん|社|様)(?:は|が|から).{0,24}(?:言って|出して|提示)|(?:さん|社|様)の(?:お?値段|お?見積|価格|料金|金額|ほうは)|budget|per (?:user|month|seat|head)|a month|each|discount|\boff\b|set-?up fee|deposit|penalty|cancellation|expenses|shipping|fines?|we paid|\bsav(?:e|es|ing|ings)\b|revenue|list price|add-?on|upgrade|\bthey (?:quoted|offered|want|asked|said)\b|\btheir (?:price|quote|offer)\b/,
  },
  {
    about: /決裁|意思決定|決定者|承認者|decision|approver|decides/,
    cue: /決裁|(?:最終|最後).*(?:判断|決|承認)|承認|(?:ハンコ|判)を押|ゴーサイン|決める(?:の|ので|のは|人)|が決め|\b(?:decision|decides?|decide|signs? off|sign off|be signing|final (?:call|say|yes|word)|makes? (?:that|the) call|(?:who|he|she) signs|settle|last word|the one who decides|budget holder|green light|signature authority|signing authority|her decision|his decision|approv(?:e|es|al)|decision[- ]maker)\b/,
  },
  {
    about: /担当者|窓口|contact person|point of contact|\bowner\b|project lead/,
    cue: /担当|窓口|\b(?:in charge|responsible|contact person|point of contact|project lead)\b/,
  },
  {
    about: /競合|比較|competitor|competition|alternative/,
    cue: /競合|比較|他(?:社|の製品|に)|検討してい|見積もり?を?もら|見積もり?を?取|デモ|残って|比べ|コンペ|提案が|(?:見積もり?|話)(?:が|を)(?:来|聞)|御社と|どっち|候補|\b(?:compar(?:e|ing)|competitors?|looking at|considering|between you and|quote|alternatives?|weigh(?:ing)?|bidding|bid|offer|in the mix|down to|you and|it's you|just you|you,|demos? of|options|looked at|in parallel|against|also|anyone else|other vendors?|evaluating|talking to|speaking (?:to|with)|who else|quoted us)\b/,
    not: /検討していませ|not considering|やめ(?:まし|た)|使ってい(?:ます|まし|て)|使ってて|お使いの|乗り換え|\b(?:we use|we're on|currently (?:on|using)|current (?:tool|vendor)|switch(?:ing)? from|replac(?:e|ing))\b/,
    isOfOthers: true,
  },
  {
    isOfSelf: true,
    about: /業種|業界|industry|sector/,
    cue: /業種|業界|うち|弊社|当社|わが社|私ども|御社|貴社|な(?:もので|んですが|んです|ので|んで)|でし(?:て|た)|として|して(?:い|お)|やって|営んで|様(?:です|では|なら|の|は)|さんですと|(?:メーカー|会社|工場|病院|銀行|店)で(?!も|は|す|し)|(?:作る|売る|扱う)ほう|(?:製造|小売|金融|医療)業?(?:です|ですね|の中)|を展開|を運営|\b(?:industry|sector|we|we're|our|my|i run|i'm in|as an? |you|you're|your)\b|^(?:so |and |well,? |yeah,? )?it's |^the (?:bank|credit union|hospital|clinic|plant|factory) |(?:製造|経営)をされて|経営されて|金融機関/,
    not: /お客様|取引|紹介|他社|同業|前の(?:会社|職場)|兄弟|母|父|妻|夫|we have many|customers?|clients?|\b(?:recommended|told me|(?:my|our) (?:old|former) \w+)\b|\b(?:my|our) (?:wife|husband|brother|sister|mother|father|nephew|previous)\b|last (?:week|job)|used to/,
  },
  {
    isOfPast: true,
    about: /経路|きっかけ|知った|ソース|source|heard|hear about/,
    cue: /知(?:り|っ)|きっかけ|経路|紹介(?:です|なん|でし|をいただ|いただ|され|さん|して(?:もら|くだ|いただ))|勧められ|教えて(?:もらったん|いただいたん)|ご紹介で|(?:展示会|見本市|ブース).{0,24}(?:来|立ち|名刺|見|会|ありがと|覚え)|(?:サイト|ページ|ネット|ウェブ|検索|ググ).{0,16}(?:見|申し込|問い?合わ|連絡|知|出て|請求)|お?聞きになっ|弊社のこと[はを]|どちらで|見つけ|\b(?:referred (?:me|us|you)|(?:was|were|got) referred|(?:website|site) (?:came up|on|form)|(?:found|find) (?:your|you|us|out about)|saw you|met (?:you|at)|(?:spoke|talked|met) .{0,16}\bat\b|googling|googled|hear(?:d)? (?:about|of)|learned about|c[ao]me across|told (?:you|me|us) about|through (?:a|an|your|the)|(?:our|your) booth|scanned your badge|via your|walked past you|our booth|your booth|how you found us)\b/,
    not: /また.*出ます|次の|来週|来月|今度|出展|に出(?:る|ます)/,
  },
  {
    confirmed: 'choice',
    about: /プラン|エディション|\bplan\b|edition|tier|package/,
    cue: /プラン|エディション|\b(?:plan|edition|tier)\b/,
  },
  {
    confirmed: 'choice',
    about: /機能|feature|module|requirement/,
    cue: /機能|使いたい|必須|欲し|ほしい|外せ|ないと(?:困|話に|意味)|要り|要る|必要|(?:両方|どっちも)|できれば|\b(?:features?|needs?|must-have|must have|must|has to|have to|wants?|require|matters?|important|key|useless|critical|crucial|essential|non-negotiable)\b|ほしくて|欲しくて|がすべて/,
    not: /なら嬉し|あれば嬉し|nice to have/,
  },
  {
    confirmed: 'choice',
    not: /お客(?:様|さん)(?:は|に|から|が)|給与|給料/,
    about: /支払|決済|payment|pays|billing/,
    cue: /支払|決済|払い(?:で|ます|たい)|(?:請求書|振替|カード)(?:払い)?で|\b(?:pay|pays|paid|paying|payment|billed|billing|collect by|(?:send|bill|invoice) us|put (?:it|this|that|everything) on|charge it to)\b/,
  },
  {
    says: 'problem',
    about: /課題|困|問題|悩み|ペイン|challenge|problem|pain/,
    cue: /課題|困って|お困り|悩|問題|\b(?:challenges?|problems?|struggl(?:e|es|ing)|pain points?|issues?(?! (?:an?|the|invoices?|purchase|po)\b)|frustrat|hurting)/,
    not: /うちの子|息子|娘|\bmy (?:son|daughter|kids?|dog|cat)\b|音声|回線|マイク|接続|\b(?:audio|mic|microphone|headset|headphones|laptop|wi-?fi|signal|camera|connection|line|screen)\b|(?:問題|課題)(?:は|も)?(?:な[いく]|あ?りませ|ござい)|\b(?:no|not (?:a|an|your|our|my|the)|isn't a) (?:\w+ )?(?:problem|issue|challenge)|\bthe problem (?:with|is that you)/,
  },
  {
    says: 'promise',
    about: /ステップ|次(?:の|に)(?:行|する|アクション)|この後|今後|next step|next action|what happens next/,
    cue: /次の?(?:ステップ|アクション)|今後の(?:進め|流れ)|ネクスト|(?:この(?:あと|後)|今後).{0,30}(?:送|作|持|用意|提案|連絡|相談|進め|打ち合わせ|説明|設定|調整|確認)|\b(?:next (?:steps?|actions?)|(?:after (?:this|the) call|going forward|from here)\b.*\b(?:send|prepare|set up|schedule|arrange|draft|share|meet|call|book|review|write))\b/,
  },
]

/** Endings of labels that are not spoken: 利用人数, 開始日, トライアル希望. */
const ENDING = /(?:[台件人個回本社名枚室]?数|日|者|希望|利用|予定|有無|要否)$/
const STOP = new Set(
  'the of a an and or is in for to requested required number date name current has type status whether'.split(' '),
)

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** Parts of a label that name its subject: runs of one script, without brackets and common endings. */
export function labelWords(label: string): string[] {
  const folded = foldWidth(label).replaceAll(/[([{].*?[)\]}]/g, ' ')
  const japanese = folded.match(/\p{Script=Han}+|[\p{Script=Katakana}ー]+/gu) ?? []
  const english = folded.match(/[a-z][a-z0-9-]+/g) ?? []
  return [
    ...japanese.map((word) => word.replace(ENDING, '')).filter((word) => word.length >= 2),
    ...english.filter((word) => !STOP.has(word)),
  ]
}

/** An expression for all words of the label, in any order for English; null for a label without words. */
function ownCue(label: string): RegExp | null {
  const words = labelWords(label)
  if (words.length === 0) return null
  const parts = words.map((word) => (/[a-z]/.test(word) ? `(?=.*\\b${escaped(word)}s?\\b)` : `(?=.*${escaped(word)})`))
  return new RegExp(`^${parts.join('')}.`, 's')
}

const NEVER = /(?!)/

/** Other words for what yes-no properties of sales ask. */
const BOOL_WORDS: readonly ({ about: RegExp } & Pick<Topic, 'cue' | 'weak'>)[] = [
  {
    about: /トライアル|試用|お試し|\btrial/,
    cue: /トライアル|試用|お?試し(?:に|て|たい|で)?|やらせてほしい|試(?:させて|せるん|されま|すこと)|\b(?:trials?|try (?:it|this|you)(?: out)?|test (?:it|this) (?:first|out))\b/,
  },
  {
    about: /セキュリティ.{0,4}(?:審査|チェック|確認)|security (?:review|assessment|audit|check)/,
    cue: /セキュリティ.{0,6}(?:審査|チェック|面|の確認)|\bsecurity (?:review|assessment|audit|questionnaire|check)\b|\binfo ?sec (?:review|assessment)\b/,
    weak: {
      cue: /審査|チェック|\b(?:reviews?|assessment|audit|questionnaire|pen test)\b/,
      context: /セキュリティ|情シス|情報システム|\b(?:security|info ?sec|compliance)\b/,
    },
  },
]

/** Whether the lexicon knows what a yes-no property asks. */
export function hasYesNoSubject({ label, description }: Pick<Property, 'label' | 'description'>): boolean {
  return [label, description].some((name) => BOOL_WORDS.some(({ about }) => about.test(foldWidth(name))))
}

function boolTopic(names: readonly string[], own: RegExp | null): Topic {
  const known = BOOL_WORDS.find(({ about }) => names.some((name) => about.test(name)))
  if (!known) return { cue: own ?? NEVER }
  const { cue, weak } = known
  return { cue: own ? new RegExp(`${cue.source}|${own.source}`, 's') : cue, ...(weak && { weak }) }
}

/** A longer description is not read to its end: expressions would take too long with it. */
const MAX_NAME = 400

/** Whether the lexicon knows what a property is about, so that its value is announced in a conversation. */
export function hasSubject({ label, description }: Pick<Property, 'label' | 'description'>): boolean {
  return [label, description].some((name) => SUBJECTS.some(({ about }) => about.test(foldWidth(name))))
}

/** The topic of a property. A yes or no must be about exactly the subject that the label names. */
export function topicOf({ label, description, type }: Pick<Property, 'label' | 'description' | 'type'>): Topic {
  const names = [label, description].map((name) => foldWidth(name.slice(0, MAX_NAME)))
  const own = ownCue(label.slice(0, MAX_NAME))
  if (type === 'bool') return boolTopic(names, own)
  for (const name of names) {
    const subject = SUBJECTS.find(({ about }) => about.test(name))
    if (!subject) continue
    const { cue, kind, about: _about, ...rest } = subject
    const rivals = SUBJECTS.filter((one) => kind !== undefined && one.kind === kind && one !== subject).map(
      (one) => one.cue,
    )
    return { ...rest, rivals, cue: own ? new RegExp(`${cue.source}|${own.source}`, 's') : cue }
  }
  return { cue: own ?? NEVER }
}
