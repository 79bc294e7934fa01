import type { FileNote } from '@kaiwa/contract/files.ts'
import { chooseEngine, type Engine, type Voice } from '@kaiwa/speech'
import { UNDETERMINED } from '../../files/store/files.ts'
import { notes } from '../notes.ts'

/**
 * An engine of this process. `detectVoices`, if present, extracts voices with speech models. A reserved engine is used only
 * for files that name it.
 */
export type AvailableEngine = Engine & {
  readonly detectVoices?: ((samples: Int16Array, signal: AbortSignal) => Promise<Voice[]>) | undefined
  readonly isReserved?: boolean
}

/** `language` is passed to the engine. */
export interface ActiveEngine {
  engine: AvailableEngine
  language: string
  note: null
}
/** `note` is shown on the file, and says what is missing and what to do. */
export type EngineOfFile = ActiveEngine | { engine: null; note: FileNote }

/** The requested language, the detected one of a file with `auto`, and the engine that the file names. */
export interface EngineRequest {
  readonly language: string
  readonly spoken_language: string | null
  readonly engine: string | null
}

/** True if the language must be detected before the chunks are recognised. */
export function isLanguageOpen({ language, spoken_language: spoken, engine }: EngineRequest): boolean {
  return language === 'auto' && spoken === null && engine === null
}

/**
 * Returns the engine that the file names, otherwise the best one for its language. An explicit language is never
 * replaced. For `auto`, chooses by the detected language. Before the detection, or if no engine supports the language,
 * returns the engine that detects languages.
 */
export function chooseFileEngine(available: readonly AvailableEngine[], file: EngineRequest): EngineOfFile {
  if (file.engine !== null) return namedEngine(available, file.engine, file.language)
  const candidates = available.filter(({ isReserved }) => !isReserved)
  const { language, spoken_language: spoken } = file
  if (language === 'auto' && spoken !== null && spoken !== UNDETERMINED) {
    const best = chooseEngine(candidates, spoken)
    if (best.engine) return { ...best, note: null }
  }
  const choice = chooseEngine(candidates, language)
  if (choice.engine) return { ...choice, note: null }
  const note = choice.note === 'speech.choose-language' ? notes.chooseLanguage() : notes.noEngine(language)
  return { engine: null, note }
}

function namedEngine(available: readonly AvailableEngine[], id: string, language: string): EngineOfFile {
  const engine = available.find((one) => one.id === id)
  if (!engine) return { engine: null, note: notes.noEngine(language) }
  const only = engine.languages === 'any' || engine.detectsLanguage ? undefined : engine.languages[0]
  return { engine, language: language === 'auto' ? (only ?? language) : language, note: null }
}
