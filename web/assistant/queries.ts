import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { ChatPlace } from './chat-place.ts'
import { type ChatMessages, firstMissing, mergeMessages } from './messages.ts'

/** Models, consent and the counter of chats. */
export const assistantQuery = queryOptions({
  queryKey: ['assistant'],
  queryFn: ({ signal }) => call('getAssistant', {}, { signal }),
})

export const templatesQuery = queryOptions({
  queryKey: ['chat-templates'],
  queryFn: ({ signal }) => call('listChatTemplates', {}, { signal }),
  staleTime: Infinity,
})

/** A page of the chats of a folder, or only of those about a file. */
export function chatsQuery({ projectId, fileId }: ChatPlace, page: number) {
  return queryOptions({
    queryKey: ['chats', projectId, fileId, page],
    queryFn: ({ signal }) =>
      call(
        'listChats',
        { params: { projectId }, query: { page, ...(fileId === null ? {} : { project_file_id: fileId }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

export function refreshChats(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['chats'] })
}

export function chatQuery(chatId: number) {
  return queryOptions({
    queryKey: ['chat', chatId],
    queryFn: ({ signal }) => call('getChat', { params: { chatId } }, { signal }),
  })
}

/** Milliseconds between requests while an answer is being written, in case messages are lost. */
const POLL_INTERVAL_MS = 10_000

export function messagesQuery(chatId: number) {
  return queryOptions({
    queryKey: ['chat-messages', chatId],
    queryFn: ({ signal }) => call('listChatMessages', { params: { chatId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_processing ? POLL_INTERVAL_MS : false),
    // A response can be older than the text that has arrived since.
    structuralSharing: (known, fetched) =>
      known === undefined
        ? fetched
        : mergeMessages(
            { ...(fetched as ChatMessages), messages: (known as ChatMessages).messages },
            (fetched as ChatMessages).messages,
          ),
  })
}

/** Takes over the counter that came with messages of a chat. */
export function keepCounter(client: QueryClient, { count, remain }: { count: number; remain: number }): void {
  client.setQueryData(
    assistantQuery.queryKey,
    (old) => old && { ...old, count, remain, can: { ...old.can, ask: old.note !== null || remain > 0 } },
  )
  void client.invalidateQueries({ queryKey: ['usage'] })
}

/** Fetches the messages with this id and later ones (CHAT-22); without an id, all messages. */
export async function fetchMessages(client: QueryClient, chatId: number, fromId?: number): Promise<void> {
  const query = fromId === undefined ? {} : { from_id: fromId }
  const fetched = await call('listChatMessages', { params: { chatId }, query })
  client.setQueryData(messagesQuery(chatId).queryKey, (old) =>
    old ? mergeMessages({ ...fetched, messages: old.messages }, fetched.messages) : fetched,
  )
  keepCounter(client, fetched)
}

/** Fetches what was missed while the connection was interrupted. */
export async function fetchMissing(client: QueryClient, chatId: number): Promise<void> {
  // The first request may be under way, and older than the subscription.
  const known = await client.ensureQueryData(messagesQuery(chatId))
  await fetchMessages(client, chatId, firstMissing(known))
}

/** The address of the file of a citation. */
export function addressOf({ project_id: projectId, file_id: fileId }: Citation): string {
  return `/projects/${projectId}/files/${fileId}`
}
