import type { FileNote } from '@kaiwa/contract/files.ts'

/**
 * Everything a file can say about its processing. The key is a text of the browser (`note.*`): a sentence of what
 * happened and what to do.
 */
export const notes = {
  /** No engine for the language is there: install one, or choose another language and retry. */
  noEngine: (language: string): FileNote => ({ key: 'no-engine', values: { language } }),
  engineRefused: (engine: string): FileNote => ({ key: 'engine-refused', values: { engine } }),
  engineFailed: (engine: string): FileNote => ({ key: 'engine-failed', values: { engine } }),
  /** `auto` was asked and nothing detects: the one language that the engines know was taken. */
  languageAssumed: (language: string): FileNote => ({ key: 'language-assumed', values: { language } }),
  /** Some chunks could not be recognised; the rest stands. */
  partsMissing: (count: number): FileNote => ({ key: 'parts-missing', values: { count: String(count) } }),
  /** Voices could not be told apart: one speaker. */
  oneSpeaker: (): FileNote => ({ key: 'one-speaker', values: {} }),
  /** Speakers were told apart by the classical method with little confidence. */
  speakersUncertain: (): FileNote => ({ key: 'speakers-uncertain', values: {} }),
  notMedia: (): FileNote => ({ key: 'not-media', values: {} }),
  broken: (): FileNote => ({ key: 'broken-media', values: {} }),
  tooLong: (minutes: number): FileNote => ({ key: 'too-long', values: { minutes: String(minutes) } }),
  mediaProgramMissing: (): FileNote => ({ key: 'media-program-missing', values: {} }),
} as const
