// Japanese morae have nearly equal length, so their number is a good, cheap estimate of the speaking time of a text.
// Kana are counted exactly; other characters count with the average of their kind.

const SMALL = /[\u3099\u309aぁぃぅぇぉゃゅょゎァィゥェォャュョヮｧｨｩｪｫｬｭｮﾞﾟ゛゜]/u
const KANA = /[ぁ-ゖァ-ヺーｦ-ﾝヽヾゝゞ]/u
const KANJI = /[\p{Script=Han}〆ヶ]/u
const DIGIT = /\p{Nd}/u
const CAPITAL = /\p{Lu}/u
const OTHER_SPEECH = /[\p{L}\p{N}\p{Sc}%％&＆+＋@＠#＃℃°]/u

/** Average morae of characters other than kana: 議 ギ, 事 ジ to 録 ロク; 7 ナナ; B ビー; one letter of an English word. */
const PER_KANJI = 1.9
const PER_DIGIT = 2
const PER_CAPITAL = 2
const PER_LETTER = 0.6

function morae(character: string): number {
  if (SMALL.test(character)) return 0
  if (KANA.test(character)) return 1
  if (KANJI.test(character)) return PER_KANJI
  if (DIGIT.test(character)) return PER_DIGIT
  if (CAPITAL.test(character)) return PER_CAPITAL
  return OTHER_SPEECH.test(character) ? PER_LETTER : 0
}

/** Cache of mora counts by character. A language uses a few thousand characters. */
const moraCache = new Map<string, number>()

/**
 * Number of morae of a reading in kana (exact) or of any text (an estimate, may be a fraction). Punctuation and spaces
 * count 0.
 */
export function moraCount(text: string): number {
  let count = 0
  for (const character of text) {
    let value = moraCache.get(character)
    if (value === undefined) moraCache.set(character, (value = morae(character)))
    count += value
  }
  return count
}
