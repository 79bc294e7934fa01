import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block, everything, file, INJECTIONS } from '../test/samples.ts'
import { writeSrt } from '../write/write-srt.ts'
import { writeVtt } from '../write/write-vtt.ts'
import { decodeText } from './decode.ts'
import { ImportFailure } from './import-failure.ts'
import { readSubtitles } from './read-subtitles.ts'
import type { SubtitleOptions } from './read-subtitles.ts'

const options: SubtitleOptions = { known: [], names: true, duration: 0 }
const read = (text: string, more: Partial<SubtitleOptions> = {}) => readSubtitles(text, { ...options, ...more })
/** Utterances as `start-end speaker: text`. */
const said = (text: string, more: Partial<SubtitleOptions> = {}) =>
  read(text, more).utterances.map(
    ({ start_time, end_time, speaker, content }) => `${start_time}-${end_time} ${speaker ?? ''}: ${content}`,
  )
const repaired = (text: string, more: Partial<SubtitleOptions> = {}) =>
  read(text, more).repairs.map(({ repair, count, line }) => `${repair} ${count} ${line}`)
const problems = (text: string, more: Partial<SubtitleOptions> = {}) => {
  try {
    read(text, more)
  } catch (error) {
    if (error instanceof ImportFailure)
      return error.problems.map(({ path, fault, line, found }) => [path, fault, line, found])
    throw error
  }
  return []
}
const cue = (number: number, text: string) => `${number}\n00:00:0${number},000 --> 00:00:0${number},500\n${text}\n\n`

describe('the text of a file', () => {
  const words = '1\r\n00:00:01,000 --> 00:00:02,000\r\nこんにちは😀\r\n'
  const utf16 = (isBig: boolean) => {
    const bytes = Buffer.from(words, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  // こんにちは
  const shiftJis = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]
  it.each([
    ['UTF-8', Buffer.from(words), words, 'UTF-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`), words, 'UTF-8'],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false)]), words, 'UTF-16'],
    ['UTF-16 the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(true)]), words, 'UTF-16'],
    ['UTF-16 without a mark', utf16(false), words, 'UTF-16'],
    ['Shift_JIS', Buffer.from(shiftJis), 'こんにちは', 'Shift_JIS'],
    ['nothing', Buffer.from([]), '', 'UTF-8'],
  ])('is read from %s', (_, bytes, text, encoding) => expect(decodeText(bytes)).toEqual({ text, encoding }))
  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xff, 0xfe, 0x81])],
    ['noise', Buffer.from([0xa0, 0xfd, 0xff, 0x80])],
  ])('is not read from %s', (_, bytes) => expect(() => decodeText(bytes)).toThrow('file: encoding'))
})

