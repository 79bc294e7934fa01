import { describe, expect, it } from 'vitest'
import type { Turn, Word } from '../engine.ts'
import { assignSpeakers, type SpokenWord } from './assign-speakers.ts'
import { toBlocks } from './to-blocks.ts'

/** Notation `A: good 0.2s morning B: hello`: words of 0.3 s, `0.2s` is a pause in seconds, `X:` changes the speaker. */
function parseLine(line: string): SpokenWord[] {
  const words: SpokenWord[] = []
  let at = 0
  let speaker = 0
  for (const part of line.split(' ').filter(Boolean)) {
    if (/^[A-E]:$/.test(part)) speaker = part.charCodeAt(0) - 65
    else if (/^\d+(\.\d+)?s$/.test(part)) at += Number.parseFloat(part)
    else {
      words.push({ text: part, start: at, end: at + 0.3, confidence: 1, speaker })
      at += 0.3
    }
  }
  return words
}

function read(words: readonly SpokenWord[], language: string) {
  return toBlocks(words, { language }).map((block) => `${'ABCDE'[block.speaker]}: ${block.text}`)
}

function times(count: number, words: string) {
  return Array.from({ length: count }, () => words).join(' ')
}

describe('blocks', () => {
  it.each([
    ['join English with spaces', 'en', 'A: good morning to you', ['A: good morning to you']],
    ['join Japanese without spaces', 'ja', 'A: 本日 は お忙しい ところ', ['A: 本日はお忙しいところ']],
    ['keep the space of Latin words in Japanese', 'ja', 'A: 新しい Google Meet で', ['A: 新しいGoogle Meetで']],
    ['end with the speaker', 'ja', 'A: はい。 B: どうも。 A: では、', ['A: はい。', 'B: どうも。', 'A: では、']],
    ['end at a long pause', 'en', 'A: well 2.5s anyway', ['A: well', 'A: anyway']],
    ['do not end at a short sentence', 'ja', 'A: はい。 そう です。', ['A: はい。そうです。']],
    [
      'end at a sentence when they are long enough',
      'ja',
      `A: ${times(10, 'これは長い')} です。 次 です。`,
      [`A: ${'これは長い'.repeat(10)}です。`, 'A: 次です。'],
    ],
    [
      'do not end at a decimal point',
      'en',
      `A: ${times(16, 'word')} is 3.5 percent. Then`,
      [`A: ${times(16, 'word')} is 3.5 percent.`, 'A: Then'],
    ],
    [
      'end at a pause in text without punctuation',
      'en',
      `A: ${times(16, 'word')} 0.7s then`,
      [`A: ${times(16, 'word')}`, 'A: then'],
    ],
    [
      'do not end at a pause in punctuated text',
      'en',
      `A: ${times(16, 'word')} 0.7s then it ends.`,
      [`A: ${times(16, 'word')} then it ends.`],
    ],
    [
      'are cut at the pause when a sentence does not end',
      'en',
      `A: ${times(30, 'word')} 0.4s ${times(15, 'more')}`,
      [`A: ${times(30, 'word')}`, `A: ${times(15, 'more')}`],
    ],
    [
      'are cut at a comma when there is no pause',
      'ja',
      `A: ${times(16, 'ながく')} て、 ${times(30, 'つづく')}`,
      [`A: ${'ながく'.repeat(16)}て、`, `A: ${'つづく'.repeat(30)}`],
    ],
    ['are empty for no words', 'ja', '', []],
  ])('%s', (_name, language, line, blocks) => expect(read(parseLine(line), language)).toEqual(blocks))

  it.each([
    ['ja', times(400, '会議'), 120],
    ['en', times(400, 'word'), 40],
  ])('never exceed the readable length (%s)', (language, line, most) => {
    for (const block of toBlocks(parseLine(`A: ${line}`), { language }))
      expect(language === 'ja' ? block.text.length : block.words.length).toBeLessThanOrEqual(most)
  })

  it('contain every word with its offset in the text', () => {
    const words = parseLine(`A: ${times(60, 'one 0.2s two 😀, three.')} B: 月に Web 会議。`)
    const blocks = toBlocks(words, { language: 'ja' })
    expect(blocks.flatMap((block) => block.words.map((word) => word.text))).toEqual(words.map((word) => word.text))
    for (const block of blocks) {
      for (const word of block.words)
        expect(block.text.slice(word.offset, word.offset + word.text.length)).toBe(word.text)
      expect(block.start).toBe(block.words[0]?.start)
      expect(block.end).toBe(block.words.at(-1)?.end)
    }
  })
})

describe('speakers of words', () => {
  const word = (start: number, end: number): Word => ({ text: 'w', start, end, confidence: 1 })
  const turn = (speaker: number, start: number, end: number): Turn => ({ speaker, start, end })
  it.each([
    ['are all the same without turns', [word(0, 1), word(5, 6)], [], [0, 0]],
    ['come from the surrounding turn', [word(0, 1), word(5, 6)], [turn(0, 0, 3), turn(1, 4, 9)], [0, 1]],
    ['come from the turn with the larger overlap', [word(2, 4)], [turn(0, 0, 2.5), turn(1, 2.5, 9)], [1]],
    ['come from the nearest turn when between two', [word(3.8, 3.9)], [turn(0, 0, 3), turn(1, 4, 9)], [1]],
    ['stay the same when far from all turns', [word(1, 2), word(20, 21)], [turn(1, 0, 3), turn(0, 40, 50)], [1, 1]],
    ['add up overlapping turns of one speaker', [word(0, 3)], [turn(0, 0, 1.2), turn(1, 1, 2.4), turn(0, 2.2, 3)], [0]],
    [
      'ignore an error of one short word',
      [word(0, 1), word(1, 1.2), word(1.2, 2)],
      [turn(0, 0, 1), turn(1, 1, 1.2), turn(0, 1.2, 2)],
      [0, 0, 0],
    ],
    [
      'keep a short answer with pauses around it',
      [word(0, 1), word(1.4, 1.6), word(2, 3)],
      [turn(0, 0, 1), turn(1, 1.3, 1.7), turn(0, 2, 3)],
      [0, 1, 0],
    ],
    [
      'find a long turn that started before short ones',
      [word(10, 11)],
      [turn(0, 0, 12), turn(1, 1, 2), turn(1, 3, 4)],
      [0],
    ],
  ])('%s', (_name, words, turns, speakers) =>
    expect(assignSpeakers(words, turns).map((spoken) => spoken.speaker)).toEqual(speakers),
  )
})
