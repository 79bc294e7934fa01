// The sentences of a conversation, with their place in their block.
import { foldWidth } from '../fold.ts'

/** A block of a transcript: what one person said without a pause. */
export interface TalkBlock {
  /** Any id by which the caller finds the block again. */
  id: string
  speaker: string | null
  text: string
}

export interface Sentence {
  block: TalkBlock
  /** Number of the block, and of the sentence in it. */
  turn: number
  index: number
  /** Position in the text of the block. */
  start: number
  /** Literal, without spaces around it. */
  text: string
  /** The same text in one width and case; positions are equal. */
  folded: string
  /** The one before it in the conversation. */
  before: Sentence | null
}

const TITLE = /(?:^|\s)(?:mr|mrs|ms|dr|prof|no|approx|vs|e\.g|i\.e)$/i

/** Whether the sign at `at` ends a sentence: no decimal point, and no point of an abbreviation. */
function isEnd(text: string, at: number): boolean {
  const sign = text[at]!
  if (/[。！？\n]/.test(sign)) return true
  if (/[!?]/.test(sign)) return true
  return sign === '.' && /^(?:\s|$)/.test(text.slice(at + 1)) && !TITLE.test(text.slice(Math.max(0, at - 8), at))
}

/** A longer sentence is divided: expressions would take too long with it. */
const MAX_LENGTH = 400

/** Whether a long sentence may be divided after the sign at `at`: not between the halves of a character. */
function canDivide(text: string, at: number): boolean {
  return !/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at, at + 2))
}

function sentencesOfBlock(block: TalkBlock, turn: number, last: Sentence | null): Sentence[] {
  const { text } = block
  const sentences: Sentence[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (!isEnd(text, at) && at < text.length - 1 && (at - start < MAX_LENGTH || !canDivide(text, at))) continue
    const raw = text.slice(start, at + 1)
    const trimmed = raw.trim()
    if (trimmed !== '') {
      const from = start + raw.indexOf(trimmed)
      const index = sentences.length
      const before = sentences.at(-1) ?? last
      sentences.push({ block, turn, index, start: from, text: trimmed, folded: foldWidth(trimmed), before })
    }
    start = at + 1
  }
  return sentences
}

/** The sentences of each block in order. */
export function sentencesOf(blocks: readonly TalkBlock[]): Sentence[][] {
  let last: Sentence | null = null
  return blocks.map((block, turn) => {
    const sentences = sentencesOfBlock(block, turn, last)
    last = sentences.at(-1) ?? last
    return sentences
  })
}
