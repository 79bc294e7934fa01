import { readFile } from 'node:fs/promises'
import { analysePassages } from '@kaiwa/language/analyse-passages.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { MEETING_EN, MEETING_JA } from '../test/conversations.ts'
import { extractTopics } from './topics.ts'
import { changesTopic, isCourtesy, openingLength } from './topics/phrases.ts'
import type { TopicBlock } from './topics/spoken-sentences.ts'

const SECONDS = 5

/** One block of five seconds per line, with the terms of the real analysis. */
async function toBlocks(lines: readonly string[], language: 'ja' | 'en'): Promise<TopicBlock[]> {
  const passages = lines.map((content, index) => ({
    content,
    start_time: index * SECONDS,
    end_time: (index + 1) * SECONDS,
    words: [],
  }))
  const analyses = await analysePassages(passages, language)
  return passages.map(({ content, start_time, end_time }, index) => ({
    uuid: `block-${index}`,
    content,
    start_time,
    end_time,
    terms: analyses[index]!.terms,
  }))
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && line !== '---')
}

/** Indexes of the blocks after each `---`. */
function bordersOf(text: string): number[] {
  const groups = text.split('---').map((group) => linesOf(group).length)
  return groups.slice(0, -1).map((_, index) => groups.slice(0, index + 1).reduce((sum, length) => sum + length, 0))
}

function passagesOf(blocks: Iterable<TopicBlock>): string[] {
  return extractTopics(blocks).flatMap(({ passages }) => passages.map(({ text }) => text))
}

describe.each([
  { language: 'ja', meeting: MEETING_JA },
  { language: 'en', meeting: MEETING_EN },
] as const)('topics of a meeting in $language', ({ language, meeting }) => {
  let blocks: TopicBlock[]
  beforeAll(async () => {
    blocks = await toBlocks(linesOf(meeting), language)
  })

  it('finds every change of topic, and the greetings belong to the first', () => {
    const found = extractTopics(blocks).map(({ block_uuid }) => blocks.findIndex(({ uuid }) => uuid === block_uuid))
    const [, ...changes] = bordersOf(meeting)
    expect(found[0]).toBe(0)
    expect(found).toEqual(expect.arrayContaining(changes))
    expect(found.length).toBeLessThanOrEqual(changes.length + 2)
  })

  it('shows no greeting and no filler', () => {
    const passages = passagesOf(blocks)
    expect(passages.length).toBeGreaterThan(7)
    expect(passages.filter((text) => isCourtesy(text) || openingLength(text) > 0)).toEqual([])
  })
})

it.each([
  ['ja', MEETING_JA, ['倉庫', 'フォーム', '面接', '北海道']],
  ['en', MEETING_EN, ['Machine', 'Budget', 'Candidates', 'forklift']],
] as const)('names topics by their words (%s)', async (language, meeting, words) => {
  const names = extractTopics(await toBlocks(linesOf(meeting), language))
    .map(({ name }) => name)
    .join(' / ')
  for (const word of words) expect(names).toContain(word)
})

it('shows the facts of the sample call', async () => {
  const script = await readFile(new URL('../../../media/ja-sales-call.json', import.meta.url), 'utf8')
  const { utterances } = JSON.parse(script) as { utterances: { text: string }[] }
  const passages = passagesOf(
    await toBlocks(
      utterances.map(({ text }) => text),
      'ja',
    ),
  )
  expect(passages).toEqual(
    expect.arrayContaining([
      '今は担当者が手で議事録を書いています。',
      '予算は年間で百万円を考えています。',
      '導入時期は来年の四月を目標にしています。',
      'お見積もりは今週の金曜日までにお送りします。',
    ]),
  )
})

it('has no topics without text', () => {
  const empty = { uuid: 'a', content: ' \n', start_time: 0, end_time: 1, terms: [] }
  expect(extractTopics([])).toEqual([])
  expect(extractTopics([empty])).toEqual([])
})

it('has one topic with a time for one block', async () => {
  const [block] = await toBlocks(['はい、価格は百万円です。ありがとうございます。'], 'ja')
  expect(extractTopics([block!])).toEqual([
    {
      block_uuid: 'block-0',
      start_time: 0,
      end_time: SECONDS,
      name: '価格',
      passages: [
        { block_uuid: 'block-0', offset: 3, text: '価格は百万円です。', start_time: expect.any(Number) as number },
      ],
    },
  ])
})

