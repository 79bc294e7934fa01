import { normalise } from '@kaiwa/language'
import { type Budget, choosePassages, type RankedPassage } from './choose-passages.ts'
import { queryTerms } from './query-terms.ts'
import { rankTexts } from './rank-texts.ts'

/** A block of a transcript in memory. Blocks of a transcript are consecutive and in order. */
export interface PassageBlock {
  id: number
  transcriptId: number
  content: string
}

/** Blocks before and after a match that belong to its passage. */
export const NEIGHBOURS = 1

/** The passages of these blocks that fit a question best, best first; none if no word of the question occurs. */
export function rankPassages(question: string, blocks: readonly PassageBlock[], budget: Budget): RankedPassage[] {
  const ranked = rankTexts(
    queryTerms(question),
    blocks.map(({ content }) => normalise(content)),
  )
  const windows = ranked.map(({ index, score }) => {
    const { id: matchId, transcriptId } = blocks[index]!
    const from = Math.max(0, index - NEIGHBOURS)
    const around = blocks
      .slice(from, index + NEIGHBOURS + 1)
      .map(({ id, content, ...block }, place) => ({ ...block, id, order: from + place, length: content.length }))
    return { transcriptId, matchId, score, blocks: around.filter((block) => block.transcriptId === transcriptId) }
  })
  return choosePassages(windows, budget)
}
