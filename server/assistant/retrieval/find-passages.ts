import { rarity, scoreText } from '@kaiwa/ranking/bm25.ts'
import { type Budget, choosePassages, type Window } from '@kaiwa/ranking/choose-passages.ts'
import { queryTerms } from '@kaiwa/ranking/query-terms.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  findCandidates,
  type PassageRow,
  type PassageScope,
  readScopeStatistics,
  readWindows,
} from '../store/passages.ts'
import { chooseLookup, type Lookup } from './choose-lookup.ts'

export interface PassageBlock extends Omit<PassageRow, 'match_id' | 'place'> {
  /** The block contains words of the question; false for a neighbour. */
  isMatch: boolean
}

/** Consecutive blocks of a file, in order. */
export interface FoundPassage {
  fileId: number
  score: number
  blocks: PassageBlock[]
}

/** A scope with fewer blocks is read as a whole, which is exact and as fast as the index. */
const MAX_SCANNED_BLOCKS = 5000
/** Expected maximum of texts that are read from the index. */
const MAX_INDEXED_BLOCKS = 10_000
/** Blocks that are scored exactly. */
const MAX_CANDIDATES = 200
/** With fewer candidates, texts with frequent words alone are read as well. */
const ENOUGH_CANDIDATES = 20
/** Blocks around which passages are built, for each passage of the budget. */
const MATCHES_PER_PASSAGE = 3

export interface RankedBlock {
  id: number
  score: number
}

/** The blocks of the scope that fit the question best, best first. */
export async function rankBlocks(db: Db, scope: PassageScope, question: string): Promise<RankedBlock[]> {
  const terms = queryTerms(question)
  if (terms.length === 0) return []
  const statistics = await readScopeStatistics(db, scope, { terms, maxBlocks: MAX_SCANNED_BLOCKS })
  const { total, sampled, averageLength } = statistics
  const sets = statistics.sets.map(({ 0: of, 1: count }) => ({
    terms: terms.map((_, index) => Math.floor(of / 2 ** index) % 2 === 1),
    texts: (count * total) / Math.max(1, sampled),
  }))
  const expected = terms.map((_, index) => sets.reduce((sum, set) => sum + (set.terms[index] ? set.texts : 0), 0))
  const isScan = statistics.blocks <= MAX_SCANNED_BLOCKS
  const values = terms.map(({ weight }, index) => weight * rarity(expected[index]!, total))
  const { sets: chosen, next } = chooseLookup(values, sets, MAX_INDEXED_BLOCKS)
  const termsOf = (set: Lookup) => set.map((index) => terms[index]!)
  const search = { terms, total, averageLength, limit: MAX_CANDIDATES }
  const { found, holding, read } =
    isScan || chosen.length > 0
      ? await findCandidates(db, scope, {
          ...search,
          lookup: isScan ? null : chosen.map(termsOf),
          holding: expected,
        })
      : { found: [], holding: expected, read: 0 }
  const known = new Set(found.map(({ block_id: id }) => id))
  const isFew = !isScan && next !== null && found.length < ENOUGH_CANDIDATES
  const more = isFew
    ? await findCandidates(db, scope, { ...search, lookup: [termsOf(next)], holding, maxTexts: MAX_INDEXED_BLOCKS })
    : { found: [] }
  const texts = isScan ? read : total
  const weights = { rarities: holding.map((count) => rarity(count, texts)), averageLength }
  return [...found, ...more.found.filter(({ block_id: id }) => !known.has(id))]
    .map(({ block_id: id, normal }) => ({ id, score: scoreText(terms, weights, normal) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
}

/**
 * The passages of the visible files in the scope that fit a question best, best first: the matching blocks with their
 * neighbours, within the budget. Empty if no word of the question occurs.
 */
export async function findPassages(
  db: Db,
  scope: PassageScope,
  question: string,
  budget: Budget,
): Promise<FoundPassage[]> {
  const ranked = (await rankBlocks(db, scope, question)).slice(0, budget.maxPassages * MATCHES_PER_PASSAGE)
  if (ranked.length === 0) return []
  const rows = await readWindows(
    db,
    scope,
    ranked.map(({ id }) => id),
  )
  const byMatch = Map.groupBy(rows, ({ match_id: id }) => id)
  const windows = ranked.flatMap(({ id: matchId, score }): Window[] => {
    const blocks = byMatch.get(matchId)
    if (!blocks) return []
    const around = blocks.map(({ block_id: id, place: order, content }) => ({ id, order, length: content.length }))
    return [{ transcriptId: blocks[0]!.transcript_id, matchId, score, blocks: around }]
  })
  const byId = new Map(rows.map((row) => [row.block_id, row]))
  return choosePassages(windows, budget).map(({ score, matchIds, blockIds }) => {
    const blocks = blockIds.map((id): PassageBlock => {
      const { match_id: _match, place: _place, ...block } = byId.get(id)!
      return { ...block, isMatch: matchIds.includes(id) }
    })
    return { fileId: blocks[0]!.file_id, score, blocks }
  })
}
