import type { FileNote } from '@kaiwa/contract/files.ts'

/**
 * Notes that a file can show about its transcription; media/preparation-failure.ts has those about its recording. The key is a text of the browser (`note.*`): a sentence that
 * says what happened and what to do.
 */
export const notes = {
  /** No engine for the language is available: install one, or retry with another language. */
  noEngine: (language: string): FileNote => ({ key: 'no-engine', values: { language } }),
  engineRefused: (engine: string): FileNote => ({ key: 'engine-refused', values: { engine } }),
  engineFailed: (engine: string): FileNote => ({ key: 'engine-failed', values: { engine } }),
  /** The language is `auto` and no engine detects languages: choose one and start again. */
  chooseLanguage: (): FileNote => ({ key: 'choose-language', values: {} }),
  /** Some chunks could not be recognised, or repeat themselves; they have a mark in the text. */
  partsMissing: (count: number): FileNote => ({ key: 'parts-missing', values: { count: String(count) } }),
  /** Voices could not be distinguished: everything belongs to one speaker. */
  oneSpeaker: (): FileNote => ({ key: 'one-speaker', values: {} }),
  /** The speakers of the classical method, or their number, have a low confidence; also when it found a single one. */
  speakersUncertain: (): FileNote => ({ key: 'speakers-uncertain', values: {} }),
} as const
