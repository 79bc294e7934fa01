// Tokens of a portal, by OAuth. HubSpot's client speaks v1 of these calls, which HubSpot ends in February 2027; the dated
// version takes the secret and the tokens in the body only.
import * as z from 'zod'
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

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  hub_id: z.union([z.number(), z.string()]),
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
    expiresIn: data.expires_in,
    portalId: String(data.hub_id),
    scopes: data.scopes ?? data.scope?.split(/[\s,]+/).filter((scope) => scope !== '') ?? [],
  }
}

/** A wrong, used or expired code is a HubspotFailure `invalid`. */
export async function exchangeCode(provider: Provider, grant: { code: string; redirectUri: string }): Promise<Tokens> {
  return read(
    await post(provider, TOKEN_PATH, {
      grant_type: 'authorization_code',
      code: grant.code,
      redirect_uri: grant.redirectUri,
    }),
  )
}

/** A refresh token that HubSpot does not accept any more is a HubspotFailure `unauthorized`. */
export async function refreshTokens(provider: Provider, refreshToken: string): Promise<Tokens> {
  try {
    return read(await post(provider, TOKEN_PATH, { grant_type: 'refresh_token', refresh_token: refreshToken }))
  } catch (error) {
    // HubSpot answers 400 BAD_REFRESH_TOKEN, and 403 or 404 after the app was removed from the portal.
    if (error instanceof HubspotFailure && ['invalid', 'forbidden', 'missing'].includes(error.kind))
      throw new HubspotFailure('unauthorized', error.message, { cause: error })
    throw error
  }
}

/** Ends a refresh token and its access tokens. One that HubSpot does not know is ended already. */
export async function revokeToken(provider: Provider, refreshToken: string): Promise<void> {
  try {
    await post(provider, REVOKE_PATH, { token: refreshToken, token_type_hint: 'refresh_token' })
  } catch (error) {
    if (error instanceof HubspotFailure && ['invalid', 'missing'].includes(error.kind)) return
    throw error
  }
}
