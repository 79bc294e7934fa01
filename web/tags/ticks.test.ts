import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { tagRanges, toEditableDocument, untagRanges } from '@kaiwa/transcript'
import type { BlockRange, EditableDocument } from '@kaiwa/transcript'
import { expect, it } from 'vitest'
import { ticksOf } from './ticks.ts'

// Tagged passages: blocks 'a' and 'b' have ten characters each; each row gives the passages of tag 1.
type Marks = [block: string, offset: number, length: number][]
const text = '一二三四五六七八九十'

function documentOf(marks: Marks): EditableDocument {
  return toEditableDocument({
    id: 1,
    revision: 1,
    blocks: ['a', 'b'].map((uuid) => {
      const own = marks.filter(([where]) => where === uuid)
      const tags = own.map(([, offset, length]) => ({
        tag_id: 1,
        offset,
        text: text.slice(offset, offset + length),
        tag_uuid: `${uuid}${offset}`,
      }))
      return block(uuid, 0, text, { tags })
    }),
  })
}

function range(uuid: string, start: number, end: number): BlockRange {
  return { uuid, start, end }
}

it.each([
  ['nothing', [], [range('a', 2, 5)], undefined],
  ['exactly the selection', [['a', 2, 3]], [range('a', 2, 5)], 'on'],
  ['more than the selection', [['a', 0, 9]], [range('a', 2, 5)], 'on'],
  ['a part of it', [['a', 2, 2]], [range('a', 2, 5)], 'mixed'],
  ['its end', [['a', 3, 5]], [range('a', 2, 5)], 'mixed'],
  ['adjacent text only', [['a', 5, 2]], [range('a', 2, 5)], undefined],
  [
    'the selection in two adjacent passages',
    [
      ['a', 2, 1],
      ['a', 3, 2],
    ],
    [range('a', 2, 5)],
    'on',
  ],
  [
    'the selection in two passages with a gap',
    [
      ['a', 2, 1],
      ['a', 4, 1],
    ],
    [range('a', 2, 5)],
    'mixed',
  ],
  ['one of two selected blocks', [['a', 2, 8]], [range('a', 2, 10), range('b', 0, 4)], 'mixed'],
  [
    'both blocks',
    [
      ['a', 2, 8],
      ['b', 0, 4],
    ],
    [range('a', 2, 10), range('b', 0, 4)],
    'on',
  ],
  ['a deleted block', [], [range('z', 0, 4)], undefined],
] as [string, Marks, BlockRange[], string | undefined][])(
  'TAG-15 TAG-16 the tick of a tag that marks %s',
  (_, marks, ranges, tick) => expect(ticksOf(documentOf(marks), ranges).get(1)).toBe(tick),
)

it('TAG-15 TAG-16 ticking sets any state to on, and unticking to off', () => {
  const ranges = [range('a', 2, 10), range('b', 0, 4)]
  const mixed = documentOf([['a', 4, 2]])
  const ticked = tagRanges(mixed, ranges, 1, () => crypto.randomUUID())!.document
  expect(ticksOf(ticked, ranges).get(1)).toBe('on')
  expect(ticksOf(untagRanges(ticked, ranges, 1)!.document, ranges).get(1)).toBeUndefined()
})
