import type { Block } from '@kaiwa/contract/transcripts.ts'
import { BlockSequence } from '@kaiwa/transcript'
import { describe, expect, it } from 'vitest'
import { hasPrevious, hasNext, firstHitAfter, NO_HITS, search, step } from './search-hits.ts'
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
    passages: Array.from({ length: total }, () => ({ uuid: 'a', offset: 0, length: 1 })),
  }
}

describe('EDIT-02 search in a file', () => {
  it('finds all passages in reading order, in full-width and half-width kana', () =>
    expect(search(document, 'データ', 0)).toEqual({
      index: 1,
      isPastEnd: false,
      passages: [
        { uuid: 'a', offset: 0, length: 3 },
        { uuid: 'a', offset: 4, length: 3 },
        { uuid: 'c', offset: 0, length: 4 },
      ],
    }))
  it('an empty query finds nothing', () => expect(search(document, ' ', 0)).toEqual(NO_HITS))
  it('moves between hits, and stops at both ends', () => {
    const hits = search(document, 'データ', 0)
    expect(step(hits, -1)).toBe(hits)
    expect(step(step(hits, 1), 1).index).toBe(3)
    expect(step(step(step(hits, 1), 1), 1).index).toBe(3)
  })
})

it('EDIT-07 can be limited to one speaker', () =>
  expect(search(document, 'データ', 2).passages.map(({ uuid }) => uuid)).toEqual(['c']))

it.each([
  [0, 0, false, false],
  [1, 1, false, false],
  [1, 3, false, true],
  [2, 3, true, true],
  [3, 3, true, false],
])('EDIT-05 EDIT-06 at hit %d of %d, Previous and Next are enabled: %s, %s', (index, total, back, on) => {
  expect(hasPrevious(at(index, total))).toBe(back)
  expect(hasNext(at(index, total))).toBe(on)
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
