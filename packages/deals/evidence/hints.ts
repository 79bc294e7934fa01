// Words from which the option of an industry or of a source follows without being named: "our nurses" is health care, "a
// friend put me onto you" is a referral. A hint alone proposes nothing: weights decide how much it counts.
import { foldWidth } from '../fold.ts'
import type { Property } from '../property.ts'

interface Hints {
  /** Folded label or description of a property. */
  of: RegExp
  /** Folded label of an option, and words that hint at it. */
  words: readonly (readonly [label: RegExp, words: RegExp])[]
}

const HINTS: readonly Hints[] = [
  {
    of: /業種|業界|industry|sector/,
    words: [
      [
        /製造|メーカー|manufactur/,
        /工場|工業|製作所|精機|鉄工|製鋼|鋳物|鋳造|金型|板金|旋盤|部品|プレス機|生産(?:ライン|管理|技術|本部)|製造|ラインを?止|メーカー|醸造|酒造|蔵元|杜氏|(?:味噌|醤油|缶詰|家具|玩具|靴|鞄|紙|布|糸|ねじ|ネジ|バネ|歯車|ベアリング|ゴム|樹脂|化粧品|菓子|カステラ|豆腐|麺|食品|機械|装置)(?:を)?(?:作|造|製造)|組み?立て|溶接|塗装ライン|検査装置|\b(?:plants?|factor(?:y|ies)|shop ?floor|mills?|foundry|forge|machinists?|machining|assembly line|production (?:line|floor|manager)|manufactur\w+|fabricat\w+|weld(?:ers?|ing)|presses|extru\w+|injection mold\w*|gears?|gearbox(?:es)?|bearings?|castings?|tool and die|line (?:lead|supervisor)s?|(?:we|you) (?:make|build|produce|brew|bottle|assemble|mill|weave|forge) (?:[a-z]+ ){0,2}[a-z]+s\b|brewery|distillery|winery|bottling)\b/g,
      ],
      [
        /小売|流通|retail/,
        /小売|店舗|店長|売り?場|量販|百貨店|デパート|スーパー|ドラッグストア|ホームセンター|コンビニ|アパレル|雑貨|書店|本屋|家電|(?:靴|服|花|菓子|酒|八百|魚|肉|パン|時計|家具|文房具|眼鏡|メガネ|自転車|おもちゃ)(?:屋|店)|販売員|バイヤー|来店|レジ|棚卸|品揃え|通販|ECサイト|お店|\b(?:shops?|stores?|supermarkets?|grocer(?:y|ies|s)|boutiques?|retail\w*|shoppers?|checkouts?|tills?|cashiers?|department store|merchandis\w+|store managers?|flagship|showrooms?|e-?commerce|online store|bookstores?|bookshops?|garden cent(?:er|re)s?|hardware stores?|corner shop|high street|sales associates?|aisles?)\b/g,
      ],
      [
        /金融|finance|financial|banking/,
        /銀行|信用金庫|信金|金庫|信用組合|信組|信託|証券|保険|損保|生保|共済|融資|貸付|与信|預金|投信|資産運用|運用会社|投資(?:信託|顧問|会社)|ファンド|アセットマネジメント|クレジット会社|消費者金融|窓口業務|フィンテック|リース会社|監査法人|\b(?:banks?|banking|bankers?|credit unions?|building society|insur(?:ance|ers?)|(?:insurance|mortgage|stock) brokers?|brokerage|underwrit\w+|actuar\w+|mortgages?|lend(?:ers?|ing)?|loan officers?|loans|tellers?|hedge fund|private equity|venture fund|funds?|asset manage\w+|wealth|portfolio managers?|traders?|trading desk|markets are|fintech|pension|policyholders?|claims adjusters?|advisers|financial advis\w+|fiduciary|capital)\b/g,
      ],
      [
        /医療|ヘルスケア|health|medical/,
        /病院|医院|クリニック|診療|歯科|歯医者|整形外科|内科|小児科|眼科|皮膚科|産婦人科|外来|病棟|病床|入院|患者|看護|医師|ドクター|院長|薬剤師|調剤|電子カルテ|カルテ|介護|訪問看護|透析|検診|健診|カンファレンス|リハビリ|医療(?!系)|\b(?:hospitals?|clinics?|physicians?|doctors?|nurses?|nursing|surgeons?|surgery|patients?|wards?|dentists?|dental|orthodont\w+|pediatric\w*|physios?|physiotherap\w+|therapists?|hospice|care homes?|medical|clinical|clinicians?|charting|radiolog\w+|oncolog\w+|dermatolog\w+|cardiolog\w+|pharmac(?:y|ies|ists?)|gp|health ?care|health system|urgent care|midwi\w+|paramedics?)\b/g,
      ],
    ],
  },
  {
    of: /機能|feature|function|capabilit/,
    words: [
      [
        /話者|speaker|diari[sz]/,
        /誰(?:が|の)(?:何|言|話|喋|しゃべ|発言|声)|(?:どなた|どの人)の(?:発言|声)|発言者|話し手|声(?:で|が|を|と|の)[^。]{0,12}(?:分け|分か|区別|聞き分|別々)|名前(?:が|を|と)[^。]{0,8}(?:付|つ|出|分)|(?:人|声|発言)ごと(?:に|の)|一人(?:一人|ひとり)の発言|\b(?:who(?:'s| is| was)? (?:said|says|saying|promised|speaking|talking|recommended|agreed|asked)|which (?:person|voice|speaker|\w+) (?:said|says|spoke)|who's who|each (?:voice|speaker|person)|speakers? (?:split|labels?|names?|tags?|separat\w*|identif\w*)|separate (?:the )?(?:voices|speakers)|tell(?:s)? (?:\w+ )?(?:apart|who)|kept apart|split (?:it |them )?by (?:voice|speaker)|put a name (?:on|to)|name next to|names? (?:on|by) (?:it|each|every))\b/g,
      ],
      [
        /翻訳|translat|通訳|interpret/,
        /翻訳|通訳|同時訳|字幕|(?:その場で|すぐに?|リアルタイムで?|日本語に|英語に|母国語に?)[^。]{0,4}訳|訳(?:し|が|も|を|せ)|(?:英語|中国語|ベトナム語|スペイン語|タイ語|韓国語|ポルトガル語|外国語)(?:で|に|も|の)|\b(?:translat\w+|interpret\w*|subtitles?|captions?|(?:in|into|from) (?:spanish|english|portuguese|mandarin|chinese|french|german|japanese|korean|italian|vietnamese|arabic|polish|hindi|both languages)|(?:spanish|portuguese|mandarin|french|german|japanese|vietnamese|arabic|polish) (?:thing|on the fly|live|speakers?|side))\b/g,
      ],
      [
        /要約|まとめ|summar/,
        /要約|要点|まとめ(?:て|る|が|を|も|機能|てくれ|に)|まとまっ|短く|かいつまん|ダイジェスト|あらすじ|三行|箇条書き|\b(?:summar\w+|digest|recap\w*|short version|condens\w+|boil\w* (?:it )?down|gist|highlights|key points|bullet points?|one[- ]pager?|(?:short|quick|brief) (?:note|write-?up|version|overview)|too long; didn't read|tl;?dr)\b/g,
      ],
    ],
  },
  {
    of: /経路|きっかけ|ソース|source|heard|hear about/,
    words: [
      [
        /展示会|trade ?show|exhibition|event/,
        /展示会|見本市|ブース|フェア|エキスポ|expo|会場|ビッグサイト|幕張|名刺を?(?:交換|いただ|渡)|\b(?:trade ?shows?|expo|exhibition|booth|stand|the show|fair|conference|convention|scanned (?:your|our|my) badge|badge)\b/g,
      ],
      [
        /ウェブ|web|サイト|homepage/,
        /サイト|ホームページ|資料(?:を)?(?:ダウンロード|請求)|検索|ネットで|ググ|ウェブ|web|問い?合わせフォーム|フォームから|\b(?:web ?sites?|(?:your|our|the|on|company) site|web ?page|(?:your|pricing|home) page|landing|google|filled (?:in|out) (?:the|a|your) form|googl\w+|search(?:ed|ing)?|online|internet|contact form|landing page|web form)\b/g,
      ],
      [
        /紹介|referral|reference/,
        /紹介|勧め|薦め|教えて(?:もら|いただ|くれ)|口コミ|(?:友人|友達|友だち|知人|知り合い|先輩|後輩|同僚|仲間|顧問|先生|社長)(?:が|から|に|の)|使ってるって(?:聞|言)|\b(?:refer(?:red|ral|s)?|recommend\w*|word of mouth|put (?:me|us) (?:on ?to|in touch)|told (?:me|us) (?:about|to)|said (?:you|we|i) (?:should|ought|oughta)|mentioned you|passed (?:me|us) your|put in a good word|by way of|uses you|raved|wouldn't shut up|(?:sister|brother|mother|father|daughter|son)(?:-in-law)?|cousin|gave (?:me|us) your (?:name|number)|sent (?:me|us|you)|swears? by you|friend|colleague|neighbou?r|former boss|introduced)\b/g,
      ],
    ],
  },
]

export interface Hint {
  start: number
  end: number
  value: string
}

/** The hints of a folded sentence at options of a property. */
export function hintsIn({ label, description, options }: Property, folded: string): Hint[] {
  const asked = foldWidth(`${label} ${description}`)
  const words = HINTS.find(({ of }) => of.test(asked))?.words ?? []
  return words.flatMap(([expression, source]): Hint[] => {
    const fitting = options.filter((option) => expression.test(foldWidth(option.label)))
    if (fitting.length !== 1) return []
    return [...folded.matchAll(source)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      value: fitting[0]!.value,
    }))
  })
}

const OUTSIDE =
  /弁護士|法律事務所|税理士|司法書士|会計事務所|建設|工務店|建築|設計事務所|不動産|旅行|観光|旅館|ホテル|飲食|レストラン|居酒屋|大学|学校|学園|教授|学部|生徒|学生|塾|保育|幼稚園|市役所|区役所|役場|県庁|自治体|議会|運送|運輸|物流|倉庫業|配送|人材(?:紹介|派遣)|広告|出版|編集|新聞|放送|番組|映像|映画|劇団|デザイン|コンサル|ソフトウェア|システム開発|アプリ|スタートアップ|農(?:業|家|園)|漁|寺|神社|財団|協会|労働組合|電力|ガス会社|通信会社|\b(?:law (?:firm|office|school)|lawyers?|attorneys?|litigat\w+|paralegals?|counsel|architects?|contractors?|construction|builders?|real estate|realt\w+|landlords?|propert(?:y|ies)|travel|tour(?:s|ism)?|hotels?|guests|restaurants?|diners?|cater\w+|universit(?:y|ies)|colleges?|schools?|campus|students?|teachers?|professors?|lectures?|tutors?|county|city (?:hall|clerk|council)|town (?:hall|clerk|council)|municipal\w*|council|parish|church|charity|nonprofit|non-profit|foundation|freight|trucks|trucking|logistics|haul\w*|couriers?|staffing|recruit\w+|candidates?|advertising|marketing agency|agency|publish\w+|newsroom|reporters?|podcast\w*|documentar\w+|films?|theat(?:er|re)s?|opera|ballet|orchestra|design (?:firm|studio|house)|consult\w+|software|start-?up|app|farm\w*|union|utility|museum|library|police|sheriff)\b/
const OWN = /うち|私ども|弊社|当社|当方|です|ます|\b(?:we|we're|our|us|i|my|you|your)\b/

/** Whether a sentence speaks of an industry that portals rarely list: law, building, travel, schools, public offices. */
export function isOutside(folded: string): boolean {
  return OUTSIDE.test(folded) && OWN.test(folded)
}
