import { expect, it } from 'vitest'
import { choosePassages, type Window } from './choose-passages.ts'
import { rankPassages } from './rank-passages.ts'

const BUDGET = { maxPassages: 5, maxLength: 1000 }

/** A transcript per line, its blocks divided by `|`. Block ids count from 1. */
function blocks(...transcripts: readonly string[]) {
  let id = 0
  return transcripts.flatMap((text, index) =>
    text.split('|').map((content) => ({ id: (id += 1), transcriptId: index + 1, content })),
  )
}

function idsOf(question: string, all: ReturnType<typeof blocks>, budget = BUDGET) {
  return rankPassages(question, all, budget).map(({ blockIds, matchIds }) => ({ blockIds, matchIds }))
}

it.each([
  ['neighbours belong to a passage', '価格', ['こんにちは|天気です|価格です|三万円です|では'], [[[2, 3, 4], [3]]]],
  ['a passage ends with its transcript', '価格', ['こんにちは|価格です', '天気です|では'], [[[1, 2], [2]]]],
  [
    'matches with a common neighbour are one passage',
    '価格',
    ['価格|はい|価格の話です|では|また'],
    [
      [
        [1, 2, 3, 4],
        [1, 3],
      ],
    ],
  ],
  [
    'a window between two passages joins them',
    '価格 納期 品質',
    ['あ|価格と納期|い|品質|う|価格と納期|え'],
    [
      [
        [1, 2, 3, 4, 5, 6, 7],
        [2, 6, 4],
      ],
    ],
  ],
  ['no match, no passage', '価格', ['天気です'], []],
])('%s', (_, question, transcripts, expected) => {
  const found = idsOf(question, blocks(...transcripts)).map(({ blockIds, matchIds }) => [blockIds, matchIds])
  expect(found).toEqual(expected)
})

it('orders passages by their best match', () => {
  const all = blocks('あ|価格です|い', 'う|価格と納期です|え')
  expect(idsOf('価格と納期', all).map(({ matchIds }) => matchIds)).toEqual([[5], [2]])
})

function window(matchId: number, score: number, lengths: Record<number, number>): Window {
  const around = Object.entries(lengths).map(([id, length]) => ({ id: Number(id), order: Number(id), length }))
  return { transcriptId: 1, matchId, score, blocks: around }
}

it.each([
  [
    'the number of passages is limited',
    { maxPassages: 1, maxLength: 100 },
    [window(1, 2, { 1: 10 }), window(9, 1, { 9: 10 })],
    [[1]],
  ],
  [
    'a window that does not fit is reduced to its match',
    { maxPassages: 5, maxLength: 20 },
    [window(2, 1, { 1: 10, 2: 10, 3: 10 })],
    [[2]],
  ],
  [
    'a match that does not fit is skipped, and shorter ones follow',
    { maxPassages: 5, maxLength: 20 },
    [window(2, 2, { 2: 50 }), window(5, 1, { 5: 20 })],
    [[5]],
  ],
  [
    'a match inside of a passage costs nothing',
    { maxPassages: 1, maxLength: 20 },
    [window(1, 2, { 1: 10, 2: 10 }), window(2, 1, { 1: 10, 2: 10, 3: 10 })],
    [[1, 2]],
  ],
  ['an empty budget has no passage', { maxPassages: 5, maxLength: 0 }, [window(1, 1, { 1: 10 })], []],
])('%s', (_, budget, windows, expected) =>
  expect(choosePassages(windows, budget).map(({ blockIds }) => blockIds)).toEqual(expected),
)
