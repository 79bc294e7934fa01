import { openEnglishSentiment } from './sentiment/en.ts'
import { openJapaneseSentiment } from './sentiment/ja.ts'
import type { Language, Token, Tokenise } from './token.ts'
import { openEnglish } from './tokenise/en.ts'
import { openJapanese } from './tokenise/ja.ts'

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

const opened = new Map<Language, Promise<Analyser>>()

/** The analyser of a language. The first call loads the dictionaries (up to half a second); they stay in memory. */
export function openLanguage(language: Language): Promise<Analyser> {
  let analyser = opened.get(language)
  if (!analyser) {
    analyser = openers[language]()
    opened.set(language, analyser)
    // A failed load is not cached, so the next call retries.
    analyser.catch(() => opened.delete(language))
  }
  return analyser
}
