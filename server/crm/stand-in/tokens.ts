// OAuth of the stand-in: codes that are used once within 10 minutes, access tokens of 30 minutes, refresh tokens that stay
// the same until they are revoked. Stored by hash.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db, Trx } from '../../platform/database/database.ts'
import { expired, tokenFailure, unauthorized } from './failure.ts'
import { deleteObjects, findObject, listGrants, putObject, takeObject } from './store/objects.ts'

const CODE_MS = 600_000
const ACCESS_SECONDS = 1_800

export interface TrialApp {
  clientId: string
  clientSecret: string
}

export interface Grant {
  id: string
  portalId: string
  scopes: string[]
}

export interface TokenOptions {
  /** A refresh replaces the refresh token, too: a program that loses the answer has lost the portal. */
  isRotating: boolean
  accessSeconds: number
  /** All codes of a portal are exchanged for the same refresh token, while it is valid. */
  isSharedByPortal?: boolean
}

export const TOKEN_DEFAULTS: TokenOptions = { isRotating: false, accessSeconds: ACCESS_SECONDS }

interface Code {
  portalId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  expiresAt: string
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function newToken(prefix: string): string {
  return `${prefix}-${randomBytes(24).toString('base64url')}`
}

/** The code of an owner's agreement. */
export async function issueCode(db: Db, given: Omit<Code, 'expiresAt'>): Promise<string> {
  const code = newToken('na1')
  await putObject(db, 'code', hash(code), { ...given, expiresAt: new Date(Date.now() + CODE_MS).toISOString() })
  return code
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hash(a)), Buffer.from(hash(b)))
}

function assertApp(app: TrialApp, form: URLSearchParams): void {
  if (form.get('client_id') !== app.clientId)
    throw tokenFailure('BAD_CLIENT_ID', 'invalid_client', 'missing or unknown client id')
  if (!isSame(form.get('client_secret') ?? '', app.clientSecret))
    throw tokenFailure('BAD_CLIENT_SECRET', 'invalid_client', 'missing or invalid client secret')
}

async function answerTokens(db: Db | Trx, grant: Grant, refreshToken: string, seconds: number) {
  const accessToken = newToken('CAk')
  const expiresAt = new Date(Date.now() + seconds * 1_000).toISOString()
  await putObject(db, 'access', hash(accessToken), { grantId: grant.id, expiresAt })
  return {
    token_type: 'bearer',
    token_use: 'access_token',
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds,
    hub_id: Number(grant.portalId),
    scopes: grant.scopes,
    user_id: 51_234_567,
  }
}

async function exchangeCode(db: Db, app: TrialApp, form: URLSearchParams, options: TokenOptions) {
  const bad = tokenFailure('BAD_AUTH_CODE', 'invalid_grant', 'missing or unknown auth code')
  const code = await takeObject<Code>(db, 'code', hash(form.get('code') ?? ''))
  if (!code || code.clientId !== app.clientId || Date.parse(code.expiresAt) < Date.now()) throw bad
  if (code.redirectUri !== form.get('redirect_uri'))
    throw tokenFailure('MISMATCH_REDIRECT_URI_AUTH_CODE', 'invalid_grant', 'missing or unknown redirect uri')
  const [known] = options.isSharedByPortal ? await listGrants(db, code.portalId) : []
  const grant: Grant = { id: known ?? newToken('grant'), portalId: code.portalId, scopes: code.scopes }
  // Tokens are stored by hash: the shared one follows from the grant.
  const refreshToken = options.isSharedByPortal ? `na1-${hash(`refresh token of ${grant.id}`)}` : newToken('na1')
  await putObject(db, 'grant', grant.id, grant)
  await putObject(db, 'refresh', hash(refreshToken), { grantId: grant.id })
  return answerTokens(db, grant, refreshToken, options.accessSeconds)
}

async function exchangeRefreshToken(db: Db, form: URLSearchParams, options: TokenOptions) {
  const given = form.get('refresh_token') ?? ''
  return db.transaction().execute(async (trx) => {
    const find = options.isRotating ? takeObject<{ grantId: string }> : findObject<{ grantId: string }>
    const refresh = await find(trx, 'refresh', hash(given))
    const grant = refresh && (await findObject<Grant>(trx, 'grant', refresh.grantId))
    if (!grant) throw tokenFailure('BAD_REFRESH_TOKEN', 'invalid_grant', 'missing or invalid refresh token')
    const next = options.isRotating ? newToken('na1') : given
    if (options.isRotating) await putObject(trx, 'refresh', hash(next), { grantId: grant.id })
    return answerTokens(trx, grant, next, options.accessSeconds)
  })
}

/** `POST /oauth/2026-03/token` */
export async function answerToken(
  db: Db,
  app: TrialApp,
  form: URLSearchParams,
  options: TokenOptions,
): Promise<object> {
  assertApp(app, form)
  const type = form.get('grant_type')
  if (type === 'authorization_code') return exchangeCode(db, app, form, options)
  if (type === 'refresh_token') return exchangeRefreshToken(db, form, options)
  throw tokenFailure('BAD_GRANT_TYPE', 'unsupported_grant_type', 'missing or unknown grant type')
}

/** Ends a grant with its tokens. */
export async function endGrant(db: Db, grantId: string): Promise<void> {
  await deleteObjects(db, 'access', { grantId })
  await deleteObjects(db, 'refresh', { grantId })
  await deleteObjects(db, 'grant', { id: grantId })
}

/** `POST /oauth/2026-03/token/revoke`: ends the grant of a refresh token. */
export async function answerRevoke(db: Db, app: TrialApp, form: URLSearchParams): Promise<void> {
  assertApp(app, form)
  const refresh = await findObject<{ grantId: string }>(db, 'refresh', hash(form.get('token') ?? ''))
  if (!refresh) throw tokenFailure('BAD_REFRESH_TOKEN', 'invalid_request', 'missing or invalid token')
  await endGrant(db, refresh.grantId)
}

/** `POST /oauth/2026-03/token/introspect` */
export async function answerIntrospect(db: Db, app: TrialApp, form: URLSearchParams): Promise<object> {
  assertApp(app, form)
  const found = await findAccess(db, form.get('token') ?? '')
  if (!found || found.expiresAt.getTime() < Date.now()) return { active: false }
  const { grant, expiresAt } = found
  return {
    active: true,
    token_use: 'access_token',
    token_type: 'bearer',
    client_id: app.clientId,
    hub_id: Number(grant.portalId),
    scopes: grant.scopes,
    expires_in: Math.floor((expiresAt.getTime() - Date.now()) / 1_000),
  }
}

async function findAccess(db: Db, token: string): Promise<{ grant: Grant; expiresAt: Date } | undefined> {
  const access = await findObject<{ grantId: string; expiresAt: string }>(db, 'access', hash(token))
  const grant = access && (await findObject<Grant>(db, 'grant', access.grantId))
  return grant && { grant, expiresAt: new Date(access.expiresAt) }
}

/** The grant of a call; refuses as HubSpot does. */
export async function authenticate(db: Db, authorization: string | null): Promise<Grant> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  const found = token === undefined ? undefined : await findAccess(db, token)
  if (!found) throw unauthorized()
  if (found.expiresAt.getTime() <= Date.now()) throw expired(found.expiresAt, new Date())
  return found.grant
}
