// An access token does not prove for which client it was issued: every site that a user signs in to with the provider
// holds one. So the provider is asked for the client of a token before it is accepted.
import type * as openidClient from 'openid-client'
import * as z from 'zod'
import { Refusal } from '../../platform/refusal.ts'

interface Provider {
  openid: typeof openidClient
  config: openidClient.Configuration
}

const GOOGLE = 'https://accounts.google.com'
/** Google has no introspection (RFC 7662), only this endpoint, which is missing in its discovery document. */
const GOOGLE_TOKEN_INFO = 'https://oauth2.googleapis.com/tokeninfo'

const TIMEOUT_MS = 10_000

const tokenInfo = z.object({ aud: z.string(), sub: z.string().min(1), expires_in: z.coerce.number().positive() })

async function fetchTokenInfo(address: string, token: string) {
  const body = new URLSearchParams({ access_token: token })
  // No redirects: the target of one would receive the token.
  const answer = await fetch(address, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const info = answer.ok ? tokenInfo.safeParse(await answer.json()).data : undefined
  return info && { client: info.aud, subject: info.sub }
}

async function introspect({ openid, config }: Provider, token: string) {
  const { active, client_id, aud, sub } = await openid.tokenIntrospection(config, token)
  return active && sub ? { client: client_id ?? aud, subject: sub } : undefined
}

/** The subject of a valid token that was issued to this client. Refuses (401) any other token. */
export async function checkToken(provider: Provider, clientId: string, token: string): Promise<string> {
  const metadata = provider.config.serverMetadata()
  const named = metadata['tokeninfo_endpoint']
  const address = metadata.issuer === GOOGLE ? GOOGLE_TOKEN_INFO : typeof named === 'string' ? named : null
  const owner = address === null ? await introspect(provider, token) : await fetchTokenInfo(address, token)
  if (owner?.client !== clientId) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  return owner.subject
}
