// Google, or another OpenID Connect provider. The protocol is openid-client's: it checks issuer, audience, signature,
// times and nonce of an id token, and the state of an answer. It is loaded, and the provider asked for its addresses, when
// somebody first signs in this way: a start waits for neither.
import type { ClientAuth, Configuration } from 'openid-client'
import type { App } from '../../platform/app.ts'
import type { GoogleConfig } from '../../platform/config.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Attempt } from './attempt.ts'
import { checkToken } from './check-token.ts'
import { type Identity, readIdentity } from './identity.ts'

const TIMEOUT_SECONDS = 10
/** After this long the provider is asked for its addresses again. */
const KNOWN_FOR_MS = 60 * 60 * 1000

const load = () => import('openid-client')
type Library = Awaited<ReturnType<typeof load>>
type Provider = { openid: Library; config: Configuration }

/** By the form where the provider takes it there, otherwise by the header, which all of them must take. */
const proveWith =
  ({ ClientSecretPost, ClientSecretBasic }: Library, secret: string): ClientAuth =>
  (metadata, ...rest) => {
    const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? ClientSecretPost(secret) : ClientSecretBasic(secret))(metadata, ...rest)
  }

const discover = async ({ issuer, clientId, clientSecret }: GoogleConfig): Promise<Provider> => {
  const openid = await load()
  const execute = [openid.enableNonRepudiationChecks]
  // The configuration allows plain HTTP to this machine only.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  const metadata = { [openid.clockTolerance]: 30 }
  const prove = proveWith(openid, clientSecret)
  const config = await openid.discovery(new URL(issuer), clientId, metadata, prove, {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
  return { openid, config }
}

const known = new WeakMap<App, { at: number; provider: Promise<Provider> }>()

const providerOf = (app: App, google: GoogleConfig): Promise<Provider> => {
  const found = known.get(app)
  if (found && Date.now() - found.at < KNOWN_FOR_MS) return found.provider
  const provider = discover(google)
  known.set(app, { at: Date.now(), provider })
  // Who comes next asks again: the provider may be back.
  provider.catch(() => known.delete(app))
  return provider
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Codes of an answer that tells nothing about who asked: the provider is at fault, or away. */
const AWAY: readonly unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

const isAway = (error: unknown): boolean =>
  AWAY.includes(codeOf(error)) ||
  // fetch's own failure, which has no code of ours.
  (error instanceof TypeError && error.message === 'fetch failed') ||
  // The provider does not know us: the operator's affair, and nothing that trying again with another account would mend.
  (error instanceof Error && 'error' in error && error.error === 'invalid_client')

/**
 * Asks the provider. Refuses where none is configured (404), where it is away (503), and what it does not vouch for (401):
 * why is written to the log, and nothing of what was sent.
 */
const ask = async <T>(app: App, question: (provider: Provider, google: GoogleConfig) => Promise<T>): Promise<T> => {
  const { google } = app.config
  if (!google) throw new Refusal('E_NOT_FOUND')
  try {
    return await question(await providerOf(app, google), google)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason = error instanceof Error ? error.message : String(error)
    app.log.warn({ reason, code: codeOf(error), issuer: google.issuer }, 'signing in with the provider failed')
    throw isAway(error)
      ? new Refusal('E_UNAVAILABLE', {}, { 'retry-after': '10' })
      : new Refusal('AUTH_INVALID_CREDENTIALS')
  }
}

/** Where the browser signs in there; it comes back to `redirect`. */
export const providerUrl = (app: App, redirect: string, { state, nonce, verifier }: Attempt): Promise<string> =>
  ask(app, async ({ openid, config }) => {
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    return url.href
  })

type Answer = { code: string; iss?: string | undefined }

/** Who came back with this answer. */
export const identityOfCode = (app: App, redirect: string, answer: Answer, attempt: Attempt): Promise<Identity> =>
  ask(app, async ({ openid, config }) => {
    const { state, nonce, verifier } = attempt
    const query = new URLSearchParams({ code: answer.code, state, ...(answer.iss ? { iss: answer.iss } : {}) })
    const tokens = await openid.authorizationCodeGrant(config, new URL(`${redirect}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const { issuer } = config.serverMetadata()
    const claims = tokens.claims()
    // Who keeps the address out of the id token tells it where one asks with the access token.
    if (!claims || 'email' in claims) return readIdentity(issuer, claims ?? {})
    return readIdentity(issuer, await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
  })

/** Whose access token this is, where the provider gave it to us and to no other client. */
export const identityOfToken = (app: App, accessToken: string): Promise<Identity> =>
  ask(app, async ({ openid, config }, { clientId }) => {
    const subject = await checkToken({ openid, config }, clientId, accessToken)
    const claims = await openid.fetchUserInfo(config, accessToken, subject)
    return readIdentity(config.serverMetadata().issuer, claims)
  })
