import { knows, type Engine, type Language } from './engine.ts'

type Candidate = Pick<Engine, 'languages' | 'detectsLanguage'>

/** Keys of sentences that tell people what to do; the browser has them in both languages. */
export type ChoiceNote = 'speech.language-assumed' | 'speech.no-engine' | 'speech.no-engine-for-language'

export type EngineChoice<E extends Candidate> =
  /** `language` is what the engine is asked for. A note says that it was assumed: choose the language and redo. */
  | { engine: E; language: Language; note: 'speech.language-assumed' | null }
  /** `known` are the languages that would work. */
  | { engine: null; note: 'speech.no-engine' | 'speech.no-engine-for-language'; known: string[] }

/**
 * The engine for a file, from those that are there in order of preference. `auto` goes to the first engine that detects; where
 * none does, to the one language they know, or to `preferred` when they know several.
 */
export function chooseEngine<E extends Candidate>(
  available: readonly E[],
  language: Language,
  preferred = 'ja',
): EngineChoice<E> {
  const known = [...new Set(available.flatMap((engine) => (engine.languages === 'any' ? [] : engine.languages)))]
  if (available.length === 0) return { engine: null, note: 'speech.no-engine', known }
  const detecting = language === 'auto' ? available.find((engine) => engine.detectsLanguage) : undefined
  if (detecting) return { engine: detecting, language, note: null }
  const assumed = known.includes(preferred) ? preferred : known[0]
  const asked = language === 'auto' ? assumed : language
  const engine = available.find((candidate) => asked !== undefined && knows(candidate, asked))
  if (!engine || asked === undefined) return { engine: null, note: 'speech.no-engine-for-language', known }
  return { engine, language: asked, note: language === 'auto' ? 'speech.language-assumed' : null }
}
