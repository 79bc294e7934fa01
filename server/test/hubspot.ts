// HubSpot over real HTTP on this machine: the stand-in behind its own port, with faults that a network has. The program under
// test is configured as for the real HubSpot (`config`, `env`).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HubspotConfig } from '../platform/config-services.ts'
import { openDatabase, openPool } from '../platform/database/open-database.ts'
import { openLog } from '../platform/log.ts'
import { HUBSPOT_SCOPES } from '../crm/provider/scopes.ts'
import { tooMany } from '../crm/stand-in/failure.ts'
import { type Limits, LIMITS_OF_HUBSPOT } from '../crm/stand-in/limits.ts'
import { bodyOf } from '../crm/stand-in/listen.ts'
import { seedPortal } from '../crm/stand-in/seed/seed-portal.ts'
import { answerAsHubspot } from '../crm/stand-in/stand-in.ts'
import { TOKEN_DEFAULTS, type TokenOptions } from '../crm/stand-in/tokens.ts'
import { openPortalControls, type PortalControls } from './hubspot-portal.ts'

/** The app that is registered at this HubSpot. */
export const TEST_APP = { clientId: 'client-of-the-tests', clientSecret: 'secret-of-the-tests' }

/**
 * What happens to a call instead of its answer. `wait`: 429, with Retry-After if seconds are given. `cut`: the connection ends
 * before the call is read; `cut-after`: after it was done. `slow`: the answer comes later; `held`: not before `until`.
 * `stall`: it begins and does not end. `endless`: it does not stop coming. `status`: an answer of this status.
 */
export type Fault =
  | { kind: 'wait'; seconds?: number; policy?: 'SECONDLY' | 'TEN_SECONDLY_ROLLING' | 'DAILY' }
  | { kind: 'status'; status: number; body?: object; headers?: Record<string, string> }
  | { kind: 'html'; status?: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'held'; until: Promise<unknown> }
  | { kind: 'stall' }
  | { kind: 'endless' }
  | { kind: 'cut' }
  | { kind: 'cut-after' }

export interface HubspotServer {
  url: string
  config: HubspotConfig
  /** Environment of a program that uses this HubSpot. */
  env: Record<string, string>
  portal: PortalControls
  /** Received calls in order: `PATCH /crm/v3/objects/deals/1`. */
  calls: string[]
  /** Applies to the next calls that match, `times` of them (1). */
  fault: (fault: Fault, on?: { call?: RegExp; times?: number }) => void
  clearFaults: () => void
  /** While true, every connection is cut. */
  isDown: boolean
  /** Called when a call with the fault `cut-after` is done. */
  onLoss: () => unknown
  limits: Limits
  tokens: TokenOptions
  stop: () => Promise<void>
}

export interface HubspotServerOptions {
  /** A migrated database for the portals; default: a new one on the run's server. */
  databaseUrl?: string
  limits?: Limits
}

interface Planned {
  fault: Fault
  call: RegExp
  left: number
}

const HTML = '<!doctype html><html><body><h1>Service unavailable</h1></body></html>'

function answerFault(fault: Fault, response: ServerResponse): boolean {
  const json = { 'content-type': 'application/json;charset=utf-8' }
  if (fault.kind === 'wait') {
    const { body, headers } = tooMany(fault.policy ?? 'TEN_SECONDLY_ROLLING')
    const after = fault.seconds === undefined ? {} : { 'retry-after': String(fault.seconds) }
    response.writeHead(429, { ...json, ...headers, ...after }).end(JSON.stringify(body))
    return true
  }
  if (fault.kind === 'status') {
    const body = fault.body ?? { status: 'error', message: 'internal error', correlationId: 'of-the-tests' }
    response.writeHead(fault.status, { ...json, ...fault.headers }).end(JSON.stringify(body))
    return true
  }
  if (fault.kind === 'stall') {
    response.writeHead(200, { ...json, 'content-length': '100' }).write('{"results":')
    return true
  }
  if (fault.kind === 'endless') {
    const more = Buffer.alloc(1_000_000, ' ')
    response.writeHead(200, json)
    pipeline(Readable.from(Array(500).fill(more)), response).catch(() => undefined)
    return true
  }
  if (fault.kind === 'html') {
    response.writeHead(fault.status ?? 502, { 'content-type': 'text/html' }).end(HTML)
    return true
  }
  return false
}

/** Loaded here only: databases of a test run need vitest, which a measurement does not have. */
async function createOwnDatabase() {
  const { createTestDatabase } = await import('./test-database.ts')
  return createTestDatabase()
}

export async function startHubspot(options: HubspotServerOptions = {}): Promise<HubspotServer> {
  const own = options.databaseUrl === undefined ? await createOwnDatabase() : undefined
  const pool = openPool(options.databaseUrl ?? own?.url ?? '', { max: 4, name: 'hubspot', log: openLog('silent') })
  const db = openDatabase(pool)
  await seedPortal(db)
  const planned: Planned[] = []
  const controls = openPortalControls(db, TEST_APP.clientId)

  const take = (call: string): Fault | undefined => {
    const found = planned.find((one) => one.left > 0 && one.call.test(call))
    if (found) found.left -= 1
    return found?.fault
  }

  /** The owner agrees immediately: HubSpot's page sends the browser back with a code. */
  const authorize = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { searchParams } = new URL(request.url ?? '/', 'http://hubspot')
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    const scopes = (searchParams.get('scope') ?? HUBSPOT_SCOPES.join(' ')).split(' ')
    back.searchParams.set('code', await controls.authorize({ redirectUri, scopes }))
    const state = searchParams.get('state')
    if (state !== null) back.searchParams.set('state', state)
    response.writeHead(302, { location: back.href }).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = `${request.method} ${request.url?.split('?', 1)[0]}`
    if (server.isDown) return void request.socket.destroy()
    if (call === 'GET /oauth/authorize') return authorize(request, response)
    server.calls.push(call)
    const fault = take(call)
    if (fault?.kind === 'cut') return void request.socket.destroy()
    const body = (await bodyOf(request)) ?? ''
    if (fault && answerFault(fault, response)) return
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (fault?.kind === 'held') await fault.until
    const given = await answerAsHubspot(
      { db, app: TEST_APP, limits: server.limits, tokens: server.tokens },
      {
        method: request.method ?? 'GET',
        url: request.url ?? '/',
        authorization: request.headers.authorization ?? null,
        body,
      },
    )
    if (fault?.kind === 'cut-after') {
      await server.onLoss()
      return void request.socket.destroy()
    }
    response.writeHead(given.status, given.headers).end(given.body)
  }

  const http = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: HubspotServer = {
    url,
    config: { ...TEST_APP, apiUrl: url, appUrl: url },
    env: {
      KAIWA_HUBSPOT_CLIENT_ID: TEST_APP.clientId,
      KAIWA_HUBSPOT_CLIENT_SECRET: TEST_APP.clientSecret,
      KAIWA_HUBSPOT_API_URL: url,
      KAIWA_HUBSPOT_APP_URL: url,
    },
    portal: controls,
    calls: [],
    fault: (fault, { call = /./, times = 1 } = {}) => planned.push({ fault, call, left: times }),
    clearFaults: () => planned.splice(0),
    isDown: false,
    onLoss: () => undefined,
    limits: options.limits ?? LIMITS_OF_HUBSPOT,
    tokens: TOKEN_DEFAULTS,
    stop: async () => {
      http.closeAllConnections()
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
      })
      await db.destroy()
      await own?.drop()
    },
  }
  return server
}
