// Opens a model at its provider by the AI SDK. No provider keeps what it is sent, as far as its API offers that.
import type { LanguageModel } from 'ai'
import type { AiModel } from './ai-config.ts'

/**
 * A redirect is an error: the text would go to a host without consent. Text is sent as bytes, which are outside of the heap:
 * Node keeps the body until the next full garbage collection.
 */
function fetchHere(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const body = typeof init?.body === 'string' ? Buffer.from(init.body) : init?.body
  return fetch(input, { ...init, ...(body === undefined ? {} : { body }), redirect: 'error' })
}

async function open({ provider, name, url, key }: AiModel): Promise<LanguageModel> {
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: url, apiKey: key ?? '', fetch: fetchHere }).responses(name)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: url, apiKey: key ?? '', fetch: fetchHere })(name)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: url,
        fetch: fetchHere,
        supportsStructuredOutputs: true,
        ...(key === undefined ? {} : { apiKey: key }),
      })(name)
    }
  }
}

const opened = new WeakMap<AiModel, Promise<LanguageModel>>()

/**
 * Loads the package of the provider at its first use. The opened model is kept: the SDK builds the schemas of its responses
 * each time, which takes a millisecond.
 */
export function openModel(model: AiModel): Promise<LanguageModel> {
  const known = opened.get(model)
  if (known) return known
  const opening = open(model)
  opened.set(model, opening)
  opening.catch(() => opened.delete(model))
  return opening
}
