import { expect, it } from 'vitest'
import type { ChatMessage } from '@kaiwa/contract/chat-messages.ts'
import { applyDelta, type ChatMessages, firstMissing, mergeMessages } from './messages.ts'

/** Messages as `id content`, with `…` behind one that is being written. */
function list(...messages: string[]): ChatMessages {
  return { messages: messages.map(one), is_processing: false, count: 0, remain: 0 }
}

function one(notation: string): ChatMessage {
  const [id = '', content = ''] = notation.split(' ')
  const fields = { id: Number(id), content: content.replace('…', ''), is_writing: content.endsWith('…'), error: null }
  return fields as ChatMessage
}

function notation({ messages }: ChatMessages): string[] {
  return messages.map(({ id, content, is_writing: isWriting }) => `${id} ${content}${isWriting ? '…' : ''}`)
}

it.each([
  ['new messages are added in order', ['1 問', '2 答'], ['4 答', '3 問'], ['1 問', '2 答', '3 問', '4 答']],
  ['a finished answer replaces the one being written', ['1 価格…'], ['1 価格は三万円'], ['1 価格は三万円']],
  ['an older response does not shorten an answer being written', ['1 価格は…'], ['1 価…'], ['1 価格は…']],
  ['an answer that is written again is empty', ['1 価格は'], ['1 …'], ['1 …']],
])('%s', (_, known, fetched, expected) =>
  expect(notation(mergeMessages(list(...known), fetched.map(one)))).toEqual(expected),
)

it.each([
  ['is added', '1 価格…', { from: 2, text: 'は三万円' }, '1 価格は三万円…'],
  ['that overlaps is added once', '1 価格は…', { from: 2, text: 'は三万円' }, '1 価格は三万円…'],
  ['that is known changes nothing', '1 価格は三万円…', { from: 2, text: 'は' }, '1 価格は三万円…'],
  ['of an answer that began again replaces the known text', '1 価格は三万円…', { from: 0, text: '納期' }, '1 納期…'],
  ['of an answer that has ended changes nothing', '1 価格', { from: 2, text: 'は' }, '1 価格'],
  ['behind a gap must be fetched', '1 価格…', { from: 5, text: 'です' }, null],
  ['of an unknown message must be fetched', '7 価格…', { from: 2, text: 'は' }, null],
])('text %s', (_, known, delta, expected) => {
  const next = applyDelta(list(known), { message_id: 1, ...delta })
  expect(next && notation(next)[0]).toBe(expected)
})

it.each([
  ['the answer being written', ['1 問', '2 答…', '3 問'], 2],
  ['the last message', ['1 問', '2 答'], 2],
  ['all messages', [], undefined],
])('after an interruption fetches from %s', (_, known, expected) => expect(firstMissing(list(...known))).toBe(expected))
