import { frameSeconds, level, loudness } from '../../audio/energy.ts'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'

// PocketSphinx models the start of sentences: with one utterance per call it makes three errors fewer per hundred words
// than with one long segment (README). So a segment is cut in the middle of its pauses; no sample is dropped.

/** A part of a segment; `start` in seconds from the start of the segment. */
export interface Utterance {
  readonly start: number
  readonly samples: Int16Array
}

/** Length in frames of a pause between sentences: 0.7 s. */
const PAUSE = Math.round(0.7 / frameSeconds)
/** Minimum length in frames of an utterance: 1.5 s. */
const SHORTEST = Math.round(1.5 / frameSeconds)
/**
 * Quiet means less than this above the background or less than loud speech minus this, in dB; the lower value is used.
 */
const ABOVE_BACKGROUND = 12
const BELOW_SPEECH = 25

/** The utterances of a segment, in order. Together they cover the whole segment. */
export function utterances(samples: Int16Array): Utterance[] {
  const frames = loudness(samples)
  const quiet = Math.min(level(frames, 0.1) + ABOVE_BACKGROUND, level(frames, 0.95) - BELOW_SPEECH)
  const cuts = [0]
  let paused = 0
  for (const [frame, decibels] of frames.entries()) {
    if (decibels < quiet) {
      paused++
      continue
    }
    const cut = frame - Math.round(paused / 2)
    if (paused >= PAUSE && cut - cuts.at(-1)! >= SHORTEST && frames.length - cut >= SHORTEST) cuts.push(cut)
    paused = 0
  }
  const place = (cut: number | undefined) => (cut === undefined ? samples.length : cut * frameSeconds * SPEECH_RATE)
  return cuts.map((cut, index) => ({
    start: cut * frameSeconds,
    samples: samples.subarray(place(cut), place(cuts[index + 1])),
  }))
}
