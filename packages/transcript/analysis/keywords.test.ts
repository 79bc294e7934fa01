import { describe, expect, it } from 'vitest'
import { block, term } from '../test/factories.ts'
import { type KeywordOrder, keywordsOf, placesOf, sortKeywords } from './keywords.ts'

/** A block of a speaker with nouns of the score 0.5, or with `!` of the score 1, one per second. */
function said(uuid: string, speaker_id: number | null, text: string) {
  const terms = text
    .split(' ')
    .map((word, at) => ({ ...term(word.replace('!', ''), at * 3, at, at + 1), type: 3 as const }))
  const scored = terms.map((one, at) => ({
    ...one,
    base: one.text,
    score: text.split(' ')[at]!.endsWith('!') ? 1 : 0.5,
  }))
  return block({ uuid, speaker_id, terms: scored })
}

const blocks = [said('a', 1, '価格 納期!'), said('b', 2, '価格 価格 保証'), said('c', null, '価格')]

it('counts each word with the shares of its speakers', () => {
  expect(keywordsOf(blocks)).toMatchObject([
    {
      base: '価格',
      count: 4,
      score: 0.5,
      speakers: [
        { speaker_id: 2, share: 0.5 },
        { speaker_id: 1, share: 0.25 },
        { speaker_id: null, share: 0.25 },
      ],
    },
    { base: '納期', count: 1, score: 1, speakers: [{ speaker_id: 1, share: 1 }] },
    { base: '保証', count: 1, score: 0.5, speakers: [{ speaker_id: 2, share: 1 }] },
  ])
})

describe('sorting', () => {
  it.each<[KeywordOrder, string]>([
    ['score', '納期 価格 保証'],
    ['count', '価格 納期 保証'],
    ['word', '価格 納期 保証'],
  ])('by %s', (order, expected) => {
    expect(
      sortKeywords(keywordsOf(blocks), order)
        .map(({ base }) => base)
        .join(' '),
    ).toBe(expected)
  })
})

it('lists the places of a word in reading order', () => {
  const [price] = keywordsOf(blocks)
  expect(placesOf(blocks, price!.key).map(({ uuid, start, speaker_id }) => [uuid, start, speaker_id])).toEqual([
    ['a', 0, 1],
    ['b', 0, 2],
    ['b', 1, 2],
    ['c', 0, null],
  ])
})

it.each([
  ['no blocks', []],
  ['a block without words', [block({ terms: [] })]],
  ['function words only', [block({ terms: [{ ...term('は', 0, 0, 1), type: 0, score: 0 }] })]],
])('finds no keywords in %s', (_, from) => expect(keywordsOf(from)).toEqual([]))
