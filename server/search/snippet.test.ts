import { expect, it } from 'vitest'
import { snippetOf } from './snippet.ts'

const long = 'あ'.repeat(200)

/** The snippet with its marks in brackets. */
function marked(text: string, words: string): string {
  const { content, marks } = snippetOf(text, words)
  return marks.reduceRight(
    (shown, { start, end }) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    content,
  )
}

it.each([
  ['来週の打ち合わせ', '打ち', '来週の[打ち]合わせ'],
  ['ﾃﾞｰﾀとデータ', 'データ', '[ﾃﾞｰﾀ]と[データ]'],
  ['㍿ミナト', '会社', '[㍿]ミナト'],
  ['CRMとＣＲＭ', 'crm', '[CRM]と[ＣＲＭ]'],
  ['もうない', '予算', 'もうない'],
  [`${long}予算`, '予算', `…${'あ'.repeat(12)}[予算]`],
  [`予算${long}`, '予算', `[予算]${'あ'.repeat(118)}…`],
  // A snippet never starts or ends within a surrogate pair, or between a letter and its combining mark.
  [`${'😀'.repeat(30)}あ予算`, '予算', `…${'😀'.repeat(6)}あ[予算]`],
  [`${'か\u3099'.repeat(30)}あ予算`, '予算', `…${'か\u3099'.repeat(6)}あ[予算]`],
  [`予算${'あ'.repeat(117)}予算${long}`, '予算', `[予算]${'あ'.repeat(117)}[予]…`],
])('WS-26 a snippet of %j for %j', (text, words, expected) => expect(marked(text, words)).toBe(expected))
