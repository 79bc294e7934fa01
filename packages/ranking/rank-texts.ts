import { countTerm, rarity, scoreText, type Weights } from './bm25.ts'
import type { QueryTerm } from './query-terms.ts'

/** The rarity of each term among these texts in normal form, by reading all of them. */
export function weightsOf(terms: readonly QueryTerm[], normals: readonly string[]): Weights {
  const length = normals.reduce((sum, normal) => sum + normal.length, 0)
  return {
    rarities: terms.map((term) =>
      rarity(
        normals.reduce((count, normal) => count + (countTerm(term, normal) > 0 ? 1 : 0), 0),
        normals.length,
      ),
    ),
    averageLength: Math.max(1, length / Math.max(1, normals.length)),
  }
}

/** The texts with at least one term, best first; equal scores in the order of the texts. */
export function rankTexts(
  terms: readonly QueryTerm[],
  normals: readonly string[],
  weights = weightsOf(terms, normals),
): { index: number; score: number }[] {
  return normals
    .map((normal, index) => ({ index, score: scoreText(terms, weights, normal) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
}
