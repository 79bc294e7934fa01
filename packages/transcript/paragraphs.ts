import type { Block } from '@kaiwa/contract/transcripts.ts'

type ParagraphFields = Pick<Block, 'is_break' | 'speaker_id'>

/**
 * True when a block starts a new paragraph: it is the first, has a break, or its speaker differs from the previous one.
 */
export function startsParagraph(block: ParagraphFields, previous: ParagraphFields | undefined): boolean {
  return !previous || block.is_break || block.speaker_id !== previous.speaker_id
}

/** Groups blocks (in reading order) into paragraphs. Each has at least one block and exactly one speaker. */
export function paragraphs<T extends ParagraphFields>(blocks: readonly T[]): T[][] {
  const grouped: T[][] = []
  let previous: T | undefined
  for (const block of blocks) {
    if (startsParagraph(block, previous)) grouped.push([block])
    else grouped.at(-1)!.push(block)
    previous = block
  }
  return grouped
}
