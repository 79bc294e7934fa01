import type { Item } from '@kaiwa/contract/items.ts'
import type { Identity, Session } from '@kaiwa/contract/accounts.ts'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TEXTS } from '../texts.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { startI18n } from './i18n.ts'
import { queryClient } from './query-client.ts'
import {
  currentSession,
  endSession,
  hasSignedOut,
  onSessionEnd,
  openSession,
  sessionQuery,
  watchSession,
} from './session.ts'
import { dismissToast, toast, toastStore } from './toasts.ts'

// A minimal browser page for calls, with a real HTTP server that returns the response of the row.
let answer = { status: 200, body: '{}' }
let lastRequest: { method?: string; url?: string; type?: string | undefined; body: string } = { body: '' }

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const server = createServer((request, response) => {
  void read(request).then((body) => {
    lastRequest = { method: request.method ?? '', url: request.url ?? '', type: request.headers['content-type'], body }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
})
const sent: RequestInit[] = []
let stopWatching: () => void

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const overHttp = globalThis.fetch
  const stored = new Map<string, string>()
  vi.stubGlobal('document', { documentElement: { lang: 'ja' } })
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) })
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    sent.push(options)
    return overHttp(`http://127.0.0.1:${port}${path}`, options)
  })
  localStorage.setItem('kaiwa.locale', 'en')
  await startI18n(TEXTS, 'en')
  stopWatching = watchSession()
})
afterAll(() => {
  stopWatching()
  vi.unstubAllGlobals()
  server.close()
})
beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
  queryClient.clear()
})

function signIn() {
  return openSession({ user: { settings: { locale: 'en' } }, all_items: [] as Item[] } as Session)
}

function refuse(status: number, error: string, more = {}) {
  answer = { status, body: JSON.stringify({ error, ...more }) }
}

function toasts() {
  return toastStore.read().map(({ kind, text }) => `${kind}: ${text}`)
}

describe('a call', () => {
  it('API-01 API-02 uses a relative path, credentials and a JSON body', async () => {
    answer = { status: 200, body: '{"id":7,"name":"b"}' }
    const item = await call('renameItem', { params: { id: 7 }, body: { name: 'b' } })
    expect([
      lastRequest.method,
      lastRequest.url,
      lastRequest.type,
      lastRequest.body,
      sent.at(-1)?.credentials,
      item,
    ]).toEqual(['PUT', '/api/items/7', 'application/json', '{"name":"b"}', 'include', { id: 7, name: 'b' }])
  })

  it.each([
    [422, '{"error":"ITEM_MAX_FOLDER_LEVEL"}', 'ITEM_MAX_FOLDER_LEVEL'],
    [401, '{"error":"INVALID_ACCESS_TOKEN"}', 'E_INVALID_ACCESS_TOKEN'],
    [401, '{"error":"NO_ACCESS_TOKEN"}', 'E_NO_ACCESS_TOKEN'],
    [502, '<html>', 'E_INTERNAL'],
    [404, '<html>', 'UNREADABLE'],
  ])('API-03 with response %d %s throws %s', async (status, body, code) => {
    answer = { status, body }
    await expect(call('getUsage')).rejects.toMatchObject({ name: 'ApiError', code, status })
  })

  it("API-04 contains the server's field errors", async () => {
    refuse(422, 'E_UNPROCESSABLE_ENTITY', { errors: { name: ['required'] } })
    const error = await call('renameItem', { params: { id: 7 }, body: { name: '' } }).catch((thrown: unknown) => thrown)
    expect(error instanceof ApiError && error.fields).toEqual({ name: ['required'] })
  })
})

describe('a session', () => {
  it.each(['E_NO_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN', 'INVALID_ACCESS_TOKEN', 'NO_ACCESS_TOKEN'])(
    'ERR-01 ends with a message when a call returns %s',
    async (code) => {
      await signIn()
      refuse(401, code)
      await call('getUsage').catch(() => undefined)
      expect([currentSession(), hasSignedOut(), toasts()]).toEqual([
        null,
        false,
        ['error: The authentication session has expired. Please log in again.'],
      ])
    },
  )

  it('ERR-01 shows no message when no user was signed in', async () => {
    refuse(401, 'E_NO_ACCESS_TOKEN')
    await call('getUsage').catch(() => undefined)
    expect(toasts()).toEqual([])
  })

  it('ERR-02 ends with a message when the user was disabled', async () => {
    await signIn()
    refuse(403, 'E_USER_DISABLED')
    await call('getUsage').catch(() => undefined)
    expect([currentSession(), toasts()]).toEqual([null, ['error: Your account has been disabled.']])
  })

  it('stays when a sign-in is refused', async () => {
    await signIn()
    refuse(401, 'AUTH_INVALID_CREDENTIALS')
    await call('login', { body: { email: 'a@example.com', password: 'x' } }).catch(() => undefined)
    expect([currentSession() === null, toasts()]).toEqual([false, []])
  })

  it('AUTH-57 its end resets the state outside of the query cache, and dismisses all messages', async () => {
    const resets: string[] = []
    onSessionEnd(() => resets.push('uploads'))
    onSessionEnd(() => resets.push('transfers'))
    await signIn()
    toast.success('「極秘の案件」を共有しました')
    endSession({ onPurpose: true })
    expect([resets, toasts()]).toEqual([['uploads', 'transfers'], []])
  })

  it('AUTH-56 stays ended when an earlier check of it is answered late', async () => {
    await signIn()
    const late = Promise.withResolvers<Identity>()
    const check = queryClient.fetchQuery({ ...sessionQuery, queryFn: () => late.promise, staleTime: 0 })
    endSession({ onPurpose: true })
    late.resolve({ user: { settings: { locale: 'en' } } } as Identity)
    await check.catch(() => undefined)
    expect(currentSession()).toBeNull()
  })

  it('AUTH-55 AUTH-56 AUTH-57 is set on sign-in, and all user data is removed when it ends', async () => {
    await signIn()
    queryClient.setQueryData(['files', 7, {}], { data: [] })
    queryClient.setQueryData(['client-config'], { mode: 'local' })
    const before = currentSession() !== null
    endSession({ onPurpose: true })
    const left = queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0])
    expect([before, currentSession(), hasSignedOut(), left.sort()]).toEqual([
      true,
      null,
      true,
      ['client-config', 'session'],
    ])
  })
})
