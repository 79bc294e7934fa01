import type { EditableBlock } from '../../editable-block.ts'
import { sentences } from '../../sentences.ts'
import { type ContentWord, isContentWord } from '../content-words.ts'

/** The fields of a block that the extraction needs. */
export type TopicBlock = Pick<EditableBlock, 'uuid' | 'content' | 'start_time' | 'end_time' | 'terms'>

/** A sentence as a range of the text of a block, with its content words in order. */
export interface SpokenSentence {
  readonly start: number
  readonly end: number
  readonly words: readonly ContentWord[]
}

/** A longer sentence is divided: text without punctuation can be one sentence of many minutes. */
const MAX_SENTENCE = 200
/** Places to divide a long sentence, in order of preference. */
const DIVIDERS = [/[、，]/gu, /[,;:]\s/gu, /\s/gu]

/** End of the first part of a sentence that is longer than the maximum. */
function divide(text: string): number {
  const within = text.slice(0, MAX_SENTENCE)
  for (const divider of DIVIDERS) {
    const end = [...within.matchAll(divider)].map(({ 0: mark, index }) => index + mark.length).at(-1) ?? 0
    if (end > MAX_SENTENCE / 2) return end
  }
  // A surrogate pair is one character.
  return /[\ud800-\udbff]$/.test(within) ? MAX_SENTENCE - 1 : MAX_SENTENCE
}

function* shortRanges(content: string) {
  for (const { start, end } of sentences(content)) {
    let from = start
    while (end - from > MAX_SENTENCE) {
      const to = from + divide(content.slice(from, end))
      yield { start: from, end: from + content.slice(from, to).trimEnd().length }
      from = to
    }
    if (end > from) yield { start: from, end }
  }
}

export function sentencesOf({ content, terms }: TopicBlock): SpokenSentence[] {
  const found: SpokenSentence[] = []
  let at = 0
  for (const { start, end } of shortRanges(content)) {
    const words: ContentWord[] = []
    for (; at < terms.length && terms[at]!.offset < end; at++) {
      const word = terms[at]!
      if (word.offset >= start && isContentWord(word)) words.push(word)
    }
    found.push({ start, end, words })
  }
  return found
}
