// Japanese is spoken in beats of nearly equal length, so the number of morae is the best cheap measure of how long a
// piece of text takes to say. Kana count exactly; what has no reading counts by what its kind takes on average.

const SMALL = /[\u3099\u309aぁぃぅぇぉゃゅょゎァィゥェォャュョヮｧｨｩｪｫｬｭｮﾞﾟ゛゜]/u
const KANA = /[ぁ-ゖァ-ヺーｦ-ﾝヽヾゝゞ]/u
const KANJI = /[\p{Script=Han}〆ヶ]/u
const DIGIT = /\p{Nd}/u
const CAPITAL = /\p{Lu}/u
const OTHER_SPEECH = /[\p{L}\p{N}\p{Sc}%％&＆+＋@＠#＃℃°]/u

/** Average morae of what is not written in kana: 議 ギ/事 ジ to 録 ロク; 7 ナナ; B ビー; one letter of an English word. */
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

/** The last few thousand characters of a language recur for ever: each is judged once. */
const known = new Map<string, number>()

/** Morae of a reading in kana (exact), or of any text (estimated, may be a fraction). Punctuation and spaces take none. */
export function moraCount(text: string): number {
  let count = 0
  for (const character of text) {
    let value = known.get(character)
    if (value === undefined) known.set(character, (value = morae(character)))
    count += value
  }
  return count
}
