/** The language that an engine detected in one sentence; null if it found none. */
export interface LanguageVote {
  readonly language: string | null
  /** Length of the sentence. */
  readonly seconds: number
}

/**
 * The language of most sentences; of two with equally many, the one with more seconds. A short exclamation that an
 * engine takes for another language counts as little as it should. Null if no sentence has a language.
 */
export function voteLanguage(votes: readonly LanguageVote[]): string | null {
  const counts = new Map<string, { sentences: number; seconds: number }>()
  for (const { language, seconds } of votes) {
    if (language === null) continue
    const before = counts.get(language) ?? { sentences: 0, seconds: 0 }
    counts.set(language, { sentences: before.sentences + 1, seconds: before.seconds + seconds })
  }
  const best = [...counts].toSorted(([, a], [, b]) => b.sentences - a.sentences || b.seconds - a.seconds)[0]
  return best?.[0] ?? null
}
