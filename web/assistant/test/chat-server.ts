// The server as the panel sees it: the calls of chats over `fetch`, and their channel over a socket. The test decides what
// answers contain.
import type { Identity, Settings } from '@kaiwa/contract/accounts.ts'
import type { ChatMessage, Citation } from '@kaiwa/contract/chat-messages.ts'
import type { Assistant, Chat } from '@kaiwa/contract/chats.ts'
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import type { SummarySetting } from '@kaiwa/contract/summaries.ts'
import { vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { disconnectRealtime } from '../../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../../platform/session.ts'
import { treeQuery } from '../../platform/tree-query.ts'
import { FakeSocket, startFakeRealtime } from '../../test/fake-socket.ts'

const AT = '2026-11-26T03:04:05.000Z'
export const ROOT = 9
export const FOLDER = 7
export const FILE = 5

export interface Call {
  /** `POST /chats/1/messages` */
  name: string
  query: Record<string, string>
  body: unknown
}

export function message(id: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    chat_id: 1,
    user_id: null,
    content: '',
    error: null,
    like: false,
    dislike: false,
    created_at: AT,
    template_id: null,
    is_writing: false,
    is_canceled: false,
    source: 'model',
    note: null,
    model: 'openai_gpt4o',
    statements: [],
    citations: [],
    is_shortened: false,
    is_reported: false,
    ...more,
  }
}

export function citation(number: number, more: Partial<Citation> = {}): Citation {
  const place = { file_id: FILE, project_id: FOLDER, file_title: '商談', block_uuid: 'A' }
  return { number, ...place, quote: `引用${number}`, range: { start: 0, end: 3 }, time: 65, speaker: '田中', ...more }
}

export class ChatServer {
  calls: Call[] = []
  chats: Chat[] = []
  messages: ChatMessage[] = []
  /** Answers of the next calls by name, instead of the usual ones. */
  refusals = new Map<string, { status: number; body: object }>()
  /** Calls by name that are not answered until this promise resolves. */
  held = new Map<string, Promise<void>>()
  assistant: Assistant = {
    models: (Object.keys(CHAT_MODELS) as ChatModel[]).map((id) => ({
      id,
      host: id.startsWith('openai') ? 'api.openai.com' : null,
      name: null,
      is_agreed: true,
    })),
    model: 'openai_gpt35_turbo',
    note: null,
    count: 3,
    remain: 17,
    can: { ask: true, agree: true },
  }
  /** The switch of summaries. */
  hasSummaries = false
  #nextId = 10

  /** Signs a user in. The folder is below the root of the workspace. */
  start(settings: Partial<Settings> = {}): void {
    const user = {
      id: 1,
      name: '山田',
      workspaces: [],
      can: {},
      settings: { is_chat_opened: true, chat_width: 320, chat_model: 'openai_gpt35_turbo', ...settings },
    }
    queryClient.setQueryData(sessionQuery.queryKey, { user } as unknown as Identity)
    const item = (id: number, children: Item[] = []) =>
      ({ resource_id: id, is_root_item: id === ROOT, path: String(id), children, can: {} }) as unknown as Item
    queryClient.setQueryData(treeQuery.queryKey, {
      all_items: [item(ROOT, [item(FOLDER)])],
      project_ids_with_owner: [],
      shared_folder_ids: [],
      unread_item_ids: [],
    })
    startFakeRealtime()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => this.#answer(input, init))
  }

  stop(): void {
    disconnectRealtime()
    queryClient.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  /** Requests by name, in order. */
  asked(name: string): Call[] {
    return this.calls.filter((one) => one.name === name)
  }

  chat(more: Partial<Chat> = {}): Chat {
    const made: Chat = {
      id: this.chats.length + 1,
      title: '価格について',
      project_id: FOLDER,
      project_files: [],
      covers_folder: true,
      speakers: [],
      template_id: null,
      is_processing: false,
      created_at: AT,
      updated_at: AT,
      ...more,
    }
    this.chats.push(made)
    return made
  }

  /** Changes a message, without telling the page. */
  change(id: number, more: Partial<ChatMessage>): void {
    this.messages = this.messages.map((one) => (one.id === id ? { ...one, ...more } : one))
  }

  publish(event: 'has_message' | 'message-delta', data: object): void {
    FakeSocket.last?.receive(event, data, 'private-chat-1')
  }

  /** Ends the answer and publishes it. */
  finish(id: number, more: Partial<ChatMessage>): void {
    this.change(id, { is_writing: false, ...more })
    this.assistant = { ...this.assistant, count: this.assistant.count + 1, remain: this.assistant.remain - 1 }
    const { count, remain } = this.assistant
    this.publish('has_message', { message_id: id, is_processing: false, count, remain })
  }

  /** Closes the connection with a code that lets the page reconnect without delay. */
  interrupt(): void {
    FakeSocket.last?.dispatchEvent(Object.assign(new Event('close'), { code: 4200 }))
  }

  get #summarySetting(): SummarySetting {
    return { is_on: this.hasSummaries, can: { change: this.assistant.can.agree } }
  }

