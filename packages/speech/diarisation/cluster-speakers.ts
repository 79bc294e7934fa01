// Clustering of voices over the whole recording: neighbours in time are joined, the stretches are merged to speakers, and
// speakers and borders are refined together. All steps use the same measure, the difference of two voices.

import type { Turn } from '../engine.ts'
import { cost, difference, sumOf, toCluster, type Cluster } from './clusters.ts'
import { foldCopies } from './fold-copies.ts'
import { joinNeighbours, mergeClusters, reduceClusters } from './merge-clusters.ts'
import { likeliestLabels } from './likeliest-labels.ts'
import { toTurns } from './to-turns.ts'
import { CLASSICAL_FEATURES, type Voice, type VoiceKind } from './voice.ts'

export interface Diarisation {
  turns: Turn[]
  speakers: number
  /** How clearly the voices differ, 0 to 1. Below 0.5 speakers and their number are a guess, also of a single speaker. */
  confidence: number
}

interface Settings {
  /** Neighbours in time that differ less are joined immediately; 0 keeps them apart. */
  neighbours: number
  /** Limits of the first merging. Each gives a proposal, which is refined; the likeliest one wins. */
  proposals: readonly number[]
  /** Speakers of the result differ by at least this. */
  limit: number
  /** Cost of a change of speaker, on the scale of `cost`; it decreases with the length of the pause. */
  changeCost: number
  /** A speaker with fewer seconds cannot be distinguished from noise. */
  shortest: number
}

const settings: Record<VoiceKind, Settings> = {
  classical: { neighbours: 0.6, proposals: [0.9, 1.1], limit: 1.1, changeCost: 2, shortest: 1.5 },
  embedding: { neighbours: 0, proposals: [1], limit: 1, changeCost: 0.15, shortest: 3 },
}

/** Longer pauses, in seconds, keep neighbours apart. */
const JOINED_PAUSE = 0.5
const REFINEMENTS = 4

/**
 * Assigns speakers over the whole recording. `speakers` 0 detects their number, which has no upper limit; 1 to 5 sets it
 * (the result has fewer only when there are fewer voices). Speakers are numbered in order of first appearance.
 */
export function clusterSpeakers(voices: readonly Voice[], speakers = 0): Diarisation {
  const ordered = voices.filter(isReadable).sort((a, b) => a.start - b.start)
  const kind = ordered[0]?.kind
  if (!kind) return { turns: [], speakers: 0, confidence: 0 }
  const originals = kind === 'classical' ? foldCopies(ordered.map(toCluster)) : [...ordered.keys()]
  const kept = [...new Set(originals)].map((index) => ordered[index]!)
  const recording = { voices: kept, singles: kept.map(toCluster), ...settings[kind] }
  const stretches = stretchesOf(recording)
  const detected = detectSpeakers(recording, stretches)
  const labels = speakers > 0 ? adjustCount(recording, stretches, detected, speakers) : detected
  const labelOf = new Map(kept.map((voice, index) => [voice, labels[index]!]))
  const turns = toTurns(
    ordered,
    originals.map((index) => labelOf.get(ordered[index]!)!),
  )
  return {
    turns,
    speakers: countOf(labels),
    confidence: confidenceOf(recording, stretches, labels),
  }
}

/** False for classical voices that an older version stored in another form. */
function isReadable({ kind, features }: Voice): boolean {
  return kind === 'embedding' || features.length === CLASSICAL_FEATURES
}

interface Recording extends Settings {
  voices: readonly Voice[]
  /** A cluster per voice. */
  singles: readonly Cluster[]
}

/** Labels are numbers from 0, one per voice. */
type Labels = readonly number[]

function stretchesOf({ voices, singles, neighbours, proposals }: Recording): Cluster[] {
  const isAdjacent = (before: number, after: number) => voices[after]!.start - voices[before]!.end <= JOINED_PAUSE
  const joined = neighbours > 0 ? joinNeighbours(singles, isAdjacent, neighbours) : singles
  return reduceClusters(joined, Math.min(...proposals))
}

/** The likeliest of the refined proposals. */
function detectSpeakers(recording: Recording, stretches: readonly Cluster[]): Labels {
  const results = recording.proposals.map((limit) => {
    const labels = refine(recording, labelsOf(recording, mergeClusters(stretches, { limit })))
    return { labels, misfit: modelsOf(recording, labels).reduce((sum, { weight, spread }) => sum + weight * spread, 0) }
  })
  // In a tie the later one wins, which has fewer speakers.
  return results.reduce((best, one) => (one.misfit < best.misfit + 0.01 ? one : best)).labels
}

/**
 * Repeats until nothing changes: merges speakers that are too short or too similar, then assigns each voice to the
 * likeliest speaker over time.
 */
