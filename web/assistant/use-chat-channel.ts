import { chatChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { applyDelta } from './messages.ts'
import { fetchMessages, fetchMissing, keepCounter, messagesQuery, refreshChats } from './queries.ts'

/** Follows a chat: text of the answer being written, new messages, and what was missed (RT-17, CHAT-22). */
export function useChatChannel(chatId: number | null): void {
  const client = useQueryClient()
  /** The gap that is being fetched; further deltas would ask for the same. */
  const fetching = useRef(false)
  const catchUp = async (fetchThem: () => Promise<void>) => {
    if (fetching.current) return
    fetching.current = true
    // A failure is repaired by the next message, or by the poll.
    await fetchThem().catch(() => undefined)
    fetching.current = false
  }
  useChannel(chatId === null ? null : chatChannel(chatId), {
    'message-delta': (delta) => {
      if (chatId === null) return
      const { queryKey } = messagesQuery(chatId)
      const known = client.getQueryData(queryKey)
      if (!known) return
      const next = applyDelta(known, delta)
      if (next) client.setQueryData(queryKey, next)
      else void catchUp(() => fetchMissing(client, chatId))
    },
    has_message: ({ message_id: id, count, remain }) => {
      if (chatId === null) return
      keepCounter(client, { count, remain })
      // Not merged with a gap that is being fetched, whose response may be older than this message.
      void fetchMessages(client, chatId, id).catch(() => undefined)
      void refreshChats(client)
    },
    onSubscribed: () => chatId !== null && void catchUp(() => fetchMissing(client, chatId)),
    onResubscribed: () => chatId !== null && void catchUp(() => fetchMissing(client, chatId)),
  })
}

/** Keeps the lists of chats up to date, also when they change in another window. */
export function useChatsChannel(): void {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const refresh = () => {
    void refreshChats(client)
    void client.invalidateQueries({ queryKey: ['chat'] })
  }
  useChannel(userChannel(user.id), {
    'chats-changed': refresh,
    // The lists may be older than the subscription.
    onSubscribed: () => ['chats', 'chat'].forEach((name) => void refreshQueries(client, [name])),
    onResubscribed: refresh,
  })
}
