import { expect, it } from 'vitest'
import { chooseSections } from '../choose-sections.ts'
import { widthOf } from '../cues/display-width.ts'
import { block, everything, file, INJECTIONS, mark, nothing } from '../test/samples.ts'
import { toCell, writeCsv } from './write-csv.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeSrt } from './write-srt.ts'
import { writeText } from './write-text.ts'
import { writeVtt } from './write-vtt.ts'

const talk = file(
  block('本日は|ありがとうございます|。', { at: 1, until: 3, by: 1 }),
  block('予算は|百万円です|。', { at: 3, until: 5.5, by: 1, section_name: '予算', tags: [mark('百万円', 3)] }),
  block('承知|しました|。', { at: 3661, until: 3663, by: 2, is_break: true }),
  block('（笑）', { at: 3664, until: 3665 }),
)

function join(pieces: Iterable<string>) {
  return [...pieces].join('')
}

it('as text: title, sections, speakers, times, and the tags of each line', () => {
  expect(join(writeText(talk, everything))).toBe(`商談

田中  00:01
本日はありがとうございます。

■ 予算

田中  00:03
予算は百万円です。
  ［予算］百万円

佐藤  1:01:01
承知しました。

話者不明  1:01:04
（笑）
`)
  expect(join(writeText(talk, nothing))).toBe(
    '商談\n\n本日はありがとうございます。\n予算は百万円です。\n\n承知しました。\n\n（笑）\n',
  )
})

it('as Markdown: sections are headings, and no text becomes markup', () => {
  expect(join(writeMarkdown(talk, everything))).toContain(
    '\n## 予算\n\n**田中** 00:03\n\n予算は百万円です。\n\n> 予算：百万円  \n',
  )
  const odd = file(block('# 1_000*2\n1. <b>`x`</b> [y](z)\n- a'))
  expect(join(writeMarkdown(odd, nothing))).toBe(
    '# 商談\n\n\\# 1\\_000\\*2\\\n1\\. \\<b\\>\\`x\\`\\</b\\> \\[y\\](z)\\\n\\- a\n',
  )
})

it.each([' ', '\n', ' \n', '\u2028', '1\n'])('Markdown of a block full of %j takes linear time', (blank) => {
  const content = `あ${blank.repeat(100_000 / blank.length - 2)}い`
  const begun = performance.now()
  join(writeMarkdown(file(block(content, { tags: [mark(content, 0)] })), everything))
  // Some milliseconds; with quadratic time it would take ten thousand million steps.
  expect(performance.now() - begun).toBeLessThan(5_000)
})

it('as SRT: numbered cues with the name at the start of a turn, marked if it could be ambiguous', () => {
  expect(join(writeSrt(talk, everything))).toBe(
    [
      '1\r\n00:00:01,000 --> 00:00:02,857\r\n田中: \u2060本日はありがとうございます。',
      '2\r\n00:00:03,000 --> 00:00:05,222\r\n予算は百万円です。',
      '3\r\n01:01:01,000 --> 01:01:02,714\r\n佐藤: \u2060承知しました。',
      '4\r\n01:01:04,000 --> 01:01:05,000\r\n\u2060（笑）\r\n\r\n',
    ].join('\r\n\r\n'),
  )
  expect(join(writeSrt(talk, nothing))).not.toContain('田中')
  expect(join(writeSrt(file(block('a --> b')), everything))).toContain('\r\na --\u2060> b\r\n')
})

it('as SRT: a name counts as part of its line, and what does not fit follows without the name', () => {
  const long = '議事録の作成には|毎週|三時間ほど|かかって|おりまして|、|担当者の|負担が|大きいのが|課題です|。'
  const srt = (name: string) => {
    const spoken = { ...file(block(long, { until: 6, by: 1 })), speakers: [{ id: 1, name }] }
    return join(writeSrt(spoken, everything))
      .trim()
      .split('\r\n\r\n')
      .map((cue) => cue.split('\r\n').slice(2))
  }
  const lengths = (name: string) => srt(name).flatMap((lines) => lines.map(widthOf))
  for (const name of ['田中', '株式会社山田商事 田中一郎', 'A']) {
    expect(srt(name)[0]?.[0]).toMatch(new RegExp(`^${name}: `))
    expect(srt(name).filter(([first]) => first?.startsWith(name))).toHaveLength(1)
    expect(Math.max(...lengths(name))).toBeLessThanOrEqual(42)
    const text = srt(name).flat().join('').replace(`${name}: `, '').replaceAll('\u2060', '')
    expect(text).toBe(long.replaceAll('|', ''))
  }
  // A name that leaves less than six characters makes its line longer.
  expect(srt('田'.repeat(30))[0]?.[0]).toMatch(/^田{30}: .{1,6}$/u)
})

it('as VTT: voices, sections as notes, special characters as entities', () => {
  const vtt = join(writeVtt(talk, everything))
  expect(vtt.startsWith('WEBVTT\n\nNOTE 商談\n\n00:00:01.000 --> ')).toBe(true)
  expect(vtt).toContain('NOTE 予算\n\n00:00:03.000 --> 00:00:05.222\n<v 田中>予算は百万円です。\n\n')
  expect(join(writeVtt(talk, nothing))).not.toMatch(/<v|予算\n\n/)
  for (const text of INJECTIONS)
    expect(
      join(writeVtt(file(block(text)), everything))
        .split('\n')
        .slice(6)
        .join(),
    ).not.toMatch(/<|(?<!--)>/)
})

it('as CSV: with a byte order mark, in rows that spreadsheets can read, with the section in every row', () => {
  expect(join(writeCsv(talk, everything))).toBe(
    [
      '\ufeff開始,終了,話者,セクション,本文,タグ',
      '00:00:01.000,00:00:03.000,田中,,本日はありがとうございます。,',
      '00:00:03.000,00:00:05.500,田中,予算,予算は百万円です。,予算：百万円',
      '01:01:01.000,01:01:03.000,佐藤,予算,承知しました。,',
      '01:01:04.000,01:01:05.000,,予算,（笑）,',
      '',
    ].join('\r\n'),
  )
  expect(join(writeCsv(file(block('はい')), { ...nothing, language: 'en' }))).toBe('\ufeffText\r\nはい\r\n')
})

it.each([
  ['=1+1', "'=1+1"],
  ['+81', "'+81"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['\r=1', '"\'\r=1"'],
  ['=cmd|" /C calc"!A0', '"\'=cmd|"" /C calc""!A0"'],
  ['一,二', '"一,二"'],
  ['一\n二', '"一\n二"'],
  ['1=1', '1=1'],
])('the cell %j is written as %s', (text, cell) => expect(toCell(text)).toBe(cell))

it('chosen sections exclude the rest, including its speakers and tags', () => {
  const begins = talk.blocks[1]?.uuid ?? ''
  const chosen = chooseSections(talk, new Set([begins]))
  expect(chosen.blocks.map(({ content }) => content)).toEqual(talk.blocks.slice(1).map(({ content }) => content))
  const start = chooseSections(talk, new Set(['start']))
  expect([start.blocks.length, start.speakers.map(({ name }) => name), start.tags]).toEqual([1, ['田中'], []])
  expect(chooseSections(talk, new Set()).blocks).toEqual([])
})
