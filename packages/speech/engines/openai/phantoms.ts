import type { Word } from '../../engine.ts'

// Recognisers trained on subtitles invent closing phrases where nobody speaks. A word is dropped because of what was measured:
// the engine's own doubt, or silence where it claims to have heard something. The list of phrases only lowers the bar.

export type Claim = {
  words: readonly Word[]
  text: string
  /** The engine's probability that nobody speaks in this stretch, and the mean log probability of its text. */
  noSpeech?: number | undefined
  logProbability?: number | undefined
}

const favourites =
  /ご視聴ありがとうございま|チャンネル登録|おやすみなさい。?$|字幕|最後まで.*ありがとう|thank(s| you) for watching|please subscribe|subtitles by|amara\.org/i

/** Words that stand up. `loud` says of a time in seconds whether the segment has sound there. */
export function dropPhantoms(claims: readonly Claim[], loud: (seconds: number) => boolean): Word[] {
  return claims.flatMap(({ words, text, noSpeech = 0, logProbability = 0 }) => {
    const favourite = favourites.test(text)
    if (noSpeech > (favourite ? 0.3 : 0.6) && logProbability < (favourite ? -0.3 : -1)) return []
    const audible = words.filter((word) => hasSound(word, loud))
    // An invented phrase is spread over silence with at most a breath in it.
    return favourite && audible.length < words.length / 2 ? [] : audible
  })
}

/** Word times of such engines are off by some tenths of a second. */
function hasSound({ start, end }: Word, loud: (seconds: number) => boolean): boolean {
  for (let at = start - 0.3; at <= end + 0.3; at += 0.05) if (loud(at)) return true
  return false
}
