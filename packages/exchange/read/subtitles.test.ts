import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block, everything, file, INJECTIONS } from '../test/samples.ts'
import { writeJson } from '../write/write-json.ts'
import { writeSrt } from '../write/write-srt.ts'
import { writeVtt } from '../write/write-vtt.ts'
import { cleanText } from '@kaiwa/transcript/clean-text.ts'
import { decodeText } from './decode.ts'
import { ImportFailure } from './import-failure.ts'
import { toName } from './name-prefixes.ts'
import { readSubtitles } from './read-subtitles.ts'
import type { SubtitleOptions } from './read-subtitles.ts'
import { readTranscriptFile } from './read-transcript-file.ts'

const options: SubtitleOptions = { known: [], names: true, duration: 0 }

function read(text: string, more: Partial<SubtitleOptions> = {}) {
  return readSubtitles(text, { ...options, ...more })
}

/** Utterances as `start-end speaker: text`. */
function readText(text: string, more: Partial<SubtitleOptions> = {}) {
  return read(text, more).utterances.map(
    ({ start_time, end_time, speaker, content }) => `${start_time}-${end_time} ${speaker ?? ''}: ${content}`,
  )
}

function repaired(text: string, more: Partial<SubtitleOptions> = {}) {
  return read(text, more).repairs.map(({ repair, count, line }) => `${repair} ${count} ${line}`)
}

function problems(text: string, more: Partial<SubtitleOptions> = {}) {
  try {
    read(text, more)
  } catch (error) {
    if (error instanceof ImportFailure)
      return error.problems.map(({ path, fault, line, found }) => [path, fault, line, found])
    throw error
  }
  return []
}

function cue(number: number, text: string) {
  return `${number}\n00:00:0${number},000 --> 00:00:0${number},500\n${text}\n\n`
}

describe('decoding a file', () => {
  const words = '1\r\n00:00:01,000 --> 00:00:02,000\r\nこんにちは😀\r\n'
  const utf16 = (isBig: boolean) => {
    const bytes = Buffer.from(words, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  // こんにちは
  const shiftJis = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]
  it.each([
    ['UTF-8', Buffer.from(words), words, 'UTF-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`), words, 'UTF-8'],
    ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false)]), words, 'UTF-16'],
    ['big-endian UTF-16', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(true)]), words, 'UTF-16'],
    ['UTF-16 without a byte order mark', utf16(false), words, 'UTF-16'],
    ['Shift_JIS', Buffer.from(shiftJis), 'こんにちは', 'Shift_JIS'],
    // Bytes made by iconv.
    ['EUC-JP', Buffer.from('a4b3a4f3a4cba4c1a4cf', 'hex'), 'こんにちは', 'EUC-JP'],
    ['EUC-JP with kanji and katakana', Buffer.from('b2f1b5c4a4cea5e1a5e2a1a3', 'hex'), '会議のメモ。', 'EUC-JP'],
    ['ISO-2022-JP', Buffer.from('1b244232713544244e2561256221231b2842', 'hex'), '会議のメモ。', 'ISO-2022-JP'],
    [
      'ISO-2022-JP with lines',
      Buffer.from('1b2442243324731b28420d0a310d0a1b2442244b2441244f1b2842', 'hex'),
      'こん\r\n1\r\nにちは',
      'ISO-2022-JP',
    ],
    ['half-width katakana of Shift_JIS', Buffer.from('b6c5cadfb0c4', 'hex'), 'ｶﾅﾊﾟｰﾄ', 'Shift_JIS'],
    ['half-width katakana with a comma', Buffer.from('cab2a4bfb3c3debd', 'hex'), 'ﾊｲ､ｿｳﾃﾞｽ', 'Shift_JIS'],
    ['Shift_JIS with kanji', Buffer.from('89ef8b6382cc83818382', 'hex'), '会議のメモ', 'Shift_JIS'],
    ['a colour of a terminal', Buffer.from('\u001b[1mはい'), '\u001b[1mはい', 'UTF-8'],
    ['an empty file', Buffer.from([]), '', 'UTF-8'],
  ])('decodes %s', (_, bytes, text, encoding) => expect(decodeText(bytes)).toEqual({ text, encoding }))
  it.each([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xff, 0xfe, 0x81])],
    ['random bytes', Buffer.from([0xa0, 0xfd, 0xff, 0x80])],
  ])('refuses %s', (_, bytes) => expect(() => decodeText(bytes)).toThrow('file: encoding'))
})

