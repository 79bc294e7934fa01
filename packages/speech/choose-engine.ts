import { supportsLanguage, type Engine, type Language } from './engine.ts'

type Candidate = Pick<Engine, 'languages' | 'detectsLanguage'>

export type EngineChoice<E extends Candidate> =
  /** `language` is passed to the engine. */
  | { engine: E; language: Language }
  /** `speech.choose-language`: the language is `auto`, and no engine detects languages. */
  | { engine: null; note: 'speech.no-engine' | 'speech.no-engine-for-language' | 'speech.choose-language' }

/**
 * Chooses the engine for a language from the available ones, in order of preference. `auto` selects the first engine
 * that detects languages. Without one, nothing is assumed: a recording is never recognised in a language that nobody
 * chose.
 */
export function chooseEngine<E extends Candidate>(available: readonly E[], language: Language): EngineChoice<E> {
  if (available.length === 0) return { engine: null, note: 'speech.no-engine' }
  const engine = available.find((candidate) =>
    language === 'auto' ? candidate.detectsLanguage : supportsLanguage(candidate, language),
  )
  if (engine) return { engine, language }
  return { engine: null, note: language === 'auto' ? 'speech.choose-language' : 'speech.no-engine-for-language' }
}
