// Passages are windows around the best blocks. Windows that share a block are joined, so that no block is sent twice.

export interface WindowBlock {
  id: number
  /** Order within the transcript. */
  order: number
  /** Length of the text in UTF-16 code units. */
  length: number
}

/** A block that matches, with its neighbours, in the order of the transcript. */
export interface Window {
  transcriptId: number
  matchId: number
  score: number
  blocks: readonly WindowBlock[]
}

export interface Budget {
  maxPassages: number
  /** Over the texts of all blocks, in UTF-16 code units. */
  maxLength: number
}

/** Consecutive blocks of a transcript, with those among them that match, best first. */
export interface RankedPassage {
  transcriptId: number
  score: number
  matchIds: number[]
  blockIds: number[]
}

interface OpenPassage {
  transcriptId: number
  score: number
  matchIds: number[]
  blocks: Map<number, WindowBlock>
}

function lengthOf(blocks: readonly WindowBlock[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}

/**
 * Chooses passages in the order of their best match until the budget is used. A window that does not fit is reduced to
 * its match; a match that does not fit is skipped.
 */
export function choosePassages(windows: readonly Window[], { maxPassages, maxLength }: Budget): RankedPassage[] {
  const passages: OpenPassage[] = []
  let left = maxLength
  for (const { transcriptId, matchId, score, blocks } of windows.toSorted((a, b) => b.score - a.score)) {
    const overlapping = passages.filter((passage) => blocks.some(({ id }) => passage.blocks.has(id)))
    const isFree = ({ id }: WindowBlock): boolean => overlapping.every((passage) => !passage.blocks.has(id))
    const added = [blocks.filter(isFree), blocks.filter((block) => block.id === matchId && isFree(block))].find(
      (some) => lengthOf(some) <= left,
    )
    if (!added || (overlapping.length === 0 && passages.length >= maxPassages)) continue
    const [first, ...others] = overlapping
    const passage: OpenPassage = first ?? { transcriptId, score, matchIds: [], blocks: new Map() }
    if (!first) passages.push(passage)
    for (const other of others) {
      passage.matchIds.push(...other.matchIds)
      for (const block of other.blocks.values()) passage.blocks.set(block.id, block)
      passages.splice(passages.indexOf(other), 1)
    }
    passage.matchIds.push(matchId)
    for (const block of added) passage.blocks.set(block.id, block)
    left -= lengthOf(added)
  }
  return passages.map(({ blocks, ...passage }) => ({
    ...passage,
    blockIds: [...blocks.values()].toSorted((a, b) => a.order - b.order).map(({ id }) => id),
  }))
}
