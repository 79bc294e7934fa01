import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block } from '../test/samples.ts'
import { breakScore } from './break-score.ts'
import { piecesOf } from './pieces.ts'
import { LINE_WIDTH, toCues } from './to-cues.ts'
import { widthOf } from './display-width.ts'

function texts(blocks: Parameters<typeof toCues>[0]) {
  return toCues(blocks).map(({ lines }) => lines.join('/'))
}

function times(blocks: Parameters<typeof toCues>[0]) {
  return toCues(blocks).map(({ start, end }) => [start, end])
}

it.each([
  ['本日', 4],
  ['data', 4],
  ['ﾃﾞｰﾀ', 4],
  ['か\u3099', 2],
  ['😀', 2],
  ['「…」', 6],
  ['', 0],
])('%j is %d columns wide', (text, width) => expect(widthOf(text)).toBe(width))

it.each([
  ['です。', 'はい', 2],
  ['おりまして、', '担当', 1],
  ['会議の', '記録', 0.5],
  ['で', 'いただく', 0.2],
  ['time ', 'today', 0.3],
  ['二', '週間', -0.7],
  ['かかっ', 'て', -1.5],
  ['こちら', 'こそ', -1.5],
  ['こそ', 'よろしく', 0.2],
  ['よろしく', 'お願い', 0.2],
  ['予算', 'は', -1.5],
])('between %j and %j the border is %d', (before, after, border) => expect(breakScore(before, after)).toBe(border))

it('a text that begins with 50,000 line ends takes linear time', () => {
  const content = `${'\n'.repeat(50_000)}予算の件です。`
  const before = process.cpuUsage()
  const lines = texts([block(content, { terms: [] })])
  // With a search from every line end it is nine seconds.
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(2)
  expect(lines.join('')).toBe('予算の件です。')
})

describe('pieces', () => {
  const cut = (content: string, terms: Parameters<typeof piecesOf>[0]['terms'] = []) =>
    piecesOf({ content, start_time: 0, end_time: 10, terms }, LINE_WIDTH).map(({ text }) => text)

  it('are words with their following punctuation and preceding bracket', () => {
    const { content, terms } = block('本日|は|、「|予算|」|の|件|です|。')
    expect(cut(content, terms)).toEqual(['本日', 'は、', '「予算」', 'の', '件', 'です。'])
  })
  it('for text without times are words of the dictionary, which share the gap', () => {
    const { content, terms } = block('予算|は', { until: 2 })
    const typed = { content: `${content}百万円です。`, start_time: 0, end_time: 6, terms }
    const pieces = piecesOf(typed, LINE_WIDTH)
    expect(pieces.map(({ text }) => text).join('')).toBe('予算は百万円です。')
    expect(pieces.map(({ start }) => start)).toEqual(pieces.map(({ start }) => start).toSorted((a, b) => a - b))
    expect(pieces.find(({ start }) => start >= 2)?.text).toMatch(/^百/)
    expect(pieces.at(-1)?.end).toBeCloseTo(6)
  })
  it('are never wider than a line', () => {
    const wide = piecesOf({ content: 'あ'.repeat(50), start_time: 0, end_time: 10 }, LINE_WIDTH)
    expect(Math.max(...wide.map(({ width }) => width))).toBeLessThanOrEqual(LINE_WIDTH)
    expect(cut('♪')).toEqual(['♪'])
    expect(cut(' \n')).toEqual([])
  })
})

describe('cues', () => {
  it('end at the end of a sentence, with the times of their words', () => {
    const blocks = [
      block('本日は|お時間を|いただき|ありがとうございます|。|早速ですが|本題に|入ります|。', { at: 10, until: 14 }),
    ]
    expect(texts(blocks)).toEqual(['本日はお時間をいただき/ありがとうございます。', '早速ですが本題に入ります。'])
    expect(times(blocks)).toEqual([
      [10_000, 12_400],
      [12_514, 13_886],
    ])
  })
  it('combine short sentences', () => {
    expect(texts([block('はい|。|そうです|。|わかりました|。')])).toEqual(['はい。そうです。わかりました。'])
  })
  it('of a long sentence end at a clause and have at most two lines', () => {
    const long =
      '議事録の作成には|毎週|三時間ほど|かかって|おりまして|、|担当者の|負担が|大きいのが|現在の|課題だと|考えて|おります|。'
    expect(texts([block(long, { until: 8 })])).toEqual([
      '議事録の作成には/毎週三時間ほどかかっておりまして、',
      '担当者の負担が大きいのが/現在の課題だと考えております。',
    ])
  })
  it('break English lines between words', () => {
    const english = block('Thank |you |for |taking |the |time |today |to |talk |about |our |plans|.', { until: 4 })
    expect(texts([english])).toEqual(['Thank you for taking the time/today to talk about our plans.'])
  })
  it('end at a pause', () => {
    const { terms = [], ...rest } = block('えっと|予算|です', { until: 9 })
    const [a, b, c] = terms
    const words = [
      { ...a!, start_time: 0, end_time: 1 },
      { ...b!, start_time: 4, end_time: 5 },
      { ...c!, start_time: 5, end_time: 6 },
    ]
    expect(toCues([{ ...rest, terms: words }]).map(({ lines, start, end }) => [lines.join(), start, end])).toEqual([
      ['えっと', 0, 1000],
      ['予算です', 4000, 6000],
    ])
  })
  it('do not overlap if people interrupt each other; blocks without text have none', () => {
    const blocks = [block('先にお話し', { at: 0, until: 5 }), block(' '), block('すみません', { at: 3, until: 4 })]
    expect(times(blocks)).toEqual([
      [0, 3000],
      [3000, 4000],
    ])
  })

  it('of any transcript are readable, in order, without overlap, and complete', () => {
    const piece = fc.constantFrom(
      '本日',
      'は',
      'data ',
      '、',
      '。',
      '\n',
      '😀',
      '「',
      '」',
      'か\u3099',
      'A',
      ' ',
      '-->',
      'あ'.repeat(45),
    )
    const spoken = fc
      .tuple(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 30 }))
      .map(([pieces, at, seconds]) => block(pieces.join('|'), { at, until: at + seconds }))
    const dense = (text: string) => text.replace(/\s/gu, '')
    fc.assert(
      fc.property(fc.array(spoken, { maxLength: 6 }), (blocks) => {
        const cues = toCues(blocks)
        let free = 0
        for (const { start, end, lines } of cues) {
          expect(start).toBeGreaterThanOrEqual(free)
          expect(end).toBeGreaterThan(start)
          free = end
          expect(lines.length === 1 || lines.length === 2).toBe(true)
          for (const line of lines) {
            expect(widthOf(line)).toBeLessThanOrEqual(LINE_WIDTH)
            expect(line.trim()).not.toBe('')
          }
        }
        for (const one of blocks)
          expect(dense(cues.flatMap(({ block: own, lines }) => (own === one ? lines : [])).join(''))).toBe(
            dense(one.content),
          )
      }),
      { numRuns: 300 },
    )
  })
})
