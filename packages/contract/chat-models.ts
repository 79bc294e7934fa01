// The models of the AI chat in display order. No zod in this file, because the browser imports it.

interface ChatModelFacts {
  /** Name given by its vendor. */
  label: string
  /** Better answers, but slower. */
  isAdvanced: boolean
  /** Offered as a trial, may be removed again. */
  isTrial: boolean
}

export const CHAT_MODELS = {
  claude3_haiku: { label: 'Claude 3 Haiku', isAdvanced: false, isTrial: false },
  claude35_sonnet: { label: 'Claude 3.5 Sonnet', isAdvanced: true, isTrial: false },
  o3_mini: { label: 'o3-mini', isAdvanced: false, isTrial: true },
  openai_gpt35_turbo: { label: 'GPT-3.5 Turbo', isAdvanced: false, isTrial: false },
  openai_gpt4o: { label: 'GPT-4o', isAdvanced: true, isTrial: false },
} as const satisfies Record<string, ChatModelFacts>

export type ChatModel = keyof typeof CHAT_MODELS