  get #isProcessing(): boolean {
    return this.messages.some(({ is_writing: isWriting }) => isWriting)
  }

  async #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const name = `${init?.method ?? 'GET'} ${pathname.replace('/api', '')}`
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    this.calls.push({ name, query: Object.fromEntries(searchParams), body })
    await this.held.get(name)
    const refusal = this.refusals.get(name)
    this.refusals.delete(name)
    if (refusal) return Response.json(refusal.body, { status: refusal.status })
    const answer = this.#answerOf(name, (body ?? {}) as Record<string, unknown>, searchParams)
    return answer === undefined ? new Promise(() => undefined) : Response.json(answer)
  }

  #answerOf(name: string, body: Record<string, unknown>, query: URLSearchParams): unknown {
    const { count, remain } = this.assistant
    const [, chatId, messageId] = /\/chats\/(\d+)(?:\/messages\/(\d+))?/.exec(name)?.map(Number) ?? []
    const chat = this.chats.find(({ id }) => id === chatId)
    switch (name.replaceAll(/\d+/g, '0')) {
      case 'POST /broadcasting/auth':
        return { auth: 'signature' }
      case 'GET /chat/settings':
      case 'PUT /chat/consent':
      case 'DELETE /chat/consent':
        if (!name.startsWith('GET')) this.assistant = { ...this.assistant, note: null, model: 'openai_gpt35_turbo' }
        return this.assistant
      case 'PUT /workspace/summaries':
        this.hasSummaries = body['is_on'] === true
        return this.#summarySetting
      case 'GET /workspace/summaries':
        return this.#summarySetting
      case 'GET /chat/templates':
        return [{ id: 1, name: '要約', question: 'この会話を要約してください。' }]
      case 'GET /projects/0/chats':
        return { data: this.chats.toReversed(), current_page: 1, last_page: 1 }
      case 'POST /projects/0/chats':
        return this.chat({
          title: String(body['title']),
          covers_folder: (body['project_file_ids'] as unknown[]).length === 0,
        })
      case 'GET /projects/0/files':
        return { data: [{ id: FILE, title: '商談', is_project: false }], current_page: 1, last_page: 1 }
      case 'GET /projects/0/speakers/all':
        return [{ id: 3, name: '田中' }]
      case 'GET /chats/0':
        return chat
      case 'PUT /chats/0':
        return Object.assign(chat!, body)
      case 'DELETE /chats/0':
        this.chats = this.chats.filter((one) => one !== chat)
        return { success: true }
      case 'POST /chats/0/cancel':
        for (const { id } of this.messages) this.change(id, { is_writing: false, is_canceled: true })
        return chat
      case 'GET /chats/0/messages': {
        const from = Number(query.get('from_id') ?? 0)
        const messages = this.messages.filter(({ id }) => id >= from)
        return { messages, is_processing: this.#isProcessing, count, remain }
      }
      case 'POST /chats/0/messages': {
        const question = message((this.#nextId += 1), { user_id: 1, content: String(body['content']), source: null })
        const answer = message((this.#nextId += 1), { is_writing: true })
        this.messages.push(question, answer)
        return { messages: [question, answer], count, remain }
      }
      case 'POST /chats/0/messages/0/regenerate':
        this.change(messageId!, { content: '', citations: [], statements: [], is_writing: true, error: null })
        break
      case 'POST /chats/0/messages/0/react':
        this.change(messageId!, { like: body['react'] === 'like', dislike: body['react'] === 'dislike' })
        break
      case 'POST /chats/0/messages/0/report':
        this.change(messageId!, { is_reported: true })
        return { success: true }
      case 'PUT /profile/settings':
        return {
          settings: {
            ...queryClient.getQueryData(sessionQuery.queryKey)?.user.settings,
            ...(body['settings'] as object),
          },
        }
      default:
        return undefined
    }
    return this.messages.find(({ id }) => id === messageId)
  }
}
