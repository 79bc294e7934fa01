// Changes of chats. Each puts the answer into the cache. A failure is shown and rejects.
import type { ChatMessage } from '@kaiwa/contract/chat-messages.ts'
import type { Assistant, Chat } from '@kaiwa/contract/chats.ts'
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { CHAT_LIMIT_REASONS, PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useMemo } from 'react'
import type { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { showFailure } from '../platform/error-text.ts'
import { changeUser, currentSession } from '../platform/session.ts'
import { mergeMessages } from './messages.ts'
import { assistantQuery, chatQuery, fetchMessages, keepCounter, messagesQuery, refreshChats } from './queries.ts'

/** The text of a failure that only chats have. */
function ownText({ code, body }: ApiError): string | null {
  const t = i18next.getFixedT(null, 'assistant')
  if (code === 'E_CONFLICT' && body['reason'] === PROCESSING_REASON) return t('processing')
  if (code === 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA') return t('limitReached')
  if (code === 'E_NOT_FOUND') return t('missing')
  if (body['reason'] === CHAT_LIMIT_REASONS.messages) return t('limitMessages')
  if (body['reason'] === CHAT_LIMIT_REASONS.chats) return t('limitChats')
  return null
}

/** Files and speakers of a new chat. Without files it covers the folder. */
export interface Scope {
  fileIds: readonly number[]
  speakerIds: readonly number[]
}

export interface Question {
  content: string
  templateId: number | null
}

export type Reaction = 'like' | 'dislike' | ''

export function useChatChanges() {
  const client = useQueryClient()
  return useMemo(() => {
    const shown = async <T>(change: Promise<T>): Promise<T> => {
      try {
        return await change
      } catch (error) {
        showFailure(error, ownText)
        void client.invalidateQueries(assistantQuery)
        throw error
      }
    }
    const putMessages = (chatId: number, messages: readonly ChatMessage[], isProcessing?: boolean) =>
      client.setQueryData(messagesQuery(chatId).queryKey, (old) => {
        if (!old) return old
        return mergeMessages({ ...old, is_processing: isProcessing ?? old.is_processing }, messages)
      })
    const putChat = (chat: Chat) => {
      client.setQueryData(chatQuery(chat.id).queryKey, chat)
      void refreshChats(client)
    }
    const putMessage = async (change: Promise<ChatMessage>, isProcessing?: boolean) => {
      const message = await shown(change)
      putMessages(message.chat_id, [message], isProcessing)
    }
    const putAssistant = (assistant: Assistant) => {
      client.setQueryData(assistantQuery.queryKey, assistant)
      // The notes of summaries depend on the consent.
      void client.invalidateQueries({ queryKey: ['summary'] })
    }
    return {
      /** Starts a chat for its first question (CHAT-16). */
      start: async (projectId: number, { fileIds, speakerIds }: Scope, { content, templateId }: Question) => {
        const body = {
          title: content,
          project_file_ids: [...fileIds],
          speaker_ids: [...speakerIds],
          template_id: templateId,
        }
        const chat = await shown(call('createChat', { params: { projectId }, body }))
        client.setQueryData(messagesQuery(chat.id).queryKey, {
          messages: [],
          is_processing: false,
          count: 0,
          remain: 0,
        })
        putChat(chat)
        return chat
      },
      ask: async (chatId: number, { content, templateId }: Question) => {
        const body = { content, template_id: templateId }
        const { messages, ...counter } = await shown(call('sendChatMessage', { params: { chatId }, body }))
        putMessages(chatId, messages, true)
        keepCounter(client, counter)
        void refreshChats(client)
      },
      regenerate: ({ chat_id: chatId, id: messageId }: ChatMessage) =>
        putMessage(call('regenerateChatMessage', { params: { chatId, messageId } }), true),
      react: ({ chat_id: chatId, id: messageId }: ChatMessage, react: Reaction) =>
        putMessage(call('reactToChatMessage', { params: { chatId, messageId }, body: { react } })),
      report: async ({ chat_id: chatId, id: messageId }: ChatMessage) => {
        await shown(call('reportChatMessage', { params: { chatId, messageId } }))
        await fetchMessages(client, chatId, messageId)
      },
      cancel: async (chatId: number) => {
        putChat(await shown(call('cancelChat', { params: { chatId } })))
        await fetchMessages(client, chatId)
      },
      rename: async (chatId: number, title: string) =>
        putChat(await call('renameChat', { params: { chatId }, body: { title } })),
      remove: async (chatId: number) => {
        await shown(call('deleteChat', { params: { chatId } }))
        client.removeQueries({ queryKey: messagesQuery(chatId).queryKey })
        await refreshChats(client)
      },
      chooseModel: async (model: ChatModel) => {
        const { settings } = await shown(call('updateSettings', { body: { settings: { chat_model: model } } }))
        const session = currentSession()
        if (session) changeUser({ ...session.user, settings })
        await client.invalidateQueries(assistantQuery)
      },
      agree: async (host: string) => putAssistant(await shown(call('agreeToProvider', { body: { host } }))),
      withdraw: async (host: string) => putAssistant(await shown(call('withdrawFromProvider', { query: { host } }))),
    }
  }, [client])
}
