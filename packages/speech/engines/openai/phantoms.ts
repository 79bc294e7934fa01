import type { Word } from '../../engine.ts'

// Recognisers trained on subtitles invent closing phrases in silence. A word is dropped based on measurements: the
// engine's own confidence, or silence at its time. For listed phrases the thresholds are lower.

export interface SegmentWords {
  words: readonly Word[]
  text: string
  /** The engine's probability that this segment contains no speech, and the mean log probability of its text. */
  noSpeech?: number | undefined
  logProbability?: number | undefined
}

const knownPhantoms =
  /ご視聴ありがとうございま|チャンネル登録|おやすみなさい。?$|字幕|最後まで.*ありがとう|thank(s| you) for watching|please subscribe|subtitles by|amara\.org/i

/** The words that are kept. `loud` returns whether the segment has sound at a time in seconds. */
export function dropPhantoms(claims: readonly SegmentWords[], loud: (seconds: number) => boolean): Word[] {
  return claims.flatMap(({ words, text, noSpeech = 0, logProbability = 0 }) => {
    const isKnownPhantom = knownPhantoms.test(text)
    if (noSpeech > (isKnownPhantom ? 0.3 : 0.6) && logProbability < (isKnownPhantom ? -0.3 : -1)) return []
    const audible = words.filter((word) => hasSound(word, loud))
    // An invented phrase is in silence except for at most a breath.
    return isKnownPhantom && audible.length < words.length / 2 ? [] : audible
  })
}

/** Tolerance for word times, which are inaccurate by some tenths of a second. */
function hasSound({ start, end }: Word, loud: (seconds: number) => boolean): boolean {
  for (let at = start - 0.3; at <= end + 0.3; at += 0.05) if (loud(at)) return true
  return false
}
