// An access token says what its bearer may do, not to whom it was given: any site that somebody signed in to with the same
// provider holds one of theirs. So before one signs in, the provider is asked whose client it is for.
import type * as openidClient from 'openid-client'
import * as z from 'zod'
import { Refusal } from '../../platform/refusal.ts'

type Provider = { openid: typeof openidClient; config: openidClient.Configuration }

const GOOGLE = 'https://accounts.google.com'
/** Google has no introspection (RFC 7662) but this, which its discovery document does not name. */
const GOOGLE_TOKEN_INFO = 'https://oauth2.googleapis.com/tokeninfo'

const TIMEOUT_MS = 10_000

const told = z.object({ aud: z.string(), sub: z.string().min(1), expires_in: z.coerce.number().positive() })

const askTokenInfo = async (address: string, token: string) => {
  const body = new URLSearchParams({ access_token: token })
  // Whoever could answer for the provider elsewhere would be told the token: it is asked where it is, or not at all.
  const answer = await fetch(address, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const info = answer.ok ? told.safeParse(await answer.json()).data : undefined
  return info && { client: info.aud, subject: info.sub }
}

const introspect = async ({ openid, config }: Provider, token: string) => {
  const { active, client_id, aud, sub } = await openid.tokenIntrospection(config, token)
  return active && sub ? { client: client_id ?? aud, subject: sub } : undefined
}

/** The subject of a living token of this client; refuses (401) every other. */
export const checkToken = async (provider: Provider, clientId: string, token: string): Promise<string> => {
  const metadata = provider.config.serverMetadata()
  const named = metadata['tokeninfo_endpoint']
  const address = metadata.issuer === GOOGLE ? GOOGLE_TOKEN_INFO : typeof named === 'string' ? named : null
  const found = address === null ? await introspect(provider, token) : await askTokenInfo(address, token)
  if (found?.client !== clientId) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  return found.subject
}
