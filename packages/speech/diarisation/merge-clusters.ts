import { cost, merged, type Cluster } from './clusters.ts'

/** More clusters than this are first merged block by block. */
const block = 200
const perBlock = 16

/** Merges the cheapest pair until `enough` says of the cheapest pair and the number left that it should stop. */
export function mergeClusters(
  clusters: readonly Cluster[],
  enough: (pair: readonly [Cluster, Cluster], left: number) => boolean,
): Cluster[] {
  const open = [...clusters]
  const costs = open.map((a, i) => Float64Array.from({ length: i }, (_, j) => price(a, open[j])))
  while (open.length > 1) {
    let best = { value: Infinity, i: 1, j: 0 }
    for (let i = 1; i < open.length; i++) {
      const row = costs[i] ?? new Float64Array()
      for (let j = 0; j < row.length; j++) {
        const value = row[j] ?? Infinity
        if (value < best.value) best = { value, i, j }
      }
    }
    const [a, b] = [open[best.i], open[best.j]]
    if (!a || !b || enough([a, b], open.length)) break
    open[best.j] = merged(a, b)
    open.splice(best.i, 1)
    costs.splice(best.i, 1)
    for (let i = best.i; i < costs.length; i++)
      costs[i] = (costs[i] ?? new Float64Array()).filter((_, j) => j !== best.i)
    for (let i = 0; i < open.length; i++) {
      if (i === best.j) continue
      const [high, low] = i > best.j ? [i, best.j] : [best.j, i]
      const row = costs[high]
      if (row) row[low] = price(open[high], open[low])
    }
  }
  return open
}

/** The same work on few clusters: neighbours in time are merged first, in blocks, so that 12 hours cost what they must. */
export function reduceClusters(clusters: readonly Cluster[]): Cluster[] {
  let reduced = [...clusters]
  while (reduced.length > block) {
    const blocks = Array.from({ length: Math.ceil(reduced.length / block) }, (_, n) =>
      reduced.slice(n * block, (n + 1) * block),
    )
    reduced = blocks.flatMap((part) => mergeClusters(part, (_pair, left) => left <= perBlock))
  }
  return reduced
}

const price = (a: Cluster | undefined, b: Cluster | undefined) => (a && b ? cost(a, b) : Infinity)
