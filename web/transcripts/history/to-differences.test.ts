import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { toEditableDocument } from '@kaiwa/transcript'
import { expect, it } from 'vitest'
import { againstCurrent, toDifferences } from './to-differences.ts'

function version(uuid: string, text: string) {
  const {
    id: _,
    transcript_id: _transcript,
    project_file_id: _file,
    speaker: _speaker,
    length: _length,
    ...rest
  } = block(uuid, 0, text)
  return rest
}

it('shows the changes of a save word by word', () => {
  const [changed, removed] = toDifferences([
    { uuid: 'a', before: version('a', '今日は|晴れ'), after: version('a', '今日は|雨') },
    { uuid: 'b', before: version('b', 'はい'), after: null },
  ])
  expect(changed).toMatchObject({ kind: 'changed', uuid: 'a' })
  expect(changed?.text).toEqual([
    { kind: 'same', text: '今日は' },
    { kind: 'removed', text: '晴れ' },
    { kind: 'added', text: '雨' },
  ])
  expect(removed).toMatchObject({ kind: 'removed', uuid: 'b' })
})

it('compares the original with the current document: changed, deleted and new blocks', () => {
  const current = toEditableDocument({
    id: 1,
    revision: 4,
    blocks: [
      block('same', 0, 'はい', { sentiment: 0.5 }),
      block('changed', 1, '今日は|雨', { sentiment: -0.5 }),
      block('new', 2, '新しい'),
    ],
  })
  const original = [
    { ...version('same', 'はい') },
    {
      ...version('changed', '今日は|晴れ'),
      start_time: 1,
      end_time: 2,
      terms: [],
    },
    { ...version('gone', '消えた') },
  ].map((after) => ({ uuid: after.uuid, before: null, after }))
  expect(againstCurrent(original, current).map(({ uuid, kind }) => [uuid, kind])).toEqual([
    ['new', 'removed'],
    ['changed', 'changed'],
    ['gone', 'added'],
  ])
})
