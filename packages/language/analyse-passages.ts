import type { Term } from '@kaiwa/contract/transcripts.ts'
import { openLanguage } from './open-language.ts'
import { scoreTerms } from './score.ts'
import { alignTerms } from './terms.ts'
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
const PASSAGES_PER_YIELD = 64

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** The terms of a text, without scores. `span` defaults to the time from the first to the last timed word. */
export async function toTerms(
  content: string,
  words: readonly TimedWord[],
  language: Language,
  span = { start_time: words[0]?.start ?? 0, end_time: words.at(-1)?.end ?? 0 },
): Promise<Term[]> {
  const { tokenise } = await openLanguage(language)
  return alignTerms({ content, words, ...span }, tokenise(content))
}

/** Terms and sentiment of all passages of a file, in order. Scores are weights within this file. */
export async function analysePassages(passages: readonly Passage[], language: Language): Promise<Analysis[]> {
  const { tokenise, sentiment } = await openLanguage(language)
  const analyses: Analysis[] = []
  for (const passage of passages) {
    const tokens = tokenise(passage.content)
    analyses.push({ terms: alignTerms(passage, tokens), sentiment: sentiment(passage.content, tokens) })
    if (analyses.length % PASSAGES_PER_YIELD === 0) await yieldToEventLoop()
  }
  scoreTerms(analyses)
  return analyses
}
