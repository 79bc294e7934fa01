const LONG_RUN = /\S{100}(?=\S)/gu

/**
 * Divides long runs without a blank, which are no words. wink-nlp takes quadratic time for a run: minutes for one of
 * 100,000 letters.
 */
export function divideRuns(text: string): string {
  return text.replace(LONG_RUN, '$& ')
}
