// The models of the assistant, from the configuration.
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { AiProvider } from '../config-models.ts'
import { ConfigError, type Values } from '../config-values.ts'

/** A model at a provider. */
export interface AiModel {
  id: ChatModel
  provider: AiProvider
  /** Name of the model at the provider. */
  name: string
  url: string
  key: string | undefined
  /** Host and port to which text is sent; people agree to it. */
  host: string
}

export interface AiConfig {
  /** In display order. */
  models: readonly AiModel[]
  /** Maximum of tokens of one request. */
  contextTokens: number
  /** Maximum of tokens of all requests of one answer. */
  answerTokens: number
  answerSeconds: number
}

/** The variable that a provider needs. */
const REQUIRED = {
  openai: 'KAIWA_AI_OPENAI_KEY',
  anthropic: 'KAIWA_AI_ANTHROPIC_KEY',
  compatible: 'KAIWA_AI_COMPATIBLE_URL',
} as const satisfies Record<AiProvider, keyof Values>

/** Undefined without models. Throws ConfigError if a mapped provider lacks its key or URL. */
export function aiOf(values: Values): AiConfig | undefined {
  const entries = values.KAIWA_AI_MODELS
  if (!entries) return undefined
  const accounts = {
    openai: { url: values.KAIWA_AI_OPENAI_URL, key: values.KAIWA_AI_OPENAI_KEY },
    anthropic: { url: values.KAIWA_AI_ANTHROPIC_URL, key: values.KAIWA_AI_ANTHROPIC_KEY },
    compatible: { url: values.KAIWA_AI_COMPATIBLE_URL ?? '', key: values.KAIWA_AI_COMPATIBLE_KEY },
  }
  const order = Object.keys(CHAT_MODELS)
  const models = entries.map(({ id, provider, name }): AiModel => {
    if (values[REQUIRED[provider]] === undefined)
      throw new ConfigError(`${REQUIRED[provider]} is missing: KAIWA_AI_MODELS maps ${id} to ${provider}.`)
    const { url, key } = accounts[provider]
    return { id, provider, name, url: url.replace(/\/+$/, ''), key, host: new URL(url).host }
  })
  return {
    models: models.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    contextTokens: values.KAIWA_AI_CONTEXT_TOKENS,
    answerTokens: values.KAIWA_AI_ANSWER_TOKENS,
    answerSeconds: values.KAIWA_AI_ANSWER_SECONDS,
  }
}
