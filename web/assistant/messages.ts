// The messages of a chat in the query cache, and how answers of the server and live messages change them. Pure.
import type { ChatMessage } from '@kaiwa/contract/chat-messages.ts'
import type { DirectMessage } from '@kaiwa/contract/events.ts'
import type { CallResult } from '../platform/call-types.ts'

export type ChatMessages = CallResult<'listChatMessages'>

/** Puts new and changed messages into the list, in order. */
export function mergeMessages(list: ChatMessages, newer: readonly ChatMessage[]): ChatMessages {
  const byId = new Map(list.messages.map((message) => [message.id, message]))
  for (const message of newer) byId.set(message.id, keepLonger(byId.get(message.id), message))
  return { ...list, messages: [...byId.values()].toSorted((a, b) => a.id - b.id) }
}

/** A response can be older than the text that has arrived on the channel since. */
function keepLonger(known: ChatMessage | undefined, fetched: ChatMessage): ChatMessage {
  const isBehind =
    known?.is_writing === true &&
    fetched.is_writing &&
    known.content.startsWith(fetched.content) &&
    known.error === null
  return isBehind ? { ...fetched, content: known.content } : fetched
}

type Delta = DirectMessage['data']

/**
 * The list with text that was added to an answer. Null if text in between is missing, or the message is unknown: the
 * caller then fetches the messages from `firstMissing` on.
 */
export function applyDelta(list: ChatMessages, { message_id: id, from, text }: Delta): ChatMessages | null {
  const message = list.messages.find((one) => one.id === id)
  if (!message || message.content.length < from) return null
  // Known text arrives again after a response that contained it. Other text replaces the known one: the answer is written
  // from the beginning again.
  if (!message.is_writing || message.content.startsWith(text, from)) return list
  return mergeMessages(list, [{ ...message, content: message.content.slice(0, from) + text }])
}

/** The id from which messages are fetched after an interruption: the last one, or an answer that was being written. */
export function firstMissing({ messages }: ChatMessages): number | undefined {
  return messages.find(({ is_writing: isWriting }) => isWriting)?.id ?? messages.at(-1)?.id
}
