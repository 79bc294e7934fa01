import type { Turn, Word, Voice } from '@kaiwa/speech'

/** A recognised chunk. `start_time` in seconds of the recording; words, turns and voices count from it. */
export type HeardChunk = {
  position: number
  start_time: number
  end_time: number
  language: string | null
  engine: string
  words: Word[]
  /** Told by the engine; the speakers' numbers hold for the whole recording. */
  turns: Turn[] | null
  voices: Voice[] | null
  /** Loudness of each channel in decibels, one value per 20 ms. */
  envelope: number[][] | null
}
