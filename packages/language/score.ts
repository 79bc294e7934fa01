import type { Term } from '@kaiwa/contract/transcripts.ts'
import { isStopWord } from './stop-words.ts'

interface WordUsage {
  count: number
  /** Number of blocks that contain the word, and the last block counted. */
  blocks: number
  lastBlock: number
}

/** A single letter or kana is usually a recognition error or a filler; a single kanji can be a word. */
function isFiller(base: string): boolean {
  return base.length === 1 && !/\p{Script=Han}/u.test(base)
}

function carriesWeight(term: Term): boolean {
  return term.type !== 0 && !isStopWord(term.base) && !isFiller(term.base)
}

/**
 * Sets the score of every term: its weight in the file from 0 to 1, where the heaviest word has 1. The weight is the
 * logarithm of the word's count times its rarity over blocks: a word that occurs in every block loses half of its
 * weight. All forms of a word (equal base and type) have the same score. Stop words and type 0 have score 0.
 */
export function scoreTerms(blocks: readonly { readonly terms: readonly Term[] }[]): void {
  const usages = new Map<string, WordUsage>()
  const keyOf = (term: Term) => `${term.base}\n${term.type}`
  blocks.forEach(({ terms }, block) => {
    for (const term of terms) {
      if (!carriesWeight(term)) continue
      const key = keyOf(term)
      const usage = usages.get(key)
      if (!usage) usages.set(key, { count: 1, blocks: 1, lastBlock: block })
      else {
        usage.count++
        if (usage.lastBlock !== block) usage.blocks++
        usage.lastBlock = block
      }
    }
  })
  const scale = Math.log(blocks.length + 1)
  const weights = new Map<string, number>()
  let heaviest = 0
  for (const [key, { count, blocks: holding }] of usages) {
    const rarity = 0.5 + 0.5 * (Math.log((blocks.length + 1) / holding) / scale)
    const weight = (1 + Math.log(count)) * rarity
    weights.set(key, weight)
    heaviest = Math.max(heaviest, weight)
  }
  for (const { terms } of blocks) {
    for (const term of terms) {
      const weight = carriesWeight(term) ? weights.get(keyOf(term))! : 0
      term.score = weight === 0 ? 0 : Math.round((weight / heaviest) * 1000) / 1000
    }
  }
}
