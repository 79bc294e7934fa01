import { cepstra } from './spectrum.ts'
import { difference, type Cluster } from './clusters.ts'

/**
 * Voices that differ less are the same sound, played again: a loop, a jingle, an announcement. The nearest voices of
 * people differ by 0.3 and more, played again and cut elsewhere usually by less than 0.1.
 */
const MAX_DIFFERENCE = 0.2
/** Squared distance of the means, in variances, beyond which two voices are not compared. Saves nearly all of the time. */
const MAX_DISTANCE = 3

/**
 * Finds classical voices that repeat an earlier one. Returns for each voice the index of its original, its own if it is
 * none. A repetition is no further evidence: repeated a hundred times, two vowels of one person would be two speakers.
 */
export function foldCopies(voices: readonly Cluster[]): number[] {
  const originals: { index: number; means: Float64Array }[] = []
  return voices.map((voice, index) => {
    const means = voice.sum.map((value) => value / voice.weight)
    const variances = means.map((mean, k) => voice.products[(k * (k + 3)) / 2]! / voice.weight - mean * mean)
    const original = originals.find(
      (other) => isNear(means, other.means, variances) && difference(voice, voices[other.index]!) < MAX_DIFFERENCE,
    )
    if (!original) originals.push({ index, means })
    return original?.index ?? index
  })
}

function isNear(a: Float64Array, b: Float64Array, variances: Float64Array): boolean {
  let distance = 0
  for (let k = 0; k < cepstra; k++) {
    distance += (a[k]! - b[k]!) ** 2 / Math.max(1, variances[k]!)
    if (distance > MAX_DISTANCE) return false
  }
  return true
}
