import { describe, expect, it } from 'vitest'
import type { CitedBlock } from './check-quotes.ts'
import { composeModelAnswer, readStatements, textSoFar } from './read-answer.ts'

const whole = JSON.stringify({
  statements: [
    { text: '## 予算 😀', quotes: [] },
    { text: '- 年間で**百万円**を考えています。\n\n', quotes: [{ block: 'b1', quote: '年間で百万円' }] },
    { text: '', quotes: [] },
    { text: '- 納期は[未定](https://x.example)', quotes: [{ block: 'b2', quote: '来月です' }] },
  ],
})

describe('an answer while it arrives', () => {
  it('each text begins with the one before, and the last one is the content', async () => {
    let before = ''
    for (let length = 0; length <= whole.length; length += 1) {
      const text = textSoFar((await readStatements(whole.slice(0, length))) ?? [])
      expect(text.startsWith(before)).toBe(true)
      before = text
    }
    expect(before).toBe('## 予算 😀\n\n- 年間で**百万円**を考えています。\n\n- 納期は未定')
    const statements = await readStatements(whole)
    const { content } = composeModelAnswer(statements!, new Map(), () => block)
    expect(content).toBe(before)
  })

  it('holds back half of a character', async () => {
    expect(textSoFar((await readStatements('{"statements":[{"text":"a\\ud83d')) ?? [])).toBe('a')
  })

  it('leaves out control characters, which PostgreSQL cannot store', async () => {
    const statements = await readStatements('{"statements":[{"text":"a\\u0000b\\u001b\\r\\nc","quotes":[]}]}')
    expect(textSoFar(statements!)).toBe('ab\nc')
    expect(composeModelAnswer(statements!, new Map(), () => block).content).toBe('ab\nc')
  })
})

const block: CitedBlock = {
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000001',
  transcript_id: 1,
  start_time: 10,
  content: '予算は年間で百万円です。',
  speaker_id: null,
  speaker: null,
  file_id: 7,
  terms: [{ text: '百万円', offset: 6, start_time: 12, end_time: 13 } as CitedBlock['terms'][number]],
}

describe('citations', () => {
  const compose = (...quotes: { block: string; quote: string }[]) =>
    composeModelAnswer([{ text: '百万円です。', quotes }], new Map([['b1', block]]), () => block).statements[0]!

  it('store the literal text of the block and the time of its first word', () => {
    expect(compose({ block: 'b1', quote: '百万円' })).toEqual({
      start: 0,
      end: 6,
      quotes: [{ file_id: 7, block_uuid: block.uuid, quote: '百万円', time: 12 }],
      has_invalid_quote: false,
    })
  })

  it.each([
    ['text that the block does not contain', { block: 'b1', quote: '二百万円です' }],
    ['a block that was not sent', { block: 'b2', quote: '百万円' }],
    ['an id of our tables', { block: block.uuid, quote: '百万円' }],
  ])('drop %s and mark the statement', (_, quote) => {
    expect(compose(quote, { block: 'b1', quote: '年間で' })).toMatchObject({
      quotes: [{ quote: '年間で' }],
      has_invalid_quote: true,
    })
  })
})

it.each([
  ['no JSON', 'Sorry, I cannot.'],
  ['another form', '{"answer":"x"}'],
  ['a list', '[1]'],
  ['nothing', ''],
])('%s is no answer', async (_, text) => expect(await readStatements(text)).toBeNull())

it.each([
  ['numbers', '{"statements":[1,null,{"text":5,"quotes":[7,{"block":1,"quote":2}]}]}'],
  ['nesting', `{"statements":[{"text":{"a":[]},"quotes":{"block":"b1"}}]}`],
])('%s instead of text leave empty statements', async (_, text) => {
  const statements = await readStatements(text)
  expect(statements!.every((one) => one.text === '' && one.quotes.length === 0)).toBe(true)
})
