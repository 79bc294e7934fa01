import { describe, expect, it } from 'vitest'
import { findInDocument } from './find.ts'
import { block, document } from './test/factories.ts'

const read = document(
  block({ uuid: 'a', content: 'データは３件、ﾃﾞｰﾀです。', speaker_id: 1 }),
  block({ uuid: 'b', content: '議事録。', speaker_id: 2 }),
  block({ uuid: 'c', content: 'CRMのデータ。', speaker_id: 2 }),
)

function show(query: string, speaker?: number) {
  return findInDocument(read, query, speaker).flatMap(({ uuid, ranges }) =>
    ranges.map(({ start, end }) => `${uuid}${start}-${end}`),
  )
}

describe('search in a document', () => {
  it.each([
    ['ﾃﾞｰﾀ', ['a0-3', 'a7-11', 'c4-7']],
    ['データ', ['a0-3', 'a7-11', 'c4-7']],
    ['3件', ['a4-6']],
    ['ｃｒｍ', ['c0-3']],
    ['商談', []],
    ['', []],
  ])('UI-17 finds %s', (query, places) => expect(show(query)).toEqual(places))

  it('EDIT-07 can be limited to one speaker; 0 means all', () => {
    expect(show('データ', 2)).toEqual(['c4-7'])
    expect(show('データ', 0)).toEqual(show('データ'))
    expect(show('データ', 9)).toEqual([])
  })
})
