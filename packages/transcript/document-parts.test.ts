import { describe, expect, it } from 'vitest'
import { formatTime } from './format-time.ts'
import { sectionAt, sectionsOf } from './list-sections.ts'
import { sentences } from './sentences.ts'
import { sentimentOver } from './sentiment-at.ts'
import { sentimentSign } from './sentiment-sign.ts'
import { speakersOf } from './document-speakers.ts'
import { block, document, speaker } from './test/factories.ts'

it.each([
  [0, '00:00'],
  [59.99, '00:59'],
  [60, '01:00'],
  [3599.9, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '00:00'],
  [Number.NaN, '00:00'],
])('%d s is formatted as %s', (seconds, text) => expect(formatTime(seconds)).toBe(text))

it.each([
  [0.01, 'positive'],
  [0, 'neutral'],
  [-0, 'neutral'],
  [-0.5, 'negative'],
])('EDIT-63 a sentiment of %d is %s', (value, sign) => expect(sentimentSign(value)).toBe(sign))

describe('sentences', () => {
  it.each([
    ['本日は晴れ。明日は？雨！', ['本日は晴れ。', '明日は？', '雨！']],
    ['「はい。」と答えた。', ['「はい。」', 'と答えた。']],
    ['It costs $1.50. Really? "Yes."  Ok', ['It costs $1.50.', 'Really?', '"Yes."', 'Ok']],
    ['Dr. Sato met Mr. Yamada. They left.', ['Dr. Sato met Mr. Yamada.', 'They left.']],
    ['一行目\n二行目', ['一行目', '二行目']],
    ['  \n ', []],
    ['', []],
    ['終わりのない文', ['終わりのない文']],
  ])('of %j', (text, expected) =>
    expect(sentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected),
  )
})

it('lists each speaker of a file once, sorted by name', () => {
  const blocks = [
    [3, '話者 10'],
    [1, 'やまだ'],
    [3, '話者 10'],
    [2, '話者 2'],
    [4, 'あおき'],
  ] as const
  const read = document(...blocks.map(([id, name]) => block({ speaker_id: id, speaker: speaker(id, name) })), block())
  expect(speakersOf(read).map(({ name }) => name)).toEqual(['あおき', 'やまだ', '話者 2', '話者 10'])
})

it('lists the sections with names and start times', () => {
  const read = document(
    block({ section_name: null }),
    block({ uuid: 'b', section_name: '予算', start_time: 12.5 }),
    block({ section_name: ' ' }),
  )
  expect(sectionsOf(read)).toEqual([{ uuid: 'b', name: '予算', start_time: 12.5 }])
})

it.each([
  [0, null],
  [10, '導入'],
  [29.9, '導入'],
  [30, '本題'],
  [99, 'まとめ'],
])('at %d s the section is %j', (time, name) => {
  const sections = [
    { uuid: 'a', name: '導入', start_time: 10 },
    { uuid: 'c', name: 'まとめ', start_time: 60 },
    { uuid: 'b', name: '本題', start_time: 30 },
  ]
  expect(sectionAt(sections, time)?.name ?? null).toBe(name)
})

it.each([
  [0.5, 'positive'],
  [1.5, null],
  [2, 'negative'],
  [3.5, 'neutral'],
  [9, null],
])('PLAY-14 at %d s the sentiment is %j', (time, sign) => {
  const at = (start_time: number, sentiment: number) => block({ start_time, end_time: start_time + 1, sentiment })
  expect(sentimentOver(document(at(0, 0.4), at(2, -0.1), at(3, 0)))(time)).toBe(sign)
})
