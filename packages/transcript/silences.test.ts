import { describe, expect, it } from 'vitest'
import { silenceEnd, silencesOf } from './silences.ts'
import { term } from './test/factories.ts'

/** A block of the words `a`, `b`, … with the given times, separated by spaces. */
function block(...times: [start: number, end: number][]) {
  const terms = times.map(([start, end], at) => term(String.fromCharCode(97 + at), at * 2, start, end))
  return {
    content: terms.map(({ text }) => text).join(' '),
    start_time: times[0]?.[0] ?? 0,
    end_time: times.at(-1)?.[1] ?? 0,
    terms,
  }
}

describe('the silences of a transcript', () => {
  it.each([
    ['no words', [], []],
    ['words without a pause', [block([0, 1], [1, 2])], []],
    ['a short pause', [block([0, 1], [2.1, 3])], []],
    ['a pause within a block', [block([0, 1], [4, 5])], [[1.5, 3.7]]],
    ['a pause between blocks', [block([0, 1]), block([6, 7])], [[1.5, 5.7]]],
    ['the time before the first word', [block([5, 6])], [[0, 4.7]]],
    ['a short time before the first word', [block([1, 2])], []],
    ['nothing after the last word', [block([0, 1])], []],
    ['two pauses', [block([0, 1], [4, 5], [9, 10])], [[1.5, 3.7], [5.5, 8.7]]],
    ['a pause of one speaker while another speaks', [block([0, 1], [6, 7]), block([1, 6])], []],
    ['a pause of both', [block([0, 4]), block([1, 2], [9, 10])], [[4.5, 8.7]]],
    ['blocks that are not in the order of their times', [block([8, 9]), block([0, 1])], [[1.5, 7.7]]],
  ] as const)('%s', (_, blocks, expected) => {
    expect(silencesOf(blocks).map(({ from, to }) => [from, to])).toEqual(
      expected.map((pair) => pair.map((time) => expect.closeTo(time, 6))),
    )
  }) // prettier-ignore

  it('nothing is cut where an edit has removed the words', () => {
    const whole = block([0, 1], [1, 5], [5, 6])
    const edited = { ...whole, content: 'a, typed c', terms: [whole.terms[0]!, { ...whole.terms[2]!, offset: 9 }] }
    expect(silencesOf([edited])).toEqual([])
    // Punctuation alone is no speech.
    expect(silencesOf([{ ...edited, content: 'a、。……　– 。c' }])).toHaveLength(1)
  })

  it('a block without words is spoken from its start to its end', () => {
    expect(silencesOf([{ content: '本日は', start_time: 3, end_time: 9, terms: [] }, block([12, 13])])).toEqual([
      { from: 0, to: 2.7 },
      { from: 9.5, to: 11.7 },
    ])
  })

  it('typed text before the first and after the last word counts, too', () => {
    const { terms } = block([4, 5])
    const typed = { content: 'x a y', start_time: 0, end_time: 9, terms: [{ ...terms[0]!, offset: 2 }] }
    expect(silencesOf([typed, block([12, 13])]).map(({ from }) => from)).toEqual([9.5])
  })
})

it.each([
  [0, 4.7],
  [4.4, 4.7],
  [4.6, null],
  [4.7, null],
  [5, null],
  [9.4, null],
  [9.5, 12],
  [11.79, 12],
  [11.9, null],
  [500, null],
])('at %d s playback continues at %s', (time, end) => {
  expect(silenceEnd([{ from: 0, to: 4.7 }, { from: 9.5, to: 12 }], time)).toBe(end)
}) // prettier-ignore
