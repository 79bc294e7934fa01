import type { Voice } from './voice.ts'

// A cluster is a sum that can be added to another one, which keeps merging exact and memory small. Classical voices are
// Gaussians with a diagonal covariance (weight, mean, variance); embeddings are directions (weight, sum of unit
// vectors).

export interface Cluster {
  /** Seconds of speech. */
  weight: number
  sum: Float64Array
  /** Sums of squares; empty for embeddings. */
  squares: Float64Array
  /** Half the log determinant of the covariance per second; 0 for embeddings. */
  spread: number
  /** Indices of its voices. */
  members: number[]
}

/** A cluster with a single voice. */
export function toCluster(voice: Voice, index: number): Cluster {
  const weight = voice.end - voice.start
  if (voice.kind === 'embedding') {
    const length = Math.hypot(...voice.features) || 1
    return {
      weight,
      sum: Float64Array.from(voice.features, (value) => (weight * value) / length),
      squares: new Float64Array(0),
      spread: 0,
      members: [index],
    }
  }
  const size = voice.features.length / 2
  const mean = (k: number) => voice.features[k] ?? 0
  const spread = (k: number) => voice.features[size + k] ?? 1
  const sum = Float64Array.from({ length: size }, (_, k) => weight * mean(k))
  const squares = Float64Array.from({ length: size }, (_, k) => weight * (mean(k) ** 2 + spread(k) ** 2))
  return { weight, sum, squares, spread: logSpread(weight, sum, squares), members: [index] }
}

export function merged(a: Cluster, b: Cluster): Cluster {
  const weight = a.weight + b.weight
  const sum = a.sum.map((value, k) => value + (b.sum[k] ?? 0))
  const squares = a.squares.map((value, k) => value + (b.squares[k] ?? 0))
  return { weight, sum, squares, spread: logSpread(weight, sum, squares), members: [...a.members, ...b.members] }
}

/**
 * Logarithms dominate the cost here. One logarithm is taken per product of AT_ONCE variances; such a product cannot
 * overflow.
 */
const VARIANCES_PER_LOG = 8

function logSpread(weight: number, sum: Float64Array, squares: Float64Array): number {
  let total = 0
  let product = 1
  for (let k = 0; k < squares.length; k++) {
    product *= Math.max(1e-3, squares[k]! / weight - (sum[k]! / weight) ** 2)
    if (k % VARIANCES_PER_LOG < VARIANCES_PER_LOG - 1) continue
    total += Math.log(product)
    product = 1
  }
  return (total + Math.log(product)) / 2
}

function unionSpread(a: Cluster, b: Cluster): number {
  const weight = a.weight + b.weight
  let total = 0
  let product = 1
  for (let k = 0; k < a.sum.length; k++) {
    const mean = (a.sum[k]! + b.sum[k]!) / weight
    product *= Math.max(1e-3, (a.squares[k]! + b.squares[k]!) / weight - mean * mean)
    if (k % VARIANCES_PER_LOG < VARIANCES_PER_LOG - 1) continue
    total += Math.log(product)
    product = 1
  }
  return (total + Math.log(product)) / 2
}

/**
 * Cost of merging two clusters. Classical: lost log likelihood per second of speech (the first term of the Bayesian
 * information criterion). Embeddings: one minus the cosine, times the harmonic weight.
 */
export function cost(a: Cluster, b: Cluster): number {
  if (a.squares.length === 0) {
    const harmonic = (2 * a.weight * b.weight) / (a.weight + b.weight)
    return (1 - cosine(a.sum, b.sum)) * harmonic
  }
  return (a.weight + b.weight) * unionSpread(a, b) - a.weight * a.spread - b.weight * b.spread
}

/** Merge cost normalised by the size of the clusters. It decides whether two clusters are different voices. */
export function distance(a: Cluster, b: Cluster): number {
  return a.squares.length === 0 ? 1 - cosine(a.sum, b.sum) : cost(a, b) / Math.sqrt(a.weight * b.weight)
}

function cosine(a: Float64Array, b: Float64Array): number {
  let [dot, aa, bb] = [0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    dot += (a[k] ?? 0) * (b[k] ?? 0)
    aa += (a[k] ?? 0) ** 2
    bb += (b[k] ?? 0) ** 2
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0
}

/** Distance of a voice from a cluster per second of speech; lower is better. */
export function misfit(voice: Cluster, cluster: Cluster): number {
  if (voice.squares.length === 0) return 1 - cosine(voice.sum, cluster.sum)
  let total = 0
  for (let k = 0; k < voice.sum.length; k++) {
    const mean = (cluster.sum[k] ?? 0) / cluster.weight
    const variance = Math.max(1e-3, (cluster.squares[k] ?? 0) / cluster.weight - mean * mean)
    const own = (voice.sum[k] ?? 0) / voice.weight
    const scatter = (voice.squares[k] ?? 0) / voice.weight - own * own
    total += Math.log(variance) + (scatter + (own - mean) ** 2) / variance
  }
  return total / 2
}
