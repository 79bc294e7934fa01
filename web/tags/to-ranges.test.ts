import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { toEditableDocument } from '@kaiwa/transcript'
import { expect, it } from 'vitest'
import { existingRanges, toTagRanges } from './to-ranges.ts'

const document = toEditableDocument({
  id: 1,
  revision: 1,
  blocks: [block('a', 0, 'こんにちは'), block('b', 1, '短い')],
})

it('drops the deleted parts of a selection', () =>
  expect(
    existingRanges(document, [
      { uuid: 'a', start: 2, end: 5 },
      { uuid: 'b', start: 1, end: 9 },
      { uuid: 'b', start: 2, end: 3 },
      { uuid: 'gone', start: 0, end: 1 },
    ]),
  ).toEqual([
    { uuid: 'a', start: 2, end: 5 },
    { uuid: 'b', start: 1, end: 2 },
  ]))

it('TAG-25 a range has its block, tag, offset, text and a new uuid', () => {
  let count = 0
  const mark = { tagId: 7, isNew: true, createUuid: () => `uuid-${++count}` }
  const ranges = [
    { uuid: 'a', start: 2, end: 5 },
    { uuid: 'b', start: 0, end: 2 },
  ]
  expect(toTagRanges(document, ranges, mark)).toEqual([
    { block_uuid: 'a', tag_id: 7, offset: 2, text: 'にちは', tag_uuid: 'uuid-1', is_new: true },
    { block_uuid: 'b', tag_id: 7, offset: 0, text: '短い', tag_uuid: 'uuid-2', is_new: true },
  ])
})
