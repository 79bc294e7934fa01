import { expect, it } from 'vitest'
import { commentParts, mentionAt, mentionedIds } from './comment-parts.ts'

const people = [
  { user_id: 1, name: '山田 花子' },
  { user_id: 2, name: '山田 花子郎' },
]

/** Links in angle brackets, mentions in square ones. */
function written(body: string): string {
  return commentParts(body, people)
    .map(({ kind, text }) => (kind === 'link' ? `<${text}>` : kind === 'mention' ? `[${text}]` : text))
    .join('')
}

it.each([
  ['ただの文', 'ただの文'],
  ['見て https://kaiwa.example/a?b=1。', '見て <https://kaiwa.example/a?b=1>。'],
  ['(https://kaiwa.example/a).', '(<https://kaiwa.example/a>).'],
  ['https://a.example/\u202egpj.exe', '<https://a.example/>\u202egpj.exe'],
  [`https://a.example/x${'.)'.repeat(3)}`, `<https://a.example/x>${'.)'.repeat(3)}`],
  ['https://a.example/x))y', '<https://a.example/x))y>'],
  ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
  ['「http://a.example」http://b.example、', '「<http://a.example>」<http://b.example>、'],
  ['@山田 花子さん、@山田 花子郎さん', '[@山田 花子]さん、[@山田 花子郎]さん'],
  ['@佐藤 恵 は対象外', '@佐藤 恵 は対象外'],
  ['<b>@山田 花子</b>', '<b>[@山田 花子]</b>'],
])('%s', (body, shown) => {
  expect(written(body)).toBe(shown)
  expect(
    commentParts(body, people)
      .map(({ text }) => text)
      .join(''),
  ).toBe(body)
})

it.each([
  ['@|', { start: 0, search: '' }],
  ['見て@山|', { start: 2, search: '山' }],
  ['見て＠山|', { start: 2, search: '山' }],
  ['@山田 花|', { start: 0, search: '山田 花' }],
  ['@山田 花子 確認|', null],
  ['@山田、確認|', null],
  ['a@example|', null],
  ['@山\n田|', null],
  ['文|@山', null],
])('%s', (marked, found) => {
  const caret = marked.indexOf('|')
  expect(mentionAt(marked.replace('|', ''), caret)).toEqual(found)
})

it.each([
  ['@山田 花子さん', [1]],
  ['@山田 花子郎さん', [2]],
  ['@山田 花子郎と@山田 花子', [1, 2]],
  ['山田 花子', []],
])('the people mentioned in %s', (body, ids) => {
  const chosen = people.map(({ user_id: id, name }) => ({ id, name }))
  expect(mentionedIds(body, chosen)).toEqual(ids)
})
