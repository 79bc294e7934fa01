// Words of the assistant on the wire. No zod in this file, because the browser imports it.

/**
 * Why an answer failed. `not-ready`: no transcript yet. `rate-limit`, `tpm-exceeded`: the provider refused because of too
 * many requests, or too many tokens. `length-limit`: the text does not fit even in parts. `server-error`: anything else,
 * including a time limit.
 */
export const CHAT_ERRORS = ['not-ready', 'rate-limit', 'tpm-exceeded', 'length-limit', 'server-error'] as const

/** An answer is written by a model, or it lists the passages that fit the question. */
export const CHAT_SOURCES = ['model', 'passages'] as const

/** Reasons for an answer without a model: no model is connected, or the owner has not agreed to its provider. */
export const NO_MODEL_NOTES = ['no-model', 'no-consent'] as const

/** `cut-off`: a model reached its limit of tokens, so that the end of its answer is missing. */
export const CHAT_NOTES = [...NO_MODEL_NOTES, 'cut-off'] as const

/** `reason` of E_CONFLICT while an answer of the chat is being written. */
export const PROCESSING_REASON = 'processing'

/** `reason` of E_UNPROCESSABLE_ENTITY when a chat, or a person, has reached the maximum number. */
export const CHAT_LIMIT_REASONS = { messages: 'chat-messages', chats: 'chats' } as const
