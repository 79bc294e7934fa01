import type { QueryTerm } from '@kaiwa/ranking/query-terms.ts'

/**
 * The terms to look up in the index: the rarest ones, as long as all their texts together are at most `maxTexts`; at
 * least one. A text without any of them has only frequent terms, and a low score. `texts` is the expected number of texts
 * with each term.
 */
export function chooseLookup(
  terms: readonly QueryTerm[],
  texts: readonly number[],
  maxTexts: number,
): readonly QueryTerm[] {
  const rarestFirst = terms
    .map((term, index) => ({ term, texts: texts[index] ?? 0 }))
    .toSorted((a, b) => a.texts - b.texts)
  let sum = 0
  const chosen = rarestFirst.filter((each, index) => {
    sum += each.texts
    return index === 0 || sum <= maxTexts
  })
  return chosen.map(({ term }) => term)
}
