/** Texts that contain exactly these terms of a question. */
export interface TextsWith {
  /** For each term, whether they contain it. */
  terms: readonly boolean[]
  /** The expected number of such texts. */
  texts: number
}

/** A set of terms, as indexes. A text with all of them is read. */
export type Lookup = readonly number[]

export interface Lookups {
  /** They select the texts whose terms have the highest values together, and every text with one of the rarer terms. */
  sets: readonly Lookup[]
  /** The set for the next best texts, which are too many to read all of them; null if all texts are selected. */
  next: Lookup | null
}

/** Sums of the same values in another order differ in their last digits. */
const TOLERANCE = 1e-9

/**
 * Chooses what to look up in the index, so that at most `maxTexts` texts are expected. `values` is what one occurrence of
 * each term adds to a score. `found` lists the combinations of terms in a sample of texts; a term that is not among them is
 * rare.
 */
export function chooseLookup(values: readonly number[], found: readonly TextsWith[], maxTexts: number): Lookups {
  const valueOf = (terms: readonly boolean[]) =>
    values.reduce((sum, value, index) => sum + (terms[index] ? value : 0), 0)
  const best = found
    .map(({ terms, texts }) => ({ terms, texts, value: valueOf(terms) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
  const mostValuable = values.map((_, index) => index).toSorted((a, b) => values[b]! - values[a]!)
  /** The fewest of these terms that are worth as much. */
  const reduce = (terms: readonly boolean[], least: number): Lookup => {
    const set: number[] = []
    let value = 0
    for (const index of mostValuable.filter((index) => terms[index])) {
      if (value >= least - TOLERANCE && set.length > 0) break
      set.push(index)
      value += values[index]!
    }
    return set
  }
  let texts = 0
  const end = best.findIndex((each) => {
    if (texts + each.texts > maxTexts) return true
    texts += each.texts
    return false
  })
  const chosen = end < 0 ? best : best.slice(0, end)
  const rest = end < 0 ? undefined : best[end]
  const least = chosen.at(-1)?.value ?? Infinity
  const textsOf = (index: number) => found.reduce((sum, each) => sum + (each.terms[index] ? each.texts : 0), 0)
  const alone = mostValuable.filter((index) => {
    if (values[index]! >= least - TOLERANCE) return true
    // Looked up alone, its frequency is exact.
    const more = textsOf(index)
    if (texts + more > maxTexts) return false
    texts += more
    return true
  })
  const sets = [
    ...alone.map((index): Lookup => [index]),
    ...chosen.map(({ terms }) => reduce(terms, least)).filter((set) => !set.some((index) => alone.includes(index))),
  ]
  return {
    sets: [...new Map(sets.map((set) => [String(set), set])).values()],
    next: rest ? reduce(rest.terms, rest.value) : null,
  }
}
