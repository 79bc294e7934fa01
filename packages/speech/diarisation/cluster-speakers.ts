import type { Turn } from '../engine.ts'
import { cost, distance, merged, misfit, toCluster, type Cluster } from './clusters.ts'
import { mergeClusters, reduceClusters } from './merge-clusters.ts'
import type { Voice, VoiceKind } from './voice.ts'

export interface Diarisation {
  turns: Turn[]
  speakers: number
  /** How clearly the voices differ, 0 to 1. Below 0.5 the result is a guess and should be shown as a single speaker. */
  confidence: number
}

/** Maximum number of speakers in automatic mode. */
const MAX_SPEAKERS = 5

/**
 * Minimum distance between clusters of two speakers. Measured (README): parts of one voice stay below 0.9; two voices
 * start at 1.2 and are usually above 2.5. A speaker with less than `MIN_SPEECH_SECONDS` seconds in total cannot be
 * distinguished from noise.
 */
const minDistances = { classical: 1.1, embedding: 0.45 }
const MIN_SPEECH_SECONDS = 3

/** Cost of a change of speaker, in misfit times seconds; it decreases with the length of the pause. */
const changeCosts = { classical: 1.2, embedding: 0.15 }

/**
 * Assigns speakers over the whole recording. `speakers` 0 detects their number; 1 to 5 sets it (the result has fewer
 * only when there are fewer voices). Speakers are numbered in order of first appearance.
 */
export function clusterSpeakers(voices: readonly Voice[], speakers = 0): Diarisation {
  const ordered = [...voices].sort((a, b) => a.start - b.start)
  const kind = ordered[0]?.kind
  if (!kind) return { turns: [], speakers: 0, confidence: 0 }
  const singles = ordered.map((voice, index) => toCluster(voice, index))
  const reduced = reduceClusters(singles)
  const clusters =
    speakers > 0
      ? mergeClusters(reduced, (_pair, left) => left <= speakers)
      : mergeSmallClusters(
          mergeClusters(
            reduced,
            ([a, b], left) =>
              left <= MAX_SPEAKERS && smaller(a, b) >= MIN_SPEECH_SECONDS && distance(a, b) > minDistances[kind],
          ),
        )
  const labels = refineLabels(ordered, singles, clusters, changeCosts[kind])
  const turns = toTurns(ordered, labels)
  return {
    turns,
    speakers: new Set(labels).size,
    confidence: separation(sumClusters(singles, labels, clusters.length), kind),
  }
}

/**
 * Iterates three times: assigns each voice to the best cluster over time, then recomputes the clusters from their
 * voices.
 */
function refineLabels(
  voices: readonly Voice[],
  singles: readonly Cluster[],
  clusters: readonly Cluster[],
  changeCost: number,
): number[] {
  let labels = singles.map(() => 0)
  for (const [label, cluster] of clusters.entries()) for (const member of cluster.members) labels[member] = label
  if (clusters.length < 2) return labels
  for (let round = 0; round < 3; round++) {
    const models = sumClusters(singles, labels, clusters.length)
    const next = cheapestSequence(voices, singles, models, changeCost)
    // When the number of speakers is set, a round that loses a speaker is discarded.
    if (new Set(next).size < new Set(labels).size) break
    labels = next
  }
  return labels
}

function sumClusters(singles: readonly Cluster[], labels: readonly number[], count: number): (Cluster | undefined)[] {
  const models: (Cluster | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const [index, voice] of singles.entries()) {
    const label = labels[index] ?? 0
    const model = models[label]
    models[label] = model ? { ...merged(model, voice), members: [] } : voice
  }
  return models
}

/** The cheapest sequence of speakers (Viterbi). */
function cheapestSequence(
  voices: readonly Voice[],
  singles: readonly Cluster[],
  models: readonly (Cluster | undefined)[],
  changeCost: number,
): number[] {
  let totals = models.map(() => 0)
  const from: number[][] = []
  for (const [index, voice] of singles.entries()) {
    const pause = index > 0 ? (voices[index]?.start ?? 0) - (voices[index - 1]?.end ?? 0) : Infinity
    const change = changeCost / (1 + 2 * Math.max(0, pause))
    const cheapest = totals.indexOf(Math.min(...totals))
    const steps = totals.map((total, label) => ((totals[cheapest] ?? 0) + change < total ? cheapest : label))
    totals = models.map((model, label) => {
      const before = steps[label] ?? label
      return (
        (totals[before] ?? 0) +
        (before === label ? 0 : change) +
        (model ? misfit(voice, model) * voice.weight : Infinity)
      )
    })
    from.push(steps)
  }
  let label = totals.indexOf(Math.min(...totals))
  const labels: number[] = []
  for (let index = from.length - 1; index >= 0; index--) {
    labels.push(label)
    label = from[index]?.[label] ?? label
  }
  return labels.reverse()
}

function toTurns(voices: readonly Voice[], labels: readonly number[]): Turn[] {
  const numbers = [...new Set(labels)]
  const turns: Turn[] = []
  for (const [index, voice] of voices.entries()) {
    const speaker = numbers.indexOf(labels[index] ?? 0)
    const last = turns.at(-1)
    if (last && last.speaker === speaker && voice.start - last.end < 0.5) last.end = Math.max(last.end, voice.end)
    else turns.push({ start: voice.start, end: voice.end, speaker })
  }
  return turns
}

/** Merges speakers with too little speech into the nearest other speaker. */
function mergeSmallClusters(clusters: readonly Cluster[]): Cluster[] {
  let left = [...clusters].sort((a, b) => b.weight - a.weight)
  for (let last = left.at(-1); left.length > 1 && last && last.weight < MIN_SPEECH_SECONDS; last = left.at(-1)) {
    const small = last
    const rest = left.slice(0, -1)
    const nearest = rest.reduce((best, other) => (cost(other, small) < cost(best, small) ? other : best))
    left = rest.map((other) => (other === nearest ? merged(other, small) : other)).sort((a, b) => b.weight - a.weight)
  }
  return left
}

function smaller(a: Cluster, b: Cluster) {
  return Math.min(a.weight, b.weight)
}

/**
 * Separation of the two nearest speakers: 0 when they are as close as parts of one voice or have very little speech, up
 * to a maximum per kind of feature. With one speaker it is half the maximum, because nothing was separated or confused.
 */
function separation(models: readonly (Cluster | undefined)[], kind: VoiceKind): number {
  const most = { classical: 0.7, embedding: 0.9 }[kind]
  const present = models.filter((model) => model !== undefined)
  if (present.length < 2) return most / 2
  const far = present.flatMap((a, i) =>
    present
      .slice(i + 1)
      .map(
        (b) => Math.min(1, Math.max(0, distance(a, b) / minDistances[kind] - 0.7)) * Math.min(1, smaller(a, b) / 10),
      ),
  )
  return most * Math.min(...far)
}
