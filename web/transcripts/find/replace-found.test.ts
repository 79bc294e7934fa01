import { EditSession } from '@kaiwa/editor/edit-session.ts'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { expect, it } from 'vitest'
import { firstHitAfter, search } from '../search-hits.ts'
import { replaceFound } from './replace-found.ts'

function open() {
  return new EditSession({ id: 1, revision: 1, blocks: [block('a', 0, '田中|と|田中')] }, editTools)
}

function texts(session: EditSession) {
  return [...session.getState().document.blocks].map(({ content }) => content)
}

const first = { uuid: 'a', offset: 0, length: 2 }

it('EDIT-03 replaces the hit, and returns the position after the replacement', () => {
  const session = open()
  expect(replaceFound(session, first, { words: '田中', replacement: '佐藤さん' })).toEqual({ uuid: 'a', offset: 4 })
  expect(texts(session)).toEqual(['佐藤さんと田中'])
})

it.each([
  ['田中', '田中さん', '田中さんと田中さん'],
  ['田中', '田中と田中', '田中と田中と田中と田中'],
  ['田中', '田', '田と田'],
  ['中', '中田中', '田中田中と田中田中'],
])('EDIT-03 pressing Replace repeatedly replaces each %s by %s once', (words, replacement, left) => {
  const session = open()
  const current = () => session.getState().document
  let [hit] = search(current(), words, 0).passages
  for (let presses = 0; hit; presses++) {
    expect(presses).toBeLessThan(3)
    const place = replaceFound(session, hit, { words, replacement })
    const { passages } = search(current(), words, 0)
    hit = place ? passages[firstHitAfter(current(), passages, place) - 1] : undefined
  }
  expect(texts(session)).toEqual([left])
})

it.each([
  ['other words are searched for', first, '佐藤'],
  ['the text is another', { ...first, offset: 1 }, '田中'],
  ['its block is gone', { ...first, uuid: 'b' }, '田中'],
])('replaces nothing when %s', (_, hit, words) => {
  const session = open()
  expect(replaceFound(session, hit, { words, replacement: '田中' })).toBeNull()
  expect(texts(session)).toEqual(['田中と田中'])
})
