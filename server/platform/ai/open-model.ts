// Opens a model at its provider by the AI SDK. No provider keeps what it is sent, as far as its API offers that.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { AiModel } from './ai-config.ts'

export function openModel({ provider, name, url, key }: AiModel): LanguageModel {
  switch (provider) {
    case 'openai':
      return createOpenAI({ baseURL: url, apiKey: key ?? '' }).responses(name)
    case 'anthropic':
      return createAnthropic({ baseURL: url, apiKey: key ?? '' })(name)
    case 'compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: url,
        supportsStructuredOutputs: true,
        ...(key === undefined ? {} : { apiKey: key }),
      })(name)
  }
}
