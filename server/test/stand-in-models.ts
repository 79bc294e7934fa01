// A stand-in for model providers. It speaks their wire protocols: OpenAI's Responses API, OpenAI-compatible chat completions
// and Anthropic's messages, each as a stream of server-sent events.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ModelRequest {
  provider: 'openai' | 'anthropic' | 'compatible'
  model: string
  /** Rules of the program. */
  system: string
  /** All other messages, the last one at the end. */
  prompt: string
  maxTokens: number
}

interface Pacing {
  pieceLength?: number
  pauseMs?: number
  /** Awaited after the first piece. */
  waitFor?: Promise<unknown>
}

export type Reply =
  /** Sent in pieces; with `cut` the connection is destroyed after them, with `atLimit` the limit of tokens is reached. */
  | (Pacing & { text: string; cut?: true; atLimit?: true })
  | { status: number; body: object; headers?: Record<string, string> }
  /** An error in the stream, after the text. */
  | { text: string; failure: string }
  | 'hang'

export interface StandInModels {
  /** Base URL of every provider. */
  url: string
  host: string
  requests: ModelRequest[]
  close: () => Promise<void>
}

interface Body {
  model: string
  system?: { text: string }[] | string
  messages?: { role: string; content: unknown }[]
  input?: { role: string; content: unknown }[]
  max_tokens?: number
  max_output_tokens?: number
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n')
}

const PROVIDERS = { responses: 'openai', messages: 'anthropic', completions: 'compatible' } as const

function read(path: string, body: Body): ModelRequest {
  const provider = PROVIDERS[path.split('/').at(-1) as keyof typeof PROVIDERS]
  const messages = body.input ?? body.messages ?? []
  const systems = messages.filter(({ role }) => role === 'system' || role === 'developer')
  return {
    provider,
    model: body.model,
    system: [
      ...(body.system === undefined ? [] : [textOf(body.system)]),
      ...systems.map((one) => textOf(one.content)),
    ].join('\n'),
    prompt: messages
      .filter((one) => !systems.includes(one))
      .map((one) => textOf(one.content))
      .join('\n'),
    maxTokens: body.max_output_tokens ?? body.max_tokens ?? 0,
  }
}

/** The events of each protocol around pieces of text. */
interface Protocol {
  begin: (model: string) => object[]
  piece: (text: string) => object[]
  end: (model: string, isAtLimit: boolean) => (object | string)[]
  failure: (message: string) => object[]
  hasNames: boolean
}

const usage = { input_tokens: 100, output_tokens: 20 }

const protocols: Readonly<Record<ModelRequest['provider'], Protocol>> = {
  openai: {
    hasNames: false,
    begin: (model) => [
      { type: 'response.created', response: { id: 'resp_1', created_at: 1, model, service_tier: null } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    ],
    piece: (delta) => [{ type: 'response.output_text.delta', item_id: 'msg_1', delta }],
    end: (_model, isAtLimit) => [
      { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
      {
        type: isAtLimit ? 'response.incomplete' : 'response.completed',
        response: {
          usage: { ...usage, total_tokens: 120 },
          incomplete_details: isAtLimit ? { reason: 'max_output_tokens' } : null,
        },
      },
    ],
    failure: (message) => [
      {
        type: 'error',
        sequence_number: 1,
        error: { type: 'server_error', code: 'server_error', message, param: null },
      },
    ],
  },
  anthropic: {
    hasNames: true,
    begin: (model) => [
      {
        type: 'message_start',
        message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage, stop_reason: null },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    piece: (text) => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
    end: (_model, isAtLimit) => [
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: isAtLimit ? 'max_tokens' : 'end_turn', stop_sequence: null },
        usage,
      },
      { type: 'message_stop' },
    ],
    failure: (message) => [{ type: 'error', error: { type: 'overloaded_error', message } }],
  },
  compatible: {
    hasNames: false,
    begin: (model) => [{ id: '1', created: 1, model, choices: [{ index: 0, delta: { role: 'assistant' } }] }],
    piece: (content) => [{ id: '1', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] }],
    end: (model, isAtLimit) => [
      { id: '1', created: 1, model, choices: [{ index: 0, delta: {}, finish_reason: isAtLimit ? 'length' : 'stop' }] },
      {
        id: '1',
        created: 1,
        model,
        choices: [],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      },
      '[DONE]',
    ],
    failure: (message) => [{ error: { message, type: 'server_error' } }],
  },
}

function sendEvents(response: ServerResponse, { hasNames }: Protocol, events: readonly (object | string)[]): void {
  for (const event of events) {
    const name = hasNames && typeof event === 'object' ? `event: ${(event as { type: string }).type}\n` : ''
    response.write(`${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
}

async function answer(request: ModelRequest, reply: Reply, response: ServerResponse): Promise<void> {
  if (reply === 'hang') return
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body))
    return
  }
  const protocol = protocols[request.provider]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  sendEvents(response, protocol, protocol.begin(request.model))
  const { pieceLength = 40, pauseMs = 0, waitFor }: Pacing = 'failure' in reply ? {} : reply
  for (let at = 0; at < reply.text.length; at += pieceLength) {
    sendEvents(response, protocol, protocol.piece(reply.text.slice(at, at + pieceLength)))
    if (pauseMs > 0) await sleep(pauseMs)
    if (at === 0) await waitFor
  }
  if ('failure' in reply) sendEvents(response, protocol, protocol.failure(reply.failure))
  if ('cut' in reply) {
    // The pieces leave the buffer first.
    await sleep(20)
    response.destroy()
    return
  }
  if (!('failure' in reply)) sendEvents(response, protocol, protocol.end(request.model, 'atLimit' in reply))
  response.end()
}

/** `replyTo` decides the answer to each request. */
export async function openStandInModels(replyTo: (request: ModelRequest) => Reply): Promise<StandInModels> {
  const requests: ModelRequest[] = []
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = read(incoming.url ?? '', JSON.parse(await readText(incoming)) as Body)
    requests.push(request)
    await answer(request, replyTo(request), response)
  }
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/v1`,
    host,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Environment that maps all models to a stand-in: one of each provider; two have none. */
export function standInEnvironment(url: string): Record<string, string> {
  return {
    KAIWA_AI_MODELS:
      'claude3_haiku=anthropic:claude-stand-in,openai_gpt35_turbo=openai:gpt-stand-in,openai_gpt4o=compatible:local-stand-in',
    KAIWA_AI_OPENAI_KEY: 'key',
    KAIWA_AI_OPENAI_URL: url,
    KAIWA_AI_ANTHROPIC_KEY: 'key',
    KAIWA_AI_ANTHROPIC_URL: url,
    KAIWA_AI_COMPATIBLE_URL: url,
  }
}
