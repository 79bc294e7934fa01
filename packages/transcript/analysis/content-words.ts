// Words that characterise a conversation. The analysis gives stop words, fillers and function words the score 0.
import type { Term } from '@kaiwa/contract/transcripts.ts'

/** 1 adjective, 3 noun or proper noun, 7 verb (ANA-05). */
export const WORD_TYPES = [1, 3, 7] as const
export type WordType = (typeof WORD_TYPES)[number]

export type ContentWord = Term & { type: WordType }

/** Whether a term is a word of the word cloud and of the keywords. */
export function isContentWord(term: Term): term is ContentWord {
  return term.type !== 0 && term.score > 0
}

/** All forms of a word with the same dictionary form and part of speech have the same key. */
export function wordKey({ base, type }: { base: string; type: number }): string {
  return `${type} ${base}`
}
