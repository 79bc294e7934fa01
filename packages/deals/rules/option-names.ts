// Names by which people speak of the options of an enumeration: the label, its distinguishing part, and common words for
// options that many portals have (industries, sources, payments).
import { foldWidth } from '../fold.ts'
import type { Property } from '../property.ts'

export interface OptionName {
  value: string
  /** Matches the name in folded text; global. */
  expression: RegExp
  length: number
}

interface CommonWords {
  /** Folded label of a property. */
  of: RegExp
  /** Folded label of an option, and the words for it. */
  words: readonly (readonly [label: RegExp, words: string])[]
}

const COMMON: readonly CommonWords[] = [
  {
    of: /業種|業界|industry|sector/,
    words: [
      [
        /製造|メーカー|manufactur/,
        String.raw`製造(?:業|会社)|(?<!他の|ソフト)メーカー|工場(?=[をがのでなは、])|金属加工|を(?:作って|製造して)(?:る|いる|おる)会社|(?<=(?:御社|うち|当社|弊社)(?:では|は|、|で)?[^。]{0,24}(?:(?<!資料|議事録|動画|記録|アプリ|ソフト|システム|サイト|メモ|番組|映像|書類|計画|仕組み)を))(?:作って|造って|製造して)(?=い|お|る)|板金|鋳造|金型屋|町工場|酒造|造り酒屋|manufacturers?|manufactur(?:e|es|ed|ing)|machine shops?|foundry|factory|factories|(?<=\b(?:we|you) )(?:make|build|produce|stamp|mold|weld|forge|assemble) (?!sure|it\b|an? |the |our |up |every|(?:[a-z]+ ){0,2}(?:decisions|software|apps|games|websites|videos|films|movies|mistakes|calls|houses|homes|buildings|deals|plans|teams)\b)(?:[a-z]+ ){0,2}[a-z]+s\b`,
      ],
      [
        /小売|流通|retail/,
        String.raw`小売(?:業|店)?|スーパー(?:マーケット|さん)?(?![ァ-ヶ])|百貨店|ドラッグストア|ホームセンター|専門店|量販店|コンビニ|アパレル|雑貨店|書店|家具店|(?:菓子|花|酒|八百|魚|肉|パン|本|薬|電器|時計|靴)屋(?!さん)|retail(?:ers?)?|supermarkets?|grocer(?:y|ies)|(?:department|furniture|clothing|shoe|hardware|convenience|drug|electronics|toy|garden|flagship|book) ?(?:stores?|shops?|centers?)|(?:fashion|clothing|dress|bridal) boutiques?|(?<=\b(?:we have|we run|we operate|we've got|our) (?:[\w-]+ )?)stores`,
      ],
      [
        /金融|finance|financial|banking/,
        String.raw`銀行(?!口座|振込|から)|金融機関|証券会社|証券|信用金庫|信金|信用組合|保険会社|(?:損害|生命)保険|損保|生保|保険(?:の)?代理店|資産運用|投資会社|(?:regional |community )?banks?(?! (?:account|transfer|holiday|details))|credit unions?|insurance (?:company|brokerage|agency|carrier)|brokerage|insurers?|wealth manage(?:rs|ment)|asset manage(?:rs|ment)|lender`,
      ],
      [
        /医療|ヘルスケア|health|medical/,
        String.raw`病院|クリニック|診療所|医院|歯科|医療法人|介護施設|カルテ|看護師?|hospitals?|clinics?|hospice|(?:medical|dental) (?:practices?|group|cent(?:er|re)|offices?)|orthodontists|dentists|pediatricians|urgent care|nursing homes?|physicians|nurses`,
      ],
    ],
  },
  {
    of: /経路|きっかけ|ソース|source|heard|hear about/,
    words: [
      [
        /展示会|trade ?show|exhibition|event/,
        String.raw`展示会|見本市|ブース|trade ?shows?|trade fair|expo|exhibition|(?:your|our) booth`,
      ],
      [
        /ウェブ|web|サイト|homepage/,
        String.raw`ウェブサイト|ホームページ|(?:御社の?|の)サイト|(?<![ァ-ヶー])サイト(?=[がのをか])|ネットで|(?<=\b(?:your|the) )site|検索して|ググ|ウェブ(?:で|から)|(?:web|home)(?:site|page)|googl(?:e|ed|ing)`,
      ],
      [
        /紹介|referral|reference/,
        String.raw`紹介|勧められ|(?:に|から)教えて(?:もら|いただ)|(?:友人|知人|知り合い|先輩|同僚)(?:が|から|に|の(?:紹介|勧め))|refer(?:ral|red)|recommended|word of mouth|(?:a|my|our) (?:colleague|friend|former (?:boss|colleague)|neighbor)`,
      ],
    ],
  },
  {
    of: /支払|決済|payment|pays|billing/,
    words: [
      [/請求書|invoice/, String.raw`請求書|invoices?`],
      [
        /クレジット|card/,
        String.raw`クレジット|カード|(?:company |corporate )?(?:credit )?cards?|amex|visa|mastercard`,
      ],
      [/口座振替|direct debit/, String.raw`口座振替|引き落とし|引落|direct debits?`],
    ],
  },
]

