// Names of people: with さん, a title, "Mr." or "our CFO".

export interface NameMention {
  start: number
  end: number
  value: string
}

const TITLES =
  '営業本部長|事業本部長|本部長|事業部長|部長|次長|課長|係長|室長|主任|社長|副社長|編集長|局長|学長|校長|園長|事務長|頭取|会長|専務|常務|取締役|執行役員|代表|所長|支店長|総支配人|支配人|店長|工場長|院長|理事長|理事|マネージャー|リーダー|ディレクター'
const NAME = String.raw`[\p{Script=Han}々]{1,4}|[\p{Script=Katakana}ー]{2,12}`
const JAPANESE = [
  new RegExp(
    String.raw`(?<title>(?:[\p{Script=Han}]{1,6})?(?:${TITLES}))の(?<name>${NAME})(?:さん|様|氏)?(?=[^\p{Script=Han}々]|$)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<name>[\p{Script=Han}々]{1,4}?|[\p{Script=Katakana}ー]{2,12}?)(?<title>${TITLES})(?!の[\p{Script=Han}])`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=(?:決める|決裁する|判断する|承認する)の[はも]、?)(?<name>[\p{Script=Han}々]{1,4})(?=です|でし|だ|、|。)`,
    'gu',
  ),
  new RegExp(String.raw`(?<name>${NAME})(?<honorific>さん|様|氏)`, 'gu'),
]
/** Words before さん or a title that are no name. */
const NO_NAME = new RegExp(
  String.raw`^(?:(?:副|各)?(?:${TITLES})|先方|親会社|銀行|先生|役員|オーナー|上司|管理|企画|製造|統括|品質|財務|広報|生産|物流|システム|情報システム|マーケティング|海外|国内|経営|経営企画|営業企画|戦略|教育|看護|診療|医療|研究|研究開発|調達|資材|施設|業務|販売|商品|店舗|地区|エリア|部門|全社|関西|関東|九州|東北|北海道|中部|第[一二三]|お客|皆|奥|他社|御社|弊社|当社|各社|業者|営業|技術|開発|総務|経理|人事|法務|情報|購買|事業|東京|大阪|名古屋|今|現|前|副|新|次|上|の|弊|本|支|(?!(?:長谷|阿|渡|安|服|磯|岡|矢|曽我|下|園)部$).*(?:部|課|社|店|局|室|支店|本社|担当))$`,
)

const CAPITAL = String.raw`\p{Lu}[\p{L}'’-]+`
const EN_TITLE =
  '(?:CEO|CFO|CTO|COO|CIO|CMO|VP|SVP|president|director|head|chief|manager|owner|founder|controller|boss|lead|partner|chair)'
const FULL_NAME = String.raw`(?!(?:That|It|The|Our|My|We|You|Mr|Mrs|Ms|Dr|Prof|No|Yes|And|So|But|Just|Also|Monday|Tuesday|Wednesday|Thursday|Friday|January|February|March|April|May|June|July|August|September|October|November|December)\b)${CAPITAL} ${CAPITAL}`
const ENGLISH = [
  new RegExp(String.raw`\b(?:Mr|Mrs|Ms|Dr|Prof)\.?\s${CAPITAL}(?:\s${CAPITAL})?`, 'gu'),
  new RegExp(
    String.raw`\b(?:[Oo]ur|[Tt]he|[Mm]y)\s(?:[\p{L}-]+\s){0,3}?${EN_TITLE}(?:\sof\s[\p{L}]+)?,?\s(?<name>${CAPITAL}\s${CAPITAL}|${CAPITAL})`,
    'gu',
  ),
  new RegExp(
    String.raw`\b(?<name>${FULL_NAME})(?=,? (?:our|who|she|he|makes|decides|does|approves|signs|has the|will decide|is the one|is our|VP|SVP|${EN_TITLE})\b)`,
    'gu',
  ),
  new RegExp(
    String.raw`^(?:(?:No|Yes|Yeah|Well|Actually),? )?(?:(?:[Tt]hat(?:'d|'s| would)(?: be)?|[Ii]t(?:'s|'d be)) )?(?<name>${FULL_NAME})(?=[,.])`,
    'gu',
  ),
]

/** `text`: literal. The value is the name as it would be written into a field. */
export function findNames(text: string): NameMention[] {
  const found: NameMention[] = []
  const add = (mention: NameMention) => {
    if (!found.some((one) => one.start < mention.end && mention.start < one.end)) found.push(mention)
  }
  for (const expression of JAPANESE)
    for (const match of text.matchAll(expression)) {
      const { name = '', honorific } = match.groups!
      if (NO_NAME.test(name)) continue
      add({
        start: match.index,
        end: match.index + match[0].length,
        value: honorific === undefined ? match[0].replace(/(?:さん|様|氏)$/, '') : name,
      })
    }
  for (const expression of ENGLISH)
    for (const match of text.matchAll(expression)) {
      const end = match.index + match[0].length
      const value = match.groups?.['name'] ?? match[0]
      add({ start: end - value.length, end, value })
    }
  return found.toSorted((a, b) => a.start - b.start)
}
