import type { ContentWord } from '../content-words.ts'
import { countQuestions } from '../questions.ts'
import { formOf, isCourtesy, openingLength } from './phrases.ts'
import type { ReadBlock } from './read-block.ts'
import type { TopicBlock } from './spoken-sentences.ts'

/** A range of the text of a block. */
export interface PassageRange {
  readonly block: TopicBlock
  readonly start: number
  readonly end: number
}

const MAX_PASSAGES = 3
/** Sentences of a topic per passage. */
const SENTENCES_PER_PASSAGE = 5
/** Characters of a sentence that says enough, and of one that is still read quickly. Latin letters count half. */
const [SHORT, LONG] = [14, 80]
/** Of sentences without content words the form decides. */
const MIN_WEIGHT = 0.001

interface Candidate extends PassageRange {
  readonly words: readonly ContentWord[]
  /** Worth by form and length, without the words. */
  readonly form: number
}

function lengthOf(text: string): number {
  return text.length - (text.match(/[\p{Script=Latin}\s]/gu)?.length ?? 0) / 2
}

function candidatesOf({ block, sentences }: ReadBlock): Candidate[] {
  return sentences.map(({ start, end, words }) => {
    const from = start + openingLength(block.content.slice(start, end))
    const text = block.content.slice(from, end)
    const length = lengthOf(text)
    const size = Math.min(1, length / SHORT) ** 2 * Math.min(1, LONG / Math.max(length, 1))
    const form = size * formOf(text) * (isCourtesy(text) ? 0.1 : 1) * (countQuestions(text) > 0 ? 0.55 : 1)
    return { block, start: from, end, words, form }
  })
}

/**
 * The most characteristic sentences of a topic, sorted by their place: those with many heavy words that are not in the
 * sentences chosen before. A topic has at least one.
 */
export function choosePassages(
  topic: readonly ReadBlock[],
  weightOf: (word: ContentWord) => number,
): readonly PassageRange[] {
  const candidates = topic.flatMap(candidatesOf)
  const count = Math.min(MAX_PASSAGES, Math.ceil(candidates.length / SENTENCES_PER_PASSAGE))
  const said = new Set<string>()
  const chosen = new Set<Candidate>()
  while (chosen.size < count) {
    let best: Candidate | undefined
    let greatest = 0
    for (const candidate of candidates) {
      if (chosen.has(candidate)) continue
      const words = new Map(candidate.words.map((word) => [word.base, word]))
      let sum = 0
      for (const [base, word] of words) if (!said.has(base)) sum += weightOf(word)
      // Longer sentences have more words, but not everything in them is characteristic.
      const weight = sum / Math.sqrt(words.size + 2) || (chosen.size > 0 ? 0 : MIN_WEIGHT)
      if (candidate.form * weight > greatest) [best, greatest] = [candidate, candidate.form * weight]
    }
    if (!best) break
    chosen.add(best)
    for (const { base } of best.words) said.add(base)
  }
  // The chosen passages in the order of the candidates.
  return candidates.filter((candidate) => chosen.has(candidate))
}
