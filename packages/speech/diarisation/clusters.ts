import { cepstra } from './spectrum.ts'
import type { Voice } from './voice.ts'

// A cluster is a sum that can be added to another one, which keeps merging exact and memory small. Classical voices are
// Gaussians with a full covariance (weight, sums, sums of products); embeddings are directions (weight, sum of unit
// vectors).

export interface Cluster {
  /** Seconds of speech. */
  weight: number
  sum: Float64Array
  /** Lower triangle of the sums of products; empty for embeddings. */
  products: Float64Array
  /** Half the log determinant of the covariance; 0 for embeddings. */
  spread: number
  /** Indices of its voices. */
  members: number[]
}

/** Added to each variance, so that a short window has a determinant. */
const SMALLEST_VARIANCE = 0.1

/** A cluster with a single voice. */
export function toCluster({ start, end, kind, features }: Voice, index: number): Cluster {
  const weight = end - start
  if (kind === 'embedding') {
    const length = Math.hypot(...features) || 1
    const sum = Float64Array.from(features, (value) => (weight * value) / length)
    return { weight, sum, products: new Float64Array(0), spread: 0, members: [index] }
  }
  const sum = Float64Array.from({ length: cepstra }, (_, i) => weight * features[i]!)
  const products = new Float64Array(features.length - cepstra)
  for (let i = 0, at = 0; i < cepstra; i++)
    for (let j = 0; j <= i; j++, at++) products[at] = weight * (features[cepstra + at]! + features[i]! * features[j]!)
  return { weight, sum, products, spread: spreadOf(weight, sum, products), members: [index] }
}

/** The sum of clusters of one kind; undefined for an empty list. */
export function sumOf(clusters: readonly Cluster[]): Cluster | undefined {
  const [first, ...others] = clusters
  if (!first) return undefined
  let weight = first.weight
  const sum = first.sum.slice()
  const products = first.products.slice()
  for (const other of others) {
    weight += other.weight
    for (let k = 0; k < sum.length; k++) sum[k] = sum[k]! + other.sum[k]!
    for (let k = 0; k < products.length; k++) products[k] = products[k]! + other.products[k]!
  }
  const spread = products.length > 0 ? spreadOf(weight, sum, products) : 0
  return { weight, sum, products, spread, members: clusters.flatMap(({ members }) => members) }
}

export function merged(a: Cluster, b: Cluster): Cluster {
  const weight = a.weight + b.weight
  const sum = a.sum.map((value, k) => value + b.sum[k]!)
  const products = a.products.map((value, k) => value + b.products[k]!)
  const spread = products.length > 0 ? spreadOf(weight, sum, products) : 0
  return { weight, sum, products, spread, members: [...a.members, ...b.members] }
}

const scratch = { sum: new Float64Array(cepstra), products: new Float64Array((cepstra * (cepstra + 1)) / 2) }
const factor = new Float64Array(cepstra * cepstra)

function spreadOf(weight: number, sum: Float64Array, products: Float64Array): number {
  factorise(weight, sum, products)
  let product = 1
  for (let i = 0; i < cepstra; i++) product *= factor[i * cepstra + i]!
  return Math.log(product)
}

/** Writes the Cholesky factor of the covariance into `factor`. */
function factorise(weight: number, sum: Float64Array, products: Float64Array): void {
  for (let i = 0, at = 0; i < cepstra; i++) {
    const mean = sum[i]! / weight
    const row = i * cepstra
    for (let j = 0; j <= i; j++, at++) {
      const column = j * cepstra
      let value = (products[at]! - mean * sum[j]!) / weight
      for (let k = 0; k < j; k++) value -= factor[row + k]! * factor[column + k]!
      factor[row + j] =
        i === j ? Math.sqrt(Math.max(SMALLEST_VARIANCE, value + SMALLEST_VARIANCE)) : value / factor[column + j]!
    }
  }
}

/**
 * Cost of merging two clusters. Classical: lost log likelihood of the frames, in hundreds (the first term of the
 * Bayesian information criterion). Embeddings: one minus the cosine, times the harmonic weight.
 */
export function cost(a: Cluster, b: Cluster): number {
  if (a.products.length === 0) return (1 - cosine(a.sum, b.sum)) * harmonicWeight(a, b)
  const weight = a.weight + b.weight
  const { sum, products } = scratch
  for (let k = 0; k < sum.length; k++) sum[k] = a.sum[k]! + b.sum[k]!
  for (let k = 0; k < products.length; k++) products[k] = a.products[k]! + b.products[k]!
  return weight * spreadOf(weight, sum, products) - a.weight * a.spread - b.weight * b.spread
}

/** Cosine distance from which two embeddings are different voices. */
const EMBEDDING_DISTANCE = 0.45

/**
 * The cost of merging at which one voice and two voices are about equally likely. The cost of merging parts of one voice
 * grows more slowly than their length, the cost of merging two voices in proportion to it. The scale was measured on
 * read English, meetings and rooms with 1 to 30 s per part (README).
 */
export function usualCost(a: Cluster, b: Cluster): number {
  if (a.products.length === 0) return EMBEDDING_DISTANCE * harmonicWeight(a, b)
  return 4.8 * Math.sqrt(a.weight * b.weight) ** 0.45
}

/** Distance of two clusters relative to what parts of one voice have: above 1 they are rather two voices. */
export function difference(a: Cluster, b: Cluster): number {
  return cost(a, b) / usualCost(a, b)
}

function harmonicWeight(a: Cluster, b: Cluster): number {
  return (2 * a.weight * b.weight) / (a.weight + b.weight)
}

function cosine(a: Float64Array, b: Float64Array): number {
  let [dot, aa, bb] = [0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    dot += a[k]! * b[k]!
    aa += a[k]! ** 2
    bb += b[k]! ** 2
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0
}

/** Returns the misfit of a voice to the cluster: its negative log likelihood, on the scale of `cost`. */
export function misfitTo(cluster: Cluster): (voice: Cluster) => number {
  if (cluster.products.length === 0) return (voice) => (1 - cosine(voice.sum, cluster.sum)) * voice.weight
  const { weight, sum, products, spread } = cluster
  factorise(weight, sum, products)
  const precision = invert()
  const mean = sum.map((value) => value / weight)
  return (voice) => {
    let total = 0
    for (let i = 0, at = 0; i < cepstra; i++) {
      for (let j = 0; j <= i; j++, at++) {
        const scatter =
          voice.products[at]! - mean[i]! * voice.sum[j]! - mean[j]! * voice.sum[i]! + voice.weight * mean[i]! * mean[j]!
        total += (i === j ? 1 : 2) * scatter * precision[at]!
      }
    }
    return voice.weight * spread + total / 2
  }
}

/** Lower triangle of the inverse of the covariance whose factor is in `factor`. */
function invert(): Float64Array {
  const inverse = new Float64Array(cepstra * cepstra)
  for (let column = 0; column < cepstra; column++) {
    for (let i = column; i < cepstra; i++) {
      let value = i === column ? 1 : 0
      for (let k = column; k < i; k++) value -= factor[i * cepstra + k]! * inverse[k * cepstra + column]!
      inverse[i * cepstra + column] = value / factor[i * cepstra + i]!
    }
  }
  const triangle = new Float64Array((cepstra * (cepstra + 1)) / 2)
  for (let i = 0, at = 0; i < cepstra; i++) {
    for (let j = 0; j <= i; j++, at++) {
      let value = 0
      for (let k = i; k < cepstra; k++) value += inverse[k * cepstra + i]! * inverse[k * cepstra + j]!
      triangle[at] = value
    }
  }
  return triangle
}
