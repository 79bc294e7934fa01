// The port. An engine turns one short segment of speech into words with times; everything else (cutting, joining, speakers,
// blocks) is ours and the same for all engines. `conformance/` holds the one suite that every engine passes.

/** A recognised word. Times in seconds from the start of the given segment, confidence 0 to 1. */
export type Word = { text: string; start: number; end: number; confidence: number }

/** A stretch of one voice. Times in seconds, speaker a number from 0. */
export type Turn = { start: number; end: number; speaker: number }

/** `auto`, or an ISO 639-1 code. */
export type Language = string

export type RecogniseInput = {
  /** A whole wav file: 16 kHz, mono, signed 16 bit, at most 30 seconds. */
  wav: Uint8Array
  language: Language
  signal: AbortSignal
}

export type Recognised = {
  /** What the engine heard, or was told; null when it cannot tell. */
  language: string | null
  words: Word[]
  /** Only where the engine itself tells speakers apart. */
  turns?: Turn[]
}

/** Every failure of an engine is a `SpeechFailure`. Calls may overlap; an engine queues what it cannot do at once. */
export interface Engine {
  readonly id: string
  readonly languages: 'any' | readonly string[]
  readonly detectsLanguage: boolean
  recognise(input: RecogniseInput): Promise<Recognised>
  /** Stops what is under way and leaves no process behind. The engine cannot be used afterwards. */
  close(): Promise<void>
}

/** Longer segments are refused: the memory of native engines grows with the segment. */
export const longestSegment = 30

/** Whether the engine can be asked for the language; `auto` counts where it detects or knows exactly one. */
export function knows(engine: Pick<Engine, 'languages' | 'detectsLanguage'>, language: Language): boolean {
  if (language !== 'auto') return engine.languages === 'any' || engine.languages.includes(language)
  return engine.detectsLanguage || (engine.languages !== 'any' && engine.languages.length === 1)
}
