import { expect, it } from 'vitest'
import { BlockSequence } from './block-sequence.ts'
import { toEditableBlock } from './editable-block.ts'
import { passageMark } from './passage-marks.ts'
import { block, term } from './test/factories.ts'
import { voiceClips } from './voice-clip.ts'

/** A block of speaker 1 with one word of this confidence. */
function said(uuid: string, start: number, seconds: number, confidence: number, content = 'ありがとう') {
  const terms = [{ ...term(content, 0, start, start + seconds), confidence }]
  return toEditableBlock(block({ uuid, speaker_id: 1, start_time: start, end_time: start + seconds, content, terms }))
}

function clipOf(...blocks: ReturnType<typeof said>[]) {
  const clip = voiceClips({ blocks: BlockSequence.of(blocks) }).get(1)
  return clip && `${clip.uuid} ${clip.start}-${clip.end}`
}

it.each([
  ['the longest', [said('a', 0, 2, 0.9), said('b', 3, 6, 0.9), said('c', 10, 3, 0.9)], 'b 3-9'],
  ['a clear one before a longer unclear one', [said('a', 0, 5, 0.9), said('b', 6, 7, 0.4)], 'a 0-5'],
  ['unknown confidence is neither clear nor unclear', [said('a', 0, 5, 0), said('b', 6, 5, 0.9)], 'b 6-11'],
  ['at most twelve seconds', [said('a', 2, 60, 0.9)], 'a 2-14'],
  ['the first of equal ones', [said('a', 0, 20, 0.9), said('b', 30, 40, 0.9)], 'a 0-12'],
  ['a block without words', [toEditableBlock(block({ uuid: 'a', speaker_id: 1, end_time: 3, terms: [] }))], 'a 0-3'],
  ['no passage mark', [said('a', 0, 9, 1, passageMark('unclear', 'ja')), said('b', 9, 1, 0.6)], 'b 9-10'],
  ['a passage mark if there is nothing else', [said('a', 0, 9, 1, passageMark('unclear', 'ja'))], 'a 0-9'],
])('%s', (_title, blocks, expected) => {
  expect(clipOf(...blocks)).toBe(expected)
})

it('each speaker has a clip, an unknown one has none', () => {
  const blocks = [
    said('a', 0, 2, 1),
    { ...said('b', 2, 2, 1), speaker_id: 2 },
    { ...said('c', 4, 9, 1), speaker_id: null },
  ]
  const clips = voiceClips({ blocks: BlockSequence.of(blocks) })
  expect([...clips].map(([id, { uuid }]) => [id, uuid])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ])
})
