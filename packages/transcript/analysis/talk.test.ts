import { describe, expect, it } from 'vitest'
import { term } from '../test/factories.ts'
import { randomOf } from '../test/random-document.ts'
import { intersectionOf, sharedBy, unionOf } from './intervals.ts'
import { type SpeakerTalk, talkOf } from './talk.ts'

/** `A 0-10 text`: a block of speaker 1 from 0 to 10 s; `-` is an unknown speaker. */
function blocks(...lines: string[]) {
  return lines.map((line, at) => {
    const [, letter = '', start, end, content = ''] = /^(.) ([\d.]+)-([\d.]+) ?(.*)$/s.exec(line)!
    return {
      uuid: `u${at}`,
      speaker_id: letter === '-' ? null : letter.charCodeAt(0) - 64,
      start_time: Number(start),
      end_time: Number(end),
      content,
      terms: [] as ReturnType<typeof term>[],
    }
  })
}

function read({ speaker_id, seconds, share, turns, median_turn, longest }: SpeakerTalk): string {
  return `${speaker_id ?? '-'}: ${seconds} s ${Math.round(share * 100)}% ${turns} turns ~${median_turn} max ${longest.seconds}@${longest.start}`
}

describe('talk time and turns', () => {
  it.each([
    ['no blocks', [], []],
    ['blocks without text', ['A 0-5', 'B 5-9  '], []],
    ['one block', ['A 2-12 はい'], ['1: 10 s 100% 1 turns ~10 max 10@2']],
    [
      'two speakers',
      ['A 0-30 はい', 'B 30-40 ええ', 'A 40-50 では'],
      ['1: 40 s 80% 2 turns ~20 max 30@0', '2: 10 s 20% 1 turns ~10 max 10@30'],
    ],
    [
      'blocks of one speaker in a row are one turn',
      ['A 0-10 はい', 'A 12-20 ええ'],
      ['1: 18 s 100% 1 turns ~20 max 20@0'],
    ],
    [
      'blocks out of order',
      ['A 40-50 では', 'A 0-10 はい', 'B 10-40 ええ'],
      ['2: 30 s 60% 1 turns ~30 max 30@10', '1: 20 s 40% 2 turns ~10 max 10@0'],
    ],
    ['an unknown speaker', ['- 0-10 はい'], ['-: 10 s 100% 1 turns ~10 max 10@0']],
    ['a block without duration', ['A 5-5 はい'], ['1: 0 s 0% 1 turns ~0 max 0@5']],
    ['own blocks that overlap count once', ['A 0-10 はい', 'A 5-15 ええ'], ['1: 15 s 100% 1 turns ~15 max 15@0']],
  ])('%s', (_, lines, expected) => expect(talkOf(blocks(...lines)).speakers.map(read)).toEqual(expected))
})

describe('pace', () => {
  it.each([
    ['characters per minute in Japanese, without punctuation', 'A 0-60 今日は、いい天気。', 'characters', 7],
    ['words per minute in English', "A 0-30 It's a well-known fact, isn't it?", 'words', 12],
  ])('%s', (_, line, unit, pace) => {
    const talk = talkOf(blocks(line))
    expect([talk.unit, talk.speakers[0]?.pace]).toEqual([unit, pace])
  })

  it('is unknown without talk time', () => expect(talkOf(blocks('A 5-5 はい')).speakers[0]?.pace).toBeNull())
})

it('counts times at which two people speak', () => {
  const [first, second] = talkOf(blocks('A 0-10 はい', 'B 8-12 ええ', 'A 11-20 では')).speakers
  expect(first?.overlaps).toEqual({ count: 2, seconds: 3 })
  expect(second?.overlaps).toEqual({ count: 2, seconds: 3 })
})

it('counts the silences within a turn, but not between turns', () => {
  const [block, ...rest] = blocks('A 0-20 今日は晴れ', 'B 25-26 はい', 'A 30-31 では')
  const spoken = { ...block!, terms: [term('今日', 0, 0, 1), term('は', 2, 1.5, 2), term('晴れ', 3, 6, 20)] }
  const talk = talkOf([spoken, ...rest])
  expect(talk.speakers.map(({ pauses }) => pauses)).toEqual([
    { count: 1, seconds: 4 },
    { count: 0, seconds: 0 },
  ])
})

