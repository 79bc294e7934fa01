// The stand-in for HubSpot: it answers the requests of the official client with HubSpot's paths, fields, errors, limits and
// tokens. It is used in local mode and in tests. Nothing leaves this installation.
import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { calls } from './api.ts'
import { invalidInput, missingScopes, notFound, PortalFailure, unauthorized } from './failure.ts'
import { countRequest, countSearch, type Limits, LIMITS_OF_HUBSPOT } from './limits.ts'
import { findPortal } from './store/objects.ts'
import {
  answerIntrospect,
  answerRevoke,
  answerToken,
  authenticate,
  TOKEN_DEFAULTS,
  type TokenOptions,
  type TrialApp,
} from './tokens.ts'

export interface StandInOptions {
  db: Db
  app: TrialApp
  limits?: Limits
  tokens?: TokenOptions
}

export interface PlainRequest {
  method: string
  /** Path and query. */
  url: string
  authorization: string | null
  body: string
}

export interface PlainAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const OAUTH_PATH = /^\/oauth\/(?:2026-03|v3)\/token(\/revoke|\/introspect)?$/

function json(status: number, body: object, headers: Record<string, string> = {}): PlainAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', 'x-hubspot-correlation-id': randomUUID(), ...headers },
    body: JSON.stringify(body),
  }
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput('Invalid input JSON')
  }
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notFound()
  }
}

async function answerOauth(options: StandInOptions, action: string | undefined, body: string): Promise<PlainAnswer> {
  const { db, app, tokens = TOKEN_DEFAULTS } = options
  const form = new URLSearchParams(body)
  if (action === '/revoke') {
    await answerRevoke(db, app, form)
    return { status: 204, headers: {}, body: '' }
  }
  if (action === '/introspect') return json(200, await answerIntrospect(db, app, form))
  return json(200, await answerToken(db, app, form, tokens))
}

async function answerCall(
  options: StandInOptions,
  { method, url, authorization, body }: PlainRequest,
): Promise<PlainAnswer> {
  const { db, limits = LIMITS_OF_HUBSPOT } = options
  const { pathname, searchParams } = new URL(url, 'http://hubspot')
  const oauth = OAUTH_PATH.exec(pathname)
  if (oauth && method === 'POST') return answerOauth(options, oauth[1], body)
  const call = calls.find((one) => one.method === method && one.pattern.test(pathname))
  if (!call) throw notFound()
  const grant = await authenticate(db, authorization)
  if (!call.scopes.some((scope) => grant.scopes.includes(scope))) throw missingScopes(call.scopes)
  const portal = await findPortal(db, grant.portalId)
  if (!portal) throw unauthorized()
  if (call.isSearch) await countSearch(db, portal.id, limits)
  const headers = call.isSearch ? {} : await countRequest(db, portal.id, limits)
  const id = decodePath(call.pattern.exec(pathname)?.[1] ?? '')
  const reply = await call.answer({ db, portal, id, query: searchParams, body: parseJson(body) })
  return json(reply.status ?? 200, reply.body, headers)
}

export async function answerAsHubspot(options: StandInOptions, request: PlainRequest): Promise<PlainAnswer> {
  try {
    return await answerCall(options, request)
  } catch (error) {
    if (error instanceof PortalFailure) return json(error.status, error.body, error.headers)
    throw error
  }
}
