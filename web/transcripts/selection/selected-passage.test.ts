import { toEditableDocument } from '@kaiwa/transcript'
import { block, document, term } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { parseDeepLink } from '../deep-link.ts'
import { momentUrl, selectedPassage, writePassage } from './selected-passage.ts'

const transcript = toEditableDocument(
  document(
    block({
      uuid: 'A',
      speaker_id: 1,
      content: 'good morning',
      start_time: 61,
      end_time: 63,
      terms: [term('good', 0, 61.5, 62), term('morning', 5, 62.25, 63)],
    }),
    block({ uuid: 'B', speaker_id: 1, content: 'to all', start_time: 63, end_time: 66 }),
    block({ uuid: 'C', speaker_id: 2, content: 'hello', start_time: 64, end_time: 65 }),
    block({ uuid: 'D', speaker_id: 2, content: 'again', is_break: true, start_time: 3661, end_time: 3663 }),
  ),
)
const all = [
  { uuid: 'A', start: 5, end: 12 },
  { uuid: 'B', start: 0, end: 6 },
  { uuid: 'C', start: 0, end: 5 },
  { uuid: 'D', start: 0, end: 3 },
]

function nameOf(id: number | null) {
  return id === null ? 'nobody' : `speaker ${id}`
}

it.each([
  ['a word', all.slice(0, 1), 'speaker 1  01:02\nmorning'],
  ['blocks of one paragraph', all.slice(0, 2), 'speaker 1  01:02\nmorning\nto all'],
  ['two speakers', all.slice(1, 3), 'speaker 1  01:03\nto all\n\nspeaker 2  01:04\nhello'],
  ['a break within one speaker', all.slice(2), 'speaker 2  01:04\nhello\n\nspeaker 2  1:01:01\naga'],
])('copies %s with speaker and time', (_, ranges, text) => {
  expect(writePassage(selectedPassage(transcript, ranges)!, nameOf)).toBe(text)
})

it.each([
  ['from word to word', all.slice(0, 1), 62.25, 63],
  ['to the latest end, which need not be in the last block', all.slice(1, 3), 63, 66],
])('a passage lasts %s', (_, ranges, start_time, end_time) => {
  expect(selectedPassage(transcript, ranges)).toMatchObject({ start_time, end_time })
})

it('leaves out blocks that no longer exist', () => {
  expect(selectedPassage(transcript, [{ uuid: 'X', start: 0, end: 3 }])).toBeNull()
  expect(selectedPassage(transcript, [{ uuid: 'X', start: 0, end: 3 }, all[2]!])?.paragraphs).toHaveLength(1)
})

it('FILE-02 links to a moment by the parameter that the page reads', () => {
  const url = momentUrl('https://kaiwa.example/projects/3/files/7?search=x&block=A#top', 62.256_78)
  expect(url).toBe('https://kaiwa.example/projects/3/files/7?t=62.26')
  expect(parseDeepLink(new URL(url).searchParams)).toMatchObject({ time: 62.26, block: null })
})
