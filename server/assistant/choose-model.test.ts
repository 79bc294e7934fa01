import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { expect, it } from 'vitest'
import type { AiConfig } from '../platform/ai/ai-config.ts'
import { chooseModel } from './choose-model.ts'

/** `gpt4o@a` maps openai_gpt4o to the host a. */
const IDS: Record<string, ChatModel> = {
  haiku: 'claude3_haiku',
  sonnet: 'claude35_sonnet',
  o3: 'o3_mini',
  gpt35: 'openai_gpt35_turbo',
  gpt4o: 'openai_gpt4o',
}

function configured(text: string): AiConfig | undefined {
  if (text === '') return undefined
  const models = text.split(' ').map((entry) => {
    const [id = '', host = ''] = entry.split('@')
    return { id: IDS[id]!, provider: 'compatible' as const, name: id, url: `http://${host}`, key: undefined, host }
  })
  return { models, contextTokens: 1, answerTokens: 1, answerSeconds: 1 }
}

it.each([
  ['nothing is configured', '', 'gpt35', 'a', 'no-model'],
  ['the chosen model', 'gpt35@a gpt4o@a', 'gpt4o', 'a', 'gpt4o'],
  ['the chosen model without consent', 'gpt35@a gpt4o@b', 'gpt4o', 'a', 'no-consent'],
  ['the chosen model has no provider', 'haiku@a sonnet@a', 'gpt35', 'a', 'haiku'],
  ['others that are not advanced come first', 'sonnet@a o3@a', 'gpt35', 'a', 'o3'],
  ['others with consent come first', 'o3@b sonnet@a', 'gpt35', 'a', 'sonnet'],
  ['no other has consent', 'o3@b sonnet@b', 'gpt35', 'a', 'no-consent'],
])('%s', (_, models, wanted, agreed, chosen) => {
  const choice = chooseModel(configured(models), IDS[wanted]!, new Set([agreed]))
  expect('note' in choice ? choice.note : choice.model.name).toBe(chosen)
})
