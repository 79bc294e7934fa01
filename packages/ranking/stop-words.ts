// Words that make a sentence a question or a request, and function words. They say nothing about the passage that is
// looked for.

/** Japanese phrases, longest first where one begins with another. */
const REQUESTS = new RegExp(
  [
    '(?:教え|示し|挙げ|まとめ|説明し|抜き出し|探し|見せ|知らせ)て?(?:ください|下さい|ほしい|欲しい|もらえますか|くれますか)?',
    '(?:どの|どれ|どう|どんな|いくら|いくつ|いつ|どこ|なぜ|だれ|どちら)(?:くらい|ぐらい|ほど|ような|ように|いう|いった|から|まで|が|に|を|で|と|の)?',
    '(?:何|誰)(?:です|でし|人|か|が|を|に|と|の|で|も|件|回|つ)?',
    '(?:に|を)?(?:ついて|つきまして|関する|関して|対する|対して|めぐって|よって|よると|おいて|おける)',
    '(?:と|って)?(?<!\\p{Script=Han})(?:言|話|述べ|おっしゃ|語)(?:って|い|し|った|わ|ら|ている|ていた|ていま|ま|れ|た)+',
    '発言|言及|触れて',
    '(?:でしょう|でし|です|ます|まし|ませ)(?:た|ん)?(?:か)?',
    '(?:ください|下さい|という|こと|もの|ため|ところ|ていた|ている|された|されて|している|していた|しました|します|ありま|あった|ある|いる|いた|なった|なっ)',
    'その|この|それ|これ|あの|また|または|そして|および',
  ].join('|'),
  'gu',
)

/** A text in normal form with spaces in place of phrases of a request. */
export function withoutRequests(normal: string): string {
  return normal.replace(REQUESTS, ' ')
}

const ENGLISH = new Set(
  `a about above after again against all also am an and any are aren as at be because been before being below between both
  but by can could couldn did didn do does doesn doing don down during each either else ever few for from further had hadn has
  hasn have haven having he her here hers him his how i if in into is isn it its itself just ll me might mine more most must my
  myself no nor not of off on once one only or other our ours out over own per please re s said say says shall she should
  shouldn since so some such summarise summarize t talk talked tell than that the their theirs them then there these they this
  those through to too under until up upon us ve very was wasn we were weren what when where which while who whom whose why will
  with won would wouldn yes yet you your yours list give show find explain describe mention mentioned mentions discuss discussed`.split(
    /\s+/,
  ),
)

/** Returns true for a lower-case English function word or a word of a request. */
export function isEnglishStopWord(word: string): boolean {
  return ENGLISH.has(word)
}
