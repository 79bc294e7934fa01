import { expect, it } from 'vitest'
import { recordedSections } from './recorded-sections.ts'

const blocks = [0, 10, 20, 30].map((start) => ({ start_time: start, end_time: start + 8 }))

it.each([
  ['in a block', 12, 1],
  ['in a pause', 9, 1],
  ['at the beginning', 0, 0],
  ['behind the last block', 99, 3],
])('a marker %s names the block that is spoken or the next one', (_case, seconds, index) => {
  const markers = [{ seconds, note: ' 決定\n事項 ' }]
  expect([...recordedSections(blocks, { markers, interruptions: [] }, 'ja')]).toEqual([[index, '決定 事項']])
})

it('a marker without a note has a name in the language of the transcript', () => {
  const markers = [{ seconds: 1, note: '' }, { seconds: 21, note: '' }] // prettier-ignore
  expect([...recordedSections(blocks, { markers, interruptions: [] }, 'ja').values()]).toEqual([
    'マーカー1',
    'マーカー2',
  ])
  expect([...recordedSections(blocks, { markers, interruptions: [] }, 'en').values()]).toEqual(['Marker 1', 'Marker 2'])
})

it.each([
  [2_520, '中断（42分）', 'Interruption (42 min)'],
  [45, '中断（45秒）', 'Interruption (45 s)'],
])('an interruption of %d seconds names the first block after it', (missing, ja, en) => {
  const interruptions = [{ seconds: 15, missing, reason: 'sleep' as const }]
  expect([...recordedSections(blocks, { markers: [], interruptions }, 'ja')]).toEqual([[2, ja]])
  expect([...recordedSections(blocks, { markers: [], interruptions }, 'en')]).toEqual([[2, en]])
})

it('a short interruption is not named, and places at the same block share a name', () => {
  const interruptions = [
    { seconds: 10, missing: 600, reason: 'closed' as const },
    { seconds: 25, missing: 1, reason: 'device' as const },
  ]
  const markers = [{ seconds: 11, note: '再開' }]
  expect([...recordedSections(blocks, { markers, interruptions }, 'ja')]).toEqual([[1, '中断（10分） / 再開']])
})

it('a long name is cut, and a recording without blocks has no sections', () => {
  const markers = Array.from({ length: 9 }, () => ({ seconds: 1, note: '長'.repeat(100) }))
  expect(recordedSections(blocks, { markers, interruptions: [] }, 'ja').get(0)).toHaveLength(255)
  expect(recordedSections([], { markers, interruptions: [] }, 'ja').size).toBe(0)
})
