import type { Interval, Word } from '../engine.ts'

/** Tolerance in seconds: engines place words up to half a second before or after their sound. */
const MARGIN_SECONDS = 0.5

/** True if the word lies in speech or at most half a second from it. Words elsewhere are errors of the engine. */
export function isInSpeech({ start, end }: Pick<Word, 'start' | 'end'>, speech: readonly Interval[]): boolean {
  return speech.some((part) => start < part.end + MARGIN_SECONDS && end > part.start - MARGIN_SECONDS)
}

/**
 * Joins neighbouring intervals to sentences: a pause of at least `pause` seconds ends a sentence that is `shortest`
 * seconds long or longer. No sentence is longer than 30 s.
 */
export function sentencesOf(
  speech: readonly Interval[],
  { pause = 0.4, shortest = 2 }: { pause?: number; shortest?: number } = {},
): Interval[] {
  const sentences: { start: number; end: number }[] = []
  for (const { start, end } of speech) {
    const last = sentences.at(-1)
    const isComplete = !last || (start - last.end >= pause && last.end - last.start >= shortest)
    if (isComplete || end - last.start > 30) sentences.push({ start, end })
    else last.end = end
  }
  return sentences
}
