import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeSpeech } from '../../audio/speech-wav.ts'
import { failureOf, itBehavesLikeAnEngine } from '../../testing/conformance/it-behaves-like-an-engine.ts'
import type { Engine } from '../../engine.ts'
import type { SpeechFailure } from '../../speech-failure.ts'
import { startOpenaiStandIn, type OpenaiStandIn } from '../../testing/stand-in/openai-server.ts'
import { toneSamples, toneWords } from '../../testing/tone-model/tones.ts'
import { openReference } from '../reference/engine.ts'
import type { Utterance } from '../reference/spread-words.ts'
import { openOpenai } from './engine.ts'

const never = new AbortController().signal
// A recording of ten words with different times and lengths, so that every part of it is unique.
const utterances: Utterance[] = toneWords.map((word, n) => ({
  speaker: n % 2 ? 'B' : 'A',
  start: 1 + n * 3 + (n % 3) * 0.3,
  end: 1.6 + n * 3 + (n % 4) * 0.4,
  text: word,
}))
const audio = toneSamples(
  utterances.map(({ start, end, text }) => ({ word: text as (typeof toneWords)[number], start, seconds: end - start })),
  32,
)

function part(from: number, to: number) {
  return encodeSpeech(audio.subarray(from * 16_000, to * 16_000))
}

function standIn(options = {}) {
  return startOpenaiStandIn(
    openReference({ language: 'en', utterances, audio, tokenise: (text) => [{ text, reading: '' }] }),
    options,
  )
}

let server: OpenaiStandIn
let engine: Engine
beforeEach(async () => {
  server = await standIn({ key: 'secret' })
  engine = openOpenai({ url: server.url, key: 'secret', model: 'whisper-1', retries: 1 })
})
afterEach(async () => {
  await engine.close()
  await server.close()
})

itBehavesLikeAnEngine(
  'openai-compatible',
  async () => {
    const slow = await standIn()
    slow.delay(400)
    const opened = openOpenai({ url: slow.url, model: 'whisper-1', languages: ['en'] })
    return { ...opened, close: async () => (await opened.close(), await slow.close()) }
  },
  async () => ({
    language: 'en',
    unknownLanguage: 'ja',
    one: { wav: part(0, 6), contains: 'two' },
    other: { wav: part(12, 20), contains: 'six' },
    long: part(0, 29),
  }),
)

