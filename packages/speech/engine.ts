// The engine port. An engine converts a short segment of speech to words with times; segmentation, joining, speakers
// and blocks are the same for all engines. `testing/conformance/` has the test suite that every engine passes.

/** A stretch of sound, in seconds. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** A recognised word. Times in seconds from the start of the given segment, confidence 0 to 1. */
export interface Word {
  text: string
  start: number
  end: number
  confidence: number
}

/** A stretch of one voice. Times in seconds, speaker a number from 0. */
export interface Turn {
  start: number
  end: number
  speaker: number
}

/** `auto` or an ISO 639-1 code. */
export type Language = string

export interface RecogniseInput {
  /** A complete wav file: 16 kHz, mono, signed 16 bit, at most 30 seconds. */
  wav: Uint8Array
  language: Language
  /** Intervals with speech, in seconds from the start of the segment. Absent without voice activity detection. */
  speech?: readonly Interval[]
  /** True for a second decoding of the same sound: engines that can decode in another way do so. */
  isRetry?: boolean
  signal: AbortSignal
}

export interface Recognised {
  /** The detected or given language; null when unknown. */
  language: string | null
  words: Word[]
  /** Stretches of speech, in seconds from the segment's start. Only with voice activity detection. */
  speech?: readonly Interval[]
  /** Only when the engine separates speakers. */
  turns?: Turn[]
  /** The words repeat themselves, also after a second decoding. */
  isRepeating?: boolean
}

/**
 * A speech engine. Every failure is a `SpeechFailure`. Calls may overlap; an engine queues calls that it cannot run in
 * parallel.
 */
export interface Engine {
  readonly id: string
  readonly languages: 'any' | readonly string[]
  readonly detectsLanguage: boolean
  recognise(input: RecogniseInput): Promise<Recognised>
  /** Stops all running work and its processes. The engine cannot be used afterwards. */
  close(): Promise<void>
}

/** Longer segments are rejected, because the memory of native engines grows with the segment. */
export const MAX_ENGINE_SEGMENT_SECONDS = 30

/**
 * True when the engine supports the language. `auto` needs an engine that detects languages or supports exactly one.
 */
export function supportsLanguage(engine: Pick<Engine, 'languages' | 'detectsLanguage'>, language: Language): boolean {
  if (language !== 'auto') return engine.languages === 'any' || engine.languages.includes(language)
  return engine.detectsLanguage || (engine.languages !== 'any' && engine.languages.length === 1)
}