describe('SRT', () => {
  it.each([
    ['a simple cue', '1\r\n00:00:01,000 --> 00:00:02,500\r\nはい。\r\n\r\n', ['1-2.5 : はい。']],
    ['hours', '1\n01:00:01,000 --> 01:00:02,000\nはい', ['3601-3602 : はい']],
    ['points, no hours, no number', '00:01.5 --> 00:02.25\nはい', ['1.5-2.25 : はい']],
    ['times without fractions, CR line ends', '1\r00:00:01 --> 00:00:02\rはい\r', ['1-2 : はい']],
    ['coordinates after the times', '1\n00:00:01,000 --> 00:00:02,000 X1:0 Y1:0\nはい', ['1-2 : はい']],
    ['two lines of Japanese', cue(1, '本日は\nありがとう'), ['1-1.5 : 本日はありがとう']],
    ['two lines of English', cue(1, 'thank you\nfor coming'), ['1-1.5 : thank you for coming']],
    [
      'an empty line inside a cue',
      '1\n00:00:01,000 --> 00:00:02,000\n一\n\n二\n\n2\n00:00:03,000 --> 00:00:04,000\n三',
      ['1-2 : 一二', '3-4 : 三'],
    ],
    ['an empty line between English words', cue(1, 'thank you\n\n \nfor coming'), ['1-1.5 : thank you for coming']],
    [
      'an arrow in the text',
      cue(1, '入口 --> 出口') + cue(2, 'A --> B\n--> C'),
      ['1-1.5 : 入口 --> 出口', '2-2.5 : A --> B --> C'],
    ],
    ['hours of three digits', '1\n100:00:01,000 --> 120:00:02,000\nはい', ['360001-432002 : はい']],
    ['hours of four digits', '1\n1000:00:01,000 --> 1000:00:02,000\nはい', ['3600001-3600002 : はい']],
    ['markup', cue(1, '<i>はい</i>{\\an8}<font color="#fff">そう</font>'), ['1-1.5 : はいそう']],
    ['brackets that are not markup', cue(1, 'a < b > c <script>x</script>'), ['1-1.5 : a < b > c <script>x</script>']],
    ['a number as text', cue(1, '2026'), ['1-1.5 : 2026']],
    ['tags with classes', cue(1, '<c.yellow.bg_blue>はい</c> <v.loud Mary>そう</v>'), ['1-1.5 : はい そう']],
    ['readings (ruby)', cue(1, '<ruby>漢字<rt>かんじ</ruby>です'), ['1-1.5 : 漢字です']],
    ['a reading outside of ruby', cue(1, '漢字<rt>かんじ</rt>です'), ['1-1.5 : 漢字かんじです']],
    ['entities, which only VTT has', cue(1, '&lt;b&gt; &amp; &#65;'), ['1-1.5 : &lt;b&gt; &amp; &#65;']],
  ])('with %s', (_, text, expected) => expect(readText(text)).toEqual(expected))

  it.each([
    ['every cue has a name', cue(1, '田中: はい') + cue(2, '佐藤：いいえ'), ['1-1.5 田中: はい', '2-2.5 佐藤: いいえ']],
    [
      'names repeat and a speaker continues',
      cue(1, '田中：はい') + cue(2, '続きです') + cue(3, '[佐藤]: 別の') + cue(4, '田中: また') + cue(5, '次'),
      ['1-1.5 田中: はい', '2-2.5 田中: 続きです', '3-3.5 佐藤: 別の', '4-4.5 田中: また', '5-5.5 田中: 次'],
    ],
    [
      'names contain brackets',
      cue(1, '名前（会社）: はい') + cue(2, '[田中 (営業部)]：いいえ'),
      ['1-1.5 名前（会社）: はい', '2-2.5 田中 (営業部): いいえ'],
    ],
    ['two people share a cue', cue(1, '- 田中: はい\n- 佐藤: はい'), ['1-1.25 田中: はい', '1.25-1.5 佐藤: はい']],
  ])('names speakers if %s', (_, text, expected) => expect(readText(text)).toEqual(expected))

  it('does not take a clock time for a name', () => {
    const meeting = cue(1, 'At 10:30: we meet') + cue(2, 'At 10:45 we go') + cue(3, 'At 11:00 we end')
    expect(readText(meeting)).toEqual([
      '1-1.5 : At 10:30: we meet',
      '2-2.5 : At 10:45 we go',
      '3-3.5 : At 11:00 we end',
    ])
    expect(readText(cue(1, '午前10：30から') + cue(2, '午前10：45まで'))).toEqual([
      '1-1.5 : 午前10：30から',
      '2-2.5 : 午前10：45まで',
    ])
    // The other line shows that it is a name.
    expect(readText(cue(1, '話者1: はい') + cue(2, '話者1:20人です') + cue(3, '話者1: はい'))).toEqual([
      '1-1.5 話者1: はい',
      '2-2.5 話者1: 20人です',
      '3-3.5 話者1: はい',
    ])
  })

  it('does not take a word for a name, unless it is a known speaker', () => {
    const text = cue(1, '注意: 電源') + cue(2, '次に') + cue(3, '10:30です') + cue(4, 'https://x') + cue(5, 'はい')
    expect(readText(text)[0]).toBe('1-1.5 : 注意: 電源')
    expect(readText(text, { known: ['注意'] })[0]).toBe('1-1.5 注意: 電源')
    expect(readText(cue(1, '田中: はい'), { names: false })).toEqual(['1-1.5 : 田中: はい'])
  })

  it.each([
    ['cues out of order', cue(3, '三') + cue(1, '一'), ['1-1.5 : 一', '3-3.5 : 三'], ['sorted 1 2']],
    [
      'overlapping cues, which are kept',
      '0:01 --> 0:03\n一\n\n0:02 --> 0:04\n二',
      ['1-3 : 一', '2-4 : 二'],
      ['overlapping 1 4'],
    ],
    ['empty cues', `${cue(1, '')}${cue(2, '二')}`, ['2-2.5 : 二'], ['empty 1 2']],
    ['control characters', cue(1, 'は\0い\u0007'), ['1-1.5 : はい'], ['characters 1 2']],
    ['an end after the recording', '0:01 --> 0:09\nはい', ['1-5 : はい'], ['clipped 1 1']],
    ['text before the first times', `字幕\n\n${cue(1, '一')}`, ['1-1.5 : 一'], ['ignored 1 1']],
    [
      'a cue with unreadable times',
      `${cue(1, '一')}2\n00:00:0x,000 --> 00:00:03,000\n二\n\n二の続き\n\n${cue(3, '三')}`,
      ['1-1.5 : 一', '3-3.5 : 三'],
      ['unreadable 1 6'],
    ],
    [
      'cues that end before their start',
      `${cue(1, '一')}0:05 --> 0:04\n二\n${cue(3, '三')}0:06 --> 0:01\n四`,
      ['1-1.5 : 一', '3-3.5 : 三'],
      ['unreadable 2 5'],
    ],
    ['names with invisible characters', cue(1, '田\u202e中: はい'), ['1-1.5 田 中: はい'], ['names 1 2']],
  ])('repairs %s, and reports it', (_, text, expected, notes) => {
    expect(readText(text, { duration: 5 })).toEqual(expected)
    expect(repaired(text, { duration: 5 })).toEqual(notes)
  })

  it.each([
    [
      'invalid times in most cues',
      `${cue(1, '一')}2\n00:00:0x,000 --> 00:00:03,000\n二\n\n3\n0:05 --> 0:04\n三`,
      [
        ['cues.1.times', 'times', 6, '00:00:0x,000 --> 00:00:03,000'],
        ['cues.2.times', 'times-order', 10, '0:05 --> 0:04'],
      ],
    ],
    [
      'a minute of 75',
      '00:75:00,000 --> 00:76:00,000\nはい',
      [['cues.0.times', 'times', 1, '00:75:00,000 --> 00:76:00,000']],
    ],
    ['an end before its start', '0:05 --> 0:04\nはい', [['cues.0.times', 'times-order', 1, '0:05 --> 0:04']]],
    ['an arrow without times', '-->\nはい', [['cues.0.times', 'times', 1, '-->']]],
    ['a start after the recording', '0:01 --> 0:02\na\n\n0:09 --> 0:10\nはい', [['cues.1.times', 'past-end', 4, null]]],
    ['a file without cues', 'こんにちは', [['file', 'no-cues', null, null]]],
    ['only empty cues', cue(1, ' '), [['file', 'no-cues', null, null]]],
    ['an empty file', '', [['file', 'no-cues', null, null]]],
    ['10 MB of text', `0:1-->0:2\n${'あ'.repeat(3_500_000)}`, [['file', 'too-much-text', null, null]]],
    ['a cue longer than a block', cue(1, 'あ'.repeat(100_001)), [['cues.0.text', 'too-long', null, null]]],
  ])('refuses %s, and reports the place', (_, text, expected) =>
    expect(problems(text, { duration: 5 })).toEqual(expected),
  )

  it('reports the text of the first five unreadable times', () => {
    const bad = Array.from({ length: 7 }, (_, index) => `0:0${index} --> 0:0x\nいいえ\n\n`).join('')
    const good = Array.from({ length: 8 }, (_, index) => cue(index + 1, 'はい')).join('')
    expect(read(good + bad).repairs).toEqual([
      {
        repair: 'unreadable',
        count: 7,
        line: 33,
        found: ['0:00 --> 0:0x', '0:01 --> 0:0x', '0:02 --> 0:0x', '0:03 --> 0:0x', '0:04 --> 0:0x'],
      },
    ])
  })

  it('refuses a file with too many cues, and reports at most a hundred problems', () => {
    const many = '0:1-->0:2\na\n'.repeat(60_000)
    expect(problems(many)).toEqual([['cues', 'too-many-blocks', 100_001, null]])
    expect(problems('0:1-->0:x\n'.repeat(60_000))).toHaveLength(100)
  })

  it('reads unusual files of a million characters', () => {
    const odd = [
      cue(1, 'a\n'.repeat(45_000)),
      cue(1, ' '.repeat(900_000)),
      cue(1, `a${'<b '.repeat(30_000)}`),
      cue(1, '- '.repeat(45_000)),
    ]
    expect(odd.map((text) => problems(text).length)).toEqual([0, 1, 0, 0])
  })

  it('keeps dangerous text in a cue as text', () => {
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
    [
      'styling inside a word',
      '00:01.000 --> 00:02.000\nun<b>believ</b>able <c.x>talk</c>',
      ['1-2 : unbelievable talk'],
    ],
    ['entities', '00:01.000 --> 00:02.000\na &lt;b&gt; &amp;amp; &#x3042;&nbsp;&foo;', ['1-2 : a <b> &amp; あ &foo;']],
    ['readings (ruby)', '00:01.000 --> 00:02.000\n<ruby>漢字<rt>かんじ</rt></ruby>です', ['1-2 : 漢字です']],
    ['a voice with classes', '00:01.000 --> 00:02.000\n<v.first.loud Mary>yes</v>', ['1-2 Mary: yes']],
    [
      'a nested voice, with the outer one continuing after it',
      '00:01.000 --> 00:04.000\n<v A>はい<v B>はい</v>はい</v>',
      ['1-2 A: はい', '2-3 B: はい', '3-4 A: はい'],
    ],
    [
      'an unclosed voice, valid only in its cue',
      '00:01.000 --> 00:02.000\n<v A>はい\n\n00:03.000 --> 00:04.000\nそう',
      ['1-2 A: はい', '3-4 : そう'],
    ],
    [
      'all cue settings, a region and its styles',
      'REGION\nid:fred\nwidth:40%\n\nSTYLE\n::cue(v[voice="A"]) { color: red }\n\nNOTE\n\n' +
        '00:01.000 --> 00:02.000\tregion:fred vertical:rl line:-1,end position:10%,line-left size:35% align:center\nはい',
      ['1-2 : はい'],
    ],
    ['hours of three digits and no spaces', '100:00:01.000-->100:00:02.000\nはい', ['360001-360002 : はい']],
    [
      'cues without a blank line between',
      '00:01.000 --> 00:02.000\n一\n00:03.000 --> 00:04.000\n二',
      ['1-2 : 一', '3-4 : 二'],
    ],
    ['unknown tags', '00:01.000 --> 00:02.000\n<script>alert(1)</script>', ['1-2 : alert(1)']],
    ['names without voice tags', '00:01.000 --> 00:02.000\n田中: はい', ['1-2 田中: はい']],
  ])('with %s', (_, text, expected) => expect(readText(vtt(text))).toEqual(expected))

  it.each([
    ['a reading closed by ruby', '<ruby>漢字<rt>かんじ</ruby>です', '漢字です'],
    ['two readings', '<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>です', '漢字です'],
    ['readings with classes', '<ruby.a>漢字<rt.b.c>かんじ</rt></ruby>です', '漢字です'],
    ['brackets for programs without ruby', '<ruby>漢字<rp>（</rp><rt>かんじ</rt><rp>）</rp></ruby>です', '漢字です'],
    ['styling in a reading', '<ruby>漢字<rt><i>かん</i>じ</rt></ruby>です', '漢字です'],
    ['a reading outside of ruby', '漢字<rt>かんじ</rt>です', '漢字かんじです'],
    ['a reading after ruby', '<ruby>漢字</ruby><rt>かんじ</rt>です', '漢字かんじです'],
    ['an unclosed reading', '<ruby>漢字<rt>かんじ\nです', '漢字です'],
    ['classes', '<c.yellow.bg_blue>はい</c><b.loud>そう</b><lang.x ja>です</lang>', 'はいそうです'],
    ['escapes', 'a&nbsp;b &AMP; &#38; &#x26; &quot;&apos; &lrm;&rlm; &#0;&#1114112;x', 'a b & & & "\' \u200e\u200f x'],
  ])('with %s in the text', (_, text, content) =>
    expect(readText(vtt(`00:01.000 --> 00:02.000\n${text}`))).toEqual([`1-2 : ${content}`]),
  )

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['LF', '\n'],
  ])('reads a header with metadata and a byte order mark, with %s', (_, end) => {
    const text = [
      '\ufeffWEBVTT - 会議',
      'Kind: captions',
      'Language: ja',
      '',
      'a',
      '00:01.000 --> 00:02.000',
      'はい',
      '',
    ]
    expect(readText(text.join(end))).toEqual(['1-2 : はい'])
    expect(repaired(text.join(end))).toEqual([])
  })

  it('leaves out a cue with unreadable times, including its text, and reports it', () => {
    const text = vtt('00:01.000 --> 00:02.000\n一\n\n二つ目\n00:03 --> x\n二\n\n00:05.000 --> 00:06.000\n三')
    expect(readText(text)).toEqual(['1-2 : 一', '5-6 : 三'])
    expect(read(text).repairs).toEqual([{ repair: 'unreadable', count: 1, line: 7, found: ['00:03 --> x'] }])
  })

  it.each([
    ['voices', '<v A>あ'],
    ['readings', '<ruby>あ<rt>い'],
    ['end tags without a start', '</ruby></v>あ'],
    ['incomplete tags', '<'],
  ])('reads a cue with a hundred thousand %s in linear time', (_, piece) => {
    const text = vtt(`00:01.000 --> 00:02.000\n${piece.repeat(100_000)}`)
    const begun = performance.now()
    expect(read(text).utterances[0]?.content).toMatch(/^[あ<]+$/)
    // Well under a second; with quadratic time it would take minutes.
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it('keeps overlapping cues and notes empty ones', () => {
    const text = vtt('00:01.000 --> 00:03.000\n一\n\n00:02.000 --> 00:04.000\n二\n\n00:05.000 --> 00:06.000\n<i></i>')
    expect(readText(text)).toEqual(['1-3 : 一', '2-4 : 二'])
    expect(repaired(text)).toEqual(['overlapping 1 6', 'markup 1 9', 'empty 1 9'])
  })

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

describe('an export can be imported without changes', () => {
  const MS = 9_000
  /** Turns of nine seconds as imported: speaker and text, ignoring white space. */
  const turnsOf = (pieces: Iterable<string>, known: string[]) => {
    const { utterances, repairs } = read([...pieces].join(''), { known })
    expect(repairs).toEqual([])
    const turns: string[] = []
    for (const { start_time, speaker, content } of utterances) {
      const place = Math.floor((start_time * 1000) / MS)
      turns[place] = (turns[place] ?? `${speaker ?? '-'} says `) + content.replace(/\s/gu, '')
    }
    return turns
  }
  const talkOf = (names: readonly string[], turns: readonly (readonly [text: string, by: number | null])[]) => ({
    ...file(...turns.map(([text, by], at) => block(text, { at: at * 9, until: at * 9 + 6, by }))),
    speakers: names.map((name, index) => ({ id: index + 1, name })),
  })
  const expectSame = (talk: ReturnType<typeof talkOf>, known: string[] = []) => {
    const names = new Map<number | null, string>(talk.speakers.map(({ id, name }) => [id, name]))
    const expected = talk.blocks.map(
      ({ content, speaker_id }) => `${toName(names.get(speaker_id) ?? '') ?? '-'} says ${content.replace(/\s/gu, '')}`,
    )
    expect(turnsOf(writeVtt(talk, everything), known)).toEqual(expected)
    expect(turnsOf(writeSrt(talk, everything), known)).toEqual(expected)
    const json = readTranscriptFile([...writeJson(talk)].join(''))
    expect([json.speakers, json.blocks]).toEqual([talk.speakers, talk.blocks])
  }

  it.each([
    ['名前（会社）', 'はい'],
    ['田中', '<b>太字</b>と<i>、{\\an8}と<font color="red">'],
    ['田中', '0:01 --> 0:02'],
    ['田中', '0:01 -> 0:02'],
    ['田中', '2026'],
    ['田中', '注意: 電源を切る'],
    ['田中', '<\u2060b> は \u2060 と \u2060\u2060'],
    ['A: B', 'はい'],
    ['https://example', 'はい'],
    ['10', '30です'],
    ['【司会】田中', 'はい'],
    ['<b>田中</b>', 'はい'],
    ['-->', 'はい'],
    ['--', 'はい'],
    ['田中-', 'はい'],
    ['田中\n部長', 'はい'],
    ['- 田中', '- はい'],
    ['\u2060田中\u2060:', '\u2060'.repeat(3) + 'はい'],
    ['とても長い名前の方で、肩書きも長く、会社の名前も部署の名前も全部ここに書いてあります', 'はい'],
  ])('with the name %j and the text %j', (name, text) => {
    expectSame(
      talkOf(
        [name, '佐藤'],
        [
          [text, 1],
          ['そうですか。', 2],
          [text, 1],
          ['誰かの声', null],
          [text, null],
        ],
      ),
    )
    expectSame(
      talkOf(
        [name],
        [
          ['長い話です。', null],
          [text, null],
          [text, null],
        ],
      ),
    )
    expectSame(
      talkOf(
        [name],
        [
          [text, 1],
          ['一', 1],
          ['二', 1],
          ['三', 1],
          ['四', 1],
        ],
      ),
    )
  })

  it('the SRT of simple names has no marks, and uses the common form `Name: text`', () => {
    const talk = talkOf(
      ['田中', '名前（会社）'],
      [
        ['はい', 1],
        ['いいえ', 2],
        ['そう', 1],
      ],
    )
    const srt = [...writeSrt(talk, everything)].join('')
    expect(srt).toContain('\r\n田中: はい\r\n')
    expect(srt).toContain('\r\n名前（会社）: いいえ\r\n')
    expect(srt).not.toContain('\u2060')
  })

  it('with any names and texts', () => {
    const sign = fc.constantFrom(...'<>:：-→()（）[]【】{}\\&;"\'、。　 \n\u2060'.split(''))
    const piece = fc.oneof(
      sign,
      fc.constantFrom(
        '田中',
        '会社',
        'は',
        'です',
        'Mary',
        'b',
        '/b',
        '-->',
        '->',
        '<b>',
        '</ruby>',
        '<rt>',
        '&lt;',
        '&nbsp;',
        '{\\an8}',
      ),
      fc.constantFrom('10', '10:30', '00:00:01,000 --> 00:00:02,000', 'NOTE', 'STYLE', 'WEBVTT', '注意: ', '・'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    )
    const isClean = (text: string) => cleanText(text) === text
    const name = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => toName(pieces.join('')) ?? '')
      .filter((text) => text !== '')
    const spoken = fc
      .array(piece, { maxLength: 9 })
      .map((pieces) => `あ${pieces.join('')}い`)
      .filter(isClean)
    const turn = fc.tuple(
      fc.oneof(
        spoken,
        fc
          .tuple(piece, fc.constant('う'))
          .map((parts) => parts.join(''))
          .filter(isClean),
      ),
      fc.constantFrom(1, 2, null),
    )
    fc.assert(
      fc.property(fc.tuple(name, name), fc.array(turn, { minLength: 1, maxLength: 6 }), ([one, other], turns) => {
        // Speakers are identified by name, so two with the same name are one.
        fc.pre(one !== other)
        expectSame(talkOf([one, other], turns), [])
        expectSame(talkOf([one, other], turns), [one, other])
      }),
      { numRuns: 300 },
    )
  })
})
