import { describe, expect, it } from 'vitest'
import { parseGuide, parseInline } from './parse-guide.ts'

describe('inline text', () => {
  it.each([
    ['plain', [{ kind: 'text', text: 'plain' }]],
    [
      'press **Edit** now',
      [
        { kind: 'text', text: 'press ' },
        { kind: 'strong', text: 'Edit' },
        { kind: 'text', text: ' now' },
      ],
    ],
    ['`Mod+Enter`', [{ kind: 'keys', keys: ['Mod', 'Enter'] }]],
    ['[編集](/guide/edit#lock)', [{ kind: 'link', text: '編集', to: '/guide/edit#lock' }]],
    ['<b>2 * 3 * 4</b>', [{ kind: 'text', text: '<b>2 * 3 * 4</b>' }]],
  ])('%s', (source, content) => {
    expect(parseInline(source)).toEqual(content)
  })
})

function text(words: string) {
  return [{ kind: 'text', text: words }]
}

it.each([
  ['## Undo {#undo}', { kind: 'heading', text: 'Undo', id: 'undo' }],
  ['![The folder](folder)', { kind: 'picture', about: 'The folder', name: 'folder' }],
  ['{keys: editing}', { kind: 'keys', group: 'editing' }],
  ['one\ntwo', { kind: 'paragraph', content: text('one two') }],
  ['一行目\n二行目', { kind: 'paragraph', content: text('一行目二行目') }],
  ['> mind', { kind: 'note', content: text('mind') }],
  ['- a\n- b\n  c', { kind: 'list', items: [text('a'), text('b c')] }],
  ['1. a\n2. b', { kind: 'steps', items: [text('a'), text('b')] }],
  ['| w | x |\n|---|---|\n| a | b |', { kind: 'table', head: [text('w'), text('x')], rows: [[text('a'), text('b')]] }],
])('%j is parsed to a block', (source, block) => {
  const between = { kind: 'paragraph', content: text('between') }
  expect(parseGuide(`\n${source}\n\n\nbetween\n\n${source}\n`)).toEqual([block, between, block])
})

it.each(['```\ncode\n```', '<p>html</p>'])('refuses %j, which the guide cannot show', (source) => {
  expect(() => parseGuide(source)).toThrow('The guide cannot show Markdown of the type')
})
