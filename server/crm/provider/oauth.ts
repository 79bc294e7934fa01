// Tokens of a portal, by OAuth. HubSpot's client speaks v1 of these calls, which HubSpot ends in February 2027; the dated
// version takes the secret and the tokens in the body only.
import * as z from 'zod'
import { portalId } from './answers.ts'
import { HubspotFailure } from './hubspot-api.ts'
import type { Provider } from './provider.ts'
import { send } from './send.ts'

const TOKEN_PATH = '/oauth/2026-03/token'
const REVOKE_PATH = '/oauth/2026-03/token/revoke'

export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Seconds until the access token expires. */
  expiresIn: number
  portalId: string
  scopes: string[]
}

/** HubSpot's access tokens are valid for 30 minutes. */
const MAX_EXPIRY_SECONDS = 86_400

const token = z.string().min(1).max(10_000)
const tokenAnswer = z.object({
  access_token: token,
  refresh_token: token,
  expires_in: z.number().positive(),
  hub_id: portalId,
  scopes: z.array(z.string()).optional(),
  scope: z.string().optional(),
})

async function post(provider: Provider, path: string, fields: Record<string, string>): Promise<string> {
  const { clientId, clientSecret } = provider
  const answer = await send(`${provider.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }).toString(),
  })
  return answer.text
}

function read(text: string): Tokens {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    given = undefined
  }
  const { data } = tokenAnswer.safeParse(given)
  if (!data) throw new HubspotFailure('unavailable', 'HubSpot answered a token in an unknown form')
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token,
    expiresIn: Math.min(data.expires_in, MAX_EXPIRY_SECONDS),
    portalId: data.hub_id,
    scopes: data.scopes ?? data.scope?.split(/[\s,]+/).filter((scope) => scope !== '') ?? [],
  }
}

/** A wrong client id or secret says nothing about a token or code. */
function isRefusedApp({ codes }: HubspotFailure): boolean {
  return codes.some((code) => /^BAD_CLIENT|^(?:invalid|unauthorized)_client$/i.test(code))
}

/** A failure that may end when an operator or HubSpot mends something: the token or code may still be good. */
function unavailable({ message, codes }: HubspotFailure): HubspotFailure {
  return new HubspotFailure('unavailable', message, { codes })
}

function isTransient({ kind }: HubspotFailure): boolean {
  return kind === 'wait' || kind === 'unavailable'
}

/** A wrong, used or expired code is a HubspotFailure `invalid`; a wrong client secret is `unavailable`. */
export async function exchangeCode(provider: Provider, grant: { code: string; redirectUri: string }): Promise<Tokens> {
  try {
    return read(
      await post(provider, TOKEN_PATH, {
        grant_type: 'authorization_code',
        code: grant.code,
        redirect_uri: grant.redirectUri,
      }),
    )
  } catch (error) {
    if (!(error instanceof HubspotFailure) || isTransient(error)) throw error
    throw error.kind === 'invalid' && !isRefusedApp(error) ? error : unavailable(error)
  }
}

/**
 * A refresh token that HubSpot does not accept any more is a HubspotFailure `unauthorized`: HubSpot names it in JSON, also
 * after the app was removed from the portal. A wrong client secret, or the page of a proxy, is `unavailable`.
 */
export async function refreshTokens(provider: Provider, refreshToken: string): Promise<Tokens> {
  try {
    return read(await post(provider, TOKEN_PATH, { grant_type: 'refresh_token', refresh_token: refreshToken }))
  } catch (error) {
    if (!(error instanceof HubspotFailure) || isTransient(error)) throw error
    const { codes, message } = error
    const isEnded = codes.includes('BAD_REFRESH_TOKEN') || codes.includes('invalid_grant')
    if (!isEnded || isRefusedApp(error)) throw unavailable(error)
    throw new HubspotFailure('unauthorized', message, { codes, cause: error })
  }
}

/** Ends a refresh token and its access tokens. One that HubSpot does not know is ended already. */
export async function revokeToken(provider: Provider, refreshToken: string): Promise<void> {
  try {
    await post(provider, REVOKE_PATH, { token: refreshToken, token_type_hint: 'refresh_token' })
  } catch (error) {
    const isUnknown = error instanceof HubspotFailure && ['invalid', 'missing'].includes(error.kind)
    if (!isUnknown || isRefusedApp(error)) throw error
  }
}
