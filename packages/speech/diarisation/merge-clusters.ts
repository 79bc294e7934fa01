import { cost, merged, type Cluster } from './clusters.ts'

/** Above this number of clusters, they are first merged block by block. */
const BLOCK_SIZE = 200
const CLUSTERS_PER_BLOCK = 16

/** Index of the lowest value of a row, the first when equal; -1 when all are infinite. */
function lowest(row: Float64Array): number {
  let best = -1
  let value = Infinity
  for (let at = 0; at < row.length; at++) {
    if (row[at]! >= value) continue
    value = row[at]!
    best = at
  }
  return best
}

/**
 * Merges the cheapest pair until `enough` returns true for the cheapest pair and the number of clusters left. Each
 * cluster caches the cheapest one before it, so a merge updates only changed pairs.
 */
export function mergeClusters(
  clusters: readonly Cluster[],
  enough: (pair: readonly [Cluster, Cluster], left: number) => boolean,
): Cluster[] {
  const open: (Cluster | undefined)[] = [...clusters]
  const costs = clusters.map((a, i) => {
    const row = new Float64Array(i)
    for (let j = 0; j < i; j++) row[j] = cost(a, clusters[j]!)
    return row
  })
  const cheapest = costs.map(lowest)
  for (let left = open.length; left > 1; left--) {
    let value = Infinity
    let i = 0
    let j = 0
    for (let row = 1; row < open.length; row++) {
      const at = cheapest[row]!
      if (at >= 0 && costs[row]![at]! < value) {
        value = costs[row]![at]!
        i = row
        j = at
      }
    }
    const [a, b] = [open[i], open[j]]
    if (!a || !b || i === j || enough([a, b], left)) break
    open[i] = undefined
    costs[i]!.fill(Infinity)
    cheapest[i] = -1
    const both = merged(a, b)
    open[j] = both
    for (let k = 0; k < open.length; k++) {
      const other = open[k]
      const row = costs[k]!
      if (k > i) row[i] = Infinity
      if (!other || k === j) continue
      if (k < j) {
        costs[j]![k] = cost(both, other)
        continue
      }
      const before = cheapest[k]!
      row[j] = cost(other, both)
      if (before === i || before === j) cheapest[k] = lowest(row)
      else if (row[j]! < row[before]! || (row[j] === row[before] && j < before)) cheapest[k] = j
    }
    cheapest[j] = lowest(costs[j]!)
  }
  return open.filter((cluster) => cluster !== undefined)
}

/** Merges neighbours in time first, in blocks, so that the cost for 12 hours stays bounded. */
export function reduceClusters(clusters: readonly Cluster[]): Cluster[] {
  let reduced = [...clusters]
  while (reduced.length > BLOCK_SIZE) {
    const blocks = Array.from({ length: Math.ceil(reduced.length / BLOCK_SIZE) }, (_, n) =>
      reduced.slice(n * BLOCK_SIZE, (n + 1) * BLOCK_SIZE),
    )
    reduced = blocks.flatMap((part) => mergeClusters(part, (_pair, left) => left <= CLUSTERS_PER_BLOCK))
  }
  return reduced
}
