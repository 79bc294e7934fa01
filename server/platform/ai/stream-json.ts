// One request to a model that answers JSON of a schema. Its text is passed on while it arrives. Requests are never
// repeated here: each attempt is counted by its caller.
import type { ModelMessage } from 'ai'
import type * as z from 'zod'
import type { AiModel } from './ai-config.ts'
import { AiFailure, kindOf } from './ai-failure.ts'
import { openModel } from './open-model.ts'

export interface JsonRequest<T> {
  model: AiModel
  system: string
  messages: readonly ModelMessage[]
  schema: z.ZodType<T>
  maxTokens: number
  signal: AbortSignal
  /** Receives the JSON so far, after each piece that arrives. */
  onText?: (text: string) => void
}

export interface JsonAnswer {
  /** The JSON as it was received; not validated. */
  text: string
  /** Tokens of request and answer as the provider counted them; undefined if it does not. */
  tokens: number | undefined
  /** The model reached `maxTokens`: the JSON ends before its end. */
  isCutOff: boolean
}

/** A longer answer is cut off: no model writes so much within its limit of tokens. */
const MAX_LENGTH = 200_000

/** Rejects with AiFailure; with the reason of `signal` if it aborts. */
export async function streamJson<T>(request: JsonRequest<T>): Promise<JsonAnswer> {
  const { model, system, messages, schema, maxTokens, signal, onText } = request
  // Loaded at the first request: the SDK takes 30 MB of memory.
  const { Output, streamText } = await import('ai')
  const { fullStream } = streamText({
    model: await openModel(model),
    system,
    messages: [...messages],
    output: {
      ...Output.object({ schema, name: 'answer' }),
      // The SDK would parse the whole text again with each piece, keep each result to the end, and pass nothing on while
      // the text is not JSON, so that `MAX_LENGTH` would have no effect.
      parsePartialOutput: ({ text: received }: { text: string }) => Promise.resolve({ partial: received.length }),
    },
    maxOutputTokens: maxTokens,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: { openai: { store: false } },
    // Errors arrive in the stream, too.
    onError: () => {},
  })
  let text = ''
  let tokens: number | undefined
  let isFinished = false
  let isCutOff = false
  for await (const part of fullStream) {
    if (part.type === 'error') {
      signal.throwIfAborted()
      throw new AiFailure(kindOf(part.error), `the model at ${model.host} failed`, part.error)
    }
    if (part.type === 'text-delta') {
      text += part.text
      if (text.length > MAX_LENGTH) throw new AiFailure('other', `the model at ${model.host} wrote too much`)
      onText?.(text)
    }
    if (part.type === 'finish') {
      isCutOff = part.finishReason === 'length'
      isFinished = part.finishReason === 'stop' || isCutOff
      tokens = part.totalUsage.totalTokens
    }
  }
  signal.throwIfAborted()
  if (!isFinished) throw new AiFailure('other', `the answer of the model at ${model.host} was cut off`)
  return { text, tokens, isCutOff }
}
