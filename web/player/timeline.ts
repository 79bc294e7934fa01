import type { Section, SentimentSign } from '@kaiwa/transcript'

/** Transcript data for the progress bar. */
export interface Timeline {
  /** Sections whose starts are marked; null while the section sidebar is closed (PLAY-13). */
  sections: readonly Section[] | null
  /** Sentiment at a time in seconds; null in a pause. */
  sentimentAt: (time: number) => SentimentSign | null
}

/** Value before a transcript exists. */
export const EMPTY_TIMELINE: Timeline = { sections: null, sentimentAt: () => null }

/** Colour and label of the hover: negative is pink, all other speech green (PLAY-14). */
export function sentimentTone(sign: SentimentSign | null): 'positive' | 'negative' | null {
  return sign === null ? null : sign === 'negative' ? 'negative' : 'positive'
}

/** Position of a section's mark on the bar in percent. */
export function markPosition(time: number, duration: number): number {
  return Math.min(100, Math.max(0, (time / duration) * 100))
}
