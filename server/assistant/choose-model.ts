// Which model answers a person, and why none does.
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { NO_MODEL_NOTES } from '@kaiwa/contract/chat-words.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { AiConfig, AiModel } from '../platform/ai/ai-config.ts'
import type { AnswerPlan } from './store/messages.ts'

export type Choice = { model: AiModel } | { note: (typeof NO_MODEL_NOTES)[number] }

/**
 * The chosen model if it has a provider, otherwise another one: with consent first, then the ones that are not advanced. No
 * other provider takes the place of one to which the owner has not agreed.
 */
export function chooseModel(ai: AiConfig | undefined, wanted: ChatModel, agreed: ReadonlySet<string>): Choice {
  const models = ai?.models ?? []
  const others = models.toSorted((a, b) => {
    const consent = Number(agreed.has(b.host)) - Number(agreed.has(a.host))
    return consent === 0 ? Number(CHAT_MODELS[a.id].isAdvanced) - Number(CHAT_MODELS[b.id].isAdvanced) : consent
  })
  const model = models.find(({ id }) => id === wanted) ?? others[0]
  if (!model) return { note: 'no-model' }
  return agreed.has(model.host) ? { model } : { note: 'no-consent' }
}

/** The choice as it is stored with an answer. */
export function planOf(choice: Choice, locale: Locale): AnswerPlan {
  if ('note' in choice) return { source: 'passages', note: choice.note, model: null, host: null, locale }
  return { source: 'model', note: null, model: choice.model.id, host: choice.model.host, locale }
}
