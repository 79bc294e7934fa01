import { level } from '../audio/energy.ts'
import { cepstra, cepstraOf, type Cepstra } from './spectrum.ts'
import { speechRegions } from './speech-regions.ts'
import type { Voice } from './voice.ts'

/**
 * Window lengths in seconds: long enough to characterise a voice, short enough to fit between two changes of speaker.
 */
const longestWindow = 1.2
const shortestWindow = 0.25
const frameRate = 100

/** A large part of speech is periodic; doors, paper and breath are not. */
const voicedAbove = 0.6
const MIN_VOICED_SHARE = 0.1

/**
 * The voices of a segment by classical features: each speech region is divided into even windows, each described by
 * mean and standard deviation of its cepstra. Times are relative to the start of the segment.
 */
export function embedSegments(samples: Int16Array): Voice[] {
  const frames = cepstraOf(samples)
  return speechRegions(frames.energy).flatMap(({ start, end }) => {
    const count = Math.max(1, Math.round((end - start) / longestWindow))
    return Array.from({ length: count }, (_, n) => {
      const [from, until] = [start + ((end - start) * n) / count, start + ((end - start) * (n + 1)) / count]
      return {
        start: round(from),
        end: round(until),
        kind: 'classical' as const,
        features: describe(frames, from, until),
      }
    }).filter((voice) => voice.end - voice.start >= shortestWindow && voice.features.length > 0)
  })
}

/**
 * Means, then standard deviations, over the louder frames: vowels characterise the speaker, the rest mainly the room.
 */
function describe({ frames, energy, voicing }: Cepstra, from: number, until: number): number[] {
  const [first, last] = [Math.round(from * frameRate), Math.min(energy.length, Math.round(until * frameRate))]
  const threshold = level(energy.subarray(first, last), 0.3)
  const sum = new Float64Array(cepstra)
  const squares = new Float64Array(cepstra)
  let [count, voiced] = [0, 0]
  for (let frame = first; frame < last; frame++) {
    if ((voicing[frame] ?? 0) > voicedAbove) voiced++
    if ((energy[frame] ?? -96) < threshold) continue
    count++
    for (let k = 0; k < cepstra; k++) {
      const value = frames[frame * cepstra + k] ?? 0
      sum[k] = (sum[k] ?? 0) + value
      squares[k] = (squares[k] ?? 0) + value * value
    }
  }
  if (count < 8 || voiced < MIN_VOICED_SHARE * (last - first)) return []
  const means = [...sum].map((value) => value / count)
  const spreads = means.map((mean, k) => Math.sqrt(Math.max(1e-3, (squares[k] ?? 0) / count - mean * mean)))
  return [...means, ...spreads].map(round)
}

function round(value: number) {
  return Math.round(value * 1_000) / 1_000
}
