// Bodies unrelated to any operation, and hostile forms.
import { array, object, stringify } from './changed.ts'

const MB = 1_048_576
export const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

function repeated(text: string, bytes: number, [open, close]: readonly [string, string]): string {
  return `${open}${`${text},`.repeat(Math.floor(bytes / (text.length + 1)) - 1)}${text}${close}`
}

/** Bodies unrelated to any operation. */
export const MONSTERS: readonly (readonly [what: string, type: string, make: () => string | Buffer])[] = [
  ['nothing', JSON_TYPE, () => ''],
  ['half an object', JSON_TYPE, () => '{"a":'],
  ['a text', JSON_TYPE, () => '"a"'],
  ['a number beyond', JSON_TYPE, () => '1e400'],
  ['empty lists', JSON_TYPE, () => repeated('[]', 4 * MB - 100, ['[', ']'])],
  ['empty lists in a field', JSON_TYPE, () => repeated('[]', 4 * MB - 100, ['{"blocks":[', ']}'])],
  ['empty objects in a field', JSON_TYPE, () => repeated('{}', 4 * MB - 100, ['{"ids":[', ']}'])],
  ['numbers', JSON_TYPE, () => repeated('0', 4 * MB - 100, ['[', ']'])],
  ['numbers beyond', JSON_TYPE, () => repeated('1e400', MB, ['{"a":[', ']}'])],
  ['opened lists', JSON_TYPE, () => '['.repeat(4 * MB)],
  ['opened objects', JSON_TYPE, () => '{"a":'.repeat(800_000)],
  ['a text without end', JSON_TYPE, () => `{"a":"${'\\"'.repeat(2_000_000)}`],
  ['escapes', JSON_TYPE, () => `{"email":"${'\\u0041'.repeat(600_000)}"}`],
  ['the same key', JSON_TYPE, () => `{${repeated('"email":1', 3 * MB, ['', ''])}}`],
  ['keys that are numbers', JSON_TYPE, () => JSON.stringify(object(150_000)).replaceAll('"k', '"')],
  ['a prototype', JSON_TYPE, () => `{"__proto__":{"a":1},"b":${repeated('0', MB, ['[', ']'])}}`],
  ['a mention of a prototype', JSON_TYPE, () => `{"a":"\\"__proto__\\":","b":${repeated('0', 3 * MB, ['[', ']'])}}`],
  ['no UTF-8', JSON_TYPE, () => Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', JSON_TYPE, () => Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ['a mark of UTF-8', JSON_TYPE, () => '\ufeff{}'],
  ['bytes', JSON_TYPE, () => Buffer.alloc(MB, 0xff)],
  ['JSON of another name', 'application/vnd.api+json', () => '{}'],
  ['text', 'text/plain', () => 'x'.repeat(MB)],
  ['a type without end', `application/json; ${'a=b; '.repeat(500)}`, () => '{}'],
  ['a type that is none', 'x', () => '{}'],
  ['300,000 fields of a form', FORM_TYPE, () => Array.from({ length: 300_000 }, (_, index) => `k${index}=`).join('&')],
  ['a form of percent signs', FORM_TYPE, () => '%'.repeat(60_000)],
  ['a form of no UTF-8', FORM_TYPE, () => Buffer.from('a=%ff&b=\xff', 'latin1')],
  ['a form with a prototype', FORM_TYPE, () => '__proto__=1&constructor=2&toString=3'],
]

function file(name: string, content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
}

function field(name: string, value: string): Buffer {
  return Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
}

function form(...parts: Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from('--b--\r\n')])
}

function cue(index: number, text: string): string {
  const at = new Date(index * 1000).toISOString().slice(11, 19)
  return `${index}\n${at},000 --> ${at},900\n${text}\n`
}

function srt(cues: number, text: string): string {
  return Array.from({ length: cues }, (_, index) => cue(index, text)).join('\n')
}

function transcript(blocks: string): string {
  return `{"format":"kaiwa-transcript","version":1,"blocks":${blocks}}`
}

function block(terms: unknown): string {
  return stringify({ start_time: 0, end_time: 1, content: 'はい', ...(terms === undefined ? {} : { terms }) })
}

const FORM = 'multipart/form-data; boundary=b'

