import type { Word } from '../../engine.ts'

// Recognisers trained on subtitles invent closing phrases in silence. A word is dropped based on measurements: the
// engine's own confidence, or no speech at its time. For listed phrases the thresholds are lower.

export interface SegmentWords {
  words: readonly Word[]
  text: string
  /** The engine's probability that this segment contains no speech, and the mean log probability of its text. */
  noSpeech?: number | undefined
  logProbability?: number | undefined
}

const knownPhantoms =
  /ご視聴ありがとうございま|チャンネル登録|おやすみなさい。?$|字幕|最後まで.*ありがとう|thank(s| you) for watching|please subscribe|subtitles by|amara\.org/i

/** The words that are kept. `isSpoken` returns whether a word lies in speech. */
export function dropPhantoms(
  claims: readonly SegmentWords[],
  isSpoken: (word: Pick<Word, 'start' | 'end'>) => boolean,
): Word[] {
  return claims.flatMap(({ words, text, noSpeech = 0, logProbability = 0 }) => {
    const isKnownPhantom = knownPhantoms.test(text)
    if (noSpeech > (isKnownPhantom ? 0.3 : 0.6) && logProbability < (isKnownPhantom ? -0.3 : -1)) return []
    const audible = words.filter(isSpoken)
    // An invented phrase is outside of speech except for at most a breath.
    return isKnownPhantom && audible.length < words.length / 2 ? [] : audible
  })
}
