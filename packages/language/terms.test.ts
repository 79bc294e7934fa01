import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analysePassages, toTerms } from './analyse-passages.ts'
import { alignTerms, timedWords } from './terms.ts'
import type { Passage, TimedWord } from './terms.ts'
import type { Token } from './token.ts'

/** Notation `本日 1-2 は 2-2.4`: words with start and end in seconds, without text between them. */
function timed(notation: string): TimedWord[] {
  const parts = notation.split(' ')
  let offset = 0
  return parts.flatMap((text, index) => {
    if (index % 2 === 1) return []
    const [start, end] = parts[index + 1]!.split('-').map(Number)
    const word = { text, offset, start: start!, end: end!, confidence: 0.9 }
    offset += text.length
    return [word]
  })
}

function show(terms: readonly { text: string; start_time: number; end_time: number }[]) {
  return terms.map(({ text, start_time, end_time }) => `${text} ${start_time}-${end_time}`).join(' ')
}

describe('EDIT-64 terms', () => {
  it.each([
    ['take the times of equal words', '本日は', '本日 1-2 は 2-2.4', '本日 1-2 は 2-2.4'],
    ['span the time from the first to the last word', '議事録', '議 1-1.2 事 1.3-1.5 録 1.6-2', '議事録 1-2'],
    ['share the time of one word by morae', '議事録を', '議事録を 0-5', '議事録 0-4 を 4-5'],
    ['cross word boundaries', 'データが', 'デー 0-2 タが 2-4', 'データ 0-3 が 3-4'],
    ['skip punctuation', '本日、は。', '本日、 1-2 は。 2-3', '本日 1-2 は 2-3'],
  ])('%s', async (_, text, words, expected) => {
    expect(show(await toTerms(text, timed(words), 'ja'))).toBe(expected)
  })

  it('fill a gap between timed words with the untimed text, with confidence 0', async () => {
    const words = [
      { text: '本日', offset: 0, start: 1, end: 2, confidence: 0.8 },
      { text: '会議', offset: 3, start: 3, end: 4, confidence: 0.6 },
    ]
    const terms = await toTerms('本日は会議', words, 'ja')
    expect(show(terms)).toBe('本日 1-2 は 2-3 会議 3-4')
    expect(terms.map((term) => term.confidence)).toEqual([0.8, 0, 0.6])
  })

  it('are spread over the block by morae when no word is timed', async () => {
    const terms = await toTerms('議事録を。', [], 'ja', { start_time: 10, end_time: 15 })
    expect(show(terms)).toBe('議事録 10-14 を 14-15')
  })

  it('keep their times when the same text is analysed again', async () => {
    const content = '本日の議事録を共有します。'
    const terms = await toTerms(content, timed('本日の 1-2 議事録を 2-3.1 共有します。 3.3-4'), 'ja')
    const [again] = await analysePassages([{ content, start_time: 1, end_time: 4, words: timedWords(terms) }], 'ja')
    expect(again!.terms.map((term) => ({ ...term, score: 0 }))).toEqual(terms)
  })

  it('split English contractions within their word', async () => {
    const words = [
      { text: "don't", offset: 0, start: 0, end: 0.4, confidence: 1 },
      { text: 'worry', offset: 6, start: 0.5, end: 1, confidence: 1 },
    ]
    const terms = await toTerms("don't worry", words, 'en')
    expect(terms.map((term) => term.text)).toEqual(['do', "n't", 'worry'])
    expect(terms[1]!.end_time).toBe(0.4)
    expect(terms[2]).toMatchObject({ start_time: 0.5, end_time: 1, offset: 6, type: 7, base: 'worry' })
  })

  it('never overlap, are sorted and stay within the block, for any input words', () => {
    const content = '会議の議事録、データです。'
    const time = fc.double({ min: -5, max: 20, noNaN: true })
    const word = fc.record({
      text: fc.string({ maxLength: 5 }),
      offset: fc.nat(content.length + 2),
      start: time,
      end: time,
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const token = fc.record({ length: fc.integer({ min: 1, max: 4 }), spoken: fc.boolean() })
    fc.assert(
      fc.property(fc.array(word), fc.array(token, { maxLength: 8 }), (words, lengths) => {
        const tokens: Token[] = []
        let offset = 0
        for (const { length, spoken } of lengths) {
          const text = content.slice(offset, offset + length)
          if (text)
            tokens.push({ text, offset, base: text, reading: '', partOfSpeech: '', detail: '', type: 3, spoken })
          offset += length
        }
        const passage: Passage = { content, start_time: 2, end_time: 9.5, words }
        const terms = alignTerms(passage, tokens)
        expect(terms.map((term) => term.offset)).toEqual(tokens.filter((t) => t.spoken).map((t) => t.offset))
        let free = 2
        for (const { start_time, end_time, confidence } of terms) {
          expect(start_time).toBeGreaterThanOrEqual(free)
          expect(end_time).toBeGreaterThanOrEqual(start_time)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          free = end_time
        }
        expect(free).toBeLessThanOrEqual(9.5)
      }),
    )
  })
})

it('EDIT-64 scores are weights in the file: frequent words of few blocks first, stop words and particles 0', async () => {
  const passage = (content: string, index: number): Passage => ({
    content,
    start_time: index,
    end_time: index + 1,
    words: [],
  })
  const contents = [
    '予算の予算は予算です。',
    '商談をする。',
    '商談の資料です。',
    '商談と商談。',
    'これは本日のお願いです。',
  ]
  const analyses = await analysePassages(contents.map(passage), 'ja')
  const score = (base: string) => analyses.flatMap(({ terms }) => terms).find((term) => term.base === base)!.score
  expect(score('予算')).toBe(1)
  expect(score('商談')).toBeLessThan(1)
  expect(score('商談')).toBeGreaterThan(0)
  for (const base of ['する', 'の', '本日', 'お願い', 'これ']) expect(score(base)).toBe(0)
  for (const { terms } of analyses) {
    for (const term of terms) expect(term.score).toBeGreaterThanOrEqual(0)
  }
})
