import { describe, expect, it } from 'vitest'
import { encodeSpeech } from '../audio/speech-wav.ts'
import { openOpenai } from '../engines/openai/engine.ts'
import { openReference } from '../engines/reference/engine.ts'
import { startOpenaiStandIn } from '../testing/stand-in/openai-server.ts'
import { withSecondDecoding } from './decode-again.ts'
import { findRepetition } from './find-repetition.ts'

function wordsOf(text: string) {
  return text.split(' ').map((word) => ({ text: word }))
}

function times(count: number, text: string) {
  return Array.from({ length: count }, () => text).join(' ')
}

describe('a loop is found', () => {
  it.each([
    ['one word', `so ${times(30, 'the')}`, { index: 1, length: 1, times: 30 }],
    ['two words', `well ${times(6, 'thank you')} bye`, { index: 1, length: 2, times: 6 }],
    ['a sentence', `a b ${times(4, 'I am going to the shop')}`, { index: 2, length: 6, times: 4 }],
    ['with other punctuation and case', times(5, 'Thank you. thank you,'), { index: 0, length: 2, times: 10 }],
    ['Japanese', times(5, 'ご 視聴 ありがとう'), { index: 0, length: 3, times: 5 }],
  ])('%s', (_, text, expected) => expect(findRepetition(wordsOf(text))).toEqual(expected))

  it.each([
    ['an emphatic yes', times(6, 'はい、')],
    ['a count', 'one two three one two three one two three'],
    ['a sentence said three times', times(3, 'I am going to the shop')],
    ['punctuation alone', times(20, '。')],
    ['nothing', ''],
  ])('but not in %s', (_, text) => expect(findRepetition(wordsOf(text))).toBeUndefined())
})

describe('a segment with a loop', { timeout: 20_000 }, () => {
  const wav = encodeSpeech(Int16Array.from({ length: 20 * 16_000 }, (_, n) => 3_000 * Math.sin(n / 7)))
  const speech = [
    { start: 0, end: 8 },
    { start: 9, end: 18 },
  ]
  const answer = (text: string) => ({
    text,
    language: 'english',
    words: text.split(' ').map((word, n) => ({ word, start: n * 0.1, end: n * 0.1 + 0.1 })),
  })
  /** A server that answers the first request with `first`, and later ones with `later`. */
  const recognise = async (first: string, later: string) => {
    const nothing = openReference({ language: 'en', utterances: [], audio: new Int16Array(0), tokenise: () => [] })
    const server = await startOpenaiStandIn(nothing)
    server.script((request: number) => answer(request === 1 ? first : later))
    const engine = withSecondDecoding(openOpenai({ url: server.url, model: 'm' }))
    const result = await engine.recognise({ wav, language: 'en', speech, signal: new AbortController().signal })
    await engine.close()
    await server.close()
    return { ...result, requests: server.requests }
  }

  it('is decoded again, sentence by sentence and with another temperature', async () => {
    const { words, isRepeating, requests } = await recognise(times(12, 'you'), 'good morning')
    expect(words.map(({ text }) => text)).toEqual(['good', 'morning', 'good', 'morning'])
    expect(words[2]!.start).toBeGreaterThan(8)
    expect(isRepeating ?? false).toBe(false)
    expect(requests.map(({ fields }) => fields['temperature']?.[0])).toEqual([undefined, '0.4', '0.4'])
  })

  it('is marked if the second decoding has a loop, too', async () => {
    const { isRepeating, words } = await recognise(times(12, 'you'), times(9, 'thank you'))
    expect(isRepeating).toBe(true)
    expect(words).toHaveLength(36)
  })

  it('is decoded once if it has none', async () => {
    const { requests } = await recognise('good morning', 'never')
    expect(requests).toHaveLength(1)
  })
})
