import { cost, difference, merged, usualCost, type Cluster } from './clusters.ts'

export interface Stop {
  /** Clusters that differ more are not merged. */
  limit: number
  /** Number of clusters to keep; 1 unless given. */
  target?: number
  /** Which pair is merged first; the cheapest unless given. */
  first?: 'cheapest' | 'most similar'
}

/**
 * Merges pairs, usually the cheapest first, until `target` clusters are left or all pairs differ by more than `limit`. If the cheapest
 * pair differs too much, the most similar pair is merged instead: a cheap pair may be two very short voices.
 */
export function mergeClusters(
  clusters: readonly Cluster[],
  { limit, target = 1, first = 'cheapest' }: Stop,
): Cluster[] {
  const size = clusters.length
  const open: (Cluster | undefined)[] = [...clusters]
  // Pairs of open clusters, below the diagonal; Infinity for others.
  const costs = new Float64Array(size * size).fill(Infinity)
  const differences = new Float64Array(size * size).fill(Infinity)
  const compare = (i: number, j: number) => {
    const [row, column] = i > j ? [i, j] : [j, i]
    const value = cost(open[row]!, open[column]!)
    costs[row * size + column] = value
    differences[row * size + column] = value / usualCost(open[row]!, open[column]!)
  }
  for (let i = 1; i < size; i++) for (let j = 0; j < i; j++) compare(i, j)
  for (let left = size; left > Math.max(1, target); left--) {
    let pair = lowest(first === 'cheapest' ? costs : differences)
    if (differences[pair]! > limit) pair = lowest(differences)
    if (differences[pair]! > limit) break
    const [row, column] = [Math.floor(pair / size), pair % size]
    open[column] = merged(open[column]!, open[row]!)
    open[row] = undefined
    for (let k = 0; k < size; k++) {
      const at = k < row ? row * size + k : k * size + row
      costs[at] = Infinity
      differences[at] = Infinity
      if (open[k] && k !== column) compare(k, column)
    }
  }
  return open.filter((cluster) => cluster !== undefined)
}

function lowest(values: Float64Array): number {
  let best = 0
  for (let at = 1; at < values.length; at++) if (values[at]! < values[best]!) best = at
  return best
}

/**
 * Merges neighbours in time until all of them differ by more than `limit`, the most similar first. Long stretches of
 * one voice contain all sounds of the language, which short ones are told apart by. `isAdjacent` says whether two
 * voices follow each other without a pause.
 */
export function joinNeighbours(
  clusters: readonly Cluster[],
  isAdjacent: (before: number, after: number) => boolean,
  limit: number,
): Cluster[] {
  const open = [...clusters]
  const toNext = (index: number) => {
    const [a, b] = [open[index], open[index + 1]]
    return a && b && isAdjacent(a.members.at(-1)!, b.members[0]!) ? difference(a, b) : Infinity
  }
  const differences = open.map((_, index) => toNext(index))
  for (;;) {
    let index = 0
    for (let k = 1; k < differences.length; k++) if (differences[k]! < differences[index]!) index = k
    if (differences.length < 2 || differences[index]! > limit) return open
    open.splice(index, 2, merged(open[index]!, open[index + 1]!))
    differences.splice(index, 1)
    differences[index] = toNext(index)
    if (index > 0) differences[index - 1] = toNext(index - 1)
  }
}

/** Above this number of clusters, they are first merged block by block. */
const MAX_CLUSTERS = 300
const BLOCK_SIZE = 200
const CLUSTERS_PER_BLOCK = 60

/** Merges clusters that are near in time first, in blocks, so that the cost for 12 hours stays bounded. */
export function reduceClusters(clusters: readonly Cluster[], limit: number): Cluster[] {
  let reduced = [...clusters]
  for (let round = 0; reduced.length > MAX_CLUSTERS; round++) {
    const blocks = Array.from({ length: Math.ceil(reduced.length / BLOCK_SIZE) }, (_, n) =>
      reduced.slice(n * BLOCK_SIZE, (n + 1) * BLOCK_SIZE),
    )
    // After the first rounds the limit no longer applies: the number of clusters has to become small.
    const stop = { limit: round < 2 ? limit : Infinity, target: CLUSTERS_PER_BLOCK }
    reduced = blocks.flatMap((part) => mergeClusters(part, stop))
  }
  return reduced
}