/** Hostile multipart forms, and forms with a hostile file. */
export const FORMS: readonly (readonly [what: string, type: string, make: () => Buffer])[] = [
  ['an empty form', FORM, () => form()],
  ['a form without end', FORM, () => file('a.srt', 'x')],
  ['a form without its mark', 'multipart/form-data', () => form(file('a.srt', 'x'))],
  ['a mark that is none', 'multipart/form-data; boundary=""', () => form(file('a.srt', 'x'))],
  ['two marks', 'multipart/form-data; boundary=z; boundary=b', () => form(file('a.srt', 'x'))],
  ['100,000 parts', FORM, () => form(...Array.from({ length: 100_000 }, (_, index) => field(`f${index}`, 'x')))],
  ['a long head', FORM, () => form(field('x'.repeat(3 * MB), 'x'))],
  ['many heads', FORM, () => Buffer.from(`--b\r\n${'A: b\r\n'.repeat(500_000)}\r\nx\r\n--b--\r\n`)],
  ['line ends', FORM, () => Buffer.from('\r\n'.repeat(2_000_000))],
  ['half marks', FORM, () => form(file('a.srt', '\r\n--'.repeat(900_000)))],
  [
    'long fields',
    FORM,
    () => form(file('a.srt', 'x'), field('name', 'あ'.repeat(MB)), field('description', 'x'.repeat(MB))),
  ],
  [
    'hostile switches',
    FORM,
    () => form(file('a.srt', srt(1, 'はい')), field('names', 'x'.repeat(MB)), field('revision', '1e400')),
  ],
  ['NUL in fields', FORM, () => form(field('name', 'a\0b'), field('description', '\0'.repeat(100_000)))],
  ['a picture that is none', FORM, () => form(file('a.png', Buffer.alloc(2 * MB, 7)), field('name', '鈴木'))],
  ['bytes', FORM, () => form(file('a.srt', Buffer.alloc(4 * MB - 1000, 0xff)))],
  ['zeros', FORM, () => form(file('a.srt', Buffer.alloc(4 * MB - 1000)))],
  ['an empty file', FORM, () => form(file('a.srt', ''))],
  ['a short subtitle', FORM, () => form(file('a.srt', srt(3, '佐藤: はい')), field('revision', '0'))],
  ['20,000 cues', FORM, () => form(file('a.srt', srt(20_000, 'はい、そうです。')), field('revision', '0'))],
  ['80,000 cues', FORM, () => form(file('a.srt', srt(80_000, 'x')), field('revision', '0'))],
  [
    '20,000 names',
    FORM,
    () => form(file('a.srt', Array.from({ length: 20_000 }, (_, index) => cue(index, `名${index}: はい`)).join('\n'))),
  ],
  ['a cue of one long line', FORM, () => form(file('a.srt', cue(1, 'あ'.repeat(MB))))],
  ['a cue of long Latin text', FORM, () => form(file('a.srt', cue(1, 'a '.repeat(45_000))), field('revision', '0'))],
  ['a cue of one long word', FORM, () => form(file('a.srt', cue(1, 'ア'.repeat(90_000))), field('revision', '0'))],
  ['a cue of many lines', FORM, () => form(file('a.srt', cue(1, 'a\n'.repeat(400_000))))],
  ['arrows', FORM, () => form(file('a.srt', '--> '.repeat(900_000)))],
  ['opened tags', FORM, () => form(file('a.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<v a>'.repeat(700_000)}`))],
  ['half tags', FORM, () => form(file('a.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<'.repeat(900_000)}`))],
  [
    'times in a cue',
    FORM,
    () => form(file('a.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<00:00.500>a'.repeat(70_000)}`)),
  ],
  ['notes', FORM, () => form(file('a.vtt', `WEBVTT\n\n${'NOTE a\n\n'.repeat(400_000)}`))],
  ['spaces', FORM, () => form(file('a.srt', ' '.repeat(3 * MB)))],
  ['empty lines', FORM, () => form(file('a.srt', '\n'.repeat(3 * MB)))],
  ['colons', FORM, () => form(file('a.srt', cue(1, ': '.repeat(500_000))))],
  ['levels', FORM, () => form(file('a.json', transcript('['.repeat(3 * MB))))],
  ['empty blocks', FORM, () => form(file('a.json', transcript(repeated('{}', 100_000, ['[', ']']))))],
  ['empty lists', FORM, () => form(file('a.json', transcript(repeated('[]', 3 * MB, ['[', ']']))))],
  ['bad terms', FORM, () => form(file('a.json', transcript(`[${array(30, block(array(9_999, {}))).join(',')}]`)))],
  [
    '20,000 blocks',
    FORM,
    () => form(file('a.json', transcript(repeated(block(undefined), 2 * MB, ['[', ']']))), field('revision', '0')),
  ],
  [
    'times beyond',
    FORM,
    () =>
      form(
        file('a.json', transcript(`[${block(undefined).replace('"end_time":1', '"end_time":1e308')}]`)),
        field('revision', '0'),
      ),
  ],
  ['a prototype', FORM, () => form(file('a.json', transcript('[{"__proto__":{"a":1}}]')))],
]