describe('OpenAI-compatible engine over HTTP', { timeout: 20_000 }, () => {
  it('requests verbose_json with words and segments, and sends the language only when it is set', async () => {
    await engine.recognise({ wav: part(0, 6), language: 'auto', signal: never })
    await engine.recognise({ wav: part(0, 6), language: 'en', signal: never })
    expect(server.requests[0]).toMatchObject({
      authorization: 'Bearer secret',
      fields: {
        model: ['whisper-1'],
        response_format: ['verbose_json'],
        'timestamp_granularities[]': ['word', 'segment'],
      },
      file: { name: 'segment.wav' },
    })
    expect(server.requests.map(({ fields }) => fields['language'])).toEqual([undefined, ['en']])
  })

  it('reads the language from the response', async () => {
    expect((await engine.recognise({ wav: part(0, 6), language: 'auto', signal: never })).language).toBe('en')
  })

  it('reads speakers from diarized_json', async () => {
    const diarising = openOpenai({ url: server.url, key: 'secret', model: 'diarize', answer: 'speakers' })
    const { words, turns } = await diarising.recognise({ wav: part(0, 12), language: 'en', signal: never })
    expect(words.map((word) => word.text)).toEqual(['one', 'two', 'three', 'four'])
    expect(turns?.map((turn) => turn.speaker)).toEqual([0, 1, 0, 1])
    expect(server.requests[0]?.fields).toMatchObject({
      response_format: ['diarized_json'],
      chunking_strategy: ['auto'],
    })
  })

  it.each([
    [401, 'unauthorised'],
    [403, 'unauthorised'],
    [413, 'segment-too-long'],
    [400, 'engine-refused'],
    [500, 'server-failed'],
    [503, 'server-failed'],
  ] as const)('throws a typed failure when the server keeps returning %i', async (status, code) => {
    server.fail({ status, times: 9, headers: { 'retry-after-ms': '5' } })
    expect(await failureOf(engine.recognise({ wav: part(0, 6), language: 'en', signal: never }))).toBe(code)
    expect(server.requests).toHaveLength(status >= 500 ? 2 : 1)
  })

  it.each([{ status: 402 }, { status: 429, code: 'insufficient_quota', headers: { 'retry-after-ms': '5' } }])(
    'PROC-17 detects an exhausted quota by %o',
    async (failure) => {
      server.fail({ ...failure, times: 9 })
      const call = engine.recognise({ wav: part(0, 6), language: 'en', signal: never })
      expect(await failureOf(call)).toBe('quota-exceeded')
    },
  )

  it('retries after a temporary failure', async () => {
    server.fail({ status: 503, times: 1, headers: { 'retry-after-ms': '5' } })
    expect((await engine.recognise({ wav: part(0, 6), language: 'en', signal: never })).words.length).toBeGreaterThan(0)
  })

  it('reports the retry-after time of a rate limit', async () => {
    const once = openOpenai({ url: server.url, key: 'secret', model: 'whisper-1', retries: 0 })
    server.fail({ status: 429, headers: { 'retry-after': '7' } })
    const failure = await once
      .recognise({ wav: part(0, 6), language: 'en', signal: never })
      .catch((error: SpeechFailure) => error)
    expect(failure).toMatchObject({ code: 'rate-limited', retryAfter: 7 })
  })

  it('throws timed-out when the server does not respond, unreachable when it is down', async () => {
    const hasty = openOpenai({ url: server.url, key: 'secret', model: 'whisper-1', retries: 0, timeout: 0.2 })
    server.delay(5_000)
    expect(await failureOf(hasty.recognise({ wav: part(0, 6), language: 'en', signal: never }))).toBe('timed-out')
    const lost = openOpenai({ url: 'http://127.0.0.1:9/v1', model: 'whisper-1', retries: 0 })
    expect(await failureOf(lost.recognise({ wav: part(0, 6), language: 'en', signal: never }))).toBe('unreachable')
  })

  it.each([['text'], [{ words: [] }], [{ text: 'a', words: [{ word: 'a' }] }]])(
    'throws bad-answer when the response is %j',
    async (answer) => {
      server.script(answer)
      expect(await failureOf(engine.recognise({ wav: part(0, 6), language: 'en', signal: never }))).toBe('bad-answer')
    },
  )

  it('drops a phantom phrase in a pause', async () => {
    server.script({
      text: 'one. Thanks for watching!',
      language: 'english',
      words: [
        { word: 'one', start: 1, end: 1.5 },
        ...['Thanks', 'for', 'watching'].map((word, n) => ({ word, start: 2.4 + n * 0.3, end: 2.7 + n * 0.3 })),
      ],
      segments: [
        { start: 0, end: 2, text: 'one.', avg_logprob: -0.2, no_speech_prob: 0.02 },
        { start: 2, end: 3.5, text: 'Thanks for watching!', avg_logprob: -0.5, no_speech_prob: 0.5 },
      ],
    })
    const speech = [{ start: 1, end: 1.5 }]
    const { words } = await engine.recognise({ wav: part(0, 6), language: 'en', speech, signal: never })
    expect(words.map((word) => word.text)).toEqual(['one.'])
  })

  it('takes punctuation and spelling from the text, and times from the words', async () => {
    server.script({
      text: 'はい、田中です。「来週」でしょうか？',
      language: 'japanese',
      words: ['はい', '田中', 'です', '来週', 'でしょう', 'か'].map((word, n) => ({
        word,
        start: n * 0.5,
        end: n * 0.5 + 0.4,
      })),
      segments: [
        { start: 0, end: 1.4, text: 'はい、田中です。', avg_logprob: 0, no_speech_prob: 0.01 },
        { start: 1.4, end: 3, text: '「来週」でしょうか？', avg_logprob: 0, no_speech_prob: 0.01 },
      ],
    })
    const { words } = await engine.recognise({ wav: part(0, 6), language: 'ja', signal: never })
    expect(words.map(({ text, start }) => [text, start])).toEqual([
      ['はい、', 0],
      ['田中', 0.5],
      ['です。', 1],
      ['「来週」', 1.5],
      ['でしょう', 2],
      ['か？', 2.5],
    ])
  })

  it('sends prompt and temperature when they are set, and neither otherwise', async () => {
    await engine.recognise({ wav: part(0, 6), language: 'en', signal: never })
    const set = openOpenai({ url: server.url, key: 'secret', model: 'm', prompt: 'Kaiwa, 田中商事', temperature: 0.2 })
    await set.recognise({ wav: part(0, 6), language: 'en', signal: never })
    await set.recognise({ wav: part(0, 6), language: 'en', isRetry: true, signal: never })
    await set.close()
    expect(server.requests.map(({ fields }) => [fields['prompt']?.[0], fields['temperature']?.[0]])).toEqual([
      [undefined, undefined],
      ['Kaiwa, 田中商事', '0.2'],
      // Decoded again after a loop: hotter, and without what the loop may have begun with.
      [undefined, '0.4'],
    ])
  })
})