describe('SRT', () => {
  it.each([
    ['a plain one', '1\r\n00:00:01,000 --> 00:00:02,500\r\nはい。\r\n\r\n', ['1-2.5 : はい。']],
    ['hours', '1\n01:00:01,000 --> 01:00:02,000\nはい', ['3601-3602 : はい']],
    ['points, no hours, no number', '00:01.5 --> 00:02.25\nはい', ['1.5-2.25 : はい']],
    ['times without fractions, old line ends', '1\r00:00:01 --> 00:00:02\rはい\r', ['1-2 : はい']],
    ['places behind the times', '1\n00:00:01,000 --> 00:00:02,000 X1:0 Y1:0\nはい', ['1-2 : はい']],
    ['two lines of Japanese', cue(1, '本日は\nありがとう'), ['1-1.5 : 本日はありがとう']],
    ['two lines of English', cue(1, 'thank you\nfor coming'), ['1-1.5 : thank you for coming']],
    [
      'an empty line inside',
      '1\n00:00:01,000 --> 00:00:02,000\n一\n\n二\n\n2\n00:00:03,000 --> 00:00:04,000\n三',
      ['1-2 : 一二', '3-4 : 三'],
    ],
    ['markup', cue(1, '<i>はい</i>{\\an8}<font color="#fff">そう</font>'), ['1-1.5 : はいそう']],
    ['brackets that are no markup', cue(1, 'a < b > c <script>x</script>'), ['1-1.5 : a < b > c <script>x</script>']],
    ['a number as text', cue(1, '2026'), ['1-1.5 : 2026']],
  ])('with %s', (_, text, expected) => expect(said(text)).toEqual(expected))

  it.each([
    ['every cue has one', cue(1, '田中: はい') + cue(2, '佐藤：いいえ'), ['1-1.5 田中: はい', '2-2.5 佐藤: いいえ']],
    [
      'it comes again; who spoke goes on',
      cue(1, '田中：はい') + cue(2, '続きです') + cue(3, '[佐藤]: 別の') + cue(4, '田中: また') + cue(5, '次'),
      ['1-1.5 田中: はい', '2-2.5 田中: 続きです', '3-3.5 佐藤: 別の', '4-4.5 田中: また', '5-5.5 田中: 次'],
    ],
    ['two people share a cue', cue(1, '- 田中: はい\n- 佐藤: はい'), ['1-1.25 田中: はい', '1.25-1.5 佐藤: はい']],
  ])('names speakers where %s', (_, text, expected) => expect(said(text)).toEqual(expected))

  it('takes no word for a name that only looks like one, unless the folder knows it', () => {
    const text = cue(1, '注意: 電源') + cue(2, '次に') + cue(3, '10:30です') + cue(4, 'https://x') + cue(5, 'はい')
    expect(said(text)[0]).toBe('1-1.5 : 注意: 電源')
    expect(said(text, { known: ['注意'] })[0]).toBe('1-1.5 注意: 電源')
    expect(said(cue(1, '田中: はい'), { names: false })).toEqual(['1-1.5 : 田中: はい'])
  })

  it.each([
    ['cues out of order', cue(3, '三') + cue(1, '一'), ['1-1.5 : 一', '3-3.5 : 三'], ['sorted 1 2']],
    [
      'overlapping ones, which stay',
      '0:01 --> 0:03\n一\n\n0:02 --> 0:04\n二',
      ['1-3 : 一', '2-4 : 二'],
      ['overlapping 1 4'],
    ],
    ['empty ones', `${cue(1, '')}${cue(2, '二')}`, ['2-2.5 : 二'], ['empty 1 2']],
    ['control characters', cue(1, 'は\0い\u0007'), ['1-1.5 : はい'], ['characters 1 2']],
    ['an end behind the recording', '0:01 --> 0:09\nはい', ['1-5 : はい'], ['clipped 1 1']],
    ['words in front of the first times', `字幕\n\n${cue(1, '一')}`, ['1-1.5 : 一'], ['ignored 1 1']],
    ['names that hide something', cue(1, '田\u202e中: はい'), ['1-1.5 田 中: はい'], ['names 1 2']],
  ])('mends %s, and says so', (_, text, expected, notes) => {
    expect(said(text, { duration: 5 })).toEqual(expected)
    expect(repaired(text, { duration: 5 })).toEqual(notes)
  })

  it.each([
    [
      'times that are none',
      `${cue(1, '一')}2\n00:00:0x,000 --> 00:00:03,000\n二`,
      [['cues.1.times', 'times', 6, '00:00:0x,000 --> 00:00:03,000']],
    ],
    [
      'a minute of 75',
      '00:75:00,000 --> 00:76:00,000\nはい',
      [['cues.0.times', 'times', 1, '00:75:00,000 --> 00:76:00,000']],
    ],
    ['an end before its start', '0:05 --> 0:04\nはい', [['cues.0.times', 'times-order', 1, '0:05 --> 0:04']]],
    ['an arrow alone', '-->\nはい', [['cues.0.times', 'times', 1, '-->']]],
    [
      'a start behind the recording',
      '0:01 --> 0:02\na\n\n0:09 --> 0:10\nはい',
      [['cues.1.times', 'past-end', 4, null]],
    ],
    ['no cue', 'こんにちは', [['file', 'no-cues', null, null]]],
    ['only empty cues', cue(1, ' '), [['file', 'no-cues', null, null]]],
    ['nothing', '', [['file', 'no-cues', null, null]]],
    ['10 MB of text', `0:1-->0:2\n${'あ'.repeat(3_500_000)}`, [['file', 'too-large', null, null]]],
    ['a cue that no block holds', cue(1, 'あ'.repeat(100_001)), [['cues.0.text', 'too-long', null, null]]],
  ])('refuses %s, and says where', (_, text, expected) => expect(problems(text, { duration: 5 })).toEqual(expected))

  it('refuses a file of too many cues, and names at most a hundred faults', () => {
    const many = '0:1-->0:2\na\n'.repeat(60_000)
    expect(problems(many)).toEqual([['cues', 'too-many-blocks', 100_001, null]])
    expect(problems('0:1-->0:x\n'.repeat(60_000))).toHaveLength(100)
  })

  it('an odd one of a million characters is read like any other', () => {
    const odd = [
      cue(1, 'a\n'.repeat(45_000)),
      cue(1, ' '.repeat(900_000)),
      cue(1, `a${'<b '.repeat(30_000)}`),
      cue(1, '- '.repeat(45_000)),
    ]
    expect(odd.map((text) => problems(text).length)).toEqual([0, 1, 0, 0])
  })

  it('whatever stands in a cue stays text', () => {
    for (const text of INJECTIONS) expect(read(cue(1, text)).utterances[0]?.content).toBe(text)
    const turned = '\u202eabc\u200f'
    expect(read(cue(1, turned)).utterances[0]?.content).toBe(turned)
    expect(read(cue(1, 'は\ud83dい')).utterances[0]?.content).toBe('は\ufffdい')
  })
})