function refine(recording: Recording, proposal: Labels): Labels {
  let labels = joinShort(recording, proposal)
  for (let round = 0; round < REFINEMENTS && countOf(labels) > 1; round++) {
    const before = labels
    labels = joinShort(recording, joinSimilar(recording, reassign(recording, labels)))
    if (labels.every((label, index) => label === before[index])) break
  }
  return labels
}

function reassign(recording: Recording, labels: Labels): Labels {
  const { voices, singles, changeCost } = recording
  return renumber(likeliestLabels(voices, singles, modelsOf(recording, labels), changeCost))
}

function joinSimilar(recording: Recording, labels: Labels, target = 1, limit = recording.limit): Labels {
  return labelsOf(recording, mergeClusters(modelsOf(recording, labels), { limit, target }))
}

/** Merges speakers with too little speech into the nearest other speaker. */
function joinShort(recording: Recording, labels: Labels): Labels {
  let clusters = modelsOf(recording, labels)
  for (;;) {
    const shortest = clusters.reduce((a, b) => (b.weight < a.weight ? b : a))
    if (clusters.length < 2 || shortest.weight >= recording.shortest) return labelsOf(recording, clusters)
    const others = clusters.filter((other) => other !== shortest)
    const nearest = others.reduce((a, b) => (cost(b, shortest) < cost(a, shortest) ? b : a))
    clusters = others.map((other) => (other === nearest ? sumOf([other, shortest])! : other))
  }
}

/** Merges or divides the detected speakers until there are as many as requested. */
function adjustCount(recording: Recording, stretches: readonly Cluster[], detected: Labels, speakers: number): Labels {
  const count = countOf(detected)
  if (count === speakers) return detected
  if (count > speakers) return joinSimilar(recording, detected, speakers, Infinity)
  return divide(recording, stretches, speakers)
}

/** The clearest division into a number of speakers, without a test of whether they differ enough. */
function divide(recording: Recording, stretches: readonly Cluster[], speakers: number): Labels {
  const source = stretches.length >= speakers ? stretches : recording.singles
  const divisions = (['cheapest', 'most similar'] as const).map((first) => {
    let labels = labelsOf(recording, mergeClusters(source, { limit: Infinity, target: speakers, first }))
    for (let round = 0; round < REFINEMENTS; round++) {
      const next = reassign(recording, labels)
      // A round that loses a speaker is discarded.
      if (countOf(next) < countOf(labels)) break
      labels = next
    }
    return { labels, difference: smallestDifference(modelsOf(recording, labels)) }
  })
  return divisions.reduce((best, one) => (one.difference > best.difference ? one : best)).labels
}

function labelsOf({ singles }: Recording, clusters: readonly Cluster[]): Labels {
  const labels = singles.map(() => 0)
  for (const [label, { members }] of clusters.entries()) for (const member of members) labels[member] = label
  return renumber(labels)
}

/** Numbers labels from 0 in order of first appearance. */
function renumber(labels: Labels): Labels {
  const numbers = new Map<number, number>()
  return labels.map((label) => {
    const number = numbers.get(label) ?? numbers.size
    numbers.set(label, number)
    return number
  })
}

function modelsOf({ singles }: Recording, labels: Labels): Cluster[] {
  const groups = Map.groupBy(singles, (_, index) => labels[index]!)
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => sumOf(group)!)
}

function countOf(labels: Labels): number {
  return new Set(labels).size
}

function smallestDifference(models: readonly Cluster[]): number {
  return Math.min(...models.flatMap((a, i) => models.slice(i + 1).map((b) => difference(a, b))))
}

/** No result is certain: a method without models knows voices only by the shape of their sound. */
const MAX_CONFIDENCE = 0.7

/**
 * Several speakers: how far the most similar two are above the limit; at 0.5 they differ by 0.3 more. A single speaker:
 * how far the clearest division is below it; at 0.5 by 0.2, or by 0.4 if there is little speech.
 */
function confidenceOf(recording: Recording, stretches: readonly Cluster[], labels: Labels): number {
  const { limit, singles } = recording
  const models = modelsOf(recording, labels)
  if (models.length > 1) {
    const clearness = ((smallestDifference(models) - limit) * 0.5) / 0.3
    return within(clearness) * Math.min(1, Math.min(...models.map(({ weight }) => weight)) / 10)
  }
  if (singles.length < 2) return 0
  const division = smallestDifference(modelsOf(recording, divide(recording, stretches, 2)))
  const seconds = models[0]!.weight
  const margin = 0.2 + 0.2 * Math.min(1, Math.max(0, (30 - seconds) / 18))
  return within(0.5 + limit - margin - division)
}

function within(confidence: number): number {
  return Math.min(MAX_CONFIDENCE, Math.max(0, confidence))
}
