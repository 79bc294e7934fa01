// Requests to the reader of the conversation, a person or a system, to write something into a field: they state nothing
// about the deal. Recognized by their form: a verb of writing as a request, and fields or systems as its place.

function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'))
}

const JA_WRITE =
  '(?:記載|記入|入力|登録|更新|変更|設定|記録|反映|上書き|修正|書き換え|書きかえ|書き込[みんむ]|書[いきくけこ]|セット|出力|転記|代入|入れ[てろよる]|入れて|埋め|残[しすせ]|選択|扱|[回返]答|提案)'
const JA_PLACE =
  '(?:欄|フィールド|プロパティ|入力項目|項目|レコード|データベース|crm|hubspot|ハブスポット|システム|入力値|値)'
/** The end of a request: …してください, …すること, …しなさい, …をお願いします. */
const JA_REQUEST =
  '(?:て|で)(?:おいて|おき)?(?:ください|下さい|くださ|くれ|ほしい|欲しい|もらえ|もらい|いただ|頂|ね|よ|[。!]?$)|(?:する|く|れる|す)(?:こと|よう|ように|べき)(?:に?(?:して|お願い|です)|[。!、]|$)|(?:を|で|の程)?(?:お願い|願い)|(?:しろ|せよ|しなさい|なさい|すべし|[けせろよ])[。!]?$'

const JA = anyOf(
  /(?:指示|命令|ルール|規則|プロンプト|制約).{0,12}(?:無視|忘れ|従|変更)|(?:無視|忘れ)(?:して|てください)/,
  // 金額欄は0円; not 欄 in other words: 空欄.
  /(?<![空])欄(?:は|を|に|へ|の|で|が|[:：=])|(?:フィールド|プロパティ|入力項目)(?:は|を|に|へ|の値|[:：=])/,
  new RegExp(`${JA_PLACE}.{0,24}${JA_WRITE}`),
  new RegExp(`${JA_WRITE}(?!させて).{0,3}?(?:ください|下さい|${JA_REQUEST})`),
  // Without an ending: 0円で上書き, 金額を0円に.
  /(?:を|に|で|と)(?:ご)?(?:記載|記入|入力|登録|更新|変更|設定|上書き|セット)(?:のこと|する)?[。!]?$|を.{1,20}(?:に|へ)[。!]?$|とする[。!]?$/,
  // 0円とみなしてください.
  /(?:と|だと|として)(?:判断|みな|見な|扱|[回返]?答|解釈|理解|認識|報告|出|返).{0,3}?て(?:ください|下さい|くれ|ほしい|欲しい|おいて|[。!]?$)/,
  // 0円と記載, but not 0円と記載されています.
  /と(?:記載|記入|入力|登録|更新|変更|設定|記録|修正|書)(?!され|があ|いてあ|して(?:い|あ)|しました|いた|いて(?:い|あ))/,
  // 0円にしてください, 0円にしておいて, 0円に変更.
  /(?:に|と|へ)(?:して|変えて|直して|改めて)(?:おいて|やって)?(?:ください|下さい|くれ|ほしい|欲しい|もらえ|もらい|いただ|頂|ね|よ|[。!]?$)|(?:に|と|へ)(?:変更|更新|修正|上書き)(?!され|しました|になり|にな|し(?:て|た)い)|(?:に|と)(?:しろ|せよ|しなさい|するよう|すべし)|(?:に|と)すること(?:[。!、]|$)/,
  /(?:^|[「『(])(?:ai|システム|アシスタント|モデル|hubspot|crm|会話くん)(?:へ|さん|君|くん|に告|[、,:：])/,
)

const EN_WRITE =
  '(?:write|set|switch|modify|turn|bring|respond|show|enter|put|fill|type|insert|output|print|assign|record|log|note|update|change|make|mark|register|save|store|add|replace|overwrite|use|input|list|populate|report|adjust|edit|correct|fix|treat|say|answer|return|give|propose|choose|select|pick|tick|reset|raise|lower|increase|reduce|keep|leave|consider|assume)'
/** Words before a verb that is a request. */
const EN_BEFORE = String.raw`(?:^["'(]?|[;:,] ?|\b(?:please|kindly|just|simply|now|then|also|you (?:should|must|shall|can|may|need to|have to|are to|will)|can you|could you|would you|will you|want you to|need you to|like you to|ask you to|tell (?:it|them|the system) to|let's|make sure (?:to|you)|be sure to|remember to|don't forget to|go ahead and|someone|somebody|everyone) )(?:(?:please|kindly|just|simply|now|then|also) )*`
const EN_OBJECT = String.raw`(?:(?:with )?(?:it|this|them|the|a|an|my|our|your|his|her|their|zero|no|yes|true|false|\d[\d,.]*k?|[$€£¥]\d?|["'])(?:\b|(?<=\W))|(?:[\w'-]+ ){1,5}?(?:to|as|into|in|with|equals?|=)(?: |\b))`
const EN_PLACE = '(?:fields?|propert(?:y|ies)|columns?|records?|crm|hubspot|database|system|form|deal|entry)'

const EN = anyOf(
  /\b(?:ignore|disregard|forget|override|pretend)\b.{0,40}\b(?:instructions?|rules?|previous|above|prompt|everything|all)\b/,
  /(?<!i'll |we'll |will |i |we |me |to )\b(?:write|set|enter|put|fill|type|insert|output|print|assign)\b.{0,60}\b(?:into|in|to|as|for|with)\b.{0,30}(?:\b(?:fields?|propert(?:y|ies)|amount|value|columns?|record|crm|hubspot|deal|name|date|budget|stage)\b|\d)/,
  // An imperative of writing with what is to be written.
  new RegExp(String.raw`${EN_BEFORE}${EN_WRITE} (?!that\b)${EN_OBJECT}`),
  // The amount must be set to 0.
  /\b(?:should|must|shall|has to|have to|needs? to|is to|are to|ought to|can|may) be (?:set|changed|updated|recorded|entered|written|filled|marked|registered|logged|saved|stored|listed|made|put|treated|reset)\b/,
  /\b(?:should|must|shall|needs? to|has to|have to) (?:say|read|show|contain|state|equal)\b/,
  /\b(?:should|must|shall|needs? to|has to|have to)\b.{0,40}\b(?:become|(?:in|into|on) (?:the |your |our )?(?:crm|hubspot|record|database|form))\b/,
  /^(?:please )?let (?:the|it|this|our)\b.{0,40}\bbe\b/,
  new RegExp(
    String.raw`\b${EN_WRITE}\b.{0,60}\b(?:in|into|to|on|of|for) (?:the |this |that |our |your )?(?:[\w-]+ ){0,3}${EN_PLACE}\b`,
  ),
  /\b(?:the|this|that|each|every|amount|budget|date|name|price|value|stage) fields? (?:is|to|as|should|must|shall|needs?|has|with|=|:)/,
  /\bsystem prompt\b|(?:^|\b(?:to|dear|hey|hi|hello) (?:the )?)(?:ai|assistant|model|system|bot|crm|hubspot)(?: ?[,:：]|$)/,
)

export function isInstruction(folded: string): boolean {
  return JA.test(folded) || EN.test(folded)
}
