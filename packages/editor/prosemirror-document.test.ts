import { describe, expect, it } from 'vitest'
import { BLOCKS_PER_CHUNK, toBlocks, toDocument } from './prosemirror-document.ts'
import { locate } from './text-positions.ts'
import { attributesOf } from './schema.ts'
import { block, longTranscript } from './test/sample-blocks.ts'

describe('EDIT-01 EDIT-62 blocks survive conversion to the document and back', () => {
  const blocks = [
    block('a', 0, 'おはよう|ございます|。', { section_name: '挨拶', sentiment: 1 }),
    block('b', 2, 'Good| morning', { speaker_id: 2, is_break: true, sentiment: -0.5 }),
    block('c', 4, '', { speaker_id: null }),
    block('d', 5, 'one\ntwo'),
  ]
  it('unchanged', () => {
    const fields = ({
      uuid,
      start_time,
      end_time,
      sentiment,
      section_name,
      is_break,
      speaker_id,
      content,
    }: (typeof blocks)[0]) => ({ uuid, start_time, end_time, sentiment, section_name, is_break, speaker_id, content })
    expect(toBlocks(toDocument(blocks))).toEqual(blocks.map(fields))
  })
  it('an empty transcript is a valid document', () => expect(toBlocks(toDocument([]))).toEqual([]))
})

it(`chunks hold at most ${BLOCKS_PER_CHUNK} blocks`, () => {
  const doc = toDocument(longTranscript(70, 2))
  expect([...Array(doc.childCount).keys()].map((index) => doc.child(index).childCount)).toEqual([32, 32, 6])
})

it('EDIT-26 starts_paragraph is set for a new speaker and after a break', () => {
  const doc = toDocument([
    block('a', 0, 'x'),
    block('b', 1, 'x'),
    block('c', 2, 'x', { is_break: true }),
    block('d', 3, 'x', { speaker_id: 2 }),
  ])
  const starts: boolean[] = []
  doc.child(0).forEach((node) => starts.push(attributesOf(node).starts_paragraph))
  expect(starts).toEqual([true, false, true, true])
})

it('finds every block by its uuid', () => {
  const blocks = longTranscript(70, 2)
  const doc = toDocument(blocks)
  for (const { uuid } of blocks) {
    const { node, position } = locate(doc, uuid)!
    expect(doc.nodeAt(position)).toBe(node)
    expect(attributesOf(node).uuid).toBe(uuid)
  }
  expect(locate(doc, 'elsewhere')).toBeNull()
})
