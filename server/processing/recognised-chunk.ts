import type { Turn, Word, Voice } from '@kaiwa/speech'

/**
 * A recognised chunk. `start_time` is in seconds of the recording; times of words, turns and voices are relative to it.
 */
export interface RecognisedChunk {
  position: number
  start_time: number
  end_time: number
  language: string | null
  engine: string
  words: Word[]
  /** Reported by the engine. Speaker numbers are valid for the whole recording only if the engine knows all of it. */
  turns: Turn[] | null
  voices: Voice[] | null
  /** Loudness of each channel in decibels, one value per 20 ms. */
  envelope: number[][] | null
  /** The words repeat themselves, also after a second decoding. */
  is_repeating: boolean
}
