import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import type { Interval } from '../engine.ts'
import { cepstra, cepstraOf, FRAMES_PER_SECOND } from './spectrum.ts'
import { CLASSICAL_FEATURES, type Voice } from './voice.ts'

/**
 * Window lengths in seconds: long enough to characterise a voice, short enough to fit between two changes of speaker.
 */
const USUAL_WINDOW = 1.2
const SHORTEST_WINDOW = 0.25
/** Shorter pauses do not end a window. */
const SHORTEST_PAUSE = 0.3

/**
 * The voices of a segment by classical features. `speech` are its stretches of speech, from voice activity detection,
 * in seconds from its start. Each is divided into even windows, described by mean and covariance of their cepstra.
 */
export function embedSegments(samples: Int16Array, speech: readonly Interval[]): Voice[] {
  const duration = samples.length / SPEECH_RATE
  const windows = joinPauses(speech).flatMap(({ start, end: until }) => {
    const end = Math.min(until, duration)
    const count = Math.max(1, Math.round((end - start) / USUAL_WINDOW))
    const border = (n: number) => start + ((end - start) * n) / count
    return Array.from({ length: count }, (_, n) => ({ start: border(n), end: border(n + 1) }))
  })
  const frames = cepstraOf(samples, windows)
  return windows
    .filter(({ start, end }) => end - start >= SHORTEST_WINDOW)
    .flatMap(({ start, end }) => {
      const features = describe(frames, Math.round(start * FRAMES_PER_SECOND), Math.round(end * FRAMES_PER_SECOND))
      return features ? [{ start: round(start, 6), end: round(end, 6), kind: 'classical' as const, features }] : []
    })
}

function joinPauses(speech: readonly Interval[]): Interval[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of speech) {
    const last = joined.at(-1)
    if (last && start - last.end <= SHORTEST_PAUSE) last.end = end
    else joined.push({ start, end })
  }
  return joined
}

/** Mean and lower triangle of the covariance of the frames; undefined if there are fewer than `cepstra`. */
function describe(frames: Float32Array, first: number, until: number): number[] | undefined {
  const last = Math.min(until, frames.length / cepstra)
  const count = last - first
  if (count < cepstra) return undefined
  const features = new Float64Array(CLASSICAL_FEATURES)
  for (let frame = first; frame < last; frame++) {
    for (let i = 0; i < cepstra; i++) features[i] = features[i]! + frames[frame * cepstra + i]! / count
  }
  for (let frame = first; frame < last; frame++) {
    let at = cepstra
    for (let i = 0; i < cepstra; i++) {
      const value = (frames[frame * cepstra + i]! - features[i]!) / count
      for (let j = 0; j <= i; j++, at++)
        features[at] = features[at]! + value * (frames[frame * cepstra + j]! - features[j]!)
    }
  }
  return Array.from(features, (value) => round(value, 5))
}

/** Five digits are enough, and keep the stored features small. */
function round(value: number, digits: number) {
  return Number(value.toPrecision(digits))
}
