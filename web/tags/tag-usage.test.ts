import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { excerptOf, toEditableDocument } from '@kaiwa/transcript'
import { describe, expect, it } from 'vitest'
import { countTags, passagesOfTag, sameCounts, shownCount, usedTags } from './tag-usage.ts'

function mark(tag_id: number, offset: number, text: string) {
  return {
    tag_id,
    offset,
    text,
    tag_uuid: `${tag_id}-${offset}`,
  }
}

function tag(id: number, name = `タグ${id}`) {
  return {
    id,
    name,
    tag_category_id: 1,
    appearance: '#FD6F2C',
    display_order: id,
    can: { edit: true },
  }
}

const document = toEditableDocument({
  id: 1,
  revision: 1,
  blocks: [
    block('a', 0, 'では|見積|を|送り|ます', { tags: [mark(1, 2, '見積'), mark(2, 2, '見積を送り')] }),
    block('b', 4, '予算|は|百万', { tags: [mark(1, 0, '予算'), mark(9, 2, 'は')] }),
    block('c', 8, '', { speaker_id: null }),
  ],
})

it('counts the passages of each tag', () => {
  expect([...countTags(document)]).toEqual([
    [1, 2],
    [2, 1],
    [9, 1],
  ])
})

it('TAG-09 lists only existing tags in use, in order', () => {
  const listed = usedTags([tag(3), tag(2), tag(1)], countTags(document))
  expect(listed.map(({ tag: { id }, count }) => [id, count])).toEqual([
    [2, 1],
    [1, 2],
  ])
})

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('TAG-13 %d passages are shown as %s', (count, text) => expect(shownCount(count)).toBe(text))

it.each([
  [[], [], true],
  [[[1, 2]], [[1, 2]], true],
  [[[1, 2]], [[1, 3]], false],
  [[[1, 2]], [[2, 2]], false],
] as [[number, number][], [number, number][], boolean][])('counts %j and %j are the same: %s', (a, b, same) =>
  expect(sameCounts(new Map(a), new Map(b))).toBe(same),
)

describe('TAG-10 the passages of a tag', () => {
  it('are in reading order with the time of their first word and their speaker', () => {
    expect(
      passagesOfTag(document, 1).map(({ uuid, text, time, speaker_id }) => [uuid, text, time, speaker_id]),
    ).toEqual([
      ['a', '見積', 0.5, 1],
      ['b', '予算', 4, 1],
    ])
  })
  it('have the time of their block when none of their words has a time', () => {
    const spoken = block('x', 7, '予算', { content: '予算（案）', tags: [mark(1, 2, '（案）')] })
    expect(passagesOfTag(toEditableDocument({ id: 1, revision: 1, blocks: [spoken] }), 1)[0]?.time).toBe(7)
  })
  it('include the text before and after them', () => {
    const [passage] = passagesOfTag(document, 1)
    expect(passage && excerptOf(passage)).toEqual({ before: 'では', after: 'を送ります' })
    expect(passage && excerptOf(passage, 1)).toEqual({ before: '…は', after: 'を…' })
  })
})
