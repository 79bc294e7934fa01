import { EditSession } from '@kaiwa/editor/edit-session.ts'
import { block } from '@kaiwa/editor/test/blocks.ts'
import { expect, it } from 'vitest'
import { replaceFound } from './replace-found.ts'

const open = () => new EditSession({ id: 1, revision: 1, blocks: [block('a', 0, '田中|と|田中')] })
const texts = (session: EditSession) => [...session.getState().document.blocks].map(({ content }) => content)
const first = { uuid: 'a', offset: 0, length: 2 }

it('EDIT-03 replaces the hit, and tells of those in what stands there now', () => {
  const session = open()
  expect(replaceFound(session, first, { words: '田中', replacement: '佐藤' })).toBe(0)
  expect(texts(session)).toEqual(['佐藤と田中'])
  expect(replaceFound(open(), first, { words: '田中', replacement: '田中さん' })).toBe(1)
  expect(replaceFound(open(), first, { words: '田中', replacement: '田中と田中' })).toBe(2)
})

it.each([
  ['other words are searched for', first, '佐藤'],
  ['the text is another', { ...first, offset: 1 }, '田中'],
  ['its block is gone', { ...first, uuid: 'b' }, '田中'],
])('replaces nothing when %s by now', (_, hit, words) => {
  const session = open()
  expect(replaceFound(session, hit, { words, replacement: '田中' })).toBe(0)
  expect(texts(session)).toEqual(['田中と田中'])
})
