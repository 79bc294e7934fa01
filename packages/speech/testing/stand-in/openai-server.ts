import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Engine, Recognised } from '../../engine.ts'
import { SpeechFailure } from '../../speech-failure.ts'

// A local speech server with the real OpenAI protocol, for tests and local trials without a GPU or an API key. It
// recognises with the given engine (a reference transcript, or any other engine).

export interface StandInFailure {
  status: number
  headers?: Record<string, string>
  body?: string
  /** OpenAI's error code. */
  code?: string
  /** Number of failures before calls succeed again. */ times?: number
}
export interface StandInRequest {
  authorization: string | undefined
  fields: Record<string, string[]>
  file: { name: string; size: number } | undefined
}

export interface OpenaiStandIn {
  /** Base URL including `/v1`. */
  url: string
  /** All requests, oldest first. */
  requests: StandInRequest[]
  fail(failure: StandInFailure): void
  /** Delay of each response in milliseconds. */
  delay(milliseconds: number): void
  /**
   * Returns this body instead of the engine's result; a function gets the number of the request, from 1. Undefined turns
   * it off.
   */
  script(answer: unknown): void
  close(): Promise<void>
}

type Script = (request: number) => unknown
interface Answer {
  status: number
  headers?: Record<string, string>
  body: unknown
}

const largestUpload = 25 * 2 ** 20

/** Starts the server on the loopback interface. With `key`, other keys are rejected. */
export async function startOpenaiStandIn(
  engine: Engine,
  { port = 0, key }: { port?: number; key?: string } = {},
): Promise<OpenaiStandIn> {
  const requests: StandInRequest[] = []
  let failure: StandInFailure | undefined
  let held = 0
  let scripted: unknown

  const answer = async (request: IncomingMessage, signal: AbortSignal): Promise<Answer> => {
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') return refusal(404, 'unknown path')
    const body = await readBody(request)
    if (!body) return refusal(413, 'the file is too large')
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file')
    const fields: Record<string, string[]> = {}
    for (const [name, value] of form) if (typeof value === 'string') (fields[name] ??= []).push(value)
    requests.push({
      authorization: request.headers.authorization,
      fields,
      file: file instanceof File ? { name: file.name, size: file.size } : undefined,
    })
    await new Promise((resolve) => setTimeout(resolve, held))
    if (failure && (failure.times ?? 1) > 0) {
      failure = { ...failure, times: (failure.times ?? 1) - 1 }
      return { ...refusal(failure.status, failure.body ?? 'as told', failure.code), headers: failure.headers ?? {} }
    }
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refusal(401, 'Incorrect API key provided')
    if (!(file instanceof File)) return refusal(400, 'file is missing')
    if (typeof scripted === 'function') return { status: 200, body: (scripted as Script)(requests.length) }
    if (scripted !== undefined) return { status: 200, body: scripted }
    const recognised = await engine.recognise({
      wav: new Uint8Array(await file.arrayBuffer()),
      language: fields['language']?.[0] ?? 'auto',
      signal,
    })
    return {
      status: 200,
      body: fields['response_format']?.[0] === 'diarized_json' ? diarized(recognised) : verbose(recognised),
    }
  }

  const server = createServer((request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answer(request, gone.signal)
      .catch((error: unknown): Answer =>
        refusal(error instanceof SpeechFailure && !error.isTemporary ? 400 : 500, String(error)),
      )
      .then(({ status, headers, body }) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
      )
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    fail: (next) => void (failure = next),
    delay: (milliseconds) => void (held = milliseconds),
    script: (next) => void (scripted = next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await engine.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= largestUpload) parts.push(part)
  }
  return size <= largestUpload ? Buffer.concat(parts) : undefined
}

function refusal(status: number, message: string, code: string | null = null) {
  return {
    status,
    body: { error: { message, type: 'invalid_request_error', param: null, code } },
  }
}

function text({ words, language }: Recognised) {
  return words.map((word) => word.text).join(language === 'ja' ? '' : ' ')
}

function verbose(recognised: Recognised) {
  return {
    task: 'transcribe',
    language:
      recognised.language === null
        ? null
        : new Intl.DisplayNames(['en'], { type: 'language' }).of(recognised.language)?.toLowerCase(),
    duration: recognised.words.at(-1)?.end ?? 0,
    text: text(recognised),
    words: recognised.words.map(({ text: word, start, end }) => ({ word, start, end })),
    segments:
      recognised.words.length === 0
        ? []
        : [
            {
              id: 0,
              start: recognised.words[0]?.start,
              end: recognised.words.at(-1)?.end,
              text: text(recognised),
              avg_logprob: -0.1,
              no_speech_prob: 0.01,
            },
          ],
  }
}

function diarized(recognised: Recognised) {
  return {
    task: 'transcribe',
    duration: recognised.words.at(-1)?.end ?? 0,
    text: text(recognised),
    segments: (recognised.turns ?? []).map(({ start, end, speaker }, index) => ({
      type: 'transcript.text.segment',
      id: `seg_${index}`,
      start,
      end,
      speaker: String.fromCharCode(65 + speaker),
      text: text({ ...recognised, words: recognised.words.filter((word) => word.start >= start && word.start < end) }),
    })),
  }
}
