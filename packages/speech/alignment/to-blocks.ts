import type { SpokenWord } from './assign-speakers.ts'

// A block is a few sentences of one speaker, short enough to read and correct. It ends at a change of speaker, at a
// long pause and, when long enough, at the end of a sentence. A sentence that is too long is cut at its best pause.

export interface BlockWord {
  text: string
  start: number
  end: number
  offset: number
  confidence: number
}

/** Times in seconds, `offset` in UTF-16 code units of `text`. */
export interface SpeechBlock {
  start: number
  end: number
  speaker: number
  text: string
  words: BlockWord[]
}

interface Measure {
  /** Size of a word, and the maximum size of a block. */
  size: (word: SpokenWord) => number
  maxSize: number
  /** Size from which a block ends with its sentence. */
  minSize: number
  separator: string
}

const measures = {
  unspaced: { size: (word) => word.text.length, maxSize: 120, minSize: 50, separator: '' },
  spaced: { size: () => 1, maxSize: 40, minSize: 16, separator: ' ' },
} satisfies Record<string, Measure>

/** A pause that always ends a block. */
const LONG_PAUSE_SECONDS = 2
/** A pause that counts as the end of a sentence in text without punctuation. */
const SENTENCE_PAUSE_SECONDS = 0.6

const endsSentence = /[。．？！?!…][」』）)”"']*$|[^.\d\s]\.[”"')]*$/
const endsClause = /[、，,;；:：]$/

/**
 * Groups words into blocks of readable length. Japanese, Chinese and Thai are joined without spaces; case and
 * punctuation are kept.
 */
export function toBlocks(words: readonly SpokenWord[], { language }: { language: string }): SpeechBlock[] {
  const measure: Measure = /^(ja|zh|yue|th)\b/.test(language) ? measures.unspaced : measures.spaced
  const punctuated = words.some((word) => endsSentence.test(word.text))
  const blocks: SpeechBlock[] = []
  let open: SpokenWord[] = []
  let size = 0
  const close = (count: number) => {
    const closed = open.slice(0, count)
    if (closed.length > 0) blocks.push(block(closed, measure.separator))
    open = open.slice(count)
    size = open.reduce((sum, word) => sum + measure.size(word), 0)
  }
  for (const word of words) {
    const last = open.at(-1)
    if (last) {
      const pause = word.start - last.end
      const sentence = endsSentence.test(last.text) || (!punctuated && pause >= SENTENCE_PAUSE_SECONDS)
      if (word.speaker !== last.speaker || pause >= LONG_PAUSE_SECONDS || (sentence && size >= measure.minSize))
        close(open.length)
      // Twice, because the rest after the best cut can still be too long for the next word.
      for (let n = 0; n < 2 && open.length > 1 && size + measure.size(word) > measure.maxSize; n++)
        close(bestCut([...open, word]))
    }
    open.push(word)
    size += measure.size(word)
  }
  close(open.length)
  return blocks
}

/** The number of words to keep, so that the cut is at a sentence, a clause or a pause; later cuts are preferred. */
function bestCut(words: readonly SpokenWord[]): number {
  let best = { count: words.length - 1, score: -1 }
  for (let count = Math.max(1, Math.floor(words.length / 3)); count < words.length; count++) {
    const [last, next] = [words[count - 1], words[count]]
    if (!last || !next) continue
    const mark = endsSentence.test(last.text) ? 2 : endsClause.test(last.text) ? 0.8 : 0
    const score = mark + Math.min(1, Math.max(0, next.start - last.end)) + (0.3 * count) / words.length
    if (score > best.score) best = { count, score }
  }
  return best.count
}

function block(words: readonly SpokenWord[], between: string): SpeechBlock {
  let text = ''
  const placed = words.map((word, index): BlockWord => {
    if (index > 0 && needsSpace(text, word.text, between)) text += ' '
    const offset = text.length
    text += word.text
    return { text: word.text, start: word.start, end: word.end, offset, confidence: word.confidence }
  })
  const end = words.reduce((latest, word) => Math.max(latest, word.end), 0)
  return { start: words[0]?.start ?? 0, end, speaker: words[0]?.speaker ?? 0, text, words: placed }
}

/** In scripts without spaces, only two adjacent Latin words are separated by a space. */
function needsSpace(before: string, next: string, between: string): boolean {
  return between === ' ' || (/[A-Za-z]$/.test(before) && /^[A-Za-z]/.test(next))
}
