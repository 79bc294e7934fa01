// The assistant: chats about the recordings of a folder. A chat belongs to the person who started it and is hidden
// from all others. Answers cite passages of transcripts; each read checks the citations against the current rights of the
// reader.
import * as z from 'zod'
import { changing, chatModel, counter, ofChat } from './chat-parts.ts'
import { NO_MODEL_NOTES } from './chat-words.ts'
import { count, hasVisible, id, instant, itemName, page, pageQuery, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

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
  /** Only what they said is read; everything if empty. The name is null if the reader no longer sees the speaker. */
  speakers: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
  template_id: z.int().nullable(),
  /** An answer is being written. */
  is_processing: z.boolean(),
  created_at: instant,
  /** When the last question was asked. */
  updated_at: instant,
})
export type Chat = z.infer<typeof chat>

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
  note: z.enum(NO_MODEL_NOTES).nullable(),
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

const changeErrors = ['E_NOT_FOUND', 'E_TOO_MANY_REQUESTS'] as const

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