describe('all speakers together', () => {
  it('is null without text', () => expect(talkOf(blocks('A 0-5')).total).toBeNull())

  it('has the sums, the longest turn of anyone, and times of overlap once', () => {
    const { total } = talkOf(
      blocks('A 0-60 いつですか。', 'B 50-70 今日は雨です。', 'A 70-80 そうですか。', 'C 75-80 はい。'),
    )
    expect(total).toEqual({
      seconds: 95,
      share: 1,
      turns: 4,
      median_turn: 15,
      longest: { uuid: 'u0', start: 0, seconds: 60 },
      pace: 18 / (95 / 60),
      pauses: { count: 0, seconds: 0 },
      overlaps: { count: 2, seconds: 15 },
      questions: 1,
    })
  })
})

it('counts questions per speaker', () => {
  const talk = talkOf(blocks('A 0-9 いつですか？いくらですか。', 'B 9-10 明日です。'))
  expect(talk.speakers.map(({ questions }) => questions)).toEqual([2, 0])
})

it('a recording of 10 h has the figures of all its blocks', () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `${'ABC'[at % 3]} ${at * 3}-${at * 3 + 3} はい、そうです。`)
  const talk = talkOf(blocks(...lines))
  expect(talk.duration).toBe(36_000)
  expect(talk.speakers.map(({ turns }) => turns)).toEqual([4_000, 4_000, 4_000])
})

it.each([
  ['0-2 1-3 5-6', '0-3 5-6'],
  ['5-6 0-9', '0-9'],
  ['1-1', ''],
  ['', ''],
])('the union of %j is %j', (all, expected) => expect(write(unionOf(intervals(all)))).toBe(expected))

it.each([
  ['0-5 8-9', '1-2 4-9', '1-2 4-5 8-9'],
  ['0-1', '1-2', ''],
  ['', '0-1', ''],
])('%j and %j have %j in common', (a, b, expected) =>
  expect(write(intersectionOf(intervals(a), intervals(b)))).toBe(expected),
)

it.each([
  [['0-5', '3-8'], '3-5'],
  [['0-5', '5-8'], ''],
  [['0-10', '0-3', '3-6'], '0-6'],
  [['0-4 6-9', '3-7', '3-4'], '3-4 6-7'],
  [['0-9', '0-9', '2-3'], '0-9'],
  [['0-9'], ''],
  [[], ''],
])('of %j, more than one has %j', (sets, expected) => expect(write(sharedBy(sets.map(intervals)))).toBe(expected))

it('overlaps of each speaker are the times that it has in common with the union of all others', () => {
  const random = randomOf(122)
  for (let round = 0; round < 200; round += 1) {
    const sets = Array.from({ length: 1 + random(5) }, () =>
      unionOf(
        Array.from({ length: random(6) }, () => {
          const start = random(30)
          return { start, end: start + random(6) }
        }),
      ),
    )
    const shared = sharedBy(sets)
    for (const [at, own] of sets.entries()) {
      const others = unionOf(sets.filter((_, other) => other !== at).flat())
      const seconds = Array.from({ length: 40 }, (_, second) => second + 0.5)
      const has = (union: typeof own, time: number) => union.some(({ start, end }) => start < time && time < end)
      const common = intersectionOf(own, shared)
      expect(seconds.filter((time) => has(common, time))).toEqual(
        seconds.filter((time) => has(own, time) && has(others, time)),
      )
      expect(common).toEqual(intersectionOf(own, others))
    }
  }
})

function intervals(text: string) {
  return text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [start, end] = one.split('-').map(Number)
      return { start: start!, end: end! }
    })
}

function write(all: readonly { start: number; end: number }[]): string {
  return all.map(({ start, end }) => `${start}-${end}`).join(' ')
}
