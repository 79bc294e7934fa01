// Requests to a model within a budget, and the error that people see when one fails.
import type { ChatError } from '@kaiwa/contract/chat-messages.ts'
import { AiFailure, type AiFailureKind } from '../platform/ai/ai-failure.ts'
import type { AiConfig, AiModel } from '../platform/ai/ai-config.ts'
import { type JsonRequest, streamJson } from '../platform/ai/stream-json.ts'
import { estimateTokens } from './tokens.ts'

/** Tokens that an answer, and the notes about a part, may have. */
const MAX_ANSWER_TOKENS = 4_000
const MAX_NOTES_TOKENS = 2_000
/** Tokens for our rules and the question. */
export const RULES_TOKENS = 1_200

export function answerTokens({ contextTokens }: AiConfig): number {
  return Math.min(MAX_ANSWER_TOKENS, Math.floor(contextTokens / 4))
}

export function notesTokens(ai: AiConfig): number {
  return Math.min(MAX_NOTES_TOKENS, answerTokens(ai))
}

/** The model, and what all requests of one answer may use together. */
export interface Budget {
  model: AiModel
  ai: AiConfig
  /** Tokens used so far. */
  used: number
}

/**
 * One request within the budget. Returns JSON as it was received, and whether the model reached its length limit; rejects
 * with AiFailure, or the reason of the signal.
 */
export async function askModel<T>(
  budget: Budget,
  request: Omit<JsonRequest<T>, 'model'>,
): Promise<{ text: string; isCutOff: boolean }> {
  const { ai, model } = budget
  const { system, messages, maxTokens } = request
  const size =
    estimateTokens(system) + messages.reduce((sum, { content }) => sum + estimateTokens(content as string), 0)
  if (budget.used + size + maxTokens > ai.answerTokens)
    throw new AiFailure('length', 'the answer needs too many tokens')
  const answer = await streamJson({ ...request, model })
  budget.used += answer.tokens ?? size + estimateTokens(answer.text)
  return answer
}

const ERRORS: Readonly<Record<AiFailureKind, ChatError>> = {
  requests: 'rate-limit',
  tokens: 'tpm-exceeded',
  length: 'length-limit',
  other: 'server-error',
}

/** Maps a failure to the error that readers see. */
export function chatErrorOf(error: unknown): ChatError {
  return error instanceof AiFailure ? ERRORS[error.kind] : 'server-error'
}
