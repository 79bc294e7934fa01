import { expect, it } from 'vitest'
import { queryTerms } from './query-terms.ts'

function texts(question: string): string[] {
  return queryTerms(question).map(({ text }) => text)
}

it.each([
  ['', []],
  ['価格', ['価格']],
  ['見積書の期限', ['見積', '積書', '期限']],
  ['価格について何と言っていましたか？', ['価格']],
  ['導入費用はいくらですか。', ['導入', '入費', '費用']],
  ['サポートの窓口はどこですか', ['サポート', '窓口']],
  [
    'プロジェクトマネージャー',
    ['プロジェ', 'ロジェク', 'ジェクト', 'ェクトマ', 'クトマネ', 'トマネー', 'マネージ', 'ネージャ'],
  ],
  ['ｻｰﾊﾞｰの料金', ['サーバ', '料金']],
  ['電話した顧客', ['電話', '顧客']],
  ['税の扱い', ['税', '扱', '扱い']],
  ['2026年の売上', ['売上', '2026', '年']],
  ['まとめてください', ['まとめ', 'とめて', 'めてく', 'てくだ', 'くださ', 'ださい']],
])('divides %j into the terms %j', (question, expected) => expect(texts(question)).toEqual(expected))

it.each([
  [
    'Which customers mentioned the price?',
    [
      ['custom', 'custom'],
      ['pric', 'price'],
    ],
  ],
  ['pricing', [['pric', 'price']]],
  ['companies', [['compan', 'compani']]],
  ['What is the A100 about?', [['a100', null]]],
  ['What did they say?', []],
])('reduces English words of %j to stems', (question, expected) => {
  const terms = queryTerms(question).map(({ text, stem }) => [text, stem])
  expect(terms).toEqual(expected)
})

it('keeps at most 32 terms, the most important ones', () => {
  const kanji = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  const terms = queryTerms(`${kanji} すこしずつ`)
  expect(terms).toHaveLength(32)
  expect(terms.every(({ weight }) => weight === 1)).toBe(true)
})

it('stays fast for hostile questions', () => {
  const start = performance.now()
  for (const part of ['言って', 'い', 'という', 'ーア', '一い', 'ab ', '\u3099'])
    queryTerms(part.repeat(100_000).slice(0, 100_000))
  expect(performance.now() - start).toBeLessThan(5000)
})
