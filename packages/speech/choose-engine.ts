import { supportsLanguage, type Engine, type Language } from './engine.ts'

type Candidate = Pick<Engine, 'languages' | 'detectsLanguage'>

/** Keys of messages for the user; the browser has the texts in both languages. */
export type ChoiceNote = 'speech.language-assumed' | 'speech.no-engine' | 'speech.no-engine-for-language'

export type EngineChoice<E extends Candidate> =
  /**
   * `language` is passed to the engine. The note says that it was assumed, so the user can choose the language and
   * retry.
   */
  | { engine: E; language: Language; note: 'speech.language-assumed' | null }
  /** `known` lists the supported languages. */
  | { engine: null; note: 'speech.no-engine' | 'speech.no-engine-for-language'; known: string[] }

/**
 * Chooses the engine for a file from the available ones, in order of preference. `auto` selects the first engine that
 * detects languages; without one, the only supported language, or `preferred` when there are several.
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
  const engine = available.find((candidate) => asked !== undefined && supportsLanguage(candidate, asked))
  if (!engine || asked === undefined) return { engine: null, note: 'speech.no-engine-for-language', known }
  return { engine, language: asked, note: language === 'auto' ? 'speech.language-assumed' : null }
}