it('shows a passage of text that was never analysed', () => {
  const block = { uuid: 'a', content: 'はい。倉庫は大阪に移転します。', start_time: 3, end_time: 9, terms: [] }
  expect(extractTopics([block])).toMatchObject([
    { name: '', passages: [{ text: '倉庫は大阪に移転します。', start_time: 3 }] },
  ])
})

it.each([
  ['ja', '倉庫の移転について報告します、新しい契約は大阪です、', /、$/],
  [
    'en',
    'the warehouse moves to Osaka and the contract is signed ',
    /(?:the|warehouse|moves|to|Osaka|and|contract|is|signed)$/,
  ],
] as const)(
  'limits a passage of text without sentences, and shows what is repeated once (%s)',
  async (language, text, end) => {
    const [passage, ...others] = passagesOf(await toBlocks([text.repeat(400)], language))
    expect(passage!.length).toBeLessThanOrEqual(200)
    expect(passage).toMatch(end)
    expect(others).toEqual([])
  },
)

it('divides ten hours into at most eight topics of several minutes', async () => {
  const once = await toBlocks(linesOf(MEETING_JA), 'ja')
  const hours = Array.from({ length: 250 }, (_, round) =>
    once.map((block, index) => ({
      ...block,
      uuid: `${round}-${index}`,
      start_time: (round * once.length + index) * SECONDS,
      end_time: (round * once.length + index + 1) * SECONDS,
    })),
  ).flat()
  const topics = extractTopics(hours)
  expect(topics.length).toBeGreaterThan(4)
  expect(topics.length).toBeLessThanOrEqual(8)
  for (const { start_time, end_time } of topics) expect(end_time - start_time).toBeGreaterThan(300)
})

it.each([
  ['ところで、費用はどのくらいですか。', true],
  ['それはうれしいです。ところで、費用は。', true],
  ['次に、採用の件です。', true],
  ['費用は五万円です。', false],
  ['Okay, next, the budget.', true],
  ["Let's move on to hiring.", true],
  ['The next week is fine.', false],
])('%s begins another topic: %s', (text, expected) => expect(changesTopic(text)).toBe(expected))

describe('any conversation', () => {
  const ODD = [
    '',
    ' ',
    '\n\n',
    '😀',
    '。。。',
    '\ud83d',
    'はい',
    'um, ',
    '［聞き取り不能］',
    'a'.repeat(300),
    '会議'.repeat(150),
  ]
  let pool: TopicBlock[]
  beforeAll(async () => {
    const [ja, en] = await Promise.all([toBlocks(linesOf(MEETING_JA), 'ja'), toBlocks(linesOf(MEETING_EN), 'en')])
    pool = [...ja, ...en, ...(await toBlocks(ODD, 'ja'))]
  })

  /** Blocks of lines of the pool, joined without white space. */
  function conversation(picks: readonly (readonly number[])[]): TopicBlock[] {
    return picks.map((lines, index) => {
      let content = ''
      const terms = lines.flatMap((line) => {
        const from = content.length
        const one = pool[line % pool.length]!
        content += one.content
        return one.terms.map((term) => ({ ...term, offset: from + term.offset }))
      })
      return { uuid: `${index}`, content, terms, start_time: index * SECONDS, end_time: (index + 1) * SECONDS }
    })
  }

  it('is divided in order into literal passages, the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(200), { maxLength: 4 }), { maxLength: 300 }), (picks) => {
        const blocks = conversation(picks)
        const topics = extractTopics(blocks)
        expect(extractTopics(structuredClone(blocks))).toEqual(topics)
        const indexOf = (uuid: string) => blocks.findIndex((block) => block.uuid === uuid)
        const places = topics.flatMap(({ block_uuid, passages }) => [
          { index: indexOf(block_uuid), offset: -1, end: -1 },
          ...passages.map(({ block_uuid: uuid, offset, text }) => {
            expect(text).not.toBe('')
            expect(blocks[indexOf(uuid)]!.content.slice(offset, offset + text.length)).toBe(text)
            return { index: indexOf(uuid), offset, end: offset + text.length }
          }),
        ])
        expect(topics.length).toBeLessThanOrEqual(8)
        expect(topics.length > 0).toBe(blocks.some(({ content }) => content.trim() !== ''))
        for (const { passages } of topics) expect(passages.length).toBeGreaterThan(0)
        for (const [at, place] of places.entries()) {
          const next = places[at + 1]
          if (next)
            expect(next.index > place.index || (next.index === place.index && next.offset >= place.end)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})
