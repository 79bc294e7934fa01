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
        /銀行|信用金庫|信金|金庫|信用組合|信組|信託|証券|保険|損保|生保|共済|融資|貸付|与信|預金|投信|資産運用|運用会社|投資(?:家|信託|顧問|会社)|ファンド|アセットマネジメント|クレジット会社|消費者金融|渉外|窓口業務|フィンテック|リース会社|監査法人|\b(?:banks?|banking|bankers?|credit unions?|building society|insur(?:ance|ers?)|(?:insurance|mortgage|stock) brokers?|brokerage|underwrit\w+|actuar\w+|mortgages?|lend(?:ers?|ing)?|loan officers?|loans|tellers?|hedge fund|private equity|venture fund|funds?|asset manage\w+|wealth|portfolio managers?|traders?|trading desk|markets are|fintech|pension|policyholders?|claims adjusters?|advisers|financial advis\w+|fiduciary|capital)\b/g,
      ],
      [
        /医療|ヘルスケア|health|medical/,
        /病院|医院|クリニック|診療|歯科|歯医者|整形外科|内科|小児科|眼科|皮膚科|産婦人科|外来|病棟|病床|入院|患者|看護|医師|ドクター|院長|薬剤師|調剤|電子カルテ|カルテ|介護|訪問看護|透析|検診|健診|カンファレンス|リハビリ|医療(?!系)|\b(?:hospitals?|clinics?|physicians?|doctors?|nurses?|nursing|surgeons?|surgery|patients?|wards?|dentists?|dental|orthodont\w+|pediatric\w*|physios?|physiotherap\w+|therapists?|hospice|care homes?|medical|clinical|clinicians?|charting|radiolog\w+|oncolog\w+|dermatolog\w+|cardiolog\w+|pharmac(?:y|ies|ists?)|gp|health ?care|health system|urgent care|midwi\w+|paramedics?)\b/g,
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
        /サイト|ホームページ|検索|ネットで|ググ|ウェブ|web|問い?合わせフォーム|フォームから|\b(?:web ?site|websites?|site|web page|googl\w+|search(?:ed|ing)?|online|internet|contact form|landing page|web form)\b/g,
      ],
      [
        /紹介|referral|reference/,
        /紹介|勧め|薦め|教えて(?:もら|いただ|くれ)|口コミ|(?:友人|友達|友だち|知人|知り合い|先輩|後輩|同僚|仲間|顧問|先生|社長)(?:が|から|に|の)|使ってるって(?:聞|言)|\b(?:refer(?:red|ral|s)?|recommend\w*|word of mouth|put (?:me|us) (?:on ?to|in touch)|told (?:me|us) (?:about|to)|said (?:you|we|i) (?:should|ought|oughta)|mentioned you|passed (?:me|us) your|gave (?:me|us) your (?:name|number)|sent (?:me|us|you)|swears? by you|friend|colleague|neighbou?r|former boss|introduced)\b/g,
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
