// Whether the words around the name of an industry say that it is the one of the speaker, or of the person spoken to: "we're
// a bank", うちは信用金庫ですから; not "we clean hospitals", 病院の建て替え.

const EN_ADJECTIVES = String.raw`(?:(?!(?:our|my|your|their|his|her|for|from|that|which|who|we|they|to|near|across|and|but|with|design|clean|supply|serve|place|help)\b)[\w'’-]+,? ){0,5}`
const EN_BEFORE = new RegExp(
  [
    String.raw`\b(?:we're|we are|i'm|i am|you're|you are|it's|as an?|we (?:all )?work (?:at|in)) ${EN_ADJECTIVES}$`,
    String.raw`\b(?:we|i|you) (?:also |mostly )?(?:run|operate|own|manage|have|lend|are)(?: got)? ${EN_ADJECTIVES}$`,
    String.raw`\b(?:we've|you've|i've) got ${EN_ADJECTIVES}$`,
    String.raw`\b(?:we|us|i|operations|sales) (?:at|for) (?:the|a) $`,
    String.raw`\b(?:across|at) (?:the|this) (?:\w+ )?$`,
    String.raw`\b(?:we|you|i) $`,
    String.raw`^(?:(?:yeah|yes|so|and|well|right|okay|just|it's|that's|the),? )*${EN_ADJECTIVES}$`,
  ].join('|'),
)
/** "Our stores" are those of a retailer, "our bank" is not that of a bank. */
const EN_OUR = /\b(?:our|my|your) (?:\w+ )?$/
const EN_OWNED = /(?:stores|clinics|hospitals?|physicians|nurses|factory|factories|branches)$/

const JA_AFTER =
  /^(?:業|会社|店|チェーン|グループ|大手|関係|系)*(?:です|でし|でして|なん|なの|なもん|だから|で(?:、|す|し|[^もはき])|に(?:なり|近|入)|と(?:いう|なり|なって)|を(?:やって|経営|運営|営|展開)|として|様|さん(?!の|から|に)|ですと|をされて|を[^。、]{0,8}(?:経営|運営)|ならでは|の(?:メーカー|中|代理店|会社|企業)|会社|代理店|、|。|$)/
const JA_OUR =
  /(?:うち|弊社|当社|御社|私ども|先生)(?:の|は|、)?(?:(?!お客|取引|顧客|親|息子|娘|妻|主人|隣|担当)[^、。はがをにへで]{1,8}の)?$/

export function isSelfDescription(before: string, name: string, after: string): boolean {
  if (/[a-z]$/.test(name)) return EN_BEFORE.test(before) || (EN_OUR.test(before) && EN_OWNED.test(name))
  return JA_AFTER.test(after) || JA_OUR.test(before)
}
