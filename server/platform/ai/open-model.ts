// Opens a model at its provider by the AI SDK. No provider keeps what it is sent, as far as its API offers that.
import type { LanguageModel } from 'ai'
import type { AiModel } from './ai-config.ts'

/** Loads the package of the provider at its first use. */
export async function openModel({ provider, name, url, key }: AiModel): Promise<LanguageModel> {
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: url, apiKey: key ?? '' }).responses(name)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: url, apiKey: key ?? '' })(name)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: url,
        supportsStructuredOutputs: true,
        ...(key === undefined ? {} : { apiKey: key }),
      })(name)
    }
  }
}
