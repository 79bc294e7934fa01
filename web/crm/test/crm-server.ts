// The answers of the server to the calls about HubSpot, by the contract. A test changes them and reads the calls.
import type { CrmConnection, CrmMaster } from '@kaiwa/contract/crm.ts'
import type { CrmDeal, CrmGeneration, CrmValue, CrmWrite } from '@kaiwa/contract/crm-deals.ts'
import type { Identity } from '@kaiwa/contract/accounts.ts'
import { vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { disconnectRealtime } from '../../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../../platform/session.ts'
import { FakeSocket, startFakeRealtime } from '../../test/fake-socket.ts'
import type { FileDeal } from '../queries.ts'
import { AT, DEAL, FILE, generation, master, REGISTERED, value } from './crm-samples.ts'

export interface Call {
  /** `PATCH /hubspot/deals/901` */
  name: string
  query: Record<string, string>
  body: unknown
}

interface Refusal {
  status: number
  body: object
  headers?: Record<string, string>
}

export class CrmServer {
  calls: Call[] = []
  /** Answers of the next calls by name, instead of the usual ones. */
  refusals = new Map<string, Refusal[]>()
  /** Calls by name that are not answered until this promise resolves. */
  held = new Map<string, Promise<void>>()
  isConnected = true
  connection: CrmConnection = { status: 'disconnected', problem: null, portal: null, is_trial: false }
  master = master()
  /** Answer to calls that ask HubSpot; default: `master`. */
  fresh: CrmMaster | undefined
  fileDeal: FileDeal = {
    is_connected: true,
    deal: null,
    written: [],
    portal: { time_zone: 'Asia/Tokyo', currency: 'JPY' },
    generation: null,
    note: null,
    count: 3,
    remain: 17,
    can: { edit: true },
  }
  deals = [
    { id: DEAL, name: '全社導入' },
    { id: '902', name: 'トライアル' },
  ]
  values: Record<string, string | null> = { amount: '1000000', pipeline: 'default', dealstage: 's1' }
  generation: CrmGeneration = generation([])
  writes: CrmWrite[] = []
  callback = { location: '/mypage/hubspot-connect?code=c1&state=s1', is_app: false }
  canConnect = true

  start(): void {
    queryClient.setQueryData(sessionQuery.queryKey, this.#identity)
    localStorage.setItem('kaiwa.signed-in', '')
    startFakeRealtime()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => this.#answer(input, init))
  }

  stop(): void {
    disconnectRealtime()
    queryClient.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  asked(name: string): Call[] {
    return this.calls.filter((one) => one.name === name)
  }

  refuse(name: string, ...refusals: Refusal[]): void {
    this.refusals.set(name, refusals)
  }

  /** Whether events on the channel of the user reach the page. */
  isSubscribed(): boolean {
    return FakeSocket.last?.subscribed.has('private-user-1') ?? false
  }

  /** Sends an event on the channel of the user. */
  publish(event: string, data: object = {}): void {
    FakeSocket.last?.receive(event, data, 'private-user-1')
  }

  /** Changes the generation and notifies the page. */
  generate(values: CrmValue[], more: Partial<CrmGeneration> = {}): void {
    this.generation = generation(values, more)
    this.publish('crm-generation-changed', { generation_id: this.generation.id, project_file_id: FILE })
  }

  get #identity(): Identity {
    const user = {
      id: 1,
      name: '山田',
      workspaces: [],
      can: { connect_crm: this.canConnect, view_members: true, pay: true },
      settings: { locale: 'en' },
    }
    return { user, is_hubspot_connected: this.isConnected } as unknown as Identity
  }

  deal(id: string): CrmDeal {
    const name = this.deals.find((one) => one.id === id)?.name ?? ''
    const { pipeline = null, dealstage = null } = this.values
    return {
      id,
      name,
      properties: Object.fromEntries(
        this.master.properties.map((one) => [one.name, { value: this.values[one.name] ?? null, reason: null }]),
      ),
      pipeline,
      dealstage,
      createdAt: AT,
      updatedAt: AT,
      url: `https://app.hubspot.com/contacts/12345/record/0-3/${id}`,
    }
  }

  async #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const name = `${init?.method ?? 'GET'} ${pathname.replace('/api', '')}`
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    this.calls.push({ name, query: Object.fromEntries(searchParams), body })
    await this.held.get(name)
    const refusal = this.refusals.get(name)?.shift()
    if (refusal) return Response.json(refusal.body, { status: refusal.status, headers: refusal.headers ?? {} })
    const answer = this.#answerOf(name, (body ?? {}) as Record<string, unknown>, searchParams)
    return answer === undefined ? new Promise(() => undefined) : Response.json(answer)
  }

  #page(query: URLSearchParams): unknown {
    const page = Number(query.get('page') ?? 1)
    const words = query.get('query') ?? ''
    const found = this.deals.filter(({ name }) => name.includes(words))
    return {
      data: found.slice((page - 1) * 50, page * 50).map((deal) => ({
        ...deal,
        pipeline: 'default',
        dealstage: 's1',
        amount: '1000000',
        updatedAt: AT,
      })),
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.length / 50)),
      total: found.length,
      is_more: false,
    }
  }

  #answerOf(name: string, body: Record<string, unknown>, query: URLSearchParams): unknown {
    const [, dealId] = /\/deals\/(\d+)/.exec(name) ?? []
    switch (name.replaceAll(/\d+/g, '0')) {
      case 'POST /broadcasting/auth':
        return { auth: 'signature' }
      case 'GET /auth/check':
        return this.#identity
      case 'GET /hubspot/connect':
        return this.connection
      case 'GET /hubspot/url':
        return { url: '#at-hubspot', redirect_uri: 'https://kaiwa.example/hubspot/callback' }
      case 'POST /hubspot/connect':
        this.isConnected = true
        return (this.connection = {
          status: 'connected',
          problem: null,
          portal: {
            hubspot_id: '12345',
            name: 'sakura.example',
            connected_at: AT,
            connected_by: REGISTERED.registered_by,
          },
          is_trial: false,
        })
      case 'DELETE /hubspot/connect':
        this.isConnected = false
        this.connection = { status: 'disconnected', problem: null, portal: null, is_trial: false }
        return { success: true }
      case 'GET /hubspot/callback':
        return this.callback
      case 'GET /hubspot/master':
        return query.get('any_age') === '1' ? this.master : { ...(this.fresh ?? this.master), is_due: false }
      case 'GET /hubspot/deals':
        return this.#page(query)
      case 'GET /hubspot/files/0/deal':
        return this.fileDeal
      case 'DELETE /hubspot/files/0/deal':
        this.fileDeal = { ...this.fileDeal, deal: null }
        return { success: true }
      case 'GET /hubspot/files/0/writes':
        return { data: this.writes, current_page: 1, last_page: 1, total: this.writes.length, per_page: 20 }
      case 'GET /hubspot/deals/0':
        return this.deal(dealId!)
      case 'PATCH /hubspot/deals/0':
        this.values = { ...this.values, ...(body['properties'] as Record<string, string>) }
        this.fileDeal = { ...this.fileDeal, deal: REGISTERED }
        return { deal: this.deal(dealId!), write_id: 1 }
      case 'POST /hubspot/deals/0/generate': {
        const names = body['selectedProperties'] as string[]
        const values = names.map((one) => value(one, { status: 'waiting' }))
        this.generation = generation(values, { status: 'writing', deal_id: dealId! })
        return { success: true, generation: this.generation }
      }
      case 'GET /hubspot/generations/0':
        return this.generation
      case 'POST /hubspot/generations/0/cancel':
        return (this.generation = { ...this.generation, status: 'canceled' })
      default:
        return undefined
    }
  }
}
