import type { Term } from '@kaiwa/contract/transcripts.ts'
import { openLanguage } from './open.ts'
import { scoreTerms } from './score.ts'
import { placeTerms } from './terms.ts'
import type { Passage, TimedWord } from './terms.ts'
import type { Language } from './token.ts'

export interface Analysis {
  terms: Term[]
  /** Above 0 positive, 0 neutral, below 0 negative; -1 to 1. */
  sentiment: number
}

/**
 * Passages between two yields to the event loop, so that heartbeats and cancellation on this thread wait a few
 * milliseconds at most.
 */
const BREATH = 64
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The terms of a text, without scores. `span` defaults to the time from the first to the last timed word. */
export async function toTerms(
  content: string,
  words: readonly TimedWord[],
  language: Language,
  span = { start_time: words[0]?.start ?? 0, end_time: words.at(-1)?.end ?? 0 },
): Promise<Term[]> {
  const { tokenise } = await openLanguage(language)
  return placeTerms({ content, words, ...span }, tokenise(content))
}

/** Terms and sentiment of all passages of a file, in order. Scores are weights within this file. */
export async function analysePassages(passages: readonly Passage[], language: Language): Promise<Analysis[]> {
  const { tokenise, sentiment } = await openLanguage(language)
  const analyses: Analysis[] = []
  for (const passage of passages) {
    const tokens = tokenise(passage.content)
    analyses.push({ terms: placeTerms(passage, tokens), sentiment: sentiment(passage.content, tokens) })
    if (analyses.length % BREATH === 0) await breathe()
  }
  scoreTerms(analyses)
  return analyses
}
