import { block } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { type EmotionQuery, emotionRows, pageOf } from './emotion-rows.ts'

const blocks = [
  block({ uuid: 'a', start_time: 9, sentiment: 0.2, speaker_id: 1 }),
  block({ uuid: 'b', start_time: 0, sentiment: -0.5, speaker_id: 2 }),
  block({ uuid: 'c', start_time: 4, sentiment: 0, speaker_id: 1 }),
  block({ uuid: 'd', start_time: 6, sentiment: 0.9 }),
]

it.each<[string, Partial<EmotionQuery>]>([
  ['b c d a', {}],
  ['a d c b', { emotionOrder: '-time' }],
  ['b c a d', { emotionOrder: 'emotion' }],
  ['d a c b', { emotionOrder: '-emotion' }],
  ['d a', { emotion: 'positive' }],
  ['c', { emotion: 'neutral' }],
  ['b', { emotion: 'negative' }],
  ['c a', { speaker: 1 }],
  ['', { speaker: 2, emotion: 'positive' }],
  ['', { speaker: 99 }],
])('shows %j for %j', (expected, query) => {
  const rows = emotionRows(blocks, { emotion: 'all', speaker: 0, emotionOrder: 'time', ...query })
  expect(rows.map(({ uuid }) => uuid).join(' ')).toBe(expected)
})

it.each([
  [45, 1, [1, 3, 20]],
  [45, 3, [3, 3, 5]],
  [45, 9, [3, 3, 5]],
  [0, 1, [1, 1, 0]],
  [20, 2, [1, 1, 20]],
])('%d rows: page %d is %j', (count, page, expected) => {
  const { current, last, rows } = pageOf(Array.from({ length: count }), page, 20)
  expect([current, last, rows.length]).toEqual(expected)
})
