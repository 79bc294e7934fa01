// BM25 over texts in normal form: the sum over the terms of rarity × saturated number of occurrences, lower for long texts.
import { stemmer } from 'stemmer'
import type { QueryTerm } from './query-terms.ts'

/** How fast further occurrences stop to count. */
export const SATURATION = 1.2
/** Weight of the length of a text. Low: a block is one utterance, and short ones rarely answer a question. */
export const LENGTH_WEIGHT = 0.3

/** Rarity of a term that `holding` of `texts` texts contain; above 0. */
export function rarity(holding: number, texts: number): number {
  return Math.log(1 + Math.max(0, texts - holding + 0.5) / (holding + 0.5))
}

const WORDS = /[a-z]+/g
const MAX_STEMS = 10_000
const stems = new Map<string, string>()

function cachedStem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= MAX_STEMS) stems.clear()
  const stem = stemmer(word)
  stems.set(word, stem)
  return stem
}

/** Number of occurrences of a term in a text in normal form. */
export function countTerm({ text, stem }: QueryTerm, normal: string): number {
  let count = 0
  let at = normal.indexOf(text)
  if (at < 0) return 0
  if (stem !== null) {
    for (const [word] of normal.matchAll(WORDS)) if (word.startsWith(text) && cachedStem(word) === stem) count += 1
    return count
  }
  for (; at >= 0; at = normal.indexOf(text, at + text.length)) count += 1
  return count
}

/** Statistics of all texts: the rarity of each term, and the average length in UTF-16 code units. */
export interface Weights {
  rarities: readonly number[]
  averageLength: number
}

/** The score of one text in normal form; 0 without any term. */
export function scoreText(terms: readonly QueryTerm[], { rarities, averageLength }: Weights, normal: string): number {
  const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * normal.length) / averageLength)
  let score = 0
  for (const [index, term] of terms.entries()) {
    const count = countTerm(term, normal)
    if (count > 0) score += term.weight * rarities[index]! * ((count * (SATURATION + 1)) / (count + norm))
  }
  return score
}