/** Words that labels of one kind share, and people leave out. */
const SHARED = /(?:プラン|コース|払い|機能|ソフト| plan| edition| tier| package| notes| soft)$/

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

/** Letters of a word by which its other forms are found. */
const STEM = 5

/** Both words of a label in another form or order: "separate the speakers" for "Speaker separation", 話者の分離. */
function looseSource(name: string): string | null {
  const kanji = /^(\p{Script=Han}{2})(\p{Script=Han}{2})$/u.exec(name)
  if (kanji) return `${kanji[1]}[をのが]${kanji[2]}`
  const [first, second, third] = name.split(' ').map((word) => word.slice(0, STEM))
  if (!first || !second || third !== undefined || first.length < STEM || second.length < STEM) return null
  if (!/^[a-z]+$/.test(first + second)) return null
  return `${first}[a-z]*(?: [a-z]+)? ${second}[a-z]*|${second}[a-z]*(?: [a-z]+)? ${first}[a-z]*`
}

/** An industry that is only that of customers: 病院向け, "we sell to hospitals", "retail software". */
const OF_CUSTOMERS_BEFORE = String.raw`(?<!\b(?:to|for|with|serve|supply|had a|other|another|every) )(?<!(?<!\b(?:at|across|in) )the )`
const OF_CUSTOMERS_AFTER = String.raw`(?!(?:さん)?(?:向け|相手|への|から)|に勤め|の隣|に(?:納|卸|売|販売)|の(?:お客|顧客|取引)|系の|庁|機器|器具|費|情報|用の| (?:roles?|jobs?|positions?|teams?|departments?|people|directors?|managers?|side|year|software|tech|startup|consult|marketing|recruit|staffing|media|analytics|customers|clients))`

function bounded(source: string): RegExp {
  // Latin words are whole words, with their plural; Japanese has no spaces.
  return new RegExp(String.raw`(?<![a-z0-9](?=[a-z0-9]))(?:${source})(?:(?<=[a-z])e?s)?(?<![a-z0-9](?=[a-z0-9]))`, 'g')
}

function nameOf(value: string, source: string, length: number): OptionName {
  return { value, expression: bounded(source), length }
}

/** Parts of a label that no other option has: "Premium" of "Premium plan", 翻訳 of リアルタイム翻訳. */
function partsOf(name: string, others: readonly string[]): string[] {
  const part = name.replace(SHARED, '').trim()
  const last = name.match(/(?<=[ァ-ヶー])\p{Script=Han}{2,}$|(?<=^[a-z]+ )[a-z]{7,}$/u)?.[0]
  return [part, ...(last === undefined ? [] : [last])].filter(
    (one) => one !== name && one.length >= 2 && !others.some((other) => other.includes(one)),
  )
}

function makeNames({ label, description, options }: Property): OptionName[] {
  const asked = foldWidth(`${label} ${description}`)
  const common = COMMON.find(({ of }) => of.test(asked))?.words ?? []
  const labels = options.map((option) => ({ name: foldWidth(option.label).trim(), value: option.value }))
  const named = labels.filter(({ name }) => name.length >= 2)
  const names = named.flatMap(({ name, value }): OptionName[] => {
    const others = named.filter((one) => one.value !== value).map((one) => one.name)
    const parts = [name, ...partsOf(name, others)]
    const loose = looseSource(name)
    const literal = parts.map((part) => nameOf(value, escaped(part), part.length))
    return loose === null ? literal : [...literal, nameOf(value, loose, 1)]
  })
  const isIndustry = common.length > 0 && common[0]![0].test('製造')
  const words = common.flatMap(([expression, source]): OptionName[] => {
    const fitting = named.filter(({ name }) => expression.test(name))
    // Words that fit several options choose none of them.
    return fitting.length === 1 ? [nameOf(fitting[0]!.value, source, 1)] : []
  })
  const all = [...names, ...words].toSorted((a, b) => b.length - a.length)
  if (!isIndustry) return all
  return all.map((one) => ({
    ...one,
    expression: new RegExp(OF_CUSTOMERS_BEFORE + one.expression.source + OF_CUSTOMERS_AFTER, 'g'),
  }))
}

const known = new WeakMap<Property, OptionName[]>()

/** The longest first: "Standard plus" is not "Standard". Made once for each property. */
export function optionNames(property: Property): OptionName[] {
  const names = known.get(property) ?? makeNames(property)
  known.set(property, names)
  return names
}
