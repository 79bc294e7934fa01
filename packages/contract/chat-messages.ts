// The messages of a chat: questions and answers. Answers cite passages of transcripts; each read checks the citations
// against the current rights of the reader.
import * as z from 'zod'
import { asking, changing, chatModel, counter, ofChat } from './chat-parts.ts'
import { CHAT_ERRORS, CHAT_NOTES, CHAT_SOURCES } from './chat-words.ts'
import { count, hasVisible, id, instant, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'

export const chatError = z.enum(CHAT_ERRORS)
export type ChatError = z.infer<typeof chatError>

/** A passage that an answer quotes. The quote was found in the block when the answer was written. */
export const citation = z.object({
  /** From 1, in the order of the answer. */
  number: z.int(),
  file_id: z.int(),
  project_id: z.int(),
  file_title: z.string(),
  block_uuid: z.string(),
  /** Literal text of the block. */
  quote: z.string(),
  /** Offsets of the quote in the block as it is now, in UTF-16 code units; null if the text was changed since. */
  range: z.object({ start: z.int(), end: z.int() }).nullable(),
  /** Seconds in the recording at which the quote begins. */
  time: z.number(),
  speaker: z.string().nullable(),
})
export type Citation = z.infer<typeof citation>

/** A part of an answer, with the citations that support it. Parts cover the whole content in order. */
export const statement = z.object({
  /** UTF-16 offsets in `content`. */
  start: z.int(),
  end: z.int(),
  /** Numbers of citations. */
  citations: z.array(z.int()),
  /** The model gave a quote that does not occur in the transcript; it was removed. */
  has_invalid_quote: z.boolean(),
})
export type Statement = z.infer<typeof statement>

export const chatMessage = z.object({
  id: z.int(),
  chat_id: z.int(),
  /** Null: an answer of the assistant. */
  user_id: z.int().nullable(),
  /** Plain text of a question; Markdown without HTML, links and images of an answer. Grows while it is being written. */
  content: z.string(),
  error: chatError.nullable(),
  like: z.boolean(),
  dislike: z.boolean(),
  created_at: instant,
  template_id: z.int().nullable(),
  is_writing: z.boolean(),
  /** Ended by its reader; the content is incomplete. */
  is_canceled: z.boolean(),
  /** Of an answer: written by a model, or passages found without one; null of a question. */
  source: z.enum(CHAT_SOURCES).nullable(),
  /** Why passages instead of a model's answer, or that its end is missing. */
  note: z.enum(CHAT_NOTES).nullable(),
  model: chatModel.nullable(),
  statements: z.array(statement),
  citations: z.array(citation),
  /** Some of the answer is left out, because the reader no longer sees the files that it was written from. */
  is_shortened: z.boolean(),
  /** The error was reported. */
  is_reported: z.boolean(),
})
export type ChatMessage = z.infer<typeof chatMessage>

/** A cited block, as it is now. */
export const citedBlock = z.object({
  uuid: z.string(),
  file_id: z.int(),
  project_id: z.int(),
  file_title: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  content: z.string(),
  speaker: z.string().nullable(),
})
export type CitedBlock = z.infer<typeof citedBlock>

const ofMessage = ofChat.extend({ messageId: id })
const askErrors = ['E_NOT_FOUND', 'E_CONFLICT', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', 'E_TOO_MANY_REQUESTS'] as const

/** Messages in order; with `from_id` only this one and later ones. */
export const listChatMessages = operation({
  name: 'listChatMessages',
  method: 'GET',
  path: '/chats/{chatId}/messages',
  access: 'session',
  params: ofChat,
  query: z.object({ from_id: id.optional() }),
  response: z.object({ messages: z.array(chatMessage), is_processing: z.boolean(), ...counter }),
  errors: ['E_NOT_FOUND'],
})

/**
 * Asks a question. Answers with the question and the empty answer; its text arrives as `message-delta` and its end as
 * `has_message`. Refuses with E_CONFLICT (`processing`) while another answer is being written, and with
 * WORKSPACE_EXCEED_MAX_USAGE_QUOTA when a model would answer and no chat is left.
 */
export const sendChatMessage = operation({
  name: 'sendChatMessage',
  method: 'POST',
  path: '/chats/{chatId}/messages',
  access: 'session',
  params: ofChat,
  body: z.object({
    content: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.chatLength, { abort: true })
      .refine((text) => text === '' || hasVisible(text), { params: { code: 'required' } }),
    template_id: count.nullable().default(null),
  }),
  response: z.object({ messages: z.array(chatMessage), ...counter }),
  status: 201,
  errors: askErrors,
  rateLimit: asking,
})

/** A message with the blocks that it cites, as far as the reader sees them. */
export const getChatMessage = operation({
  name: 'getChatMessage',
  method: 'GET',
  path: '/chats/{chatId}/messages/{messageId}',
  access: 'session',
  params: ofMessage,
  response: chatMessage.extend({ blocks: z.array(citedBlock) }),
  errors: ['E_NOT_FOUND'],
})

/** Writes an answer again. It keeps its id; a question is refused with E_CONFLICT (`state`). Counts like a question. */
export const regenerateChatMessage = operation({
  name: 'regenerateChatMessage',
  method: 'POST',
  path: '/chats/{chatId}/messages/{messageId}/regenerate',
  access: 'session',
  params: ofMessage,
  response: chatMessage,
  errors: askErrors,
  rateLimit: asking,
})

/** Rates an answer; an empty value removes the rating. */
export const reactToChatMessage = operation({
  name: 'reactToChatMessage',
  method: 'POST',
  path: '/chats/{chatId}/messages/{messageId}/react',
  access: 'session',
  params: ofMessage,
  body: z.object({ react: z.enum(['like', 'dislike', '']) }),
  response: chatMessage,
  errors: ['E_NOT_FOUND', 'E_CONFLICT', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})

/** Reports the error of an answer to the operator of the installation. Without an error: E_CONFLICT (`state`). */
export const reportChatMessage = operation({
  name: 'reportChatMessage',
  method: 'POST',
  path: '/chats/{chatId}/messages/{messageId}/report',
  access: 'session',
  params: ofMessage,
  response: success,
  errors: ['E_NOT_FOUND', 'E_CONFLICT', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})
