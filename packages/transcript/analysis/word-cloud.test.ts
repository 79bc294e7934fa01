import type { Term } from '@kaiwa/contract/transcripts.ts'
import { describe, expect, it } from 'vitest'
import { term } from '../test/factories.ts'
import { WORD_TYPES, type WordType } from './content-words.ts'
import { buildCloudIndex, cloudAt } from './word-cloud.ts'

/** `word@seconds`, with `*score` and `/type`: 価格@12*0.5/3. Default: a noun of the score 1. */
function words(text: string): { terms: Term[] } {
  const terms = text
    .split(' ')
    .filter(Boolean)
    .map((word): Term => {
      const [, base = '', time, score = '1', type = '3'] = /^(.+?)@([\d.]+)(?:\*([\d.]+))?(?:\/(\d))?$/.exec(word)!
      return {
        ...term(base, 0, Number(time), Number(time) + 0.5),
        base,
        score: Number(score),
        type: Number(type) as Term['type'],
      }
    })
  return { terms }
}

function shown(text: string, time: number, types: readonly WordType[] = WORD_TYPES) {
  return cloudAt(buildCloudIndex([words(text)]), time, new Set(types))
}

describe('the words of a moment', () => {
  it.each([
    ['ANA-03 covers the 30 s before and after the slider', 'a@0 b@29 c@31 d@90 e@91', 60, 'c d'],
    ['the window ends at the start of the recording', 'a@0 b@30 c@31', 0, 'a b'],
    ['counts each form of a word', 'a@1 b@2 b@3', 0, 'b×2 a'],
    ['weighs the count by the score', 'a@1 b@2*0.3 b@3*0.3', 0, 'a b×2'],
    ['equal weights keep the order of the text', 'b@1 a@2', 0, 'b a'],
    ['leaves out words without a score, which are stop words and fillers', 'えー@1*0 a@2', 0, 'a'],
    ['leaves out function words', 'は@1/0 a@2', 0, 'a'],
    ['the same form as noun and verb is two words', '話@1/3 話@2/7', 0, '話 話'],
    ['is empty in a pause', 'a@1', 300, ''],
    ['is empty without words', '', 0, ''],
  ])('%s', (_, text, time, expected) => {
    expect(
      shown(text, time)
        .map(({ base, count }) => (count > 1 ? `${base}×${count}` : base))
        .join(' '),
    ).toBe(expected)
  })

  it.each<[WordType[], string]>([
    [[1, 3, 7], '高い 価格 比べる'],
    [[3], '価格'],
    [[1, 7], '高い 比べる'],
    [[], ''],
  ])('ANA-05 of the types %j', (types, expected) => {
    const text = '高い@1/1 価格@2/3 比べる@3/7 えっと@4/0'
    expect(
      shown(text, 10, types)
        .map(({ base }) => base)
        .join(' '),
    ).toBe(expected)
  })

  it('ANA-02 has at most 40 words, the heaviest', () => {
    const text = Array.from({ length: 60 }, (_, at) => `w${at}@${at / 2}*${(at + 1) / 60}`).join(' ')
    const found = shown(text, 15)
    expect(found).toHaveLength(40)
    expect([found[0]?.base, found.at(-1)?.base]).toEqual(['w59', 'w20'])
  })

  it('reads overlapping blocks in the order of time', () => {
    const index = buildCloudIndex([words('a@50 b@100'), words('c@60')])
    expect(cloudAt(index, 75, new Set(WORD_TYPES)).map(({ base }) => base)).toEqual(['a', 'b', 'c'])
  })
})
