import { expect, it } from 'vitest'
import { findQuote } from './find-quote.ts'

/** The quote is found at the text between the bars; none without bars. */
it.each([
  ['equal text', '本日は|予算は百万円|です。', '予算は百万円'],
  ['width and case', '|ＡＰＩの価格|です', 'apiの価格'],
  ['half-width kana', '|データ連携|が課題です', 'ﾃﾞｰﾀ連携'],
  ['punctuation and spaces of the quote', '|予算は年間で、百万円|です', '「予算は年間で百万円」'],
  ['line breaks of the block', '|We need\nthe price| today', 'we need the price'],
  ['one character differs', '予算は百万円です', '予算は千万円'],
  ['words in another order', '百万円の予算です', '予算の百万円'],
  ['an empty quote', '予算は百万円です', ''],
  ['signs only', '予算は、百万円です。', '、'],
  ['one letter', '予算は百万円です', '百'],
  ['longer than the block', '予算は', '予算は百万円'],
])('%s', (_, marked, quote) => {
  const content = marked.replaceAll('|', '')
  const range = findQuote(content, quote)
  const expected = marked.includes('|') ? marked.split('|')[1] : null
  expect(range && content.slice(range.start, range.end)).toBe(expected)
})
