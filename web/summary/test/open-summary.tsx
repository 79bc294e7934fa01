// The Summary tab of an open file, with the styles and texts of the product. The answers of the server to its calls are
// those of `SummaryServer`, which the test changes.
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { Assistant } from '@kaiwa/contract/chats.ts'
import { fileChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Summary, SummaryItem, SummaryPart, SummarySetting } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { useCited } from '../../assistant/cited.ts'
import { clientConfigQuery } from '../../platform/client-config.ts'
import { queryClient } from '../../platform/query-client.ts'
import { openRealtime } from '../../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../../platform/session.ts'
import { openTestFile } from '../../test/open-test-file.ts'
import { PrivatePage } from '../../test/PrivatePage.tsx'
import { show } from '../../test/show.tsx'
import { OpenFileContext } from '../../transcripts/open-file.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { SummaryPanel } from '../SummaryPanel.tsx'

const FILE = 5
const AT = '2026-11-26T03:04:05.000Z'

export function quote(number: number, text: string, more: Partial<Citation> = {}): Citation {
  const place = { file_id: FILE, project_id: 3, file_title: '商談', block_uuid: 'A' }
  return { number, ...place, quote: text, range: { start: 0, end: text.length }, time: 65, speaker: '田中', ...more }
}

export function item(id: string, text: string, more: Partial<SummaryItem> = {}): SummaryItem {
  return { id, text, owner: null, due: null, block_uuid: null, time: 65, citations: [], is_edited: false, ...more }
}

export function part(name: SummaryPartName, items: SummaryItem[], more: Partial<SummaryPart> = {}): SummaryPart {
  return {
    part: name,
    status: 'ready',
    error: null,
    items,
    is_outdated: false,
    version: 1,
    generated_at: AT,
    edited_by: null,
    edited_at: null,
    ...more,
  }
}

/** A summary with these parts; the others were never written. */
export function summary(parts: SummaryPart[], more: Partial<Summary> = {}): Summary {
  const never = { status: 'none', generated_at: null, version: 0 } as const
  return {
    file_id: FILE,
    parts: SUMMARY_PARTS.map((name) => parts.find((one) => one.part === name) ?? part(name, [], never)),
    is_writing: parts.some(({ status }) => status === 'writing'),
    note: null,
    model: 'openai_gpt4o',
    count: 3,
    remain: 17,
    can: { edit: true, switch: true },
    ...more,
  }
}

export class SummaryServer {
  summary = summary([])
  isOn = true
  isConnected = true
  isAgreed = true
  calls: { name: string; body: unknown }[] = []
  /** Answers of the next calls by name, instead of the usual ones. */
  refusals = new Map<string, { status: number; body: object }>()
  /** Awaited before the next answers to calls by name. */
  delays = new Map<string, Promise<void>>()

  asked(name: string): unknown[] {
    return this.calls.filter((one) => one.name === name).map(({ body }) => body)
  }

  get #setting(): SummarySetting {
    return { is_on: this.isOn, can: { change: this.summary.can.switch } }
  }

  get #assistant(): Assistant {
    const models = (Object.keys(CHAT_MODELS) as ChatModel[]).map((id) => ({
      id,
      host: this.isConnected ? 'api.example.com' : null,
      name: null,
      is_agreed: this.isAgreed,
    }))
    const { isConnected, isAgreed } = this
    const note = isConnected ? (isAgreed ? null : 'no-consent') : 'no-model'
    return { models, model: null, note, count: 3, remain: 17, can: { ask: true, agree: this.summary.can.switch } }
  }

  answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const name = `${init?.method ?? 'GET'} ${pathname.replace('/api', '')}`
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    this.calls.push({ name, body })
    await this.delays.get(name)
    const refusal = this.refusals.get(name)
    this.refusals.delete(name)
    if (refusal) return Response.json(refusal.body, { status: refusal.status })
    const answer = this.#answerOf(name, body)
    return answer === undefined ? new Promise(() => undefined) : Response.json(answer)
  }

  #answerOf(name: string, body: unknown): unknown {
    switch (name) {
      case `GET /files/${FILE}/summary`:
      case `PUT /files/${FILE}/summary`:
        return this.summary
      case `POST /files/${FILE}/summary/generate`: {
        const { parts } = body as { parts: SummaryPartName[] }
        const written = this.summary.parts.map((one) =>
          parts.includes(one.part) ? { ...one, status: 'writing' as const, error: null } : one,
        )
        return (this.summary = { ...this.summary, parts: written, is_writing: true })
      }
      case `POST /files/${FILE}/summary/cancel`: {
        const parts = this.summary.parts.map((one) =>
          one.status === 'writing' ? { ...one, status: one.version > 0 ? ('ready' as const) : ('none' as const) } : one,
        )
        return (this.summary = { ...this.summary, parts, is_writing: false })
      }
      case 'PUT /workspace/summaries':
        this.isOn = (body as { is_on: boolean }).is_on
        this.summary = { ...this.summary, note: this.isOn ? null : 'off' }
        return this.#setting
      case 'GET /workspace/summaries':
        return this.#setting
      case 'PUT /chat/consent':
        this.isAgreed = true
        this.summary = { ...this.summary, note: null }
        return this.#assistant
      case 'GET /chat/settings':
        return this.#assistant
      case 'PATCH /blocks/section-name':
        return { success: true }
      default:
        return undefined
    }
  }
}

/** The citation that was pressed last, as the transcript reads it. */
function Cited() {
  return <output hidden data-cited={JSON.stringify(useCited()?.citation ?? null)} />
}

export async function openSummary(server: SummaryServer, blocks: Block[], { canEdit = true } = {}) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(server.answer)
  const realtime = { key: 'test', cluster: null, host: null, port: null, tls: false, signs_in: false }
  queryClient.setQueryData(clientConfigQuery.queryKey, { realtime } as never)
  const settings = { chat_model: 'openai_gpt4o' }
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, settings } as User } as Identity)
  const open = openTestFile({ blocks, canEdit })
  const { session, player } = open
  const page = (
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <OpenFileContext value={open}>
          <MemoryRouter>
            <div style={{ display: 'flex', height: 800 }}>
              <SummaryPanel />
            </div>
            <Cited />
            <Toasts />
          </MemoryRouter>
        </OpenFileContext>
      </PrivatePage>
    </QueryClientProvider>
  )
  const screen = await show(page, 'summary', 'analysis', 'assistant', 'sections', 'transcripts')
  return {
    screen,
    session,
    player,
    page,
    cited: () => JSON.parse(screen.container.querySelector<HTMLElement>('[data-cited]')!.dataset['cited']!) as unknown,
    /** The message of the server that the summary changed. */
    publish: async () =>
      (await openRealtime()).channel(fileChannel(FILE))!.emit('summary-changed', { project_file_id: FILE }),
    /** The message that summaries were switched on or off. */
    publishSetting: async () => (await openRealtime()).channel(userChannel(1))!.emit('summaries-switched', {}),
  }
}

export async function close() {
  ;(await openRealtime()).disconnect()
  queryClient.clear()
  vi.restoreAllMocks()
}
