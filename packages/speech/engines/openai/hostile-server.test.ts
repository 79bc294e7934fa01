// Speech servers that are broken or hostile: real HTTP servers whose answers never end, are far too large, or contain
// nonsense. Each ends as a typed failure or as usable words, in bounded time and memory.
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { encodeSpeech } from '../../audio/speech-wav.ts'
import type { Engine } from '../../engine.ts'
import { SpeechFailure } from '../../speech-failure.ts'
import { openOpenai, type OpenaiOptions } from './engine.ts'

const SECONDS = 10
const wav = encodeSpeech(new Int16Array(SECONDS * 16_000))
const speech = [{ start: 0, end: SECONDS }]
const never = new AbortController().signal

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function open(answer: RequestListener, options: Partial<OpenaiOptions> = {}): Promise<Engine> {
  const engine = openOpenai({ url: `${await listen(answer)}/v1`, model: 'whisper-1', retries: 0, ...options })
  closing.push(() => engine.close())
  return engine
}

function recognise(engine: Engine) {
  return engine.recognise({ wav, language: 'en', speech, signal: never })
}

async function failureOf(engine: Engine): Promise<SpeechFailure> {
  const failure = await recognise(engine).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(SpeechFailure)
  return failure as SpeechFailure
}

/** Writes `part` until the client has had enough; counts the bytes. */
function flood(response: ServerResponse, part: Buffer, counter: { bytes: number }): void {
  const write = (): void => {
    while (!response.destroyed) {
      counter.bytes += part.length
      if (!response.write(part)) return void response.once('drain', write)
    }
  }
  write()
}

const json = { 'content-type': 'application/json' }
function answering(body: unknown): RequestListener {
  return (request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, json).end(typeof body === 'string' ? body : JSON.stringify(body)))
  }
}

const MAX_SENT = 64 * 2 ** 20

describe('a speech server that is broken or hostile', { timeout: 20_000 }, () => {
  it.each([
    [200, 'bad-answer'],
    [500, 'server-failed'],
  ] as const)('an endless body with status %i is cut off as %s', async (status, code) => {
    const sent = { bytes: 0 }
    const engine = await open((request, response) => {
      request.resume()
      response.writeHead(status, json).write('{"text":"')
      flood(response, Buffer.alloc(2 ** 16, 'a'), sent)
    })
    const failure = await failureOf(engine)
    expect(failure.code).toBe(code)
    expect(failure.message.length).toBeLessThan(1_000)
    expect(sent.bytes).toBeLessThan(MAX_SENT)
  })

  it('a body that trickles without an end is timed out', async () => {
    const engine = await open(
      (request, response) => {
        request.resume()
        response.writeHead(200, json).write('{"text":"')
        const timer = setInterval(() => response.write('a'), 20)
        response.on('close', () => clearInterval(timer))
      },
      { timeout: 0.5 },
    )
    expect((await failureOf(engine)).code).toBe('timed-out')
  })

  it('the timeout includes all attempts', async () => {
    let requests = 0
    const engine = await open(
      (request) => {
        requests += 1
        request.resume()
      },
      { timeout: 0.5, retries: 2 },
    )
    expect((await failureOf(engine)).code).toBe('timed-out')
    expect(requests).toBe(1)
  })

  it('a redirect is not followed: the sound goes to no other server', async () => {
    let received = 0
    const other = await listen((request, response) => {
      received += 1
      answering({ text: 'stolen' })(request, response)
    })
    const engine = await open((request, response) => {
      request.resume().on('end', () => response.writeHead(307, { location: `${other}/v1/audio/transcriptions` }).end())
    })
    expect((await failureOf(engine)).code).toBe('engine-refused')
    expect(received).toBe(0)
  })

  it.each([
    ['a page', '<!doctype html><p>Sign in</p>'],
    ['NaN', '{"text":"a","words":[{"word":"a","start":NaN,"end":1}]}'],
    ['an infinite time', '{"text":"a","words":[{"word":"a","start":1e999,"end":1}]}'],
    ['ten million letters', JSON.stringify({ text: 'a'.repeat(1e7) })],
    ['a word of 500,000 letters', JSON.stringify({ text: 'a', words: [{ word: 'a'.repeat(5e5), start: 0, end: 1 }] })],
    ['a text of 500,000 letters', JSON.stringify({ text: 'a'.repeat(5e5), words: [{ word: 'a', start: 0, end: 1 }] })],
    [
      '10,000 words',
      JSON.stringify({ text: 'a', words: Array.from({ length: 1e4 }, () => ({ word: 'a', start: 0, end: 1 })) }),
    ],
  ])('an answer with %s is a bad answer', async (_, body) => {
    expect((await failureOf(await open(answering(body)))).code).toBe('bad-answer')
  })

  it('texts of the longest allowed length are read within a second of CPU time', async () => {
    const text = 'ab '.repeat(6_600)
    const words = Array.from({ length: 2_000 }, () => ({ word: 'ba'.repeat(40), start: 0, end: 1 }))
    const engine = await open(answering({ text, words }))
    const before = process.cpuUsage()
    expect((await recognise(engine)).words.length).toBeGreaterThan(1_000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })

  it.each([
    ['negative and huge times', { start: -1e308, end: 1e308 }],
    ['times that run backwards', { start: 9, end: 1 }],
    ['times behind the end', { start: 1e9, end: 2e9 }],
  ])('%s become times within the segment', async (_, time) => {
    const segments = [{ ...time, text: 'one two three', speaker: 'A', avg_logprob: 1e308 }]
    for (const body of [
      { text: 'one two three', segments },
      { text: 'one', words: [{ word: 'one', ...time, probability: -5 }] },
      { text: 'one', segments: [{ ...segments[0], words: [{ word: 'one', ...time }] }] },
    ]) {
      const engine = await open(answering(body))
      const { words, turns = [] } = await engine.recognise({ wav, language: 'en', signal: never })
      expect(words.length).toBeGreaterThan(0)
      for (const { start, end } of [...words, ...turns]) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(SECONDS)
      }
      for (const { confidence } of words) expect(confidence).toSatisfy((value: number) => value >= 0 && value <= 1)
    }
  })

  it('control characters and halves of characters, which a database refuses, are removed', async () => {
    const engine = await open(
      answering('{"text":"a\\u0000b \\ud800c","words":[{"word":"a\\u0000b","start":1,"end":2}]}'),
    )
    const { words } = await recognise(engine)
    for (const { text } of words) {
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/\p{Cc}/u)
    }
    expect(words.map(({ text }) => text).join(' ')).toMatch(/^ab .?c$/u)
  })
})
