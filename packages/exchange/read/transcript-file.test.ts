import fc from 'fast-check'
import { expect, it } from 'vitest'
import { block, file, mark } from '../test/samples.ts'
import type { FileBlock, TranscriptFile } from '../transcript-file.ts'
import { writeJson } from '../write/write-json.ts'
import { ImportFailure } from './import-failure.ts'
import { readTranscriptFile } from './read-transcript-file.ts'

function written(value: TranscriptFile) {
  return [...writeJson(value)].join('')
}

function problems(value: unknown) {
  try {
    readTranscriptFile(typeof value === 'string' ? value : JSON.stringify(value))
  } catch (error) {
    if (error instanceof ImportFailure) return error.problems.map(({ path, fault }) => `${path} ${fault}`)
    throw error
  }
  return []
}

function good() {
  return file(block('予算|は|百万円|です', { tags: [mark('百万円', 3)], section_name: '予算', by: 1 }), block('はい'))
}

const minimal = { format: 'kaiwa-transcript', version: 1, blocks: [{ start_time: 0, end_time: 1, content: 'はい' }] }

it('any content is the same after export and import', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) => one.replace(/\p{Cc}/gu, '').toWellFormed())
  const seconds = fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const pieces = fc.array(
    fc.record({
      text,
      type: fc.constantFrom(0 as const, 1 as const, 3 as const, 7 as const),
      score: share,
      confidence: share,
      reading: text,
      base: text,
      at: seconds,
      is: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  const body = fc.record({
    pieces,
    start: seconds,
    seconds,
    sentiment: fc.double({ min: -1, max: 1, noNaN: true }),
    section_name: fc.option(text),
    is_break: fc.boolean(),
    speaker_id: fc.constantFrom(null, 1, 2),
    isTagged: fc.boolean(),
  })
  const toBlock = ({
    pieces: all,
    start,
    seconds: length,
    isTagged,
    ...rest
  }: typeof body extends fc.Arbitrary<infer T> ? T : never): FileBlock => {
    let content = ''
    const terms: NonNullable<FileBlock['terms']> = []
    for (const { text: word, at, is, ...values } of all) {
      if (is && word)
        terms.push({
          ...values,
          text: word,
          offset: content.length,
          start_time: at,
          end_time: at + 1,
        })
      content += word
    }
    const tags = isTagged && content ? [mark(content, 0)] : []
    return { ...block('', {}), ...rest, start_time: start, end_time: start + length, content, terms, tags }
  }
  fc.assert(
    fc.property(fc.array(body.map(toBlock), { maxLength: 5 }), (blocks) => {
      const value = file(...blocks)
      // JSON has no negative zero.
      expect(readTranscriptFile(written(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 300 },
  )
})

it('fills in what a short file written by hand omits', () => {
  const { blocks, speakers } = readTranscriptFile(JSON.stringify(minimal))
  expect(speakers).toEqual([])
  expect(blocks).toEqual([
    { start_time: 0, end_time: 1, content: 'はい', section_name: null, is_break: false, speaker_id: null, tags: [] },
  ])
})

function changed(change: (value: ReturnType<typeof good>) => unknown) {
  const value = good()
  change(value)
  return value
}

function first(change: (block: FileBlock) => unknown) {
  return changed(({ blocks }) => change(blocks[0]!))
}

it.each([
  ['invalid JSON', '{"format":', ['file json']],
  ['a list', [1], ['file json']],
  ['another format', { ...minimal, format: 'x' }, ['format unknown-format']],
  ['a later version', { ...minimal, version: 2 }, ['version version']],
  ['missing blocks', { ...minimal, blocks: undefined }, ['blocks shape']],
  ['blocks of a wrong type', { ...minimal, blocks: [7, null] }, ['blocks.0 shape', 'blocks.1 shape']],
  [
    'wrong types',
    { ...minimal, blocks: [{ start_time: '0', end_time: 1, content: {} }] },
    ['blocks.0.start_time shape', 'blocks.0.content shape'],
  ],
  ['too many blocks', { ...minimal, blocks: Array(50_001).fill(0) }, ['blocks too-many-blocks']],
  [
    'more text than a transcript may have',
    {
      ...minimal,
      blocks: Array.from({ length: 11 }, () => ({ start_time: 0, end_time: 1, content: 'あ'.repeat(99_999) })),
    },
    ['blocks too-much-text'],
  ],
  ['an end before its start', first((one) => Object.assign(one, { end_time: -1 })), ['blocks.0.end_time times-order']],
  [
    'times that are not numbers',
    first((one) => Object.assign(one, { end_time: Infinity })),
    ['blocks.0.end_time shape'],
  ],
  ['an unknown speaker', first((one) => Object.assign(one, { speaker_id: 9 })), ['blocks.0.speaker_id reference']],
  ['an unknown tag', changed((value) => Object.assign(value, { tags: [] })), ['blocks.0.tags.0.tag_id reference']],
  [
    'an unknown category',
    changed((value) => Object.assign(value, { tag_categories: [] })),
    ['tags.0.tag_category_id reference'],
  ],
  [
    'a tag beyond its text',
    first((one) => Object.assign(one, { tags: [mark('百万円', 40)] })),
    ['blocks.0.tags.0 term'],
  ],
  [
    'a word that is not in the text',
    first((one) => Object.assign(one, { content: 'はい', tags: [] })),
    ['blocks.0.terms.0 term', 'blocks.0.terms.1 term', 'blocks.0.terms.2 term', 'blocks.0.terms.3 term'],
  ],
  ['the same block twice', changed(({ blocks }) => blocks.push(blocks[0]!)), ['blocks.2.uuid repeated']],
  ['the same speaker twice', changed(({ speakers }) => speakers.push(speakers[0]!)), ['speakers.2.id repeated']],
  [
    'a lone surrogate',
    { ...minimal, blocks: [{ start_time: 0, end_time: 1, content: '\ud83d' }] },
    ['blocks.0.content characters'],
  ],
  ['NUL', { ...minimal, blocks: [{ start_time: 0, end_time: 1, content: 'a\0' }] }, ['blocks.0.content characters']],
])('reports %s with its place', (_, value, expected) => expect(problems(value)).toEqual(expected))

it('refuses endless nesting without crashing', () => {
  expect(problems('['.repeat(1_000_000))).toEqual(['file json'])
  expect(
    problems(`{"format":"kaiwa-transcript","version":1,"blocks":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
  ).toEqual(['file json'])
})