describe('VTT', () => {
  const vtt = (text: string) => `WEBVTT\n\n${text}`
  it.each([
    ['voices', '00:01.000 --> 00:02.000\n<v 田中>はい</v>', ['1-2 田中: はい']],
    ['voices with classes', '00:01.000 --> 00:02.000\n<v.loud 田中 一郎>はい', ['1-2 田中 一郎: はい']],
    [
      'two voices in a cue',
      '00:01.000 --> 00:02.000\n<v A>はい</v>\n<v B>はい</v>',
      ['1-1.5 A: はい', '1.5-2 B: はい'],
    ],
    ['settings and a name', 'はじめ\n00:01.000 --> 00:02.000 align:start position:10%\nはい', ['1-2 : はい']],
    [
      'notes, styles and regions',
      'NOTE\n0:1 foo\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000\nはい',
      ['1-2 : はい'],
    ],
    ['styling in a word', '00:01.000 --> 00:02.000\nun<b>believ</b>able <c.x>talk</c>', ['1-2 : unbelievable talk']],
    ['entities', '00:01.000 --> 00:02.000\na &lt;b&gt; &amp;amp; &#x3042;&nbsp;&foo;', ['1-2 : a <b> &amp; あ &foo;']],
    ['readings above characters', '00:01.000 --> 00:02.000\n<ruby>漢字<rt>かんじ</rt></ruby>です', ['1-2 : 漢字です']],
    ['tags that nobody knows', '00:01.000 --> 00:02.000\n<script>alert(1)</script>', ['1-2 : alert(1)']],
    ['names where no voice is', '00:01.000 --> 00:02.000\n田中: はい', ['1-2 田中: はい']],
  ])('with %s', (_, text, expected) => expect(said(vtt(text))).toEqual(expected))

  it('keeps the times of single words', () => {
    const text = vtt('00:01.000 --> 00:04.000\nえっと<00:02.000>予算<00:03.500>です')
    expect(
      read(text).utterances[0]?.words.map(({ text: word, offset, start, end }) => [word, offset, start, end]),
    ).toEqual([
      ['予算', 3, 2, 3.5],
      ['です', 5, 3.5, 4],
    ])
  })
})

it('what was written comes back: who says what when', () => {
  // Where a line ends between Latin signs that no space parts, a subtitle cannot say so: none of these ends in one.
  const word = fc.constantFrom('本日', 'は', '予算', '。', 'です', '<b>', '&amp;と', '百万円', '、')
  const spoken = fc.tuple(fc.array(word, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 2))
  fc.assert(
    fc.property(fc.array(spoken, { minLength: 1, maxLength: 5 }), (turns) => {
      const talk = file(
        ...turns.map(([words, by], index) =>
          block(`あ${words.join('|')}`, { at: index * 9, until: index * 9 + 6, by }),
        ),
      )
      const names = new Map(talk.speakers.map(({ id, name }) => [id, name]))
      const expected = talk.blocks.map(({ content, speaker_id }) => names.get(speaker_id ?? 0) + content).join('\n')
      const back = (pieces: Iterable<string>) => {
        const grouped: string[] = []
        for (const { start_time, content, speaker } of read([...pieces].join(''), { known: ['田中', '佐藤'] })
          .utterances) {
          const place = Math.floor(start_time / 9)
          grouped[place] = (grouped[place] ?? speaker ?? '') + content
        }
        return grouped.join('\n')
      }
      expect(back(writeVtt(talk, everything))).toBe(expected)
      // SRT has no way to write what would be markup.
      if (!expected.includes('<b>')) expect(back(writeSrt(talk, everything))).toBe(expected)
    }),
    { numRuns: 200 },
  )
})
