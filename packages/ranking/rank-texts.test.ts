import { normalise } from '@kaiwa/language'
import { expect, it } from 'vitest'
import { countTerm, rarity, scoreText } from './bm25.ts'
import { queryTerms } from './query-terms.ts'
import { rankTexts } from './rank-texts.ts'

function ranked(question: string, texts: readonly string[]): string[] {
  return rankTexts(queryTerms(question), texts.map(normalise)).map(({ index }) => texts[index]!)
}

it.each([
  [
    'rare words weigh more than frequent ones',
    '会議の見積',
    ['会議です。', '見積です。', '会議を始めます。', '会議は以上です。', '次の会議です。'],
    '見積です。',
  ],
  [
    'two words weigh more than one',
    '納期と価格',
    ['納期の話です。', '価格の話です。', '価格と納期の話です。'],
    '価格と納期の話です。',
  ],
  [
    'a short text weighs more than a long one',
    '価格',
    [`価格です。${'それから天気です。'.repeat(20)}`, '価格です。'],
    '価格です。',
  ],
  ['widths do not matter', 'サーバー', ['クライアントです。', 'ｻｰﾊﾞｰです。'], 'ｻｰﾊﾞｰです。'],
  [
    'forms of an English word are equal',
    'Which companies?',
    ['We met yesterday.', 'A company asked for a demo.', 'He accompanied us.'],
    'A company asked for a demo.',
  ],
])('%s', (_, question, texts, best) => expect(ranked(question, texts)[0]).toBe(best))

it('leaves out texts without any term', () => {
  expect(ranked('価格', ['天気です。', '価格です。'])).toEqual(['価格です。'])
  expect(ranked('価格', [])).toEqual([])
})

it('keeps the order of texts with equal scores', () => {
  expect(ranked('価格', ['価格は一です。', '価格は二です。'])).toEqual(['価格は一です。', '価格は二です。'])
})

it('does not count an English word inside of another one', () => {
  const [term] = queryTerms('cats')
  expect(countTerm(term!, 'concatenate the cat and two cats')).toBe(2)
})

it('computes BM25 with k1 = 1.2 and b = 0.3', () => {
  const [term] = queryTerms('価格')
  // Rarity: ln(1 + (10 - 2 + 0.5) / (2 + 0.5)) = ln 4.4. Two occurrences in a text of twice the average length.
  expect(rarity(2, 10)).toBeCloseTo(Math.log(4.4))
  const score = scoreText(
    [term!],
    { rarities: [rarity(2, 10)], averageLength: 5 },
    '価格と価格の話でした。'.slice(0, 10),
  )
  expect(score).toBeCloseTo((Math.log(4.4) * (2 * 2.2)) / (2 + 1.2 * (0.7 + 0.3 * 2)))
})
