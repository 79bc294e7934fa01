// Groups of words around a value. None of them decides anything: a weight says what each group means for a kind of value.

/** All expressions are matched with folded text. */
const WORDS: readonly (readonly [name: string, expression: RegExp])[] = [
  [
    'others',
    /さん(?:は|が|の|も|って|だと)|社長は|向こう|あちら|隣|よそ|同業|知り合い|知人|友[人達]|息子|娘|妻|夫|主人|兄|弟|姉|妹|父|母|甥|姪|孫|前の(?:会社|職場)|他社|本社|親会社|\b(?:he|she|they|his|her|their|him|them|somebody|someone|everybody|people|folks|sister|brother|wife|husband|mother|father|mom|dad|daughter|son|cousin|nephew|niece|uncle|aunt|friend|neighbou?r|mate|old job|last job|former|other (?:company|firm|shop|team)|competitors?)\b/,
  ],
  [
    'we',
    /うち|弊社|当社|当院|当行|私ども|我々|こちら|わたしたち|\b(?:we|we're|we've|we'll|we'd|our|us|i|i'm|i'd|i'll|my)\b/,
  ],
  ['you', /御社|貴社|そちら|お客様|\b(?:you|you're|you've|you'll|you'd|your)\b/],
  ['negation', /ない|ません|なく|なかっ|ずに|不要|なし|\b(?:no|not|never|none|nothing|neither|nor|without)\b|n't\b/],
  [
    'pastTense',
    /(?:まし|でし|だっ|かっ|っ|い|し|え|れ|け|んだ)た(?:[。、]|け|が|ん|の|ら?し|よ|$)|\b(?:was|were|did|had|said|told|asked|wanted|got|went|came|took|made|\w{3,}ed)\b/,
  ],
  [
    'hedge',
    /くらい|ぐらい|ほど|たぶん|多分|おそらく|だいたい|大体|程度|前後|約|ざっと|\b(?:about|around|roughly|approximately|probably|maybe|i think|i guess|ish|or so|something like|give or take)\b/,
  ],
  ['contrast', /けど|ですが|ますが|けれど|のに|ただ|でも|\b(?:but|though|although|however|except)\b/],
  ['only', /だけ|のみ|しか|まで(?:で)?いい|\b(?:only|just|nothing else|that's it|that's all)\b/],
  [
    'all',
    /全部|全体|合計|トータル|総|全|合わせて|\b(?:total|all|altogether|overall|everything|combined|in all|all in)\b/,
  ],
  [
    'rate',
    /あたり|につき|ずつ|毎|ごと|一(?:人|店|拠点|名)|\b(?:per|each|every|a (?:store|site|seat|user|head|month|week|day|branch|shop|clinic|person|piece))\b/,
  ],
  [
    'want',
    /たい|ほしい|欲し|希望|お願い|必要|必須|要る|要り|\b(?:want|wants|need|needs|like to|love to|please|must|require[sd]?|have to|has to)\b/,
  ],
  [
    'settled',
    /決ま|決め|確定|で(?:いい|結構|お願い|いき|進め)|間違い(?:な|ござ)|\b(?:done|deal|agreed|final|settled|confirmed|fixed|decided|signed off|it is|let's|go with|going with|take)\b/,
  ],
  ['wish', /たら|れば|なら|もし|かも|\b(?:if|would|could|might|may|should|unless|whether)\b/],
  ['send', /送|提出|メール|お出し|郵送|届|\b(?:send|sent|e-?mail|mail|deliver|text you|forward|inbox|paperwork)\b/],
  [
    'relief',
    /もう候補|外し|落とし|断[りっ]|やめ|閉め|辞め|異動|退職|なくな|retired?|closed|gone|dropped|ruled out|passed on|threw|off the table|out of|used to/,
  ],
  ['age', /歳|才|年(?:選手|勤め|目)|years? old|\bage|birthday|ages\b/],
  [
    'asking',
    /教えて|伺|いかが|どう(?:です|され|しま)|いつ|いくら|何[人名社店か]|どちら|どなた|\b(?:how|when|what|which|who|where)\b/,
  ],
  ['use', /使|利用|\b(?:us(?:e|es|ing)|used)\b/],
]

/** A trait for each group of words in a text: `w:we`. */
export function wordTraits(prefix: string, folded: string): string[] {
  return WORDS.flatMap(([name, expression]) => (expression.test(folded) ? [`${prefix}:${name}`] : []))
}
