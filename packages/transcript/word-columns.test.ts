import { wordColumns, wordForms } from '@kaiwa/contract/transcript-parts.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { describe, expect, it } from 'vitest'
import { WordDecoder, WordEncoder } from './word-columns.ts'

const common = { type: 0 as const, score: 0.25, base: '', reading: '', confidence: 0.9 }

function termsOf(content: string, rows: readonly [text: string, start: number, end: number, more?: Partial<Term>][]) {
  let free = 0
  return rows.map(([text, start_time, end_time, more]): Term => {
    const offset = content.indexOf(text, free)
    free = offset + text.length
    return { ...common, text, start_time, end_time, offset, base: text, ...more }
  })
}

interface Row {
  content: string
  terms: readonly Term[]
}

/** Sends parts through JSON and the contract, as an answer does. */
function roundTrip(parts: readonly (readonly Row[])[]): Term[][][] {
  const encoder = new WordEncoder()
  const decoder = new WordDecoder()
  return parts.map((blocks) => {
    const sent: unknown = JSON.parse(JSON.stringify(encoder.encode(blocks)))
    const { words, new_forms } = sent as Record<'words' | 'new_forms', unknown>
    return decoder.decode(
      { words: wordColumns.parse(words), new_forms: wordForms.parse(new_forms) },
      blocks.map(({ content }) => content),
    )
  })
}

const plain: Row = {
  content: '本日は、晴れ。',
  terms: termsOf('本日は、晴れ。', [
    ['本日', 0.1, 0.42, { type: 3, reading: 'ほんじつ' }],
    ['は', 0.42, 0.5],
    ['晴れ', 3601.234, 3601.9, { base: '晴れる', confidence: 0.123456 }],
  ]),
}
const cases: [string, Row[][]][] = [
  ['words with gaps in text and time', [[plain]]],
  ['a block without words between two others', [[plain, { content: '', terms: [] }, plain]]],
  [
    'a word that starts before the end of the one before',
    [
      [
        {
          content: 'ab',
          terms: termsOf('ab', [
            ['a', 1, 3],
            ['b', 2, 4],
          ]),
        },
      ],
    ],
  ],
  [
    'blocks that go back in time',
    [
      [
        { content: 'a', terms: termsOf('a', [['a', 9, 10]]) },
        { content: 'b', terms: termsOf('b', [['b', 1, 2]]) },
      ],
    ],
  ],
  ['times that are no whole milliseconds', [[{ content: 'a', terms: termsOf('a', [['a', 0.1 + 0.2, 1 / 3]]) }, plain]]],
  [
    'characters of two code units',
    [
      [
        {
          content: '𠮷野家で',
          terms: termsOf('𠮷野家で', [
            ['𠮷野家', 0, 1],
            ['で', 1, 2],
          ]),
        },
      ],
    ],
  ],
  ['a dictionary that continues in the next part', [[plain], [plain, plain], [plain]]],
  [
    'the same form with another weight',
    [
      [
        {
          content: 'aa',
          terms: termsOf('aa', [
            ['a', 0, 1],
            ['a', 1, 2, { score: 1 }],
          ]),
        },
      ],
    ],
  ],
]

describe('words as columns', () => {
  it.each(cases)('come back unchanged: %s', (_name, parts) => {
    expect(roundTrip(parts)).toEqual(parts.map((blocks) => blocks.map(({ terms }) => terms)))
  })

  it('writes a form once for all parts of an answer', () => {
    const encoder = new WordEncoder()
    expect(encoder.encode([plain]).new_forms.bases).toEqual(['本日', 'は', '晴れる'])
    expect(encoder.encode([plain]).new_forms.bases).toEqual([])
  })
})
