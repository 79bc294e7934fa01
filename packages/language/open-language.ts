import { openEnglishSentiment } from './sentiment/english-sentiment.ts'
import { openJapaneseSentiment } from './sentiment/japanese-sentiment.ts'
import type { Language, Token, Tokenise } from './token.ts'
import { openEnglish } from './tokenise/english-tokeniser.ts'
import { openJapanese } from './tokenise/japanese-tokeniser.ts'

/** Language-specific analysis. Sentiment: above 0 positive, 0 neutral, below 0 negative; range -1 to 1. */
export interface Analyser {
  tokenise: Tokenise
  sentiment: (text: string, tokens: readonly Token[]) => number
}

const openers: Readonly<Record<Language, () => Promise<Analyser>>> = {
  async ja() {
    const [tokenise, sentiment] = await Promise.all([openJapanese(), openJapaneseSentiment()])
    return { tokenise, sentiment: (_, tokens) => sentiment(tokens) }
  },
  async en() {
    const [tokenise, sentiment] = await Promise.all([openEnglish(), openEnglishSentiment()])
    return { tokenise, sentiment }
  },
}

const analysers = new Map<Language, Promise<Analyser>>()

/** The analyser of a language. The first call loads the dictionaries (up to half a second); they stay in memory. */
export function openLanguage(language: Language): Promise<Analyser> {
  let analyser = analysers.get(language)
  if (!analyser) {
    analyser = openers[language]()
    analysers.set(language, analyser)
    // A failed load is not cached, so the next call retries.
    analyser.catch(() => analysers.delete(language))
  }
  return analyser
}
