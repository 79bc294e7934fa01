import type { FileNote } from '@kaiwa/contract/files.ts'
import { chooseEngine, type Engine, type Voice } from '@kaiwa/speech'
import { notes } from '../notes.ts'

/**
 * An engine of this process. `detectVoices`, if present, extracts voices with speech models. A reserved engine is used only
 * for files that name it.
 */
export type AvailableEngine = Engine & {
  readonly detectVoices?: ((samples: Int16Array, signal: AbortSignal) => Promise<Voice[]>) | undefined
  readonly isReserved?: boolean
}

/** `language` is passed to the engine; `note` is shown on the file and explains the choice. */
export interface ActiveEngine {
  engine: AvailableEngine
  language: string
  note: FileNote | null
}
export type EngineOfFile = ActiveEngine | { engine: null; note: FileNote }

/** Returns the engine that the file names, otherwise the first one in order of preference that knows its language. */
export function chooseFileEngine(
  available: readonly AvailableEngine[],
  file: { language: string; engine: string | null },
): EngineOfFile {
  const candidates = available.filter(({ id, isReserved }) => (file.engine ? id === file.engine : !isReserved))
  const choice = chooseEngine(candidates, file.language)
  if (!choice.engine) return { engine: null, note: notes.noEngine(file.language) }
  const isAssumed = choice.note !== null && !choice.engine.isReserved
  return { ...choice, note: isAssumed ? notes.languageAssumed(choice.language) : null }
}
