// What the clustering sees of a recording: short stretches of speech with a fixed-length description of the voice. Both of our
// sources (the classical features and a model's embeddings) give this shape, so segments can be described one by one,
// stored with their chunk as JSON, and clustered over the whole recording in the end.

export type VoiceKind = 'classical' | 'embedding'

/** A stretch of one voice. Times in seconds, `features` plain numbers of one length per kind. */
export type Voice = { start: number; end: number; kind: VoiceKind; features: number[] }

/** The voices of a segment, moved to where the segment lies in the recording. */
export const shiftVoices = (voices: readonly Voice[], offset: number): Voice[] =>
  voices.map((voice) => ({ ...voice, start: voice.start + offset, end: voice.end + offset }))
