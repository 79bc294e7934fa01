// Google or another OpenID Connect provider. openid-client implements the protocol: it checks issuer, audience, signature,
// times and nonce of an id token, and the state of an answer. The library and the provider's metadata are loaded at the
// first sign-in with the provider, so that start-up does not wait for them.
import type { ClientAuth, Configuration } from 'openid-client'
import type { App } from '../../platform/app.ts'
import type { GoogleConfig } from '../../platform/config-services.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Attempt } from './login-attempt.ts'
import { checkToken } from './check-token.ts'
import { type Identity, readIdentity } from './identity.ts'

const TIMEOUT_SECONDS = 10
/** Metadata of the provider is loaded again after this time. */
const MAX_DISCOVERY_AGE_MS = 60 * 60 * 1000

function load() {
  return import('openid-client')
}

type Library = Awaited<ReturnType<typeof load>>
interface Provider {
  openid: Library
  config: Configuration
}

/** client_secret_post if the provider supports it, otherwise client_secret_basic, which every provider must support. */
function clientAuthentication({ ClientSecretPost, ClientSecretBasic }: Library, secret: string): ClientAuth {
  return (metadata, ...rest) => {
    const supportsPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (supportsPost ? ClientSecretPost(secret) : ClientSecretBasic(secret))(metadata, ...rest)
  }
}

async function discover({ issuer, clientId, clientSecret }: GoogleConfig): Promise<Provider> {
  const openid = await load()
  const execute = [openid.enableNonRepudiationChecks]
  // The configuration allows plain HTTP only to loopback addresses.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  const metadata = { [openid.clockTolerance]: 30 }
  const authentication = clientAuthentication(openid, clientSecret)
  const config = await openid.discovery(new URL(issuer), clientId, metadata, authentication, {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
  return { openid, config }
}

const providers = new WeakMap<App, { at: number; provider: Promise<Provider> }>()

function providerOf(app: App, google: GoogleConfig): Promise<Provider> {
  const found = providers.get(app)
  if (found && Date.now() - found.at < MAX_DISCOVERY_AGE_MS) return found.provider
  const provider = discover(google)
  providers.set(app, { at: Date.now(), provider })
  // A failure is not cached: the next sign-in tries again.
  provider.catch(() => providers.delete(app))
  return provider
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Error codes that mean the provider failed, not that the sign-in is invalid. */
const PROVIDER_ERRORS: readonly unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

function isProviderFailure(error: unknown): boolean {
  return (
    PROVIDER_ERRORS.includes(codeOf(error)) ||
    // A network error of fetch has no code.
    (error instanceof TypeError && error.message === 'fetch failed') ||
    // The provider rejects our client credentials: a configuration error that another account would not solve.
    (error instanceof Error && 'error' in error && error.error === 'invalid_client')
  )
}

/**
 * Runs a request to the provider. Throws 404 without a configured provider, 503 if the provider fails, and 401 if it rejects
 * the sign-in. Logs the reason, but no codes or tokens.
 */
async function withProvider<T>(
  app: App,
  request: (provider: Provider, google: GoogleConfig) => Promise<T>,
): Promise<T> {
  const { google } = app.config
  if (!google) throw new Refusal('E_NOT_FOUND')
  try {
    return await request(await providerOf(app, google), google)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason = error instanceof Error ? error.message : String(error)
    app.log.warn({ reason, code: codeOf(error), issuer: google.issuer }, 'signing in with the provider failed')
    throw isProviderFailure(error)
      ? new Refusal('E_UNAVAILABLE', {}, { 'retry-after': '10' })
      : new Refusal('AUTH_INVALID_CREDENTIALS')
  }
}

/** The URL at which the browser signs in at the provider; it returns to `redirect`. */
export function authorizationUrl(app: App, redirect: string, { state, nonce, verifier }: Attempt): Promise<string> {
  return withProvider(app, async ({ openid, config }) => {
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
}

interface ProviderAnswer {
  code: string
  iss?: string | undefined
}

/** Exchanges the code of an answer and returns the identity. */
export function fetchIdentityByCode(
  app: App,
  redirect: string,
  answer: ProviderAnswer,
  attempt: Attempt,
): Promise<Identity> {
  return withProvider(app, async ({ openid, config }) => {
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
    // Some providers return the address only from the userinfo endpoint.
    if (!claims || 'email' in claims) return readIdentity(issuer, claims ?? {})
    return readIdentity(issuer, await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
  })
}

/** The identity of an access token. Refuses a token that was issued to another client. */
export function fetchIdentityByToken(app: App, accessToken: string): Promise<Identity> {
  return withProvider(app, async ({ openid, config }, { clientId }) => {
    const subject = await checkToken({ openid, config }, clientId, accessToken)
    const claims = await openid.fetchUserInfo(config, accessToken, subject)
    return readIdentity(config.serverMetadata().issuer, claims)
  })
}
