// The assistant: chats about the recordings of a folder. A chat belongs to the person who started it and is hidden
// from all others. Answers cite passages of transcripts; each read checks the citations against the current rights of the
// reader.
import * as z from 'zod'
import { CHAT_MODELS, type ChatModel } from './chat-models.ts'
import { CHAT_ERRORS, CHAT_NOTES, CHAT_SOURCES } from './chat-words.ts'
import { count, hasVisible, id, instant, itemName, page, pageQuery, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

const chatModel = z.enum(Object.keys(CHAT_MODELS) as [ChatModel, ...ChatModel[]])

/** A question that is prepared for a common purpose. Ids and order never change. */
export const chatTemplate = z.object({
  id: z.int(),
  name: z.string(),
  /** Text for the input, at most `LIMITS.chatLength` characters. */
  question: z.string(),
})
export type ChatTemplate = z.infer<typeof chatTemplate>

export const chat = z.object({
  id: z.int(),
  title: z.string(),
  project_id: z.int(),
  /** The chosen files that the reader still sees. */
  project_files: z.array(z.object({ id: z.int(), title: z.string() })),
  /** The chat is about all files of the folder and its subfolders, as they are at each question. */
  covers_folder: z.boolean(),
  /** Only what they said is read; everything if empty. */
  speakers: z.array(z.object({ id: z.int(), name: z.string() })),
  template_id: z.int().nullable(),
  /** An answer is being written. */
  is_processing: z.boolean(),
  created_at: instant,
  /** When the last question was asked. */
  updated_at: instant,
})
export type Chat = z.infer<typeof chat>

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
  /** Why passages instead of a model's answer. */
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

/** Chats of the workspace in the current month, and how many are left. */
const counter = { count: z.int(), remain: z.int() }

const assistantModel = z.object({
  id: chatModel,
  /** Null: no provider is configured for this model, and it cannot be chosen. */
  host: z.string().nullable(),
  /** Name of the model at the provider. */
  name: z.string().nullable(),
  /** The owner of the workspace agreed that text is sent to this host. */
  is_agreed: z.boolean(),
})

export const assistant = z.object({
  /** In display order. */
  models: z.array(assistantModel),
  /** The model that the next answer of the caller uses; null: passages without a model. */
  model: chatModel.nullable(),
  /** Why there is no model. */
  note: z.enum(CHAT_NOTES).nullable(),
  ...counter,
  can: z.object({
    /** False only while a model would answer and no chat is left. */
    ask: z.boolean(),
    /** Agree for the workspace, and withdraw: its owner. */
    agree: z.boolean(),
  }),
})
export type Assistant = z.infer<typeof assistant>

const ofFolder = z.object({ projectId: id })
const ofChat = z.object({ chatId: id })
const ofMessage = z.object({ chatId: id, messageId: id })

/** Rate limit of the operations that start an answer. */
const asking = { max: 30, window: 60, key: 'account' } as const
const changing = { max: 120, window: 60, key: 'account' } as const
const changeErrors = ['E_NOT_FOUND', 'E_TOO_MANY_REQUESTS'] as const
const askErrors = ['E_NOT_FOUND', 'E_CONFLICT', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', 'E_TOO_MANY_REQUESTS'] as const

export const listChatTemplates = operation({
  name: 'listChatTemplates',
  method: 'GET',
  path: '/chat/templates',
  access: 'session',
  response: z.array(chatTemplate),
})

/** Models, consent and counter of the caller's workspace. */
export const getAssistant = operation({
  name: 'getAssistant',
  method: 'GET',
  path: '/chat/settings',
  access: 'session',
  response: assistant,
})

const host = z.object({ host: z.string().min(1).max(255) })

/** The owner agrees that text of the workspace is sent to this host. An unknown host is refused with `incorrect`. */
export const agreeToProvider = operation({
  name: 'agreeToProvider',
  method: 'PUT',
  path: '/chat/consent',
  access: 'session',
  body: host,
  response: assistant,
  errors: ['E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})

/** The owner withdraws the consent. Answers that this host is writing end with an error. */
export const withdrawFromProvider = operation({
  name: 'withdrawFromProvider',
  method: 'DELETE',
  path: '/chat/consent',
  access: 'session',
  query: host,
  response: assistant,
  errors: ['E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})

/** The caller's chats of a folder, last question first; with `project_file_id` only those about this file. */
export const listChats = operation({
  name: 'listChats',
  method: 'GET',
  path: '/projects/{projectId}/chats',
  access: 'session',
  params: ofFolder,
  query: z.object({ project_file_id: id.optional(), page: pageQuery }),
  response: page(chat),
  errors: ['E_NOT_FOUND'],
})

/**
 * Starts a chat without messages. Files must be in the folder or below it; without files the chat covers the folder.
 * Spaces of the title are collapsed, and it is cut to `LIMITS.chatTitleLength` characters.
 */
export const createChat = operation({
  name: 'createChat',
  method: 'POST',
  path: '/projects/{projectId}/chats',
  access: 'session',
  params: ofFolder,
  body: z.object({
    title: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.chatLength)
      .refine(hasVisible, { params: { code: 'required' } }),
    project_file_ids: list(count, LIMITS.filesPerChat).default([]),
    speaker_ids: list(count, LIMITS.speakersPerChat).default([]),
    template_id: count.nullable().default(null),
  }),
  response: chat,
  status: 201,
  errors: changeErrors,
  rateLimit: changing,
})

export const getChat = operation({
  name: 'getChat',
  method: 'GET',
  path: '/chats/{chatId}',
  access: 'session',
  params: ofChat,
  response: chat,
  errors: ['E_NOT_FOUND'],
})

export const renameChat = operation({
  name: 'renameChat',
  method: 'PUT',
  path: '/chats/{chatId}',
  access: 'session',
  params: ofChat,
  body: z.object({ title: itemName }),
  response: chat,
  errors: changeErrors,
  rateLimit: changing,
})

/** Deletes a chat with its messages. An answer that is being written ends. */
export const deleteChat = operation({
  name: 'deleteChat',
  method: 'DELETE',
  path: '/chats/{chatId}',
  access: 'session',
  params: ofChat,
  response: success,
  errors: changeErrors,
  rateLimit: changing,
})

/** Ends the answer that is being written, if any. Its text so far stays. */
export const cancelChat = operation({
  name: 'cancelChat',
  method: 'POST',
  path: '/chats/{chatId}/cancel',
  access: 'session',
  params: ofChat,
  response: chat,
  errors: changeErrors,
  rateLimit: changing,
})

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
