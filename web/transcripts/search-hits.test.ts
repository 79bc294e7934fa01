import type { Block } from '@kaiwa/contract/transcripts.ts'
import { BlockSequence } from '@kaiwa/transcript'
import { describe, expect, it } from 'vitest'
import { firstHitAfter, NO_HITS, search, step } from './search-hits.ts'
import type { SearchHits } from './search-hits.ts'

function block(uuid: string, content: string, speaker_id: number): Block {
  return {
    id: 1,
    transcript_id: 1,
    uuid,
    start_time: 0,
    end_time: 1,
    content,
    sentiment: 0,
    is_sentiment_manual: false,
    section_name: null,
    is_break: false,
    speaker_id,
    speaker: null,
    project_file_id: 1,
    terms: [],
    tags: [],
    length: content.length,
  }
}

const document = {
  id: 1,
  revision: 1,
  blocks: [block('a', 'データとデータ', 1), block('b', '何もない', 2), block('c', 'ﾃﾞｰﾀです', 2)],
}

function at(index: number, total: number): SearchHits {
  return {
    index,
    isPastEnd: false,
    wrapped: null,
    passages: Array.from({ length: total }, () => ({ uuid: 'a', offset: 0, length: 1 })),
  }
}

describe('EDIT-02 search in a file', () => {
  it('finds all passages in reading order, in full-width and half-width kana', () =>
    expect(search(document, 'データ', 0)).toEqual({
      index: 1,
      isPastEnd: false,
      wrapped: null,
      passages: [
        { uuid: 'a', offset: 0, length: 3 },
        { uuid: 'a', offset: 4, length: 3 },
        { uuid: 'c', offset: 0, length: 4 },
      ],
    }))
  it('an empty query finds nothing', () => expect(search(document, ' ', 0)).toEqual(NO_HITS))
})

it('EDIT-07 can be limited to one speaker', () =>
  expect(search(document, 'データ', 2).passages.map(({ uuid }) => uuid)).toEqual(['c']))

it.each([
  [1, 3, 1, 2, null],
  [2, 3, 1, 3, null],
  [3, 3, 1, 1, { to: 'first' }],
  [3, 3, -1, 2, null],
  [1, 3, -1, 3, { to: 'last' }],
  [1, 1, 1, 1, { to: 'first' }],
  [1, 1, -1, 1, { to: 'last' }],
] as const)('EDIT-05 EDIT-06 from hit %d of %d a step of %d selects hit %d, around the ends: %j', (...row) => {
  const [index, total, by, next, wrapped] = row
  expect(step(at(index, total), by)).toMatchObject({ index: next, wrapped })
})

it('EDIT-03 a step after the last replacement goes around the end', () =>
  expect(step({ ...at(3, 3), isPastEnd: true }, 1)).toMatchObject({
    index: 1,
    isPastEnd: false,
    wrapped: { to: 'first' },
  }))

it('each step around an end is announced, and a search without hits has no steps', () => {
  const once = step(at(1, 1), 1)
  expect(step(once, 1).wrapped).not.toBe(once.wrapped)
  expect(step(step(at(2, 2), 1), 1).wrapped).toBeNull()
  expect(step(NO_HITS, 1)).toBe(NO_HITS)
})

it.each([
  ['a', 0, 1],
  ['a', 3, 2],
  ['a', 7, 3],
  ['b', 0, 3],
  ['c', 4, 0],
])('EDIT-03 the first hit after %s %d is number %d', (uuid, offset, number) => {
  const { passages } = search(document, 'データ', 0)
  expect(firstHitAfter({ blocks: BlockSequence.of(document.blocks) }, passages, { uuid, offset })).toBe(number)
})
