// Input of the clustering: short stretches of speech, each with a feature vector of fixed length. Both sources
// (classical features and a model's embeddings) have this form, so segments can be processed separately, stored with
// their chunk as JSON, and clustered later over the whole recording.

import { cepstra } from './spectrum.ts'

export type VoiceKind = 'classical' | 'embedding'

/** Number of classical features: the means of the cepstra, then the lower triangle of their covariance by rows. */
export const CLASSICAL_FEATURES = cepstra + (cepstra * (cepstra + 1)) / 2

/** A stretch of one voice. Times in seconds; `features` have the same length within a kind. */
export interface Voice {
  start: number
  end: number
  kind: VoiceKind
  features: number[]
}

/** Moves the voices of a segment to the segment's offset in the recording. */
export function shiftVoices(voices: readonly Voice[], offset: number): Voice[] {
  return voices.map((voice) => ({ ...voice, start: voice.start + offset, end: voice.end + offset }))
}
