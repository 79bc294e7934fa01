import type { Turn } from '../engine.ts'
import { cost, distance, merged, misfit, single, type Cluster } from './clusters.ts'
import { mergeClusters, reduceClusters } from './merge-clusters.ts'
import type { Voice, VoiceKind } from './voice.ts'

export type Diarisation = {
  turns: Turn[]
  speakers: number
  /** 0 to 1: how clearly the voices are told apart. Below a half the speakers are a guess and should be called one. */
  confidence: number
}

/** Automatic: more people than this are not told apart. */
const mostSpeakers = 5

/**
 * Two clusters are two people from this distance on. Measured (README): parts of one voice stay below 0.9, two voices begin at
 * 1.2 and usually lie above 2.5; whoever speaks for less than `leastSpeech` seconds in all is not told apart from noise.
 */
const apart = { classical: 1.1, embedding: 0.45 }
const leastSpeech = 3

/** What a change of speaker must gain, in misfit times seconds; the longer the pause, the less. */
const changeCosts = { classical: 1.2, embedding: 0.15 }

/**
 * Who speaks when, over the whole recording. `speakers` 0 finds the number, 1 to 5 is the number (fewer only where there are
 * fewer voices). Speakers are numbered in the order in which they are first heard.
 */
export function clusterSpeakers(voices: readonly Voice[], speakers = 0): Diarisation {
  const ordered = [...voices].sort((a, b) => a.start - b.start)
  const kind = ordered[0]?.kind
  if (!kind) return { turns: [], speakers: 0, confidence: 0 }
  const singles = ordered.map((voice, index) => single(voice, index))
  const reduced = reduceClusters(singles)
  const clusters =
    speakers > 0
      ? mergeClusters(reduced, (_pair, left) => left <= speakers)
      : absorbSmall(
          mergeClusters(
            reduced,
            ([a, b], left) => left <= mostSpeakers && smaller(a, b) >= leastSpeech && distance(a, b) > apart[kind],
          ),
        )
  const labels = settle(ordered, singles, clusters, changeCosts[kind])
  const turns = toTurns(ordered, labels)
  return { turns, speakers: new Set(labels).size, confidence: clarity(gather(singles, labels, clusters.length), kind) }
}

/** Gives each voice to the cluster it fits in the flow of time, and the clusters to their voices, three times. */
function settle(
  voices: readonly Voice[],
  singles: readonly Cluster[],
  clusters: readonly Cluster[],
  changeCost: number,
): number[] {
  let labels = singles.map(() => 0)
  for (const [label, cluster] of clusters.entries()) for (const member of cluster.members) labels[member] = label
  if (clusters.length < 2) return labels
  for (let round = 0; round < 3; round++) {
    const models = gather(singles, labels, clusters.length)
    const next = flow(voices, singles, models, changeCost)
    // A number that was asked for stays: a round that loses a speaker is not taken.
    if (new Set(next).size < new Set(labels).size) break
    labels = next
  }
  return labels
}

function gather(singles: readonly Cluster[], labels: readonly number[], count: number): (Cluster | undefined)[] {
  const models: (Cluster | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const [index, voice] of singles.entries()) {
    const label = labels[index] ?? 0
    const model = models[label]
    models[label] = model ? { ...merged(model, voice), members: [] } : voice
  }
  return models
}

/** The cheapest path through the speakers (Viterbi). */
function flow(
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

/** Merges whoever spoke too little into the nearest other. */
function absorbSmall(clusters: readonly Cluster[]): Cluster[] {
  let left = [...clusters].sort((a, b) => b.weight - a.weight)
  for (let last = left.at(-1); left.length > 1 && last && last.weight < leastSpeech; last = left.at(-1)) {
    const small = last
    const rest = left.slice(0, -1)
    const nearest = rest.reduce((best, other) => (cost(other, small) < cost(best, small) ? other : best))
    left = rest.map((other) => (other === nearest ? merged(other, small) : other)).sort((a, b) => b.weight - a.weight)
  }
  return left
}

const smaller = (a: Cluster, b: Cluster) => Math.min(a.weight, b.weight)

/**
 * How far the nearest two speakers are apart, from 0 (like parts of one voice, or heard for a moment only) to the most that the
 * kind of description deserves. One speaker is half of that: nothing was told apart, nothing was mixed up.
 */
function clarity(models: readonly (Cluster | undefined)[], kind: VoiceKind): number {
  const most = { classical: 0.7, embedding: 0.9 }[kind]
  const present = models.filter((model) => model !== undefined)
  if (present.length < 2) return most / 2
  const far = present.flatMap((a, i) =>
    present
      .slice(i + 1)
      .map((b) => Math.min(1, Math.max(0, distance(a, b) / apart[kind] - 0.7)) * Math.min(1, smaller(a, b) / 10)),
  )
  return most * Math.min(...far)
}
