import { misfitTo, type Cluster } from './clusters.ts'
import type { Voice } from './voice.ts'

/** The likeliest sequence of speakers for the voices (Viterbi). Returns the index of a model for each voice. */
export function likeliestLabels(
  voices: readonly Voice[],
  singles: readonly Cluster[],
  models: readonly Cluster[],
  changeCost: number,
): number[] {
  const misfits = models.map(misfitTo)
  let totals = models.map(() => 0)
  const from: number[][] = []
  for (const [index, voice] of singles.entries()) {
    const pause = index > 0 ? voices[index]!.start - voices[index - 1]!.end : Infinity
    const change = changeCost / (1 + 2 * Math.max(0, pause))
    const cheapest = totals.indexOf(Math.min(...totals))
    const steps = totals.map((total, label) => (totals[cheapest]! + change < total ? cheapest : label))
    totals = misfits.map((misfit, label) => {
      const before = steps[label]!
      return totals[before]! + (before === label ? 0 : change) + misfit(voice)
    })
    from.push(steps)
  }
  let label = totals.indexOf(Math.min(...totals))
  const labels: number[] = []
  for (let index = from.length - 1; index >= 0; index--) {
    labels.push(label)
    label = from[index]![label]!
  }
  return labels.reverse()
}
