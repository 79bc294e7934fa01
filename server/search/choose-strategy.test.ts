import { expect, it } from 'vitest'
import { chooseStrategy } from './choose-strategy.ts'

const large = { blocks: 1_000_000, blocksPerFile: 500 }

it.each([
  ['rare words', { share: 0.0005, isShareKnown: true, corpus: large }, 'index'],
  ['a rare gram in longer words', { share: 0.0005, isShareKnown: false, corpus: large }, 'index'],
  ['words in every second block', { share: 0.5, isShareKnown: true, corpus: large }, 'list'],
  ['common grams with an unknown joint frequency', { share: 0.5, isShareKnown: false, corpus: large }, 'probe'],
  [
    'words in one of fifty blocks, in a smaller folder',
    { share: 0.02, isShareKnown: true, corpus: { blocks: 200_000, blocksPerFile: 500 } },
    'index',
  ],
  [
    'words in one of twenty files, with short files',
    { share: 0.005, isShareKnown: true, corpus: { blocks: 20_000, blocksPerFile: 10 } },
    'index',
  ],
  [
    'any words, before statistics exist',
    { share: 1, isShareKnown: false, corpus: { blocks: Infinity, blocksPerFile: 1 } },
    'probe',
  ],
] as const)('%s are found by %s', (_, query, strategy) => {
  expect(chooseStrategy(query, 50)).toBe(strategy)
})
