import type { Section, SentimentSign } from '@kaiwa/transcript'

/** What the progress bar knows of what is said in the recording. */
export interface Said {
  /** Whose starts are marked; null while the reader has sections put away (PLAY-13). */
  sections: readonly Section[] | null
  /** At a time in seconds; null where nothing is said. */
  sentimentAt: (time: number) => SentimentSign | null
}

/** Before there is a transcript. */
export const nothingSaid: Said = { sections: null, sentimentAt: () => null }

/** How the pointer is coloured and labelled: negative pink, everything else that is said green (PLAY-14). */
export const toneOf = (sign: SentimentSign | null): 'positive' | 'negative' | null =>
  sign === null ? null : sign === 'negative' ? 'negative' : 'positive'

/** Where a section's mark stands on the bar, in percent. */
export const markPlace = (time: number, duration: number): number => Math.min(100, Math.max(0, (time / duration) * 100))
