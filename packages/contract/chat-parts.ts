// Parts of the schemas of chats and their messages.
import * as z from 'zod'
import { CHAT_MODELS, type ChatModel } from './chat-models.ts'
import { id } from './fields.ts'

export const chatModel = z.enum(Object.keys(CHAT_MODELS) as [ChatModel, ...ChatModel[]])

/** Chats of the workspace in the current month, and how many are left. */
export const counter = { count: z.int(), remain: z.int() }

export const ofChat = z.object({ chatId: id })

/** Rate limit of the operations that start an answer, and of other changes. */
export const asking = { max: 30, window: 60, key: 'account' } as const
export const changing = { max: 120, window: 60, key: 'account' } as const
