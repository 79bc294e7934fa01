// Divides a conversation where its words change. Blocks are gathered into at most 128 units, units are compared with each
// other by their words, and dynamic programming finds the division with the most similar units within its parts. Time is
// linear in the number of words; the rest has a fixed upper limit.

/** The values of a block that the division needs. */
export interface BorderBlock {
  /** Weight of each content word, by its dictionary form. */
  readonly words: ReadonlyMap<string, number>
  /** Bonus for a border before this block: people began another topic here. May be negative. */
  readonly cue: number
}

const MAX_UNITS = 128
/** Words that represent a unit, the heaviest first. */
const MAX_WORDS = 64
/** Weight of equal lengths, and of the bonus of a border, against the similarity within a part. */
const LENGTH_WEIGHT = 0.25
const CUE_WEIGHT = 0.3

interface Unit {
  /** Index of its first block. */
  readonly first: number
  readonly words: Map<string, number>
  readonly cue: number
}

/** Consecutive blocks with about the same weight of words. */
function gather(blocks: readonly BorderBlock[]): Unit[] {
  const weights = blocks.map(({ words }) => Array.from(words.values()).reduce((sum, weight) => sum + weight, 0))
  const perUnit = weights.reduce((sum, weight) => sum + weight, 0) / MAX_UNITS
  const units: Unit[] = []
  let [seen, filled] = [0, 0]
  blocks.forEach(({ words, cue }, index) => {
    const last = units.at(-1)
    if (!last || blocks.length <= MAX_UNITS || seen >= filled * perUnit) {
      if (units.length < MAX_UNITS) {
        units.push({ first: index, words: new Map(words), cue })
        filled++
        seen += weights[index]!
        return
      }
    }
    for (const [word, weight] of words) last!.words.set(word, (last!.words.get(word) ?? 0) + weight)
    seen += weights[index]!
  })
  return units
}

/** Unit vectors of the words of each unit. A word of many units says little about one. */
function toVectors(units: readonly Unit[]): Map<string, number>[] {
  const holding = new Map<string, number>()
  for (const { words } of units) for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
  return units.map(({ words }) => {
    const heaviest = Array.from(words, ([word, weight]) => ({
      word,
      weight: (1 + Math.log1p(weight)) * Math.log((units.length + 1) / holding.get(word)!),
    }))
      .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
      .slice(0, MAX_WORDS)
    const length = Math.hypot(...heaviest.map(({ weight }) => weight)) || 1
    return new Map(heaviest.map(({ word, weight }) => [word, weight / length]))
  })
}

function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0)
  return sum
}

/** sums[i][j]: similarity of all pairs of units below i and below j, so that a part costs four reads. */
function pairSums(vectors: readonly ReadonlyMap<string, number>[]): Float64Array[] {
  const size = vectors.length
  const sums = Array.from({ length: size + 1 }, () => new Float64Array(size + 1))
  const pairs = vectors.map((a, i) => Float64Array.from(vectors, (b, j) => (j < i ? similarity(b, a) : 0)))
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const pair = i === j ? 0 : pairs[Math.max(i, j)]![Math.min(i, j)]!
      sums[i + 1]![j + 1] = sums[i]![j + 1]! + sums[i + 1]![j]! - sums[i]![j]! + pair
    }
  return sums
}

/**
 * Indexes of the first blocks of at most `parts` consecutive parts, ascending; the first is 0. Empty without blocks. A
 * part has at least two units.
 */
export function topicBorders(blocks: readonly BorderBlock[], parts: number): number[] {
  const units = gather(blocks)
  const size = units.length
  const count = Math.max(1, Math.min(parts, Math.floor(size / 2)))
  if (size === 0) return []
  const sums = pairSums(toVectors(units))
  const usual = size / count
  const worthOf = (from: number, to: number) => {
    const within = sums[to]![to]! - sums[from]![to]! - sums[to]![from]! + sums[from]![from]!
    return within / (to - from) - LENGTH_WEIGHT * ((to - from) / usual - 1) ** 2 + CUE_WEIGHT * units[from]!.cue
  }
  // best[end]: the greatest worth of a division of the units below `end`; from[part][end]: where its last part begins.
  let best = Float64Array.from({ length: size + 1 }, (_, end) =>
    end < 2 && size > 1 ? -Infinity : worthOf(0, Math.max(end, 1)),
  )
  const from = [new Uint8Array()]
  for (let part = 1; part < count; part++) {
    const next = new Float64Array(size + 1).fill(-Infinity)
    const begins = new Uint8Array(size + 1)
    for (let end = 2 * (part + 1); end <= size; end++)
      for (let begin = 2 * part; begin <= end - 2; begin++) {
        const worth = best[begin]! + worthOf(begin, end)
        if (worth > next[end]!) [next[end], begins[end]] = [worth, begin]
      }
    best = next
    from.push(begins)
  }
  const borders: number[] = []
  for (let part = count - 1, end = size; part > 0; part--) {
    end = from[part]![end]!
    borders.unshift(units[end]!.first)
  }
  return [0, ...borders]
}
