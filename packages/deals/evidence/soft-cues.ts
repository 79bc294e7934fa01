// Words that often stand near the value of a subject, and near other values as well: weaker than the words that announce it
// (rules/topics.ts). Weights decide how much they count.
import { foldWidth } from '../fold.ts'
import type { Property } from '../property.ts'

interface SoftCue {
  kind: 'day' | 'money' | 'count' | 'other'
  /** Folded label or description of a property. */
  about: RegExp
  cue: RegExp
}

/** The first that fits the label counts; then the first that fits the description. */
const SOFT: readonly SoftCue[] = [
  {
    kind: 'money',
    about: /予算|budget/,
    cue: /予算|取って|枠|出せ|使える|使い切|通(?:り|った)|補助|助成|費で|内示|確保|\b(?:budget|set aside|put away|money|i've got|i have|we have|grant|approved|spend|gave (?:me|us)|figure|carved|funding|earmarked|council|passed)\b/,
  },
  {
    kind: 'day',
    about:
      /(?:現在|現行|今|既存).*契約.*(?:終|満了|更新|期限)|契約(?:終了|満了|更新)|(?:end|expir|renew).*contract|contract.*(?:end|expir|renew)|renewal/,
    cue: /切れ|まで|満了|更新|終わ|解約|年度末|\b(?:contract|agreement|subscription|renew\w*|is up|'s up|ends?|expires?|runs? out|finish(?:es)?|stuck|till|term's)\b/,
  },
  {
    kind: 'other',
    about: /契約期間|利用期間|(?:term|duration|length).*(?:month|year|contract)|contract (?:term|length|period)|期間/,
    cue: /契約|期間|縛|単年|まとめ|更新|約束|年(?:で|に|を)|\b(?:term|year|years|months?|contract|commit\w*|sign|lock\w*|deal|agreement|annual|duration)\b/,
  },
  {
    kind: 'day',
    about: /クローズ|締結|契約(?:予定)?日|受注|発注|成約|close|sign/,
    cue: /契約(?!.{0,6}まで)|判子|はんこ|ハンコ|印|押|締結|サイン|署名|発注|調印|稟議|\b(?:sign\w*|signature|ink|order|close|paperwork|wrap (?:it|this) up|countersign\w*|dotted line|execute[ds]?)\b/,
  },
  {
    kind: 'day',
    about: /次回|次の(?:打|会|ミ|商談)|next (?:meeting|call|appointment)|follow[- ]up/,
    cue: /伺|お持ち|お見せ|時(?:に|で|から|は|半|ぐらい|です|、|。)|お会い|打ち?合わせ|お待ち|空い|都合|午前|午後|朝|夕方|オンライン|来て|電話|説明|デモ|訪問|お邪魔|また|次|\b(?:come by|stop by|be there|see you|talk|meet\w*|call|works|o'clock|morning|afternoon|noon|at (?:\d|one|two|three|four|five|eight|nine|ten|eleven|twelve)|thirty|present|invite|calendar|book(?:s|ed)?|free|available|swing by|regroup|catch up|demo|walk (?:you|us) through|zoom|teams|visit)\b/,
  },
  {
    kind: 'day',
    about: /開始|導入|稼働|リリース|go[- ]?live|start|launch|rollout|kick[- ]?off/,
    cue: /使|始|開始|入れ|稼働|から|切り?替|研修|本番|間に合|\b(?:live|start\w*|us(?:e|es|ing)|running|begin\w*|switch\w*|launch\w*|roll\w*|ready|onboard\w*|train\w*|in place|kick\w*)\b/,
  },
  {
    kind: 'count',
    about: /人数|ユーザー?数|利用者数|席数|ライセンス数|アカウント数|users|seats|licen[cs]es|headcount|people/,
    cue: /人|名|使|アカウント|席|ライセンス|メンバー|班長|担当|\b(?:people|users?|seats?|licen[cs]es?|on it|us(?:e|es|ing)|logins?|accounts?|headcount|staff|team|folks|leads|reps|agents|touch(?:es|ing)? it)\b/,
  },
  {
    kind: 'count',
    about: /拠点|店舗数|支店数|locations?|offices|sites|stores|branches/,
    cue: /店|拠点|院|営業所|校|園|工場|か所|ヶ所|箇所|センター|ホテル|[二三四五六七八九]つ|\b(?:stores?|shops?|clinics?|offices?|sites?|locations?|branches|buildings|schools|campuses|plants|hotels|warehouses|camps?|centers?|facilities|yards|depots|all (?:of them|\w+))\b/,
  },
  {
    kind: 'other',
    about: /決裁|意思決定|決定者|承認者|decision|approver|decides/,
    cue: /決め|決ま|決裁|判断|はんこ|ハンコ|判子|判を|押し|押す|印鑑|サイン|承認|了解|うん[とて言]|いいと言|ええ言う|任され|一任|権限|財布|ひとりで|一人で|最終|社長|院長|理事長|頷|\b(?:decid\w*|decision|call|sign\w*|nods?|okay|final|vote|boss|owner|checkbook|approv\w*|up to (?:him|her|me)|say-?so|runs it|picks|choos\w*|reports? to|the one|(?:writes?|signs?) the checks?|the pen|last word|green ?light|owns?|purse|my name on|okays?|blessing|who else)\b/,
  },
  {
    kind: 'other',
    about: /競合|比較|他社|competit|alternative/,
    cue: /比べ|比較|検討|並べ|見て(?:い|る|ます)|声を?かけ|触って|候補|提案|話[をも]?(?:聞|伺)|見積|他社|競合|乗り換え|相見積|来て(?:い|る|ます)|\b(?:compar\w*|look(?:ed|ing)? at|shortlist\w*|finalists?|weigh\w*|quot\w*|demo\w*|pitch\w*|between|against|versus|vs|talk(?:ed|ing)? (?:to|with)|offer\w*|came in|come in|up against|vendors?|bids?|in the running|had .{1,20} in|evaluat\w*|it's you or|both of you)\b/,
  },
  {
    kind: 'other',
    about: /機能|feature|function|capabilit/,
    cue: /要る|要り|必要|必須|欲し|ほしい|大事|目当て|絶対|肝|決め手|それだけ|そこだけ|\b(?:need\w*|want\w*|essential|must|whole point|the one thing|the piece|the point|matters?|can't give (?:it |that )?up|that one|mostly|exactly|precisely)\b/,
  },
  {
    kind: 'money',
    about: /金額|総額|見積|売上|単価|amount|price|value|revenue|deal size/,
    cue: /総額|合計|見積|税|値|円で|手を打|決ま|下げ|抑え|込み|ちょうど|構わ|結構|承知|\b(?:total|all in|price|quote\w*|comes? to|for the year|deal|do (?:it|all|that)|can do|drops? you|we'?d be|altogether|number|figure|works|fine|sold|done)\b/,
  },
]

function softOf({ label, description }: Pick<Property, 'label' | 'description'>): SoftCue | undefined {
  for (const name of [label, description]) {
    const found = SOFT.find(({ about }) => about.test(foldWidth(name)))
    if (found) return found
  }
  return undefined
}

export interface SoftCues {
  own: RegExp | null
  /** Of other subjects whose values look the same. */
  rivals: readonly RegExp[]
}

export function softCuesOf(property: Pick<Property, 'label' | 'description'>): SoftCues {
  const own = softOf(property)
  if (!own) return { own: null, rivals: [] }
  const rivals = SOFT.filter((one) => one !== own && one.kind === own.kind && one.kind !== 'other').map(
    ({ cue }) => cue,
  )
  return { own: own.cue, rivals }
}
