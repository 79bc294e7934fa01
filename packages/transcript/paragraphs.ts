import type { Block } from '@kaiwa/contract/transcripts.ts'

type Opening = Pick<Block, 'is_break' | 'speaker_id'>

/** Whether a block starts a new paragraph: it is first, flagged as break, or its speaker differs from the previous. */
export const startsParagraph = (block: Opening, previous: Opening | undefined): boolean =>
  !previous || block.is_break || block.speaker_id !== previous.speaker_id

/** The blocks (in reading order) grouped into paragraphs; each has at least one and one speaker. */
export function paragraphs<T extends Opening>(blocks: readonly T[]): T[][] {
  const grouped: T[][] = []
  let previous: T | undefined
  for (const block of blocks) {
    if (startsParagraph(block, previous)) grouped.push([block])
    else grouped.at(-1)!.push(block)
    previous = block
  }
  return grouped
}
