import { frameSeconds, level, loudness } from '../../audio/energy.ts'
import { sampleRate } from '../../audio/wav.ts'

// PocketSphinx knows how sentences begin: given one utterance at a time it mishears three words of a hundred fewer than
// in one long stretch (README). So a segment is cut in the middle of its pauses, and nothing of it is left out.

/** A piece of a segment; `start` in seconds from the segment's beginning. */
export interface Utterance {
  readonly start: number
  readonly samples: Int16Array
}

/** Frames that a pause between sentences lasts: 0.7 s. */
const PAUSE = Math.round(0.7 / frameSeconds)
/** Frames without which an utterance has too little sound to be judged by itself: 1.5 s. */
const SHORTEST = Math.round(1.5 / frameSeconds)
/** Decibels above the background, or below loud speech, whichever is lower, under which nobody speaks. */
const ABOVE_BACKGROUND = 12
const BELOW_SPEECH = 25

/** The utterances of a segment, in order; together they are the segment. */
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
  const place = (cut: number | undefined) => (cut === undefined ? samples.length : cut * frameSeconds * sampleRate)
  return cuts.map((cut, index) => ({
    start: cut * frameSeconds,
    samples: samples.subarray(place(cut), place(cuts[index + 1])),
  }))
}
