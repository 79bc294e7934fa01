import type { Statement } from '@kaiwa/contract/chat-messages.ts'
import { expect, it } from 'vitest'
import { answerBlocks, type Block, type Inline } from './answer-blocks.ts'

/** Inline parts in brackets, citations as `^1,2`, and `!` for an invalid quote. */
function inline(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if ('text' in part) return part.kind === 'code' ? `code(${part.text})` : part.text
      if (part.kind === 'break') return '|'
      if (part.kind === 'citations') return `^${part.numbers.join()}${part.hasInvalidQuote ? '!' : ''}`
      return `${part.kind}(${inline(part.content)})`
    })
    .join('')
}

function notation(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
        return inline(block.content)
      case 'heading':
        return `h${block.level}(${inline(block.content)})`
      case 'list':
        return `${block.start ?? 'list'}[${block.items.map((item) => notation(item).join('/')).join('; ')}]`
      case 'quote':
        return `quote(${notation(block.blocks).join('/')})`
      case 'code':
        return `pre(${block.text})`
      case 'table':
        return `table(${[block.header, ...block.rows].map((row) => row.map(inline).join()).join('; ')})`
      case 'rule':
        return 'rule'
    }
  })
}

it.each([
  ['', []],
  ['一行目  \n二行目', ['一行目|二行目']],
  ['**太字**と*斜体*と~~消す~~', ['strong(太字)とem(斜体)とdel(消す)']],
  ['# 見出し\n\n本文', ['h1(見出し)', '本文']],
  ['- 一\n- 二\n  - 三', ['list[一; 二/list[三]]']],
  ['3. 三\n4. 四', ['3[三; 四]']],
  ['> 引用', ['quote(引用)']],
  ['```\nlet a\n```', ['pre(let a)']],
  ['`code`', ['code(code)']],
  ['| a | b |\n|---|---|\n| 1 | 2 |', ['table(a,b; 1,2)']],
  ['---', ['rule']],
  ['[資料](https://evil.example)', ['資料']],
  ['![図](https://evil.example/a.png)', ['図']],
  ['<script>alert(1)</script>', ['<script>alert(1)</script>']],
  ['本文<b onclick=x>太字</b>', ['本文<b onclick=x>太字</b>']],
  ['https://evil.example', ['https://evil.example']],
  ['\\*星\\*', ['*星*']],
  ['- [x] 済み', ['list[☑ 済み]']],
])('shows %j as %j', (content, expected) => expect(notation(answerBlocks(content, []))).toEqual(expected))

/** Statements of a content that divides them by an empty line, with their citations. */
function statements(content: string, ...citations: number[][]): Statement[] {
  let start = 0
  return content.split('\n\n').map((text, index) => {
    const one = { start, end: start + text.length, citations: citations[index] ?? [], has_invalid_quote: false }
    start += text.length + 2
    return one
  })
}

it.each([
  ['a paragraph', '価格は三万円です。', [[1, 2]], ['価格は三万円です。^1,2']],
  ['list items, which are one list', '- 一\n\n- 二', [[1], [2]], ['list[一^1; 二^2]']],
  ['numbered items', '1. 一\n\n2. 二', [[1], []], ['1[一^1; 二]']],
  ['a heading and a quote', '# 価格\n\n> 三万円', [[1], [2]], ['h1(価格^1)', 'quote(三万円^2)']],
  ['a table, behind it', '| a |\n|---|\n| 1 |', [[1]], ['table(a; 1)', '^1']],
])('puts the numbers of citations behind %s', (_, content, citations, expected) =>
  expect(notation(answerBlocks(content, statements(content, ...citations)))).toEqual(expected),
)

it('marks a statement whose quote was removed', () => {
  const content = '作り話です。'
  const [statement] = statements(content)
  expect(notation(answerBlocks(content, [{ ...statement!, has_invalid_quote: true }]))).toEqual(['作り話です。^!'])
})

it.each([
  ['quotes', '>'.repeat(8000)],
  ['lists', `${'- '.repeat(4000)}a`],
  ['quotes with lists on a later line', `a\n${'> 1. '.repeat(1600)}a`],
  ['emphasis', `${'*'.repeat(3000)}a${'*'.repeat(3000)}`],
])('shows %s of thousands of levels as text', (_, content) =>
  expect(notation(answerBlocks(content, []))).toEqual([content]),
)

it('shows emphasis below 20 levels as text', () => {
  const [shown] = notation(answerBlocks(`${'*'.repeat(80)}a${'*'.repeat(80)}`, []))
  expect(shown).toBe(`${'strong('.repeat(20)}${'*'.repeat(40)}a${'*'.repeat(40)}${')'.repeat(20)}`)
})
