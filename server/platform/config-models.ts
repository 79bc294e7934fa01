// The variable KAIWA_AI_MODELS: which provider and model take the place of each model id.
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import * as z from 'zod'

export const AI_PROVIDERS = ['openai', 'anthropic', 'compatible'] as const
export type AiProvider = (typeof AI_PROVIDERS)[number]

const modelEntry = z
  .string()
  .regex(/^[^=\s]+=[^:\s]+:\S+$/, 'an entry must be `id=provider:name`')
  .transform((entry) => {
    const [, id, provider, name] = /^([^=]+)=([^:]+):(.+)$/.exec(entry) as unknown as [string, string, string, string]
    return { id, provider, name }
  })
  .pipe(
    z.object({
      id: z.enum(Object.keys(CHAT_MODELS) as [ChatModel, ...ChatModel[]]),
      provider: z.enum(AI_PROVIDERS),
      name: z.string(),
    }),
  )

/** `openai_gpt4o=openai:name,claude3_haiku=anthropic:name`. */
export const modelMap = z
  .string()
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .pipe(z.array(modelEntry).min(1))
  .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, 'a model is mapped twice')
